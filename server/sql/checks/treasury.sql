-- The list of what is at deposit addresses is what came, less what left.
create or replace function check_unswept(since_xid bigint) returns setof finding language sql stable as $$
  select row(coalesce(m.address, u.address),
    format('%s stayed at it on %s, and the list has %s', coalesce(m.minor, 0), coalesce(m.network, u.network),
    coalesce(u.minor::numeric, 0)))::finding
  from (
    select x.mode, x.network, x.address, sum(x.minor) as minor, sum(x.units) as units from (
      select d.mode, d.network, d.address, d.minor::numeric as minor, d.units from deposit d
      union all
      select s.mode, s.network, s.address, -s.swept_minor::numeric, -s.units from deposit_sweep s) x
    group by x.mode, x.network, x.address having sum(x.units) > 0) m
  full join unswept_deposit u on u.address = m.address and u.network = m.network and u.mode = m.mode
  where (m.minor, m.units) is distinct from (u.minor::numeric, u.units)
$$;

-- The gas of a sweep or an opening is in the books once, and nothing else is called that.
create or replace function check_sweeps(since_xid bigint) returns setof finding language sql stable as $$
  with call as (
    select w.id, w.mode, w.network, w.gas_units, w.entry_id from sweep w where w.ended_at is not null
    union all
    select o.id, o.mode, o.network, o.gas_units, o.entry_id from deposit_opening o where o.ended_at is not null
  )
  select row(c.id::text, 'its gas is not in the ledger as it says')::finding
  from call c left join entry e on e.id = c.entry_id left join posting p on p.entry_id = c.entry_id and p.ordinal = 1
  where coalesce(c.gas_units, 0) <> 0 and (e.xid > since_xid or e.xid is null)
    and (e.step, e.mode, case when c.gas_units > 0 then p.credit_kind else p.debit_kind end,
        case when c.gas_units > 0 then p.credit_owner else p.debit_owner end, p.amount_minor::numeric)
      is distinct from ('sweep_gas', c.mode, 'gas'::account_kind, c.network || ':sweeper', abs(c.gas_units))
  union all
  select row(e.id::text, 'it books the gas of a sweep that there is not')::finding
  from entry e where e.step = 'sweep_gas' and e.xid > since_xid and not exists (select from call c where c.entry_id = e.id)
$$;

-- What was decided to be moved has its row; and the ledger has of each move what was seen of it, no more.
create or replace function check_moves(since_xid bigint) returns setof finding language sql stable as $$
  select row(c.id::text, 'it was decided to move money of ours, and that was not begun')::finding
  from case_file c join case_step s on s.case_id = c.id and s.sequence = c.version
  where c.ended = 'approved' and c.resolution ->> 'action' in ('move_naira', 'move_tokens') and s.xid > since_xid
    and not exists (select from treasury_move m where m.id = c.id and m.amount_minor::text = c.resolution ->> 'amount_minor')
  union all
  select row(m.id::text, 'the ledger does not have what was seen of it')::finding
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
  union all
  select row(e.id::text, 'it is called a move, and nobody decided one')::finding
  from entry e where e.step in ('move_left', 'move_arrived', 'lane_moved') and e.xid > since_xid
    and not exists (select from treasury_move m where e.id in (m.debit_entry_id, m.credit_entry_id, m.id))
    and not exists (select from entry r where r.reverses = e.id)
  union all
  select row(e.id::text, 'it is called a top-up of a sweeper, and no two people decided that')::finding
  from entry e where e.step = 'sweeper_topped_up' and e.xid > since_xid and not exists (
    select from case_file c where c.id = e.id and c.ended = 'approved' and c.resolution ->> 'action' = 'top_up_sweeper')
$$;

-- What was confirmed was asked about; what was put in suspense is in the ledger; and a day that was closed hangs together with the one
-- before it.
create or replace function check_reconciliation(since_xid bigint) returns setof finding language sql stable as $$
  select row(r.id::text, 'it was confirmed, and nobody was asked')::finding
  from reconciliation r
  where r.state = 'confirmed' and r.xid > since_xid and not (r.scope_kind = 'gas' and r.difference_minor > 0) and not exists (
    select from case_file c where c.kind::text = 'reconciliation_differs' and c.mode = r.mode and c.facts ->> 'kind' = r.scope_kind
      and c.facts ->> 'scope' = r.scope
      and c.opened_at <= r.at)
  union all
  select row(e.id::text, 'it books a surplus that no look found')::finding
  from entry e where e.step in ('surplus_found', 'surplus_explained') and e.xid > since_xid and not exists (
    select from reconciliation_surplus s where e.id in (s.entry_id, s.undone_entry_id))
  union all
  select row(s.entry_id::text, 'a surplus that the ledger does not have as it says')::finding
  from reconciliation_surplus s
  where not exists (select from posting p where p.entry_id = s.entry_id and p.mode = s.mode and p.debit_kind = 'float'
    and p.credit_kind = 'suspense'
      and p.asset = 'NGNC' and p.amount_minor = s.amount_minor)
    or s.undone_entry_id is not null and not exists (select from entry e where e.id = s.undone_entry_id and e.reverses = s.entry_id)
$$;

-- A closed day had no differences, its accounts add up to nothing, and it begins where the day before ended.
create or replace function check_daily_closes(since_xid bigint) returns setof finding language sql stable as $$
  select row(c.mode || ' ' || c.day, problem)::finding
  from daily_close c
  cross join lateral (
    select bool_or(x.apart <> 0) as is_apart from (
      select sum(case when account_is_debit_normal(l.kind) then l.closing_minor else -l.closing_minor end) as apart
      from daily_close_line l where l.mode = c.mode and l.day = c.day group by l.asset) x) t
  cross join lateral (select case
    when exists (select from daily_close_line l where l.mode = c.mode and l.day = c.day and l.difference_minor <> 0 and l.kind <> 'gas')
      then 'it was closed while something differed'
    when t.is_apart then 'what it closes with does not come to nothing'
    when exists (select from daily_close b where b.mode = c.mode and b.day = c.day - 1) and exists (
      select from (select * from daily_close_line l where l.mode = c.mode and l.day = c.day) n
      full join (select * from daily_close_line l where l.mode = c.mode and l.day = c.day - 1) b using (kind, owner, asset)
      where coalesce(n.opening_minor, 0) <> coalesce(b.closing_minor, 0)) then 'it does not begin as the day before ended'
    end as problem) p
  where c.xid > since_xid and problem is not null
$$;
