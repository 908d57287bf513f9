-- Returns the position of the first row of a range of pages. A check reads a table by pages if its rows do not have an xid. No index is
-- needed, and a wrong row stays in its page.
create or replace function first_of_pages(p_pages int8range) returns tid language sql stable parallel safe
  return format('(%s,0)', lower(p_pages))::tid;

-- Returns the position of the first row after a range of pages.
create or replace function end_of_pages(p_pages int8range) returns tid language sql stable parallel safe
  return format('(%s,0)', upper(p_pages))::tid;

-- Returns the transactions that were moved, posted for or decided about by database transactions in a range of xids.
create or replace function transactions_touched(p_since bigint, p_through bigint) returns setof uuid language sql stable as $$
  select v.transaction_id from transaction_event v where v.xid > p_since and v.xid <= p_through
  union
  select e.transaction_id from entry e where e.xid > p_since and e.xid <= p_through and e.transaction_id is not null
  union
  select c.transaction_id from case_step s join case_file c on c.id = s.case_id
  where s.xid > p_since and s.xid <= p_through and c.transaction_id is not null
$$;

-- Returns what a transaction holds, both by its balance rows and by the postings of its entries.
create or replace function held_by(p_transaction uuid) returns table (mode mode, asset asset, balance numeric, postings numeric)
language sql stable as $$
  select s.mode, s.asset, sum(s.balance), sum(s.postings) from (
    select b.mode, b.asset, b.amount_minor::numeric as balance, 0::numeric as postings
    from balance b where b.owner = p_transaction::text and b.kind = 'held'
    union all
    select p.mode, p.asset, 0, case p.credit_kind when 'held' then p.amount_minor::numeric else -p.amount_minor::numeric end
    from entry e join posting p on p.entry_id = e.id
    where e.transaction_id = p_transaction
      and (p.debit_kind = 'held' and p.debit_owner = p_transaction::text or p.credit_kind = 'held' and p.credit_owner = p_transaction::text)
  ) s group by s.mode, s.asset
$$;

-- Returns the committed amounts of transactions, computed from the postings of their entries.
create or replace function committed_by(p_transactions uuid[]) returns table (transaction_id uuid, asset asset, minor numeric)
language sql stable as $$
  select e.transaction_id, p.asset, sum(case p.credit_kind when 'committed' then p.amount_minor::numeric else -p.amount_minor::numeric end)
  from entry e join posting p on p.entry_id = e.id
  where e.transaction_id = any (p_transactions)
    and (p.debit_kind = 'committed' and p.debit_owner = e.transaction_id::text
      or p.credit_kind = 'committed' and p.credit_owner = e.transaction_id::text)
  group by e.transaction_id, p.asset
$$;

-- Returns the sum of each account of a kind and an asset: its reconciled total and what was posted since.
create or replace function sums_of_kind(p_kind account_kind, p_asset asset) returns table (mode mode, owner text, minor numeric)
language sql stable as $$
  select s.mode, s.owner, sum(s.minor) from (
    select b.mode, b.owner, b.in_minor - b.out_minor as minor from account_book b where b.kind = p_kind and b.asset = p_asset
    union all
    select p.mode, p.owner, p.in_minor - p.out_minor
    from reconciling r cross join lateral posting_sides(r.through_xid, 9223372036854775807) p where p.kind = p_kind and p.asset = p_asset
  ) s group by s.mode, s.owner
$$;

-- Returns whether a payout of a sell was made and its naira did not come back.
create or replace function was_paid_out(p_transaction uuid) returns boolean language sql stable as $$
  select exists (
    select from payout_right r join payout x on x.right_id = r.id
    where r.transaction_id = p_transaction and x.state = 'succeeded' and x.money_back_at is null)
$$;

-- Returns whether a transfer of a transaction arrived.
create or replace function was_delivered(p_transaction uuid) returns boolean language sql stable as $$
  select exists (
    select from transfer_right r join transfer f on f.right_id = r.id where r.transaction_id = p_transaction and f.state = 'final_ok')
$$;

-- Returns the tokens that arrived for a sell and were held for it.
create or replace function deposited_to(p_transaction uuid) returns numeric language sql stable as $$
  select coalesce(sum(d.held_minor::numeric), 0) from deposit d where d.transaction_id = p_transaction
$$;
