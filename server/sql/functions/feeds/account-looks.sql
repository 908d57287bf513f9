-- Schedules the first check of an account when it is inserted.
create or replace function wake_new_account() returns trigger
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  insert into account_look (vendor_account_id, active_at) values (new.id, new.created_at);
  insert into wake (subject_id, type, due_at) values (new.id, 'bank-account', new.created_at);
  return null;
end $$;

-- Starts a check of an account and schedules the next one for p_until, in case this one does not end. Before that, waits until
-- notifications that relied on this check have committed, so that the check reads their hints.
create or replace function begin_account_look(p_account uuid, p_until timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('hints' || p_account, 0));
  update wake w set due_at = p_until where w.subject_id = p_account;
end $$;

-- Records that the bank was asked for its list. If p_error is null, the whole list was read.
create or replace function record_poll(p_account uuid, p_at timestamptz, p_due_at timestamptz, p_error text) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update account_look l set poll_due_at = p_due_at, poll_error = left(p_error, 500),
    poll_failures = case when p_error is null then 0 else l.poll_failures + 1 end,
    polled_at = case when p_error is null then p_at else l.polled_at end
  where l.vendor_account_id = p_account
$$;

-- Returns whether every account into which a buy may be paid was read past this time, so that everything that arrived before it is
-- recorded: the whole list of its feed was read after it, or a statement shows a later day. False while one is frozen, because nothing on
-- it is matched.
create or replace function are_banks_read_past(p_transaction uuid, p_until timestamptz) returns boolean language sql stable as $$
  select not exists (
    select from vendor_account v join account_look l on l.vendor_account_id = v.id
    where v.id in (
        select b.vendor_account_id from buy b where b.transaction_id = p_transaction
        union select n.vendor_account_id from collection_number n where n.transaction_id = p_transaction)
      and v.state <> 'closed' and (v.state = 'frozen' or case when v.feed is not null then (l.polled_at >= p_until) is not true
        else not exists (select from import_run i where i.vendor_account_id = v.id and i.last_day > lagos_day(p_until)
          and i.last_day <= lagos_day(i.imported_at)) end))
$$;

-- Ends a check of an account and schedules the next one. p_active_at is null if nothing happened. p_seen is the wake-up time with which the
-- check began; a wake-up that a notification set since then is kept.
create or replace function end_account_look(p_account uuid, p_seen timestamptz, p_due_at timestamptz, p_active_at timestamptz)
returns void language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  if p_active_at is not null then
    update account_look l set active_at = p_active_at where l.vendor_account_id = p_account and l.active_at < p_active_at;
  end if;
  perform settle_wake(p_account, p_seen, p_due_at);
end $$;

-- Returns the metrics of feeds, hints, account checks and cases, with their names and labels.
create or replace function money_in_figures(p_at timestamptz) returns table (name text, labels jsonb, value double precision)
language sql stable security definer set search_path = afara, pg_temp as $$
  with hint as (
    select mode, vendor, count(*) filter (where given_up_at is null) as waiting,
      count(*) filter (where given_up_at is not null) as given_up,
      min(received_at) filter (where given_up_at is null) as oldest
    from feed_hint group by mode, vendor
  ), account as (
    select a.mode, a.feed, a.id, coalesce(l.polled_at, a.created_at) as read_at, l.poll_due_at is not null as is_polled,
      l.poll_failures, w.due_at, w.failure_count
    from vendor_account a join account_look l on l.vendor_account_id = a.id left join wake w on w.subject_id = a.id
  )
  select 'hints_waiting', jsonb_build_object('mode', mode, 'vendor', vendor), waiting from hint
  union all
  select 'hints_given_up', jsonb_build_object('mode', mode, 'vendor', vendor), given_up from hint
  union all
  select 'hint_age_seconds', jsonb_build_object('mode', mode, 'vendor', vendor),
    greatest(0, coalesce(extract(epoch from p_at - oldest), 0)) from hint
  union all
  select 'feed_lag_seconds', jsonb_build_object('mode', mode, 'vendor', feed, 'account', id),
    greatest(0, extract(epoch from p_at - read_at)) from account where is_polled and feed is not null
  union all
  select 'feed_failures', jsonb_build_object('mode', mode, 'vendor', feed, 'account', id), poll_failures
    from account where is_polled and feed is not null
  union all
  select 'account_look_late_seconds', jsonb_build_object('mode', mode, 'account', id),
    extract(epoch from p_at - due_at) from account where due_at < p_at - interval '10 seconds'
  union all
  select 'account_look_failures', jsonb_build_object('mode', mode, 'account', id), failure_count from account
    where failure_count > 0
  union all
  select 'cases_open', jsonb_build_object('mode', mode, 'kind', kind), count(*) from case_file
    where state <> 'resolved' group by mode, kind
  union all
  select 'cases_overdue', jsonb_build_object('mode', mode, 'kind', kind), count(*) from case_file
    where state <> 'resolved' and due_at < p_at group by mode, kind
$$;
