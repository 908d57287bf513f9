-- Why: a business that tries things in test mode cannot wait seven days for a buy to expire. It has a clock that it may move ahead.
--
-- No row is ever written with a time that has not been: history, the ledger and its seals tell when things really happened. What is moved is
-- what waits. All that our rules make of time are lengths (so long since it came into this status, so long until the next look), and a length
-- grows when its beginning is put back. So to move a clock by an hour is to put back by an hour what the open test transactions of that
-- business count from, and whoever drives them asks nobody which clock is theirs. What begins afterwards begins now, as it should.

set local role afara_owner;
set local search_path = afara;

-- How far a business has moved ahead in test mode. It only grows, and begins anew at a reset.
create table sandbox_clock (
  business_id uuid primary key references business (id),
  ahead_seconds bigint not null check (ahead_seconds between 0 and 315360000),
  moved_at timestamptz not null
);

-- By how much a test transaction is older in the status of this version than its event tells.
create table sandbox_age (
  transaction_id uuid primary key references transaction (id),
  version integer not null,
  aged interval not null check (aged > interval '0')
);

alter table sandbox_clock enable row level security;
alter table sandbox_clock force row level security;
create policy house on sandbox_clock to afara_owner using (true) with check (true);
create policy own_rows on sandbox_clock for select to afara_api using (business_id = tenant_business() and tenant_mode() = 'test');
grant select on sandbox_clock to afara_api;

-- ── since when ────────────────────────────────────────────────────────────────────────────────────────────────

-- The one place that says how long a transaction has been in its status.
create or replace function status_since(p_transaction uuid, p_version integer) returns timestamptz language sql stable as $$
  select e.happened_at - coalesce((
    select a.aged from sandbox_age a where a.transaction_id = e.transaction_id and a.version = e.sequence), interval '0')
  from transaction_event e where e.transaction_id = p_transaction and e.sequence = p_version
$$;

-- These ask it now, and are as they were in all else, so none of them is written down a second time.
do $$
declare
  c record;
  v_text text;
begin
  for c in select * from (values
    ('look_at_buy', 'select e.happened_at into strict v_since from transaction_event e where e.transaction_id = t.id and e.sequence = p_version;',
      'v_since := status_since(t.id, p_version);'),
    ('look_at_sell', 'select e.happened_at into strict v_since from transaction_event e where e.transaction_id = t.id and e.sequence = p_version;',
      'v_since := status_since(t.id, p_version);'),
    ('look_at_withdrawal', 'select e.happened_at into strict v_since from transaction_event e where e.transaction_id = t.id and e.sequence = p_version;',
      'v_since := status_since(t.id, p_version);'),
    ('wait_for_rest', 'select e.happened_at + s.expected_within from transaction_event e join status_time s on s.type = t.type and s.status = t.status
    where e.transaction_id = t.id and e.sequence = t.version',
      'select status_since(t.id, t.version) + s.expected_within from status_time s where s.type = t.type and s.status = t.status')
  ) as x (name, was, becomes) loop
    select pg_get_functiondef(p.oid) into strict v_text from pg_proc p where p.pronamespace = 'afara'::regnamespace and p.proname = c.name;
    if position(c.was in v_text) = 0 then
      raise exception '% is not as this migration knows it', c.name;
    end if;
    execute replace(v_text, c.was, c.becomes);
  end loop;
end $$;

-- ── the clock ─────────────────────────────────────────────────────────────────────────────────────────────────

-- Whose sandbox the request in hand is about. Nothing below can be done with a live key, or to somebody else.
create function sandbox_business() returns uuid language plpgsql stable as $$
begin
  if tenant_business() is null or tenant_mode() is distinct from 'test' then
    raise exception 'only a business in test mode has a sandbox' using errcode = 'AF011';
  end if;
  return tenant_business();
end $$;

-- Nothing more happens to these by themselves. (A bank can still undo some of them: that is no reason to wait.)
create function is_over(p_status text) returns boolean language sql immutable
  return p_status in ('completed', 'refunded', 'recalled', 'expired', 'cancelled', 'returned_to_balance', 'finished');

-- Makes these older: what they wait for comes so much sooner. In the order in which all take these locks, claims first.
create function age_transactions(p_transactions uuid[], p_by interval) returns void language plpgsql as $$
begin
  update claim set accepted_at = accepted_at - p_by, expires_at = expires_at - p_by where transaction_id = any (p_transactions);
  update expected_payment set expires_at = expires_at - p_by where transaction_id = any (p_transactions) and released_at is null;
  insert into sandbox_age as a (transaction_id, version, aged)
    select t.id, t.version, p_by from transaction t where t.id = any (p_transactions) and t.mode = 'test'
    on conflict (transaction_id) do update set version = excluded.version,
      aged = excluded.aged + case when a.version = excluded.version then a.aged else interval '0' end;
  update wake set due_at = due_at - p_by, nudge_due_at = null where subject_id = any (p_transactions);
end $$;

-- Credits wait too: for the claim that fits them. Those on an account of this business, or of a payer whom it names, get older with it.
create function age_credits(p_business uuid, p_by interval, p_at timestamptz) returns void language plpgsql as $$
declare
  v_accounts uuid[];
begin
  with aged as (
    update credit_fund f set booked_at = f.booked_at - p_by, look_at = 'epoch'
    where f.mode = 'test' and f.blocked_by is null and (
      exists (select from vendor_account v where v.id = f.vendor_account_id and v.business_id = p_business)
      or exists (select from claim c where c.vendor_account_id = f.vendor_account_id and c.business_id = p_business
        and c.payer_account_number = f.payer_account_number))
    returning f.vendor_account_id
  )
  select array_agg(distinct a.vendor_account_id) into v_accounts from aged a;
  perform wake_now('bank-account', u.id, p_at) from unnest(v_accounts) as u (id);
end $$;

-- Moves the clock of this business ahead. Returns how far it is ahead then, and what has fallen due by that.
create function move_sandbox_clock(p_seconds integer, p_at timestamptz) returns table (ahead_seconds bigint, due uuid[])
language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  v_business uuid := sandbox_business();
  v_by interval := make_interval(secs => p_seconds);
  v_open uuid[];
begin
  if p_seconds is null or p_seconds not between 1 and 2592000 then
    raise exception 'a clock is moved by 1 second to 30 days at a time' using errcode = 'AF001';
  end if;
  insert into sandbox_clock as c (business_id, ahead_seconds, moved_at) values (v_business, p_seconds, p_at)
    on conflict (business_id) do update set ahead_seconds = c.ahead_seconds + excluded.ahead_seconds, moved_at = p_at
    returning c.ahead_seconds into ahead_seconds;
  -- Whoever waits for time has a next look.
  v_open := array(select t.id from wake w join transaction t on t.id = w.subject_id where t.business_id = v_business and t.mode = 'test');
  perform age_transactions(v_open, v_by);
  perform age_credits(v_business, v_by, p_at);
  update velocity_use set at = at - v_by where business_id = v_business and mode = 'test';
  due := array(select w.subject_id from wake w where w.subject_id = any (v_open) and w.due_at <= p_at order by w.due_at, w.subject_id limit 500);
  return next;
end $$;

-- The same for one transaction alone, and not for the clock: a scenario is about nothing else. False when it is not this business's.
create function age_sandbox_transaction(p_transaction uuid, p_seconds integer) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_business uuid := sandbox_business();
begin
  if not exists (select from transaction t where t.id = p_transaction and t.business_id = v_business and t.mode = 'test') then
    return false;
  end if;
  perform age_transactions(array[p_transaction], make_interval(secs => p_seconds));
  return true;
end $$;

-- ── beginning anew ────────────────────────────────────────────────────────────────────────────────────────────

-- Cancels what waits for its first money, which is all that a business may end by itself; what has money goes on. The clock goes back when
-- nothing is open any more. Nothing is deleted. Returns how many were cancelled, and those still open by their status.
create function reset_sandbox(p_at timestamptz) returns table (cancelled integer, still_open json, ahead_seconds bigint)
language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  v_business uuid := sandbox_business();
begin
  select count(*) into cancelled
    from (select t.id, t.version from transaction t
      where t.business_id = v_business and t.mode = 'test' and t.status in ('pending_payment', 'pending_deposit') order by t.id for update) t
    cross join lateral move_transaction(t.id, t.version, 'cancelled', '{"by": "sandbox_reset"}', p_at, null) m;
  select coalesce(json_object_agg(o.name, o.count order by o.name), '{}') into still_open from (
    select t.type || '.' || t.status as name, count(*) as count from transaction t
    where t.business_id = v_business and t.mode = 'test' and not is_over(t.status) group by 1) o;
  if still_open::text = '{}' then
    update sandbox_clock set ahead_seconds = 0, moved_at = p_at where business_id = v_business;
  end if;
  ahead_seconds := coalesce((select c.ahead_seconds from sandbox_clock c where c.business_id = v_business), 0);
  return next;
end $$;

grant execute on function move_sandbox_clock, age_sandbox_transaction, reset_sandbox to afara_api;
