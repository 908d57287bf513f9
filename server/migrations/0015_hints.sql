-- Why: a bank's notification is a hint that something may have happened. It is kept before the bank is answered, so that
-- no crash loses it, and is gone when what it hints at was read from the bank itself and recorded. Beside the hints, every
-- account of ours is looked at again and again, and here stands when its bank was last asked and what came of it.

set local role afara_owner;
set local search_path = afara;

-- A number names one account at a vendor: it is all that a notification tells.
create unique index vendor_account_of_feed on vendor_account (mode, feed, account_number) where feed is not null;

create table feed_hint (
  mode mode not null,
  vendor text not null check (vendor ~ '^[a-z]+$'),
  -- What the bank has to be asked for.
  key text not null check (length(key) between 1 and 500),
  -- Null: the notification did not say, or named an account that we do not have.
  vendor_account_id uuid,
  -- What only the notification says; believed where the bank's own answer bears it out.
  detail jsonb not null,
  received_at timestamptz not null,
  due_at timestamptz not null,
  tries integer not null default 0,
  last_error text,
  -- The bank did not know it for so long that we stopped asking. It stays, for people; the same again revives it.
  given_up_at timestamptz,
  primary key (mode, vendor, key),
  foreign key (vendor_account_id, mode) references vendor_account (id, mode)
) with (fillfactor = 70);
create index feed_hint_due on feed_hint (vendor_account_id, due_at) where given_up_at is null;
create index feed_hint_stray on feed_hint (mode, vendor, due_at) where given_up_at is null and vendor_account_id is null;

create table account_look (
  vendor_account_id uuid primary key references vendor_account (id),
  -- When something last happened on it: it is looked at less often the longer that is ago.
  active_at timestamptz not null,
  -- When its bank may be asked for its list again, and when the whole of it was last read.
  poll_due_at timestamptz,
  polled_at timestamptz,
  poll_failures integer not null default 0,
  poll_error text
) with (fillfactor = 70);

-- ── hints ─────────────────────────────────────────────────────────────────────────────────────────────────────

-- Keeps what a notification hints at, and makes the account due, in one commit. A hint that waits already is not kept
-- twice: it is looked at again soon, but not once for every time that it is sent.
create function take_hints(p_mode mode, p_vendor text, p_hints json, p_at timestamptz)
returns table (vendor_account_id uuid, is_new boolean)
language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  v_accounts uuid[];
  v_new boolean[];
begin
  with hint as (
    select distinct on (h.key) h.key, coalesce(h.detail, 'null'::jsonb) as detail, a.id as account
    from json_to_recordset(p_hints) as h (key text, account_number text, detail jsonb)
    left join vendor_account a on a.mode = p_mode and a.feed = p_vendor and a.account_number = h.account_number
    order by h.key
  ), kept as (
    insert into feed_hint as f (mode, vendor, key, vendor_account_id, detail, received_at, due_at)
    select p_mode, p_vendor, h.key, h.account, h.detail, p_at, p_at from hint h order by h.key
    on conflict (mode, vendor, key) do update set
      due_at = least(f.due_at, excluded.due_at + interval '1 second'),
      received_at = case when f.given_up_at is null then f.received_at else excluded.received_at end,
      given_up_at = null
    returning new.vendor_account_id as account, old.key is null as is_new
  )
  select array_agg(k.account), array_agg(k.is_new) into v_accounts, v_new from kept k;
  perform wake_now('bank-account', a.id, p_at)
    from (select distinct unnest(v_accounts) as id order by 1) a where a.id is not null;
  return query select * from unnest(v_accounts, v_new);
end $$;

-- What it hints at was recorded, in the caller's transaction.
create function finish_hint(p_mode mode, p_vendor text, p_key text) returns void
language sql security definer set search_path = afara, pg_temp as $$
  delete from feed_hint h where h.mode = p_mode and h.vendor = p_vendor and h.key = p_key
$$;

-- The bank could not be asked, or does not know it (yet).
create function postpone_hint(p_mode mode, p_vendor text, p_key text, p_error text, p_due_at timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update feed_hint h set tries = h.tries + 1, last_error = left(p_error, 500), due_at = p_due_at
  where h.mode = p_mode and h.vendor = p_vendor and h.key = p_key
$$;

-- The bank answers nothing: all that is due at an account (or, with null, names none) waits, without being asked for one
-- by one.
create function postpone_due_hints(
  p_mode mode, p_vendor text, p_account uuid, p_error text, p_at timestamptz, p_due_at timestamptz
) returns void language sql security definer set search_path = afara, pg_temp as $$
  update feed_hint h set last_error = left(p_error, 500), due_at = p_due_at
  where h.mode = p_mode and h.vendor = p_vendor and h.due_at <= p_at and h.given_up_at is null
    and h.vendor_account_id is not distinct from p_account
$$;

create function give_up_hint(p_mode mode, p_vendor text, p_key text, p_error text, p_at timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update feed_hint h set tries = h.tries + 1, last_error = left(p_error, 500), given_up_at = p_at
  where h.mode = p_mode and h.vendor = p_vendor and h.key = p_key
$$;

-- Takes up to `most` due hints of a vendor that name no account, for as long as the lease: no other worker asks for them
-- meanwhile.
create function claim_stray_hints(p_mode mode, p_vendor text, p_at timestamptz, p_most integer, p_lease_seconds integer)
returns setof feed_hint language sql security definer set search_path = afara, pg_temp as $$
  update feed_hint h set due_at = p_at + make_interval(secs => p_lease_seconds)
  where (h.mode, h.vendor, h.key) in (
    select d.mode, d.vendor, d.key from feed_hint d
    where d.vendor_account_id is null and d.given_up_at is null and d.due_at <= p_at
      and d.mode = p_mode and d.vendor = p_vendor
    order by d.due_at limit p_most for update skip locked)
  returning h.*
$$;

-- ── looks ─────────────────────────────────────────────────────────────────────────────────────────────────────

-- An account of ours is looked at from its first moment.
create function wake_new_account() returns trigger
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  insert into account_look (vendor_account_id, active_at) values (new.id, new.created_at);
  insert into wake (subject_id, type, due_at) values (new.id, 'bank-account', new.created_at);
  return null;
end $$;
create trigger vendor_account_wakes after insert on vendor_account
  for each row execute function wake_new_account();
insert into account_look (vendor_account_id, active_at) select id, created_at from vendor_account;
insert into wake (subject_id, type, due_at) select id, 'bank-account', created_at from vendor_account;

-- The bank was asked for its list. Without an error all of it was read.
create function note_poll(p_account uuid, p_at timestamptz, p_due_at timestamptz, p_error text) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update account_look l set poll_due_at = p_due_at, poll_error = left(p_error, 500),
    poll_failures = case when p_error is null then 0 else l.poll_failures + 1 end,
    polled_at = case when p_error is null then p_at else l.polled_at end
  where l.vendor_account_id = p_account
$$;

-- A look at an account is over; `p_active_at` is null when nothing happened.
create function settle_account(p_account uuid, p_seen timestamptz, p_due_at timestamptz, p_active_at timestamptz)
returns void language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  if p_active_at is not null then
    update account_look l set active_at = p_active_at where l.vendor_account_id = p_account and l.active_at < p_active_at;
  end if;
  perform settle_wake(p_account, p_seen, p_due_at);
end $$;

-- ── what the house watches ────────────────────────────────────────────────────────────────────────────────────

-- Figures for whoever watches, under the names and labels they are shown by.
create function money_in_figures(p_at timestamptz) returns table (name text, labels jsonb, value double precision)
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

-- ── checks and walls ──────────────────────────────────────────────────────────────────────────────────────────

create or replace function check_wake(since_xid bigint) returns setof finding language sql stable as $$
  select row(t.id::text, 'unfinished, and nothing wakes it')::finding
  from transaction t left join wake w on w.subject_id = t.id
  where t.type = 'drill' and w.subject_id is null
    and exists (select from transition e where e.type = t.type and e.from_status = t.status)
  union all
  select row(a.id::text, 'an account of ours, and nothing looks at it')::finding
  from vendor_account a
  where not exists (select from wake w where w.subject_id = a.id and w.type = 'bank-account')
    or not exists (select from account_look l where l.vendor_account_id = a.id)
  union all
  select row(w.subject_id::text, 'a wake-up of an account that we do not have')::finding
  from wake w where w.type = 'bank-account' and not exists (select from vendor_account a where a.id = w.subject_id)
$$;

grant select on feed_hint, account_look to afara_worker;
grant execute on function take_hints, money_in_figures to afara_api;
grant execute on function take_hints, finish_hint, postpone_hint, postpone_due_hints, give_up_hint, claim_stray_hints,
  note_poll, settle_account, money_in_figures to afara_worker;
