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

-- Starts a check of an account as begin_account_look does, and returns what the check begins with: the account, its wake-up time before
-- this check, its last poll, and up to p_most due hints. Starts nothing if the account waits after a failure or if another process holds
-- its lock.
create or replace function open_account_look(p_account uuid, p_at timestamptz, p_until timestamptz, p_most integer)
returns table (
  outcome text, mode mode, account_number text, feed text, due_at timestamptz, failure_count integer, active_at timestamptz,
  poll_due_at timestamptz, poll_failures integer, hints json
) language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  select 'begun', v.mode, v.account_number, v.feed, w.due_at, coalesce(w.failure_count, 0), l.active_at, l.poll_due_at, l.poll_failures
    into outcome, mode, account_number, feed, due_at, failure_count, active_at, poll_due_at, poll_failures
    from vendor_account v join account_look l on l.vendor_account_id = v.id left join wake w on w.subject_id = v.id
    where v.id = p_account;
  if not found then
    return;
  end if;
  if failure_count > 0 and due_at > p_at then
    outcome := 'waits';
  elsif not pg_try_advisory_xact_lock(hashtextextended('bank_account' || p_account, 0)) then
    outcome := 'locked';
  else
    perform begin_account_look(p_account, p_until);
    select json_agg(json_build_object('mode', h.mode, 'vendor', h.vendor, 'key', h.key, 'detail', h.detail, 'received_at', h.received_at,
        'tries', h.tries)) into hints
      from (
        select * from feed_hint f where f.vendor_account_id = p_account and f.due_at <= p_at and f.given_up_at is null
        order by f.due_at limit p_most) h;
  end if;
  return next;
end $$;

-- Returns whether somebody may be about to pay into an account: a buy can still be paid, lacks its rest or ended less than an hour ago, or
-- the account is a pool, where a payment needs no buy.
create or replace function is_payment_expected(p_account uuid, p_at timestamptz) returns boolean
language sql stable security definer set search_path = afara, pg_temp as $$
  select exists (select from vendor_account v where v.id = p_account and v.is_pool)
    or exists (select from claim c where c.vendor_account_id = p_account
      and (c.expires_at > p_at - interval '1 hour' or c.left_minor::numeric <> c.amount_minor::numeric))
$$;

-- Records that the bank was asked for its list. If p_error is null, the whole list was read.
create or replace function record_poll(p_account uuid, p_at timestamptz, p_due_at timestamptz, p_error text) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update account_look l set poll_due_at = p_due_at, poll_error = left(p_error, 500),
    poll_failures = case when p_error is null then 0 else l.poll_failures + 1 end,
    polled_at = case when p_error is null then p_at else l.polled_at end
  where l.vendor_account_id = p_account
$$;

-- Returns whether an account was read past this time, so that everything that arrived before it is recorded: the whole list of its feed was
-- read after it, or a statement shows a later day. False while it is frozen, because nothing on it is matched.
create or replace function is_account_read_past(p_account uuid, p_until timestamptz) returns boolean language sql stable as $$
  select exists (
    select from vendor_account v join account_look l on l.vendor_account_id = v.id
    where v.id = p_account and (v.state = 'closed' or v.state <> 'frozen' and case when v.feed is not null then l.polled_at >= p_until
      else exists (select from import_run i where i.vendor_account_id = v.id and i.last_day > lagos_day(p_until)
        and i.last_day <= lagos_day(i.imported_at)) end))
$$;

-- Returns whether every account into which a buy may be paid was read past this time.
create or replace function are_banks_read_past(p_transaction uuid, p_until timestamptz) returns boolean language sql stable as $$
  select bool_and(is_account_read_past(a.id, p_until)) is not false
  from (
    select b.vendor_account_id as id from buy b where b.transaction_id = p_transaction
    union select n.vendor_account_id from collection_number n where n.transaction_id = p_transaction) a
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

-- Ends a check as end_account_look does. Before that, takes back the credits whose recall waited for a transfer. The account is due again
-- when its next hint is, if that is earlier. Returns when it is due.
create or replace function close_account_look(
  p_account uuid, p_seen timestamptz, p_due_at timestamptz, p_active_at timestamptz, p_at timestamptz
) returns timestamptz language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform take_back_waiting(p_account, p_at);
  perform end_account_look(p_account, p_seen, least(p_due_at, (
    select min(h.due_at) from feed_hint h where h.vendor_account_id = p_account and h.given_up_at is null)), p_active_at);
  return (select w.due_at from wake w where w.subject_id = p_account);
end $$;

-- Returns those accounts of new buys that must be checked at once: a credit waits with which one of these buys may have been paid, or
-- nothing has happened at the account for half a minute, so that its next check by itself may be late. Any other account is checked again
-- within seconds, and a credit that comes later finds the buys.
create or replace function accounts_to_look_at(p_transactions uuid[], p_at timestamptz) returns setof uuid
language sql stable security definer set search_path = afara, pg_temp as $$
  select distinct l.vendor_account_id from claim c join account_look l on l.vendor_account_id = c.vendor_account_id
  where c.transaction_id = any (p_transactions) and (l.active_at < p_at - interval '30 seconds' or exists (
    select from credit_fund f where f.vendor_account_id = c.vendor_account_id and f.blocked_by is null
      and (f.payer_account_number is null or f.payer_account_number = c.payer_account_number
        or f.left_minor::numeric between c.left_minor::numeric * 0.999 and c.left_minor::numeric * 1.001)))
$$;

-- Returns the metrics of feeds, hints, account checks and cases, with their names and labels.
create or replace function money_in_figures(p_at timestamptz) returns table (name text, labels jsonb, value double precision)
language sql stable security definer set search_path = afara, pg_temp as $$
  with hint as (
    select mode, vendor, count(*) filter (where given_up_at is null) as waiting,
      count(*) filter (where given_up_at is not null) as given_up,
      min(received_at) filter (where given_up_at is null) as oldest
    from feed_hint group by mode, vendor
  ), account as (
    -- An account at which nothing happens is read rarely. Its list is late only a minute after it was due.
    select a.mode, coalesce(a.feed, 'none') as feed, greatest(coalesce(l.polled_at, a.created_at),
        case when l.poll_failures = 0 and w.failure_count = 0 then w.due_at - interval '1 minute' end) as read_at,
      l.poll_due_at is not null as is_polled,
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
  -- A vendor counts as its account that is read least recently: a label names no account.
  select 'feed_lag_seconds', jsonb_build_object('mode', mode, 'vendor', feed),
    greatest(0, extract(epoch from p_at - min(read_at))) from account where is_polled and feed <> 'none' group by mode, feed
  union all
  select 'feed_failures', jsonb_build_object('mode', mode, 'vendor', feed), max(poll_failures)
    from account where is_polled and feed <> 'none' group by mode, feed
  union all
  select 'account_look_late_seconds', jsonb_build_object('mode', mode, 'vendor', feed),
    extract(epoch from p_at - min(due_at)) from account where due_at < p_at - interval '10 seconds' group by mode, feed
  union all
  select 'account_look_failures', jsonb_build_object('mode', mode, 'vendor', feed), max(failure_count) from account
    where failure_count > 0 group by mode, feed
  union all
  select 'cases_open', jsonb_build_object('mode', mode, 'kind', kind), count(*) from case_file
    where state <> 'resolved' group by mode, kind
  union all
  select 'case_due_seconds', jsonb_build_object('mode', mode, 'kind', kind), extract(epoch from min(due_at) - p_at) from case_file
    where state <> 'resolved' and due_at is not null group by mode, kind
  union all
  select 'cases_overdue', jsonb_build_object('mode', mode, 'kind', kind), count(*) from case_file
    where state <> 'resolved' and due_at < p_at group by mode, kind
$$;
