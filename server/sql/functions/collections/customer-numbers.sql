-- Opens a standing number of a business: its vendor is asked next. Returns the id of the number with this reference, and whether it was
-- there before; then nothing was written, and same says whether the request meant the same. Raises AF592 if two operators have not approved
-- the business for such numbers.
create or replace function open_customer_number(p_number json, p_at timestamptz, out id uuid, out is_replay boolean, out is_same boolean)
language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  r record;
begin
  select * into r from json_to_record(p_number) as r (
    id uuid, business_id uuid, mode mode, reference text, meaning bytea, customer_name text, identity_type text,
    identity_reference text, network text, wallet_address text, vendor_account_id uuid);
  is_replay := false;
  is_same := true;
  select c.id, true, c.meaning = r.meaning into id, is_replay, is_same from customer_number c
    where c.business_id = r.business_id and c.mode = r.mode and c.reference = r.reference;
  if id is not null then
    return;
  end if;
  if not exists (
      select from business_mode m where m.business_id = r.business_id and m.mode = r.mode and m.may_number_customers) then
    raise exception 'the business is not approved for standing account numbers' using errcode = 'AF592';
  end if;
  insert into customer_number (id, business_id, mode, reference, meaning, customer_name, identity_type, identity_reference, network,
      wallet_address, vendor_account_id, created_at)
    values (r.id, r.business_id, r.mode, r.reference, r.meaning, r.customer_name, r.identity_type, r.identity_reference, r.network,
      r.wallet_address, r.vendor_account_id, p_at)
    on conflict (business_id, mode, reference) do nothing;
  -- Another request may have been first.
  select c.id, c.id <> r.id, c.meaning = r.meaning into strict id, is_replay, is_same from customer_number c
    where c.business_id = r.business_id and c.mode = r.mode and c.reference = r.reference;
end $$;

-- Decides which vendor must give a standing number, and commits the request before it is sent. The outcomes are those of ask_for_number;
-- `closed` means that the number has ended. A request without an answer is later sent again under its own id to a vendor in p_repeatable,
-- which then returns the number that it gave: a customer has one number, and not one for each lost answer.
create or replace function ask_for_customer_number(
  p_id uuid, p_number uuid, p_vendors text[], p_repeatable text[], p_at timestamptz, p_patience interval,
  out outcome text, out id uuid, out vendor text, out name text, out identity_type text, out identity_reference text
) language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  c customer_number;
  a record;
begin
  perform pg_advisory_xact_lock(hashtextextended('number' || p_number, 0));
  select * into c from customer_number x where x.id = p_number;
  if c.id is null or exists (select from customer_number_end e where e.customer_number_id = p_number) then
    outcome := 'closed';
    return;
  end if;
  update collection_number n set state = 'unknown', answered_at = p_at, problem = 'no answer was recorded'
    where n.customer_number_id = p_number and n.state = 'asked' and n.asked_at <= p_at - p_patience;
  if exists (select from collection_number n where n.customer_number_id = p_number and n.is_shown) then
    outcome := 'given';
    return;
  end if;
  if exists (select from collection_number n where n.customer_number_id = p_number and n.state = 'asked') then
    outcome := 'busy';
    return;
  end if;
  name := c.customer_name;
  identity_type := c.identity_type;
  identity_reference := c.identity_reference;
  select n.id, n.vendor into a from collection_number n
    where n.customer_number_id = p_number and n.state = 'unknown' and n.vendor = any (p_repeatable)
      and n.answered_at <= p_at - p_patience
    order by n.asked_at limit 1;
  if a.id is null then
    select v.id as pool, v.feed into a
      from unnest(p_vendors) with ordinality as u (vendor, place)
      join vendor_account v on v.feed = u.vendor and v.mode = c.mode and v.is_pool and v.state = 'active'
      where not exists (
          select from collection_number n
          where n.customer_number_id = p_number and n.vendor_account_id = v.id and n.state in ('refused', 'unknown')
            and n.asked_at > p_at - interval '10 minutes')
        and not rail_rests(v.id, p_at)
      order by u.place, v.id limit 1;
    if a.pool is null then
      outcome := 'none';
      return;
    end if;
    insert into collection_number (id, mode, business_id, customer_number_id, vendor, vendor_account_id, asked_at)
      values (p_id, c.mode, c.business_id, c.id, a.feed, a.pool, greatest(p_at, afara_now()));
    id := p_id;
    vendor := a.feed;
  else
    id := a.id;
    vendor := a.vendor;
    -- This caller has its turn: until p_patience is over, a second caller does not ask.
    update collection_number n set answered_at = p_at where n.id = a.id;
  end if;
  outcome := 'ask';
end $$;

-- Ends a standing number of the tenant. What is booked later goes back to its payer. The worker closes it at its vendor half a minute
-- later: until then, the answer to a request for it may still arrive. Returns when it ended, and whether it had ended before. No row if the
-- tenant has no such number.
create or replace function end_customer_number(p_id uuid, p_at timestamptz) returns table (ended_at timestamptz, had_ended boolean)
language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  c customer_number;
begin
  select * into c from customer_number x where x.id = p_id and x.business_id = tenant_business() and x.mode = tenant_mode();
  if not found then
    return;
  end if;
  insert into customer_number_end values (c.id, c.business_id, c.mode, greatest(p_at, afara_now())) on conflict do nothing;
  had_ended := not found;
  select e.ended_at into strict ended_at from customer_number_end e where e.customer_number_id = p_id;
  if not had_ended then
    perform wake_now('customer-number', c.id, ended_at + interval '30 seconds');
  end if;
  return next;
end $$;

-- Returns the standing number that a bank line was paid to. Null if there is none, if sources report different numbers, or if a buy had the
-- number at that time.
create or replace function customer_of_line(p_line uuid) returns uuid language sql stable set search_path = afara, pg_temp as $$
  select h.customers[1] from holders_of_paid_number(p_line) h
  where cardinality(h.numbers) = 1 and cardinality(h.customers) = 1 and h.buys is null
$$;

-- Lists the unused payments of a pool that were paid to standing numbers and are no buy yet, the oldest first, with what their buy needs.
-- is_open is false if the number had ended when the bank booked the payment, or if the business is no longer approved for such numbers. A
-- suspended business waits. The name of the buy comes from the bank's names of the payment, so that a restored database gives the same
-- name. The caller holds the lock of begin_matching.
create or replace function customer_payments(p_account uuid, p_at timestamptz, p_most integer)
returns table (line_id uuid, customer_number_id uuid, business_id uuid, mode mode, left_minor numeric, reference text, is_open boolean,
  customer text, network text, wallet_address text, vendor_account_id uuid, fee_flat_minor numeric, fee_bps integer,
  fee_cap_minor numeric, daily_limit_minor numeric)
language plpgsql stable security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
begin
  if not exists (select from collection_number n
      where n.vendor_account_id = p_account and n.customer_number_id is not null and n.number is not null) then
    return;
  end if;
  return query
  select f.line_id, c.id, c.business_id, c.mode, f.left_minor::numeric,
    'num-' || left(encode(sha256(convert_to(p_account::text || ':' || coalesce(l.session_id, (
      select min(r.source || ':' || r.external_id) from bank_line_assignment s join bank_line_reading r on r.id = s.reading_id
      where s.line_id = l.id)), 'UTF8')), 'hex'), 32),
    m.may_number_customers and not exists (
      select from customer_number_end e where e.customer_number_id = c.id and e.ended_at < l.booked_at),
    c.reference::text, c.network, c.wallet_address, c.vendor_account_id, m.fee_flat_minor::numeric, m.fee_bps, m.fee_cap_minor::numeric,
    m.daily_limit_minor::numeric
  from (
    select f.* from credit_fund f
    where f.vendor_account_id = p_account and f.blocked_by is null and not f.has_lien and f.look_at <= p_at
    order by f.booked_at, f.line_id limit p_most) f
  join bank_line l on l.id = f.line_id and l.kind = 'payment'
  left join bank_line_fee x on x.line_id = f.line_id
  join customer_number c on c.id = customer_of_line(f.line_id)
  join business_mode m on m.business_id = c.business_id and m.mode = c.mode and m.status = 'active'
  where f.left_minor::numeric = l.gross_minor::numeric + coalesce(x.fee_minor::numeric, 0)
    and not exists (select from customer_number_payment p where p.line_id = f.line_id);
end $$;

-- Opens the buy of a payment to a standing number, in the commit that then allocates the payment to it. Returns false if the payment has a
-- buy already, or if its name is taken; then nothing was written. Raises AF593 if the buy is not exactly what the number and the payment
-- say: the worker cannot choose the business, the wallet or the amount.
create or replace function open_customer_buy(p_line uuid, p_request json, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  r record;
  c customer_number;
begin
  select * into r from json_to_record(p_request) as r (
    id uuid, business_id uuid, mode mode, amount_minor numeric, vendor_account_id uuid, network text, wallet_address text);
  select * into c from customer_number x where x.id = customer_of_line(p_line);
  if (r.business_id, r.mode, r.vendor_account_id) is distinct from (c.business_id, c.mode, c.vendor_account_id)
      or (r.network, r.wallet_address) is distinct from (c.network, c.wallet_address)
      or not exists (select from credit_fund f where f.line_id = p_line and f.left_minor::numeric = r.amount_minor) then
    raise exception 'the buy is not what the standing number and its payment say' using errcode = 'AF593';
  end if;
  if exists (select from customer_number_payment p where p.line_id = p_line)
      or not (select a.accepted from accept_buys(json_build_array(p_request)) a) then
    return false;
  end if;
  insert into customer_number_payment (line_id, customer_number_id, transaction_id, business_id, mode, at)
    values (p_line, c.id, r.id, c.business_id, c.mode, p_at);
  return true;
end $$;

-- Returns the pool on which payments to a standing number arrive, for a vendor that reports the number as if it were an account of ours.
create or replace function pool_of_customer_number(p_mode mode, p_vendor text, p_number text) returns uuid
language sql stable security definer set search_path = afara, pg_temp as $$
  select min(n.vendor_account_id::text)::uuid from collection_number n
  join vendor_account v on v.id = n.vendor_account_id and v.feed = p_vendor and v.mode = p_mode and v.is_pool
  where n.number = p_number and n.customer_number_id is not null
  having count(distinct n.vendor_account_id) = 1
$$;
