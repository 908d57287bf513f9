-- Returns naira that arrived for the tenant and is given to no buy yet, newest first: what was paid into its own account, to the number
-- of one of its buys, or with the code of one. An equal amount or a payer that the tenant names proves nothing: otherwise a business could
-- find out what strangers pay. transaction_id is null if neither a number nor a code says which buy is meant. due_at is when matching or
-- staff decides. The payer and the narration are not returned.
create or replace function own_unmatched_credits(p_most integer)
returns table (line_id uuid, transaction_id uuid, amount_minor numeric, seen_at timestamptz, is_with_staff boolean, due_at timestamptz)
language sql stable security definer set search_path = afara, pg_temp as $$
  select f.line_id, m.transaction_id, f.left_minor::numeric, l.seen_at, k.due_at is not null,
    coalesce(k.due_at, f.booked_at + interval '24 hours')
  from credit_fund f
  join vendor_account v on v.id = f.vendor_account_id and v.mode = tenant_mode()
  join bank_line l on l.id = f.line_id
  left join lateral (
    select t.id as transaction_id from transaction t
    where t.business_id = tenant_business() and t.id = case when v.is_pool then buy_of_number(f.line_id) else (
      select e.transaction_id from regexp_split_to_table(upper(f.narration), '[^A-Z0-9]+') as word
      join expected_payment e on e.code = word and e.vendor_account_id = v.id and e.released_at is null limit 1) end) m on true
  left join lateral (
    select min(c.due_at) as due_at from case_file c where c.line_id = f.line_id and c.state <> 'resolved') k on true
  where l.kind = 'payment' and (m.transaction_id is not null or v.business_id = tenant_business())
  order by l.seen_at desc, f.line_id desc limit p_most
$$;
