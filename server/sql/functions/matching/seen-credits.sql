-- Returns a credit in our bank that may pay a buy and is given to no buy yet. Its kind is sure if it has the code or the number of the buy,
-- or pays it within the tolerance from the account that it names; only if the amount fits this buy and no other on the account; some if it
-- fits others too. Without proof the amount is not told, and anybody can name an account: otherwise a business could find out what a
-- stranger pays. No row: nothing of the kind has arrived.
create or replace function seen_credit(p_transaction uuid) returns table (kind text, amount_minor numeric, seen_at timestamptz)
language plpgsql stable security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  c record;
  f credit_fund;
  v_near numeric;
begin
  select x.*, e.code, x.accepted_at - case when x.payer_account_number is null then interval '10 minutes' else interval '72 hours' end
      as since, x.expires_at + interval '7 days' as until into c
    from claim x left join expected_payment e on e.transaction_id = x.transaction_id and e.released_at is null
    where x.transaction_id = p_transaction;
  if not found then
    return;
  end if;
  select o.* into f from credit_fund o
    where o.vendor_account_id = any (
        array(select n.vendor_account_id from collection_number n where n.transaction_id = p_transaction) || c.vendor_account_id)
      and o.booked_at between c.since and c.until and o.left_minor::numeric * 2 >= c.left_minor::numeric
      and case when o.vendor_account_id <> c.vendor_account_id then buy_of_number(o.line_id) = p_transaction
        else c.code = any (regexp_split_to_array(upper(o.narration), '[^A-Z0-9]+'))
          or c.payer_account_number = o.payer_account_number and c.payer_bank_code = o.payer_bank_code
            and abs(o.left_minor::numeric - c.left_minor::numeric) <= payment_tolerance(c.business_id, c.mode, c.amount_minor) end
    order by o.booked_at limit 1;
  if found then
    return query select 'sure', f.left_minor::numeric, l.seen_at from bank_line l where l.id = f.line_id;
    return;
  end if;
  -- One credit that fits is enough, because a page is read every few seconds.
  v_near := div(c.left_minor::numeric * 5, 10000);
  select o.* into f from credit_fund o
    where o.vendor_account_id = c.vendor_account_id and o.booked_at between c.since and c.until
      and o.left_minor::numeric between div(c.left_minor::numeric, 2) and c.left_minor::numeric * 2
      and not account_digits_contradict(o.payer_account_number, o.payer_account_mask, c.payer_account_number, null)
    order by abs(o.left_minor::numeric - c.left_minor::numeric) > v_near, o.booked_at limit 1;
  if not found then
    return;
  end if;
  if abs(f.left_minor::numeric - c.left_minor::numeric) <= v_near then
    kind := case when fits_another(p_transaction, f, f.left_minor::numeric - v_near, f.left_minor::numeric + v_near)
      then 'some' else 'only' end;
  elsif not fits_another(p_transaction, f, div(f.left_minor::numeric, 2), f.left_minor::numeric * 2) then
    kind := 'only';
  else
    return;
  end if;
  seen_at := (select l.seen_at from bank_line l where l.id = f.line_id);
  return next;
end $$;

-- Returns whether another buy on the account of a credit lacks an amount in this range and was open when the credit was booked.
create or replace function fits_another(p_transaction uuid, f credit_fund, p_least numeric, p_most numeric) returns boolean
language sql stable as $$
  select exists (
    select from claim o
    where o.left_minor between p_least and p_most and o.vendor_account_id = f.vendor_account_id and o.transaction_id <> p_transaction
      and o.accepted_at <= f.booked_at + interval '10 minutes' and o.expires_at >= f.booked_at - interval '7 days'
      and not account_digits_contradict(f.payer_account_number, f.payer_account_mask, o.payer_account_number, null))
$$;
