-- Returns a credit in our bank that may pay a buy and is given to no buy yet. Its kind is sure if it has the code or the number of the buy,
-- or comes from the payer that the buy names; only if the amount fits this buy and no other on the account; some if it fits others too.
-- Without proof the amount is not told: otherwise a business could find out what strangers pay. No row: nothing of the kind has arrived.
create or replace function seen_credit(p_transaction uuid) returns table (kind text, amount_minor numeric, seen_at timestamptz)
language sql stable security definer set search_path = afara, pg_temp as $$
  select s.kind, case s.kind when 'sure' then f.left_minor::numeric end, l.seen_at
  from (
    select c.*, e.code, c.accepted_at - case when c.payer_account_number is null then interval '10 minutes' else interval '72 hours' end
      as since
    from claim c left join expected_payment e on e.transaction_id = c.transaction_id and e.released_at is null
    where c.transaction_id = p_transaction) c
  join credit_fund f on f.vendor_account_id = any (
      array(select n.vendor_account_id from collection_number n where n.transaction_id = c.transaction_id) || c.vendor_account_id)
    and f.booked_at >= c.since
    and f.booked_at <= c.expires_at + interval '7 days' and f.left_minor::numeric * 2 >= c.left_minor::numeric
  cross join lateral (select div(f.left_minor::numeric * 5, 10000) as minor) near
  cross join lateral (
    select case
      when f.vendor_account_id <> c.vendor_account_id then case when buy_of_number(f.line_id) = c.transaction_id then 'sure' end
      when c.code = any (regexp_split_to_array(upper(f.narration), '[^A-Z0-9]+'))
        or c.payer_account_number = f.payer_account_number and c.payer_bank_code = f.payer_bank_code then 'sure'
      when account_digits_contradict(f.payer_account_number, f.payer_account_mask, c.payer_account_number, null) then null
      when abs(f.left_minor::numeric - c.left_minor::numeric) > near.minor
        then case when f.left_minor::numeric <= c.left_minor::numeric * 2
          and not fits_another(c.transaction_id, f, div(f.left_minor::numeric, 2), f.left_minor::numeric * 2) then 'only' end
      when fits_another(c.transaction_id, f, f.left_minor::numeric - near.minor, f.left_minor::numeric + near.minor) then 'some'
      else 'only' end as kind) s
  join bank_line l on l.id = f.line_id
  where s.kind is not null
  order by array_position(array['sure', 'only', 'some'], s.kind), f.booked_at limit 1
$$;

-- Returns whether another buy on the account of a credit lacks an amount in this range and was open when the credit was booked.
create or replace function fits_another(p_transaction uuid, f credit_fund, p_least numeric, p_most numeric) returns boolean
language sql stable as $$
  select exists (
    select from claim o
    where o.left_minor between p_least and p_most and o.vendor_account_id = f.vendor_account_id and o.transaction_id <> p_transaction
      and o.accepted_at <= f.booked_at + interval '10 minutes' and o.expires_at >= f.booked_at - interval '7 days'
      and not account_digits_contradict(f.payer_account_number, f.payer_account_mask, o.payer_account_number, null))
$$;
