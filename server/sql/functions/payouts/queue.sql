-- Returns the key of a right, which identifies its purpose independently of any row. A return belongs to no business, so its key starts
-- with an empty part. The function is stable because PostgreSQL treats the text of a mode as stable only. If it were marked immutable, it
-- would not be inlined and would be planned again at each call.
create or replace function payout_right_key(p_business uuid, p_mode mode, p_reference text, p_purpose text, p_leg integer)
returns text language sql stable as $$
  select coalesce(p_business::text, '') || '/' || p_mode || '/' || p_reference || '/' || p_purpose || '/' || p_leg
$$;

-- Returns the reference of an attempt. It is derived from the key of the right, so a row that was lost in a restore gets the same reference
-- again.
create or replace function payout_reference(
  p_business uuid, p_mode mode, p_reference text, p_purpose text, p_leg integer, p_attempt integer
) returns text language sql stable as $$
  select 'af-' || left(encode(sha256(convert_to(payout_right_key(p_business, p_mode, p_reference, p_purpose, p_leg) || '/' || p_attempt,
    'UTF8')), 'hex'), 32)
$$;

-- Returns the account that can pay an amount: preferably one that reaches the bank, then one with the fewest waiting orders, then the one
-- with the larger balance. Null if none can pay now.
create or replace function choose_payout_account(p_mode mode, p_bank_code text, p_amount numeric, p_besides uuid) returns uuid
language sql stable security definer set search_path = afara, pg_temp set enable_seqscan = off as $$
  select a.id from payout_account a
  left join lateral (
    select b.amount_minor::numeric as minor from balance b
    where b.owner = a.id::text and b.kind = 'payout_bank' and b.asset = 'NGN' and b.mode = a.mode limit 1) b on true
  cross join lateral (
    select count(*) as waiting, coalesce(sum(o.amount_minor), 0) as minor from (
      select o.amount_minor::numeric as amount_minor from payout_order o where o.account_id = a.id limit 200) o) q
  where a.mode = p_mode and a.state = 'active' and a.id is distinct from p_besides
    and least(coalesce(b.minor, 0), coalesce(a.available_minor, 0)) - q.minor >= p_amount
  order by bank_is_down(a.mode, a.vendor, p_bank_code), (a.short_of is null) desc, q.waiting,
    least(b.minor, a.available_minor) - q.minor desc, a.id
  limit 1
$$;

-- Returns why nothing may be paid for a transaction now; null if nothing forbids it. A suspended business is paid nothing. Refunds to its
-- payers continue, because that naira is not the business's own.
create or replace function payouts_held_by(
  p_transaction uuid, p_network text, p_purpose text, p_business uuid, p_mode mode, p_bank_code text
) returns text language plpgsql stable as $$
begin
  return coalesce(freeze_of(p_transaction, p_network), bank_stopped_because(p_mode, p_bank_code), case when p_purpose = 'payout' then (
    select 'the business is suspended' from business_mode m where m.business_id = p_business and m.mode = p_mode
      and m.status <> 'active') end,
    case when p_purpose = 'payout' and p_network is null and is_spending_uncompared_of(p_business)
      then 'a payout account or lane was not compared with its journal since the database started, or has locks to adopt' end);
end $$;

-- Returns the payout of a transaction that is not dead: its money is committed, or was paid.
create or replace function live_payout(p_transaction uuid, p_purpose text) returns uuid
language sql stable security definer set search_path = afara, pg_temp set enable_seqscan = off as $$
  select x.id from payout_right r
  cross join lateral (select x.id from payout x where x.right_id = r.id and x.money_back_at is null limit 1) x
  where r.transaction_id = p_transaction and r.purpose = p_purpose
$$;

-- Queues a payout for an account, in the commit that clears or resumes its transaction. The same beneficiary and amount use the existing
-- right; another beneficiary is another leg. Returns null if no account can pay it.
create or replace function queue_payout(
  p_transaction uuid, p_purpose text, p_bank_code text, p_account_number text, p_account_name text, p_amount numeric, p_at timestamptz
) returns uuid language plpgsql security definer set search_path = afara, pg_temp set enable_seqscan = off set enable_hashjoin = off
  set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
declare
  t transaction;
  v_leg integer;
  v_last uuid;
  v_account uuid;
begin
  select * into strict t from transaction where id = p_transaction;
  select r.leg, (select x.account_id from payout x where x.right_id = r.id order by x.attempt desc limit 1) into v_leg, v_last
    from payout_right r where r.transaction_id = p_transaction and r.purpose = p_purpose
      and (r.bank_code, r.account_number, r.account_name, r.amount_minor::numeric)
        = (p_bank_code, p_account_number, p_account_name, p_amount)
    order by r.leg desc limit 1;
  v_leg := coalesce(v_leg, 1 + (select max(r.leg) from payout_right r where r.transaction_id = p_transaction and r.purpose = p_purpose), 1);
  v_account := coalesce(choose_payout_account(t.mode, p_bank_code, p_amount, v_last),
    case when v_last is not null then choose_payout_account(t.mode, p_bank_code, p_amount, null) end);
  if v_account is null then
    return null;
  end if;
  delete from payout_order where transaction_id = p_transaction and purpose = p_purpose;
  insert into payout_order values (p_transaction, p_purpose, v_leg, t.mode, t.business_id, v_account, p_bank_code, p_account_number,
    p_account_name, p_amount, p_at, null);
  -- This runs last, because other transactions that are cleared for this account wait for this row until the commit.
  perform wake_now('payout-account', v_account, p_at);
  return v_account;
end $$;

-- Stops a payout order that cannot be paid as it is, and opens a case.
create or replace function stop_payout_order(p_transaction uuid, p_purpose text, p_summary text, p_facts jsonb,
  p_at timestamptz) returns void
language plpgsql as $$
declare
  t transaction;
begin
  delete from payout_order where transaction_id = p_transaction and purpose = p_purpose;
  select * into strict t from transaction where id = p_transaction;
  if p_purpose = 'payout' then
    perform from move_transaction(t.id, t.version, case t.status when 'cleared' then 'stopped' else 'choice_needed' end,
      jsonb_build_object('reason', 'cannot_deliver'), p_at, null);
    if not found then
      raise exception 'transaction % cannot be stopped in status %', t.id, t.status using errcode = 'AF001';
    end if;
  end if;
  perform open_case(afara_uuid(), t.mode, 'cannot_deliver', null, null, t.id, t.business_id, p_summary, p_facts, null, p_at,
    p_at + interval '4 hours');
end $$;

-- Makes postponed payouts due at once.
create or replace function hasten_payouts(p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  update payout_order set due_at = null where due_at is not null;
  update payout set next_look_at = p_at where next_look_at is not null and state = 'ordered' and next_look_at > p_at;
  perform wake_now('payout-account', a.id, p_at) from payout_account a where a.state <> 'closed' order by a.id;
end $$;

-- Makes payouts that waited because of a freeze due at once when the freeze is lifted.
create or replace function wake_waiting_payouts() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform hasten_payouts(afara_now());
  return null;
end $$;

-- Returns how long a vendor refuses the same amount to the same account at a bank. Null means that it does not. Monnify documents two
-- minutes; the rest allows for the time between our commit and its clock.
create or replace function same_again_after(p_vendor text) returns interval language sql immutable parallel safe
  return case p_vendor when 'monnify' then interval '2 minutes 15 seconds' end;

-- Returns when a payout account may send this amount to this account at a bank again. Null means now. An order that is opened and not sent
-- yet counts as sent now. Rights older than an hour are ignored: for the rare attempt that comes later, the payer process itself waits.
create or replace function same_again_at(a payout_account, p_bank_code text, p_number text, p_amount numeric, p_at timestamptz)
returns timestamptz language sql stable set enable_nestloop = on as $$
  select max(case x.state when 'ordered' then p_at else x.sent_at end) + same_again_after(a.vendor)
  from payout_right r join payout x on x.right_id = r.id
  where same_again_after(a.vendor) is not null and r.account_number = p_number and r.amount_minor = p_amount and r.bank_code = p_bank_code
    and r.opened_at > p_at - interval '1 hour' and x.account_id = a.id
    and (x.state = 'ordered' or x.sent_at > p_at - same_again_after(a.vendor))
$$;

-- Returns the interval until the bank is asked about a reference again. It is asked after 5, 15 and 60 seconds, after 5 and 15 minutes, and
-- then every 15 minutes.
create or replace function payout_gap(p_looks integer) returns interval language sql immutable parallel safe
  return case p_looks when 0 then interval '5 seconds' when 1 then interval '10 seconds' when 2 then interval '45 seconds'
    when 3 then interval '4 minutes' when 4 then interval '10 minutes' else interval '15 minutes' end;

-- Returns an amount in kobo that exceeds the fee of every vendor for one payment. A larger "fee" is a debit like any other.
create or replace function most_payout_fee() returns numeric language sql immutable parallel safe return 50000;
