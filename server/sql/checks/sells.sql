-- Checks that cleared sells were screened and their banks confirmed the name, and that tokens returned to a balance are in the ledger.
create or replace function check_sells(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  select row(e.transaction_id::text, 'cleared without sanctions screening or name enquiry')::finding
  from transaction_event e
  where e.type = 'sell' and e.event = 'checks_passed' and e.xid > since_xid and e.xid <= through_xid
    -- Counts are looked up by key. "not (exists and exists)" would read all answers.
    and ((select count(*) from screening_result s where s.transaction_id = e.transaction_id and s.xid = e.xid and s.hits = '[]'
        and (s.mode = 'test' or s.list_version is not null)) = 0
      or (select count(*) from name_answer a where a.transaction_id = e.transaction_id and a.xid = e.xid and a.outcome = 'found') = 0)
  union all
  select row(v.transaction_id::text, 'its tokens were returned to the balance, but not in the ledger')::finding
  from transaction_event v join transaction t on t.id = v.transaction_id
  where v.type = 'sell' and v.event = 'refund_paid' and v.data ->> 'to' = 'balance' and v.xid > since_xid and v.xid <= through_xid
    and not exists (
    select from entry e join posting p on p.entry_id = e.id
    where e.transaction_id = v.transaction_id and e.step = 'returned_to_balance' and e.xid = v.xid
      and (p.debit_kind, p.credit_kind, p.credit_owner, p.asset) = ('held', 'business', t.business_id::text, 'NGNC')
      and p.amount_minor::text = v.data ->> 'amount_minor')
$$;

-- Checks that a withdrawal debited the balance of its business exactly once, that a cleared one was screened, and that the tokens of an
-- abandoned one are in the balance again.
create or replace function check_withdrawals(transactions uuid[]) returns setof finding language sql stable as $$
  select row(w.transaction_id::text, 'its tokens were not debited exactly once from the balance of its business')::finding
  from unnest(transactions) as x (id) join withdrawal w on w.transaction_id = x.id left join transaction t on t.id = w.transaction_id
  where (
    select count(*) from entry e join posting p on p.entry_id = e.id
    where e.transaction_id = w.transaction_id and e.step = 'taken_from_balance' and e.mode = w.mode and e.reverses is null
      and (p.debit_kind, p.debit_owner, p.credit_kind, p.credit_owner, p.asset, p.amount_minor::numeric)
        = ('business'::account_kind, t.business_id::text, 'held'::account_kind, t.id::text, 'NGNC'::asset, t.amount_minor)) <> 1
  union all
  select row(e.transaction_id::text, 'cleared without sanctions screening')::finding
  from unnest(transactions) as x (id) join withdrawal w on w.transaction_id = x.id
  join transaction_event e on e.transaction_id = w.transaction_id
  where e.event = 'checks_passed' and not exists (
    select from screening_result s where s.transaction_id = e.transaction_id and s.xid = e.xid and s.hits = '[]'
      and (s.mode = 'test' or s.list_version is not null))
  union all
  select row(t.id::text, 'its status and the ledger disagree about whether its tokens were returned')::finding
  from unnest(transactions) as x (id) join withdrawal w on w.transaction_id = x.id join transaction t on t.id = w.transaction_id
  where (t.status = 'returned_to_balance') <> exists (
    select from entry e join posting p on p.entry_id = e.id
    where e.transaction_id = t.id and e.step = 'returned_to_balance' and e.mode = t.mode
      and (p.debit_kind, p.debit_owner, p.credit_kind, p.credit_owner, p.asset, p.amount_minor::numeric)
        = ('held'::account_kind, t.id::text, 'business'::account_kind, t.business_id::text, 'NGNC'::asset, t.amount_minor))
$$;

-- Checks that a deposit is at the address of its sell, and that the ledger has it once with the same amounts.
create or replace function check_deposits(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
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
    when d.held_minor > 0 and a.network <> d.network then 'allocated to a sell of another network'
    when d.minor > 0 and ((e.mode, e.transaction_id, e.step) is distinct from (d.mode, d.transaction_id, 'deposited')
      or (b.booked, b.held) is distinct from (d.minor::numeric, d.held_minor::numeric) or not b.fits)
        then 'its entry is missing or differs'
    end as problem) c
  where d.xid > since_xid and d.xid <= through_xid and problem is not null
  union all
  select row(e.id::text, 'the entry books a deposit that is not recorded')::finding
  from entry e where e.step = 'deposited' and e.xid > since_xid and e.xid <= through_xid and not exists (
    select from deposit d where d.entry_id = e.id and d.transaction_id = e.transaction_id)
$$;

-- Checks that the ledger balance of the deposit addresses of a network equals what waits there to be swept.
create or replace function check_deposited(since_xid bigint) returns setof finding language sql stable as $$
  select row(coalesce(n.mode, b.mode) || ' ' || coalesce(n.network, b.owner),
    format('unswept_deposit has %s at the deposit addresses, but the ledger has %s', coalesce(n.minor, 0), coalesce(b.minor, 0)))::finding
  from (select u.mode, u.network, sum(u.minor::numeric) as minor from unswept_deposit u group by u.mode, u.network) n
  full join (select * from sums_of_kind('deposit', 'NGNC')) b on b.mode = n.mode and b.owner = n.network
  where coalesce(n.minor, 0) <> coalesce(b.minor, 0)
    and (n.network is not null or exists (select from deposit d where d.mode = b.mode and d.network = b.owner))
$$;

-- Checks that a deposit address has the network and mode of its sell, and that deposit_account lists its account if accounts must be opened
-- on the network.
create or replace function check_watching(transactions uuid[]) returns setof finding language sql stable as $$
  select row(a.transaction_id::text, 'its deposit address has another network or mode')::finding
  from unnest(transactions) as x (id) join deposit_address a on a.transaction_id = x.id left join sell s on s.transaction_id = x.id
  where (s.mode, s.network) is distinct from (a.mode, a.network)
  union all
  select row(d.address, 'deposit_account does not list this address for its sell')::finding
  from unnest(transactions) as x (id) join deposit_address d on d.transaction_id = x.id
  join network n on n.name = d.network and n.opens_deposit_accounts
  left join deposit_account a on a.address = d.address and a.network = d.network and a.mode = d.mode
  where a.transaction_id is distinct from d.transaction_id
$$;

-- Checks that every network that was ever watched is watched now.
create or replace function check_watched(since_xid bigint) returns setof finding language sql stable as $$
  select row(c.id::text, 'network without a wake-up')::finding
  from chain_cursor c where not exists (select from wake w where w.subject_id = c.id and w.type = 'deposits')
  union all
  select row(w.subject_id::text, 'wake-up of a network that is not watched')::finding
  from wake w where w.type = 'deposits' and not exists (select from chain_cursor c where c.id = w.subject_id)
$$;

-- Checks that each row of deposit_account belongs to a deposit address, to the sell of that address, and to a network on which accounts
-- must be opened.
create or replace function check_deposit_accounts(pages int8range) returns setof finding language sql stable as $$
  select row(a.address, 'deposit_account lists this address, but it has another sell or needs no account')::finding
  from deposit_account a left join deposit_address d on d.address = a.address and d.network = a.network and d.mode = a.mode
  where a.ctid >= first_of_pages(pages) and a.ctid < end_of_pages(pages)
    and (a.transaction_id is distinct from d.transaction_id or not must_be_opened(a.network))
$$;

-- Checks that every seizure by the issuer is booked as a loss, in its own commit, and that every entry for such a loss has a seizure. Also
-- checks that two operators decided every loss that a customer bears, and that it is booked.
create or replace function check_losses(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  select row(w.id::text, 'seized by the issuer, but the loss is not in the ledger')::finding
  from deposit_sweep w left join entry e on e.id = w.entry_id left join posting p on p.entry_id = w.entry_id and p.ordinal = 1
  where w.lane_id is null and w.swept_minor > 0 and w.xid > since_xid and w.xid <= through_xid
    and (e.step, e.mode, p.debit_kind, p.debit_owner, p.credit_kind, p.credit_owner, p.asset, p.amount_minor::numeric)
      is distinct from ('tokens_taken', w.mode, 'expense'::account_kind, 'loss', 'deposit'::account_kind, w.network, 'NGNC'::asset,
        w.swept_minor::numeric)
  union all
  select row(e.id::text, 'the entry books a seizure that is not recorded')::finding
  from entry e where e.step = 'tokens_taken' and e.xid > since_xid and e.xid <= through_xid and not exists (
    select from deposit_sweep w where w.xid = e.xid and w.entry_id = e.id and w.lane_id is null)
  union all
  select row(c.id::text, 'the loss of the customer was approved, but is not in the ledger')::finding
  from case_step s join case_file c on c.id = s.case_id and c.version = s.sequence
  where s.xid > since_xid and s.xid <= through_xid and c.ended = 'approved' and c.resolution ->> 'action' = 'customer_loss'
    and not exists (select from entry e where e.id = c.id and e.step = 'loss_passed_on')
  union all
  select row(e.id::text, 'a customer bears this loss without the approval of two operators')::finding
  from entry e where e.step = 'loss_passed_on' and e.xid > since_xid and e.xid <= through_xid and not exists (
    select from case_file c where c.id = e.id and c.ended = 'approved' and c.resolution ->> 'action' = 'customer_loss')
$$;
