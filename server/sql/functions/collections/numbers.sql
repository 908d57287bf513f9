-- Returns whether a payer can be told to pay to this number: it was shown, has not expired, and its pool takes payments. A payment to a
-- frozen or closed pool would wait for people.
create or replace function is_payable_number(p_id uuid, p_at timestamptz) returns boolean
language sql stable security definer set search_path = afara, pg_temp as $$
  select exists (
    select from collection_number n join vendor_account v on v.id = n.vendor_account_id
    where n.id = p_id and n.is_shown and n.valid_until > p_at and v.state in ('active', 'draining'))
$$;

-- Decides which vendor must give a number for a buy, and commits the request before it is sent. outcome is `given` (a number is shown
-- already), `ask` (send the request with this id to this vendor), `busy` (another opening is asking), `none` (no vendor is left) or
-- `closed` (the buy waits for no payment). The vendors are tried in the order of p_vendors. One that gave no number for this buy is left
-- out for ten minutes, one that failed its last five requests within a minute rests for everybody, and one that owes us as much as its cap
-- allows is left out until it settles. A request without an answer after p_patience is unknown. A request is never dated back: a payment
-- that was booked before it must not count for its buy. The kobo that a link has on a shared account are left out if the business
-- tolerates that: nobody needs them here, and many vendors send an amount back that its payer rounded.
create or replace function ask_for_number(
  p_id uuid, p_transaction uuid, p_vendors text[], p_at timestamptz, p_patience interval,
  out outcome text, out vendor text, out amount_minor numeric, out name text
) language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  t record;
  a record;
begin
  perform pg_advisory_xact_lock(hashtextextended('number' || p_transaction, 0));
  select x.id, x.mode, x.business_id, x.status, b.name, c.left_minor::numeric - case
      when c.left_minor = c.amount_minor and c.left_minor::numeric % 100 <= payment_tolerance(x.business_id, x.mode, c.amount_minor)
        and exists (select from pay_link l where l.transaction_id = x.id)
      then c.left_minor::numeric % 100 else 0 end as left_minor into t
    from transaction x join claim c on c.transaction_id = x.id join business b on b.id = x.business_id where x.id = p_transaction;
  if t.id is null or t.status <> 'pending_payment' then
    outcome := 'closed';
    return;
  end if;
  update collection_number n set state = 'unknown', answered_at = p_at, problem = 'no answer was recorded'
    where n.transaction_id = p_transaction and n.state = 'asked' and n.asked_at <= p_at - p_patience;
  if exists (select from collection_number n where n.transaction_id = p_transaction and is_payable_number(n.id, p_at)) then
    outcome := 'given';
    return;
  end if;
  if exists (select from collection_number n where n.transaction_id = p_transaction and n.state = 'asked') then
    outcome := 'busy';
    return;
  end if;
  select v.id, v.feed into a
    from unnest(p_vendors) with ordinality as u (vendor, place)
    join vendor_account v on v.feed = u.vendor and v.mode = t.mode and v.is_pool and v.state = 'active'
    where not exists (
        select from collection_number n
        where n.transaction_id = p_transaction and n.vendor_account_id = v.id and n.state in ('refused', 'unknown')
          and n.asked_at > p_at - interval '10 minutes')
      and not rail_rests(v.id, p_at)
      and not is_vendor_full(v.mode, v.feed)
    order by u.place, v.id limit 1;
  if a.id is null then
    outcome := 'none';
    return;
  end if;
  insert into collection_number (id, mode, business_id, transaction_id, vendor, vendor_account_id, amount_minor, asked_at)
    values (p_id, t.mode, t.business_id, t.id, a.feed, a.id, t.left_minor, greatest(p_at, afara_now()));
  outcome := 'ask';
  vendor := a.feed;
  amount_minor := t.left_minor;
  name := t.name;
end $$;

-- Returns whether the last five requests to a pool's vendor failed within a minute. Then pages do not wait for it.
create or replace function rail_rests(p_pool uuid, p_at timestamptz) returns boolean language sql stable as $$
  select count(*) = 5 and coalesce(bool_and(l.state in ('refused', 'unknown')), false) from (
    select n.state from collection_number n
    where n.vendor_account_id = p_pool and n.asked_at > p_at - interval '1 minute' and n.state <> 'asked'
    order by n.asked_at desc limit 5) l
$$;

-- Returns how long a number that expired still belongs to the buy that had it: a payment that comes late is for that buy.
create or replace function number_rest() returns interval language sql immutable return interval '7 days';

-- Stores a vendor's answer to a request. p_answer: {state, number, bank_name, account_name, valid_until, problem}. The first number that
-- comes in time is shown; a late one is kept, so that a payment to it is recognised. The first standing number of a customer is shown
-- whenever it comes, because nobody waits at a page. A number that still belongs to another buy or customer is refused: otherwise the api
-- could take their payments. The time of the request counts, because it is never dated back.
-- Idempotent: an answer to an answered request changes nothing, except that a number replaces an unknown outcome. Returns whether the
-- number is shown.
create or replace function note_number(p_id uuid, p_answer json, p_is_late boolean, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  n collection_number;
  r record;
begin
  select * into n from collection_number where id = p_id;
  perform pg_advisory_xact_lock(hashtextextended('number' || coalesce(n.transaction_id, n.customer_number_id), 0));
  select * into strict n from collection_number where id = p_id for no key update;
  select * into r from json_to_record(p_answer) as r (
    state text, number text, bank_name text, account_name text, valid_until timestamptz, problem text);
  if n.state <> 'asked' and not (n.state = 'unknown' and r.state = 'given') then
    return n.is_shown;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(n.vendor_account_id || r.number, 0));
  if exists (
      select from collection_number o
      where o.vendor_account_id = n.vendor_account_id and o.number = r.number
        and (o.transaction_id, o.customer_number_id) is distinct from (n.transaction_id, n.customer_number_id)
        and o.valid_until + number_rest() > n.asked_at) then
    select * into r from json_to_record('{"state": "refused", "problem": "the vendor gave a number that still belongs to another buy"}')
      as r (state text, number text, bank_name text, account_name text, valid_until timestamptz, problem text);
  end if;
  update collection_number o set state = r.state, answered_at = p_at, number = r.number, bank_name = r.bank_name,
      account_name = r.account_name, valid_until = r.valid_until, problem = r.problem,
      is_shown = r.state = 'given' and case when n.customer_number_id is null
        then not p_is_late and n.state = 'asked' and not exists (
          select from collection_number x where x.transaction_id = n.transaction_id and is_payable_number(x.id, p_at))
        else not exists (select from collection_number x where x.customer_number_id = n.customer_number_id and x.is_shown) end
    where o.id = p_id returning o.is_shown into n.is_shown;
  return n.is_shown;
end $$;

-- Guards a request: only its answer is written, once (AF530).
create or replace function guard_collection_number() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  if (new.id, new.mode, new.business_id, new.transaction_id, new.customer_number_id, new.vendor, new.vendor_account_id, new.amount_minor,
      new.asked_at) is distinct from
    (old.id, old.mode, old.business_id, old.transaction_id, old.customer_number_id, old.vendor, old.vendor_account_id, old.amount_minor,
      old.asked_at)
    or old.state in ('given', 'refused') and new.state <> old.state
    or old.number is not null and (new.number, new.bank_name, new.account_name, new.valid_until)
      is distinct from (old.number, old.bank_name, old.account_name, old.valid_until) then
    raise exception 'the request for a number and its answer cannot change' using errcode = 'AF530';
  end if;
  return new;
end $$;

-- Returns the numbers that the bank's records of a line name, and who had them when the line was booked: buys, and customers with standing
-- numbers. A list without elements is null. Two minutes before and after count too, because clocks differ.
create or replace function holders_of_paid_number(p_line uuid, out numbers text[], out buys uuid[], out customers uuid[])
language plpgsql stable set search_path = afara, pg_temp
set enable_nestloop = on set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  select array_agg(distinct p.number::text), array_agg(distinct n.transaction_id) filter (where n.transaction_id is not null),
      array_agg(distinct n.customer_number_id) filter (where n.customer_number_id is not null)
    into numbers, buys, customers
    from bank_line l
    join bank_line_assignment s on s.line_id = l.id
    join bank_line_reading r on r.id = s.reading_id
    join bank_line_number p on p.vendor_account_id = r.vendor_account_id and p.source = r.source and p.external_id = r.external_id
    left join collection_number n on n.vendor_account_id = l.vendor_account_id and n.number = p.number
      and l.booked_at between n.asked_at - interval '2 minutes' and n.valid_until + interval '2 minutes'
    where l.id = p_line;
end $$;

-- Returns the buy whose number a bank line was paid to while it was valid, or which had it last, if it expired in the week before: the
-- vendor has taken a late payment, and nobody else was given the number. Null if no number fits, if sources report different numbers, or if
-- two buys had the number at that time. A payment to the standing number of a customer belongs to the buy that was opened for it, if no
-- other buy had the number.
create or replace function buy_of_number(p_line uuid) returns uuid language plpgsql stable
set search_path = afara, pg_temp
set enable_nestloop = on set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  h record;
  v_buy uuid;
begin
  select * into h from holders_of_paid_number(p_line);
  if cardinality(h.numbers) is distinct from 1 then
    return null;
  elsif h.customers is not null then
    select p.transaction_id into v_buy from customer_number_payment p where p.line_id = p_line and p.customer_number_id = h.customers[1]
      and cardinality(h.customers) = 1 and h.buys is null;
  elsif h.buys is null then
    select n.transaction_id into v_buy from bank_line l
      join collection_number n on n.vendor_account_id = l.vendor_account_id and n.number = h.numbers[1]
      where l.id = p_line and n.transaction_id is not null and n.asked_at <= l.booked_at
        and n.valid_until between l.booked_at - number_rest() and l.booked_at
      order by n.asked_at desc limit 1;
  elsif cardinality(h.buys) = 1 then
    v_buy := h.buys[1];
  end if;
  return v_buy;
end $$;
