-- Returns the business whose sandbox the request is about. Raises AF071 for a live key, so that the functions below change only the
-- caller's own sandbox.
create or replace function sandbox_business() returns uuid language plpgsql stable as $$
begin
  if tenant_business() is null or tenant_mode() is distinct from 'test' then
    raise exception 'only a business in test mode has a sandbox' using errcode = 'AF071';
  end if;
  return tenant_business();
end $$;

-- Makes transactions older, so that their deadlines come sooner. Takes its locks in the usual order, claims first.
create or replace function age_transactions(p_transactions uuid[], p_by interval) returns void language plpgsql as $$
begin
  update claim set accepted_at = accepted_at - p_by, expires_at = expires_at - p_by where transaction_id = any (p_transactions);
  update expected_payment set expires_at = expires_at - p_by where transaction_id = any (p_transactions) and released_at is null;
  insert into sandbox_age as a (transaction_id, version, aged)
    select t.id, t.version, p_by from transaction t where t.id = any (p_transactions) and t.mode = 'test'
    on conflict (transaction_id) do update set version = excluded.version,
      aged = excluded.aged + case when a.version = excluded.version then a.aged else interval '0' end;
  update wake set due_at = due_at - p_by, nudge_due_at = null where subject_id = any (p_transactions);
end $$;

-- Locks the accounts on which a credit waits and which this business or its claims use. Matching holds the same locks: without them, a run
-- that read a credit before it became older would write its next check afterwards, and nobody would look at the credit for days.
create or replace function lock_sandbox_accounts(p_business uuid) returns void language plpgsql as $$
declare
  v_account uuid;
begin
  for v_account in
    select v.id from vendor_account v
    where v.mode = 'test' and exists (select from credit_fund f where f.vendor_account_id = v.id and f.blocked_by is null)
      and (v.business_id = p_business
      or exists (select from claim c where c.vendor_account_id = v.id and c.business_id = p_business))
    order by v.id
  loop
    perform pg_advisory_xact_lock(hashtextextended('bank_account' || v_account, 0));
  end loop;
end $$;

-- Makes credits that wait for a claim older: those on an account of this business, and those of a payer that the business names. A bank
-- may show only some digits of the payer's number.
create or replace function age_credits(p_business uuid, p_by interval, p_at timestamptz) returns void language plpgsql as $$
declare
  v_accounts uuid[];
begin
  with aged as (
    update credit_fund f set booked_at = f.booked_at - p_by, look_at = 'epoch'
    where f.mode = 'test' and f.blocked_by is null and (
      exists (select from vendor_account v where v.id = f.vendor_account_id and v.business_id = p_business)
      or exists (select from claim c where c.vendor_account_id = f.vendor_account_id and c.business_id = p_business
        and (c.payer_account_number = f.payer_account_number
          or f.payer_account_number is null and c.payer_account_number like translate(f.payer_account_mask, '*', '_'))))
    returning f.vendor_account_id
  )
  select array_agg(distinct a.vendor_account_id) into v_accounts from aged a;
  perform wake_now('bank-account', u.id, p_at) from unnest(v_accounts) as u (id);
end $$;

-- Moves the clock of this business ahead. Returns how far ahead it is now, and the transactions that are due now.
create or replace function move_sandbox_clock(p_seconds integer, p_at timestamptz) returns table (ahead_seconds bigint, due uuid[])
language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  v_business uuid := sandbox_business();
  v_by interval := make_interval(secs => p_seconds);
  v_open uuid[];
begin
  if p_seconds is null or p_seconds not between 1 and 2592000 then
    raise exception 'the clock moves by 1 second to 30 days at a time' using errcode = 'AF072';
  end if;
  perform lock_sandbox_accounts(v_business);
  insert into sandbox_clock as c (business_id, ahead_seconds, moved_at) values (v_business, p_seconds, p_at)
    on conflict (business_id) do update set ahead_seconds = c.ahead_seconds + excluded.ahead_seconds, moved_at = p_at
    returning c.ahead_seconds into ahead_seconds;
  -- Only transactions with a wake-up wait for a time, so only these are made older.
  v_open := array(select t.id from wake w join transaction t on t.id = w.subject_id where t.business_id = v_business and t.mode = 'test');
  perform age_transactions(v_open, v_by);
  perform age_credits(v_business, v_by, p_at);
  update velocity_use set at = at - v_by where business_id = v_business and mode = 'test';
  due := array(select w.subject_id from wake w where w.subject_id = any (v_open) and w.due_at <= p_at
    order by w.due_at, w.subject_id limit 500);
  return next;
end $$;

-- Makes one transaction older without moving the sandbox clock, for a scenario. Returns false if it is not a transaction of this business.
create or replace function age_sandbox_transaction(p_transaction uuid, p_seconds integer) returns boolean
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

-- Cancels transactions that wait for their first money, which are the only ones that a business may end itself. Transactions with money
-- continue. Resets the clock if nothing is open any more. Deletes nothing. Returns how many were cancelled, and those still open by status.
create or replace function reset_sandbox(p_at timestamptz) returns table (cancelled integer, still_open json, ahead_seconds bigint)
language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  v_business uuid := sandbox_business();
begin
  select count(*) into cancelled
    from (select t.id, t.version from transaction t
      where t.business_id = v_business and t.mode = 'test' and t.status = any (statuses_cancellable())
        order by t.id for update) t
    cross join lateral move_transaction(t.id, t.version, 'cancelled', '{"by": "sandbox_reset"}', p_at, null) m;
  select coalesce(json_object_agg(o.name, o.count order by o.name), '{}') into still_open from (
    select t.type || '.' || t.status as name, count(*) as count from transaction t
    where t.business_id = v_business and t.mode = 'test' and t.status <> all (statuses_ended()) group by 1) o;
  if still_open::text = '{}' then
    update sandbox_clock set ahead_seconds = 0, moved_at = p_at where business_id = v_business;
  end if;
  ahead_seconds := coalesce((select c.ahead_seconds from sandbox_clock c where c.business_id = v_business), 0);
  return next;
end $$;

-- Records that this business ran a scenario, and what the scenario made.
create or replace function note_scenario_run(p_name text, p_transactions uuid[], p_at timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  insert into scenario_run (id, business_id, mode, name, transactions, at)
    values (afara_uuid(), sandbox_business(), 'test', p_name, p_transactions, p_at)
$$;
