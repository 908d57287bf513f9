-- Accepts a buy and issues the expected payment with the amount and code that its payer is told. An amount of whole naira has no tail: it
-- identifies nothing, and only the code does. accepted is false if a key of the request names another transaction; then nothing was
-- written. Raises AF046 if the business has all the tails of the amount that it may have, and violates a unique index if another call has
-- just taken the amount or the code. Amounts are in minor units.
create or replace function issue_expected_payment(p_id uuid, p_request json, p_code text)
returns table (accepted boolean, needs text[])
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  r record;
  v_whole numeric;
begin
  select * into r from json_to_record(p_request) as r (
    id uuid, business_id uuid, mode mode, vendor_account_id uuid, amount_minor numeric, at timestamptz, due_at timestamptz);
  v_whole := r.amount_minor - r.amount_minor % 100;
  -- The lock lets one call per business and amount run at a time, so that two cannot both be the twentieth.
  if r.amount_minor <> v_whole then
    perform pg_advisory_xact_lock(hashtextextended('expected' || r.business_id || r.vendor_account_id || v_whole, 0));
  end if;
  select a.accepted, a.needs into strict accepted, needs from accept_buys(json_build_array(p_request)) a;
  if accepted then
    if r.amount_minor <> v_whole and not may_take_tail(r.vendor_account_id, r.business_id, v_whole) then
      raise exception 'the business already has all the tails of this amount that it may have on this account' using errcode = 'AF046';
    end if;
    insert into expected_payment (id, mode, business_id, vendor_account_id, transaction_id, amount_minor, code, issued_at, expires_at)
      values (p_id, r.mode, r.business_id, r.vendor_account_id, r.id, r.amount_minor, p_code, r.at, r.due_at);
  end if;
  return next;
end $$;

-- Returns the kobo, from 1 to 99, that can be added to an amount of whole naira so that no expected payment and no claim has the sum. Empty
-- if the business may take no more. Only twenty claims of each business count, so that no business can use up an amount for all others.
create or replace function free_tails(p_account uuid, p_business uuid, p_amount numeric) returns integer[]
language sql stable security definer set search_path = afara, pg_temp as $$
  select coalesce(array_agg(tail), '{}') from generate_series(1, 99) as tail
  where may_take_tail(p_account, p_business, p_amount)
    and not exists (
      select from expected_payment e
      where e.vendor_account_id = p_account and e.amount_minor = p_amount + tail and e.amount_minor % 100 <> 0 and e.released_at is null)
    and tail not in (
      select (c.left_minor::numeric - p_amount)::integer from (
        select c.left_minor, row_number() over (partition by c.business_id order by c.accepted_at, c.transaction_id) as place
        from claim c
        where c.left_minor between p_amount + 1 and p_amount + 99 and c.vendor_account_id is not distinct from p_account) c
      where c.place <= 20)
$$;

-- Returns whether a business may take another tail of an amount of whole naira. Of a shared account it may have twenty whose payment has
-- not arrived: otherwise a business that never pays could use up an amount for all others, or wait with every tail for a stranger's
-- payment.
create or replace function may_take_tail(p_account uuid, p_business uuid, p_amount numeric) returns boolean
language sql stable security definer set search_path = afara, pg_temp as $$
  select exists (select from vendor_account v where v.id = p_account and v.business_id = p_business) or 20 > (
    select count(*) from expected_payment e
    where e.vendor_account_id = p_account and e.business_id = p_business and e.amount_minor between p_amount + 1 and p_amount + 99
      and e.amount_minor % 100 <> 0 and e.released_at is null and e.used_at is null)
$$;

-- Releases up to p_most amounts and codes that were used or expired a week ago, so that they can be issued again. Returns their number.
-- Until then a late or a second payment of the former payer could arrive, and would be taken for the payment of the next one.
create or replace function release_expected_payments(p_at timestamptz, p_most integer) returns integer
language sql security definer set search_path = afara, pg_temp as $$
  with rested as (
    update expected_payment e set released_at = p_at where e.id in (
      select o.id from expected_payment o
      where o.released_at is null and coalesce(o.used_at, o.expires_at) < p_at - interval '7 days' limit p_most for update skip locked)
    returning 1)
  select count(*)::integer from rested
$$;

-- Returns whether a credit has the tail or the code of an expected payment that was paid already or returned, and has no claim any more.
create or replace function pays_again(p_account uuid, p_amount numeric, p_narration text) returns boolean language sql stable as $$
  select exists (
    select from expected_payment e
    where e.vendor_account_id = p_account and e.amount_minor = p_amount and e.amount_minor % 100 <> 0 and e.released_at is null
      and e.used_at is not null and not exists (select from claim c where c.transaction_id = e.transaction_id))
  or has_paid_code(p_account, p_narration)
$$;

-- Returns whether a narration has the code of an expected payment that was paid already or returned, and has no claim any more.
create or replace function has_paid_code(p_account uuid, p_narration text) returns boolean language sql stable as $$
  select exists (
    select from regexp_split_to_table(upper(p_narration), '[^A-Z0-9]+') as word
    join expected_payment e on e.code = word and e.vendor_account_id = p_account and e.released_at is null
    where e.used_at is not null and not exists (select from claim c where c.transaction_id = e.transaction_id))
$$;

-- Returns whether a credit was paid to the number of a buy that was paid already or returned, and has no claim any more.
create or replace function pays_number_again(p_line uuid) returns boolean language sql stable as $$
  select not exists (select from claim c where c.transaction_id = n.id) from (select buy_of_number(p_line) as id) n where n.id is not null
$$;
