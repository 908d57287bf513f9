-- What was paid for was screened, or released, and its bank was asked; what is on hold or waits for a choice has a case; what has left for
-- the bank has a right; what is back in a balance is in the ledger.
create or replace function check_sells(since_xid bigint) returns setof finding language sql stable as $$
  select row(e.transaction_id::text, 'it was cleared, and nobody asked a list or the bank')::finding
  from transaction_event e
  where e.type = 'sell' and e.event = 'checks_passed' and e.xid > since_xid and not (
    exists (select from screening_result s where s.transaction_id = e.transaction_id and s.xid = e.xid and s.hits = '[]'
      and (s.mode = 'test' or s.list_version is not null))
    and exists (select from name_answer a where a.transaction_id = e.transaction_id and a.xid = e.xid and a.outcome = 'found'))
  union all
  select row(t.id::text, 'it is ' || t.status || ', and nobody is asked')::finding
  from transaction t
  where t.type = 'sell' and t.status = any (statuses_being_decided()) and not exists (
    select from case_file c where c.transaction_id = t.id and c.state <> 'resolved')
  union all
  select row(v.transaction_id::text, 'its tokens are back, and the ledger does not have that')::finding
  from transaction_event v join transaction t on t.id = v.transaction_id
  where v.type = 'sell' and v.event = 'refund_paid' and v.data ->> 'to' = 'balance' and v.xid > since_xid and not exists (
    select from entry e join posting p on p.entry_id = e.id
    where e.transaction_id = v.transaction_id and e.step = 'returned_to_balance' and e.xid = v.xid
      and (p.debit_kind, p.credit_kind, p.credit_owner, p.asset) = ('held', 'business', t.business_id::text, 'NGNC')
      and p.amount_minor::text = v.data ->> 'amount_minor')
$$;

-- A withdrawal has its tokens from the balance of its business, once; what was cleared was screened; what is on hold has a case; what was
-- given up is in the balance again.
create or replace function check_withdrawals(since_xid bigint) returns setof finding language sql stable as $$
  select row(w.transaction_id::text, 'its tokens were not taken from the balance of its business')::finding
  from withdrawal w left join transaction t on t.id = w.transaction_id
  where (
    select count(*) from entry e join posting p on p.entry_id = e.id
    where e.transaction_id = w.transaction_id and e.step = 'taken_from_balance' and e.mode = w.mode and e.reverses is null
      and (p.debit_kind, p.debit_owner, p.credit_kind, p.credit_owner, p.asset, p.amount_minor::numeric)
        = ('business'::account_kind, t.business_id::text, 'held'::account_kind, t.id::text, 'NGNC'::asset, t.amount_minor)) <> 1
  union all
  select row(e.transaction_id::text, 'it was cleared, and nobody asked a list')::finding
  from transaction_event e join withdrawal w on w.transaction_id = e.transaction_id
  where e.event = 'checks_passed' and e.xid > since_xid and not exists (
    select from screening_result s where s.transaction_id = e.transaction_id and s.xid = e.xid and s.hits = '[]'
      and (s.mode = 'test' or s.list_version is not null))
  union all
  select row(t.id::text, 'it is on_hold, and nobody is asked')::finding
  from withdrawal w join transaction t on t.id = w.transaction_id
  where t.status = 'on_hold' and not exists (select from case_file c where c.transaction_id = t.id and c.state <> 'resolved')
  union all
  select row(t.id::text, 'its tokens are back, and the ledger does not have that')::finding
  from withdrawal w join transaction t on t.id = w.transaction_id
  where (t.status = 'returned_to_balance') <> exists (
    select from entry e join posting p on p.entry_id = e.id
    where e.transaction_id = t.id and e.step = 'returned_to_balance' and e.mode = t.mode
      and (p.debit_kind, p.debit_owner, p.credit_kind, p.credit_owner, p.asset, p.amount_minor::numeric)
        = ('held'::account_kind, t.id::text, 'business'::account_kind, t.business_id::text, 'NGNC'::asset, t.amount_minor))
$$;

-- A deposit is at the address of its sell, and the ledger has it once, as it says.
create or replace function check_deposits(since_xid bigint) returns setof finding language sql stable as $$
  select row(d.id::text, problem)::finding
  from deposit d
  left join deposit_address a on a.mode = d.mode and a.address = d.address
  left join entry e on e.id = d.entry_id
  cross join lateral (
    select coalesce(sum(p.amount_minor::numeric), 0) as booked,
      coalesce(sum(p.amount_minor::numeric) filter (where p.credit_kind = 'held' and p.credit_owner = d.transaction_id::text), 0) as held,
      coalesce(bool_and(p.debit_kind = 'deposit' and p.debit_owner = d.network and p.asset = 'NGNC'
        and p.credit_kind in ('held', 'suspense')), true) as fits
    from posting p where p.entry_id = d.entry_id) b
  cross join lateral (select case
    when a.transaction_id is distinct from d.transaction_id then 'it is not at an address of its sell'
    when d.held_minor > 0 and a.network <> d.network then 'it was given to a sell of another network'
    when d.minor > 0 and ((e.mode, e.transaction_id, e.step) is distinct from (d.mode, d.transaction_id, 'deposited')
      or (b.booked, b.held) is distinct from (d.minor::numeric, d.held_minor::numeric) or not b.fits)
        then 'the ledger does not have it as it says'
    end as problem) c
  where d.xid > since_xid and problem is not null
  union all
  select row(n.mode || ' ' || n.network,
    format('%s came to its deposit addresses and stayed, %s is in the ledger', n.minor, n.booked))::finding
  from (
    select s.mode, s.network, sum(s.minor) as minor, account_sum(s.mode, 'deposit', s.network, 'NGNC') as booked from (
      select d.mode, d.network, d.minor::numeric as minor from deposit d
      union all
      select w.mode, w.network, -w.swept_minor::numeric from deposit_sweep w) s
    group by s.mode, s.network) n
  where n.minor <> n.booked
  union all
  select row(e.id::text, 'it books a deposit that nobody recorded')::finding
  from entry e where e.step = 'deposited' and e.xid > since_xid and not exists (
    select from deposit d where d.entry_id = e.id and d.transaction_id = e.transaction_id)
$$;

-- A deposit address is of the network and mode of its sell; and every network that was ever watched is looked at.
create or replace function check_watching(since_xid bigint) returns setof finding language sql stable as $$
  select row(a.transaction_id::text, 'its deposit address is not for it')::finding
  from deposit_address a left join sell s on s.transaction_id = a.transaction_id
  where (s.mode, s.network) is distinct from (a.mode, a.network)
  union all
  select row(c.id::text, 'a network of ours, and nothing looks at it')::finding
  from chain_cursor c where not exists (select from wake w where w.subject_id = c.id and w.type = 'deposits')
  union all
  select row(w.subject_id::text, 'a wake-up of a network that we do not watch')::finding
  from wake w where w.type = 'deposits' and not exists (select from chain_cursor c where c.id = w.subject_id)
$$;

-- Each deposit address that must be opened is on the list of those, with the sell that it is of.
create or replace function check_deposit_accounts(since_xid bigint) returns setof finding language sql stable as $$
  select row(coalesce(a.address, d.address), 'its account is not on the list as it should be')::finding
  from (select * from deposit_address x where must_be_opened(x.network)) d
  full join deposit_account a on a.address = d.address and a.network = d.network and a.mode = d.mode
  where a.transaction_id is distinct from d.transaction_id
$$;
