-- Checks that what pays an order of members is exactly what they approved: each sell is its item, each withdrawal its order. An order that
-- nobody approved pays nothing, and its approval names as many signatures as it has.
create or replace function check_member_orders(transactions uuid[]) returns setof finding language sql stable as $$
  select row(t.id::text, case
      when e.outcome is distinct from 'approved' then 'it pays an item of an order that members did not approve'
      when n.signed < e.people then 'it pays an item of an order that too few members signed'
      else 'it differs from the item that members approved' end)::finding
  from unnest(transactions) as x (id) join payment_sell p on p.transaction_id = x.id
  join transaction t on t.id = x.id
  left join sell s on s.transaction_id = t.id
  left join payment_item i on i.order_id = p.order_id and i.number = p.number
  left join payment_outcome e on e.order_id = p.order_id
  cross join lateral (select count(*) as signed from payment_signature g where g.order_id = p.order_id) n
  where e.outcome is distinct from 'approved' or n.signed < e.people
    or (t.business_id, t.mode, t.reference::text, t.amount_minor::numeric, s.bank_code::text, s.account_number::text, s.network)
      is distinct from (i.business_id, i.mode, i.reference::text, i.amount_minor::numeric, i.bank_code::text, i.account_number::text, null)
  union all
  select row(t.id::text, case
      when e.outcome is distinct from 'approved' then 'it makes a withdrawal that members did not approve'
      when n.signed < e.people then 'it makes a withdrawal that too few members signed'
      else 'it differs from the withdrawal that members approved' end)::finding
  from unnest(transactions) as x (id) join ordered_withdrawal m on m.transaction_id = x.id
  join transaction t on t.id = x.id
  left join withdrawal w on w.transaction_id = t.id
  left join withdrawal_order o on o.id = m.order_id
  left join withdrawal_outcome e on e.order_id = m.order_id
  cross join lateral (select count(*) as signed from withdrawal_signature g where g.order_id = m.order_id) n
  where e.outcome is distinct from 'approved' or n.signed < e.people
    or (t.business_id, t.mode, t.reference::text, t.amount_minor::numeric, w.network, w.wallet_address)
      is distinct from (o.business_id, o.mode, o.reference::text, o.amount_minor::numeric, o.network::text, o.address::text)
$$;

-- Checks that each sell of a batch is exactly its row, and that the business confirmed the batch with this row.
create or replace function check_batch_sells(transactions uuid[]) returns setof finding language sql stable as $$
  select row(t.id::text, case
      when e.outcome is distinct from 'confirmed' then 'it pays a row of a batch that nobody confirmed'
      when p.number is not null then 'it pays a row that had a problem when the batch was confirmed'
      else 'it differs from the row that was confirmed' end)::finding
  from unnest(transactions) as x (id) join batch_sell b on b.transaction_id = x.id
  join transaction t on t.id = x.id
  left join sell s on s.transaction_id = t.id
  left join batch_row r on r.batch_id = b.batch_id and r.number = b.number
  left join batch_outcome e on e.batch_id = b.batch_id
  left join lateral (select q.number from batch_problem q where q.batch_id = b.batch_id and q.number = b.number limit 1) p on true
  where e.outcome is distinct from 'confirmed' or p.number is not null
    or (t.business_id, t.mode, t.reference::text, t.amount_minor::numeric, s.bank_code::text, s.account_number::text, s.network)
      is distinct from (r.business_id, r.mode, r.reference::text, r.amount_minor::numeric, r.bank_code::text, r.account_number, null)
$$;
