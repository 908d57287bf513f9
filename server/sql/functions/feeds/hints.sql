-- Records the hints in a bank's notifications, and wakes the accounts that they name. Returns for each hint its key, its account and
-- whether the hint is new. Idempotent: a waiting hint is not written twice, and one that was given up is retried. An account that is due
-- already is not updated, so that its notifications do not wait for each other. Notifications hold a shared lock until they commit, and
-- begin_account_look takes it exclusively. A check therefore sees every hint that relied on it, and a later notification finds the account
-- not due.
create or replace function record_keyed_hints(p_mode mode, p_vendor text, p_hints json, p_at timestamptz)
returns table (key text, vendor_account_id uuid, is_new boolean)
language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  v_shared uuid[];
  v_keys text[];
  v_accounts uuid[];
  v_new boolean[];
begin
  v_shared := array(
    select distinct a.id from json_to_recordset(p_hints) as h (account_number text)
    join vendor_account a on a.mode = p_mode and a.feed = p_vendor and a.account_number = h.account_number order by a.id);
  perform pg_advisory_xact_lock_shared(hashtextextended('hints' || s.id, 0)) from unnest(v_shared) as s (id);
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
    returning new.key, new.vendor_account_id as account, old.key is null as is_new
  )
  select array_agg(k.key), array_agg(k.account), array_agg(k.is_new) into v_keys, v_accounts, v_new from kept k;
  -- A hint that waits already may belong to another account than the one in this notification. The shared lock of that other account is not
  -- held, so it is always woken, even if it seems to be due.
  perform wake_now('bank-account', a.id, p_at)
    from (select distinct u.id from unnest(v_accounts) as u (id) where u.id is not null and u.id <> all (v_shared) order by 1) a;
  -- The rows are locked in one order, so that two groups that name the same accounts never wait for each other.
  update wake w set due_at = p_at
    from (select d.subject_id from wake d where d.subject_id = any (v_shared) and d.due_at > p_at order by d.subject_id for no key update) d
    where w.subject_id = d.subject_id;
  return query select * from unnest(v_keys, v_accounts, v_new);
end $$;

-- Leases up to p_most due hints of a vendor that name no account. No other worker receives them until the lease expires.
create or replace function claim_stray_hints(p_mode mode, p_vendor text, p_at timestamptz, p_most integer, p_lease_seconds integer)
returns setof feed_hint language sql security definer set search_path = afara, pg_temp as $$
  update feed_hint h set due_at = p_at + make_interval(secs => p_lease_seconds)
  where (h.mode, h.vendor, h.key) in (
    select d.mode, d.vendor, d.key from feed_hint d
    where d.vendor_account_id is null and d.given_up_at is null and d.due_at <= p_at
      and d.mode = p_mode and d.vendor = p_vendor
    order by d.due_at limit p_most for update skip locked)
  returning h.*
$$;

-- Deletes a hint in the transaction that records what it hints at.
create or replace function finish_hint(p_mode mode, p_vendor text, p_key text) returns void
language sql security definer set search_path = afara, pg_temp as $$
  delete from feed_hint h where h.mode = p_mode and h.vendor = p_vendor and h.key = p_key
$$;

-- Deletes several hints of one vendor, as finish_hint does.
create or replace function finish_hints(p_mode mode, p_vendor text, p_keys text[]) returns void
language sql security definer set search_path = afara, pg_temp as $$
  delete from feed_hint h where h.mode = p_mode and h.vendor = p_vendor and h.key = any (p_keys)
$$;

-- Records the lines with which a bank answered some hints about an account, as record_lines does, and deletes these hints.
create or replace function record_hinted_lines(
  p_account uuid, p_source text, p_lines json, p_mode mode, p_vendor text, p_keys text[], p_at timestamptz
) returns table (external_id text, outcome text, line_id uuid)
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform finish_hints(p_mode, p_vendor, p_keys);
  return query select r.external_id, r.outcome, r.line_id from record_lines(p_account, p_source, p_lines, null, p_at) r;
end $$;

-- Postpones a hint if the bank could not be asked about it or does not know it yet, and counts the try.
create or replace function postpone_hint(p_mode mode, p_vendor text, p_key text, p_error text, p_due_at timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update feed_hint h set tries = h.tries + 1, last_error = left(p_error, 500), due_at = p_due_at
  where h.mode = p_mode and h.vendor = p_vendor and h.key = p_key
$$;

-- Postpones all due hints of an account, because its bank does not answer. Counts no try. A null account means the hints that name no
-- account.
create or replace function postpone_due_hints(
  p_mode mode, p_vendor text, p_account uuid, p_error text, p_at timestamptz, p_due_at timestamptz
) returns void language sql security definer set search_path = afara, pg_temp as $$
  update feed_hint h set last_error = left(p_error, 500), due_at = p_due_at
  where h.mode = p_mode and h.vendor = p_vendor and h.due_at <= p_at and h.given_up_at is null
    and h.vendor_account_id is not distinct from p_account
$$;

-- Stops retrying a hint that the bank does not know. The row is kept for operators, and the same notification revives it.
create or replace function give_up_hint(p_mode mode, p_vendor text, p_key text, p_error text, p_at timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update feed_hint h set tries = h.tries + 1, last_error = left(p_error, 500), given_up_at = p_at
  where h.mode = p_mode and h.vendor = p_vendor and h.key = p_key
$$;
