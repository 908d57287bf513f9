-- Checks that the amount in unswept_deposit for each deposit address of a sell is what arrived there minus what left.
create or replace function check_unswept(transactions uuid[]) returns setof finding language sql stable as $$
  select row(a.address,
    format('%s remains at this address on %s, but unswept_deposit has %s', coalesce(m.minor, 0), m.network, coalesce(u.minor::numeric,
    0)))::finding
  from unnest(transactions) as x (id) join deposit_address a on a.transaction_id = x.id
  cross join lateral (
    select s.network, sum(s.minor) as minor, sum(s.units) as units from (
      select d.network, d.minor::numeric as minor, d.units from deposit d where d.address = a.address and d.mode = a.mode
      union all
      select w.network, -w.swept_minor::numeric, -w.units from deposit_sweep w where w.address = a.address and w.mode = a.mode) s
    group by s.network) m
  left join unswept_deposit u on u.address = a.address and u.network = m.network and u.mode = a.mode
  where (coalesce(u.minor::numeric, 0), coalesce(u.units, 0)) is distinct from
    (case when m.units > 0 then m.minor else 0 end, greatest(m.units, 0))
$$;

-- Checks that every row of unswept_deposit has a deposit.
create or replace function check_unswept_list(pages int8range) returns setof finding language sql stable as $$
  select row(u.address, format('unswept_deposit has %s at this address on %s, but no deposit arrived there', u.minor, u.network))::finding
  from unswept_deposit u
  where u.ctid >= first_of_pages(pages) and u.ctid < end_of_pages(pages) and not exists (
    select from deposit d join deposit_address a on a.address = d.address and a.mode = d.mode
    where d.address = u.address and d.network = u.network and d.mode = u.mode)
$$;

-- Checks that the gas of a sweep or an opening is in the ledger once.
create or replace function check_sweep_gas(pages int8range) returns setof finding language sql stable as $$
  select row(c.id::text, 'its gas differs from the ledger')::finding
  from (
    select w.id, w.mode, w.network, w.gas_units, w.entry_id from sweep w
    where w.ctid >= first_of_pages(pages) and w.ctid < end_of_pages(pages) and w.ended_at is not null
    union all
    select o.id, o.mode, o.network, o.gas_units, o.entry_id from deposit_opening o
    where o.ctid >= first_of_pages(pages) and o.ctid < end_of_pages(pages) and o.ended_at is not null
  ) c left join entry e on e.id = c.entry_id left join posting p on p.entry_id = c.entry_id and p.ordinal = 1
  where coalesce(c.gas_units, 0) <> 0
    and (e.step, e.mode, case when c.gas_units > 0 then p.credit_kind else p.debit_kind end,
        case when c.gas_units > 0 then p.credit_owner else p.debit_owner end, p.amount_minor::numeric)
      is distinct from ('sweep_gas', c.mode, 'gas'::account_kind, c.network || ':sweeper', abs(c.gas_units))
$$;

-- Checks that every entry that books the gas of a sweep belongs to a sweep or an opening of a deposit account.
create or replace function check_sweeps(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  select row(e.id::text, 'the entry books gas, but no sweep or account opening has this entry')::finding
  from entry e where e.step = 'sweep_gas' and e.xid > since_xid and e.xid <= through_xid
    and not exists (select from sweep w where w.entry_id = e.id) and not exists (select from deposit_opening o where o.entry_id = e.id)
$$;

-- Checks that every decided move has its row in treasury_move, that every entry for a move belongs to such a row, and that two operators
-- decided every top-up of a sweeper.
create or replace function check_moves(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  select row(c.id::text, 'the move of our own money was approved, but not recorded')::finding
  from case_step s join case_file c on c.id = s.case_id and c.version = s.sequence
  where c.ended = 'approved' and c.resolution ->> 'action' in ('move_naira', 'move_tokens') and s.xid > since_xid and s.xid <= through_xid
    and not exists (select from treasury_move m where m.id = c.id and m.amount_minor::text = c.resolution ->> 'amount_minor')
  union all
  select row(e.id::text, 'the entry books a move of our own money that is not recorded')::finding
  from entry e where e.step in ('move_left', 'move_arrived', 'lane_moved') and e.xid > since_xid and e.xid <= through_xid
    and not exists (select from treasury_move m where e.id in (m.debit_entry_id, m.credit_entry_id, m.id))
    and not exists (select from entry r where r.reverses = e.id)
  union all
  select row(e.id::text, 'sweeper top-up without the approval of two operators')::finding
  from entry e where e.step = 'sweeper_topped_up' and e.xid > since_xid and e.xid <= through_xid and not exists (
    select from case_file c where c.id = e.id and c.ended = 'approved' and c.resolution ->> 'action' = 'top_up_sweeper')
$$;

-- Checks that the ledger books exactly those parts of each move that were seen at a bank or on a chain.
create or replace function check_treasury_moves(since_xid bigint) returns setof finding language sql stable as $$
  select row(m.id::text, 'the ledger does not book exactly what the bank or the chain shows of this move')::finding
  from treasury_move m
  left join posting d on d.entry_id = m.debit_entry_id and d.ordinal = 1
  left join posting a on a.entry_id = m.credit_entry_id and a.ordinal = 1
  left join posting t on t.entry_id = m.id and t.ordinal = 1 and m.kind = 'tokens'
  where case m.kind
    when 'naira' then m.debit_line_id is not null
        and (d.debit_kind, d.credit_kind, d.amount_minor::numeric) is distinct from ('transit'::account_kind, 'suspense'::account_kind,
          m.amount_minor::numeric)
      or m.credit_line_id is not null
        and (a.credit_kind, a.amount_minor::numeric) is distinct from ('transit'::account_kind, m.amount_minor::numeric)
      or m.state = 'done' and num_nulls(m.debit_line_id, m.credit_line_id) > 0
    else (m.state = 'done') <> ((t.debit_kind, t.credit_kind, t.amount_minor::numeric)
      is not distinct from ('float'::account_kind, 'float'::account_kind, m.amount_minor::numeric)) end
$$;

-- Checks that every confirmed difference has a case, except surplus gas, and that every surplus in suspense is in the ledger.
create or replace function check_reconciliation(since_xid bigint) returns setof finding language sql stable as $$
  select row(r.id::text, 'the difference is confirmed, but has no case')::finding
  from reconciliation r
  where r.state = 'confirmed' and r.xid > since_xid and not (r.scope_kind = 'gas' and r.difference_minor > 0) and not exists (
    select from case_file c where c.kind::text = 'reconciliation_differs' and c.mode = r.mode and c.facts ->> 'kind' = r.scope_kind
      and c.facts ->> 'scope' = r.scope
      and c.opened_at <= r.at)
  union all
  select row(s.entry_id::text, 'the entry of the surplus, or its reversal, is missing or differs')::finding
  from reconciliation_surplus s
  where not exists (select from posting p where p.entry_id = s.entry_id and p.mode = s.mode and p.debit_kind = 'float'
    and p.credit_kind = 'suspense'
      and p.asset = 'NGNC' and p.amount_minor = s.amount_minor)
    or s.undone_entry_id is not null and not exists (select from entry e where e.id = s.undone_entry_id and e.reverses = s.entry_id)
$$;

-- Checks that every entry that books or reverses a surplus belongs to a row of reconciliation_surplus.
create or replace function check_surplus(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  select row(e.id::text, 'the entry books or reverses a surplus that is not recorded')::finding
  from entry e where e.step in ('surplus_found', 'surplus_explained') and e.xid > since_xid and e.xid <= through_xid and not exists (
    select from reconciliation_surplus s where e.id in (s.entry_id, s.undone_entry_id))
$$;

-- Checks that a closed day had no differences except of gas, that its accounts add up to zero, and that it begins where the day before
-- ended.
create or replace function check_daily_closes(since_xid bigint) returns setof finding language sql stable as $$
  select row(c.mode || ' ' || c.day, problem)::finding
  from daily_close c
  cross join lateral (
    select bool_or(x.apart <> 0) as is_apart from (
      select sum(case when account_is_debit_normal(l.kind) then l.closing_minor else -l.closing_minor end) as apart
      from daily_close_line l where l.mode = c.mode and l.day = c.day group by l.asset) x) t
  cross join lateral (select case
    when exists (select from daily_close_line l where l.mode = c.mode and l.day = c.day and l.difference_minor <> 0 and l.kind <> 'gas')
      then 'the day was closed although a balance differed'
    when t.is_apart then 'its closing balances do not add up to zero'
    when exists (select from daily_close b where b.mode = c.mode and b.day = c.day - 1) and exists (
      select from (select * from daily_close_line l where l.mode = c.mode and l.day = c.day) n
      full join (select * from daily_close_line l where l.mode = c.mode and l.day = c.day - 1) b using (kind, owner, asset)
      where coalesce(n.opening_minor, 0) <> coalesce(b.closing_minor, 0))
      then 'its opening balances differ from the closing balances of the day before'
    end as problem) p
  where c.xid > since_xid and problem is not null
$$;
