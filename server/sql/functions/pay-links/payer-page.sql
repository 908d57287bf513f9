-- Returns what the page of a pay link adds to pay_page for a person who looks at it: when we last read the list of the bank that it names,
-- when its buy reached its status, and the first payment that counts for it. Of the payer only the bank and the last four digits are told.
create or replace function pay_page_progress(p_token text) returns table (
  business_id uuid, looked_at timestamptz, status_at timestamptz, arrived_at timestamptz, session_id text, payer_bank_code text,
  payer_bank_name text, payer_ending text
) language sql stable security definer set search_path = afara, pg_temp as $$
  select l.business_id, k.polled_at, v.happened_at, a.seen_at, a.session_id, p.payer_bank_code, p.payer_bank_name,
    substring(coalesce(p.payer_account_number, p.payer_account_mask) from '[0-9]{4}$')
  from pay_link l
  join transaction t on t.id = l.transaction_id
  join transaction_event v on v.transaction_id = t.id and v.sequence = t.version
  join expected_payment e on e.transaction_id = t.id
  left join lateral (
    select n.vendor_account_id from collection_number n
    where n.transaction_id = t.id and n.is_shown and n.valid_until > afara_now() order by n.asked_at desc limit 1) o on true
  left join account_look k on k.vendor_account_id = coalesce(o.vendor_account_id, e.vendor_account_id)
  left join lateral (
    select b.id, b.seen_at,
      coalesce(b.session_id, (select min(s.session_id) from bank_line_sighting s where s.line_id = b.id)) as session_id
    from standing_allocation x join bank_line b on b.id = x.line_id
    where x.transaction_id = t.id order by x.at, x.id limit 1) a on true
  left join lateral (
    select s.payer_bank_code, s.payer_bank_name, s.payer_account_number, s.payer_account_mask from bank_line_sighting s
    where s.line_id = a.id and not s.contradicts_payer
    order by s.payer_bank_code is null, s.payer_account_number is null, s.seen_at limit 1) p on true
  where l.token = p_token
$$;

-- Returns how long payments of each payer's bank took lately until we saw them: half of them at most usual_seconds, and 9 in 10 at most
-- most_seconds. A session id has the minute and the second at which the payer's bank sent the payment. Its hour is of no use, because some
-- banks write Lagos time and some UTC. Without one, and for more than 50 minutes, the time counts from the booking at our bank. A bank with
-- fewer than 20 payments is left out. Reads at most 5,000 payments of the last 30 days on accounts that are read automatically.
create or replace function payer_bank_paces(p_mode mode) returns table (bank_code text, usual_seconds integer, most_seconds integer)
language sql stable security definer set search_path = afara, pg_temp as $$
  with newest as materialized (
    select l.id, l.session_id, l.seen_at, floor(greatest(0, extract(epoch from l.seen_at - l.booked_at)))::integer as booked_seconds
    from bank_line l join vendor_account v on v.id = l.vendor_account_id
    where l.id > id_floor(afara_now() - interval '30 days') and l.mode = p_mode and l.direction = 'credit' and l.kind = 'payment'
      and v.feed is not null
    order by l.id desc limit 5000
  ), timed as (
    select p.payer_bank_code, case when n.session_id ~ '^[0-9]{14}[0-5][0-9][0-5][0-9][0-9]{12}$' and n.booked_seconds < 3000
      then (floor(extract(epoch from n.seen_at))::bigint - substring(n.session_id from 15 for 2)::integer * 60
        - substring(n.session_id from 17 for 2)::integer) % 3600 else n.booked_seconds end as seconds
    from newest n cross join lateral (
      select min(s.payer_bank_code) as payer_bank_code from bank_line_sighting s
      where s.line_id = n.id and not s.contradicts_payer) p
    where p.payer_bank_code is not null
  )
  -- Clocks differ a little: a payment that seems to be sent a few seconds after it was seen was sent just before.
  select payer_bank_code, percentile_disc(0.5) within group (order by case when seconds > 3540 then 0 else seconds end)::integer,
    percentile_disc(0.9) within group (order by case when seconds > 3540 then 0 else seconds end)::integer
  from timed group by payer_bank_code having count(*) >= 20
$$;
