-- Returns the movements of a business's balance from an entry on. A movement is positive if the balance grew.
create or replace function movements_of(p_owner text, p_mode mode, p_since uuid) returns table (entry_id uuid, minor numeric)
language sql stable set search_path = afara, pg_temp set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
  select p.entry_id, case when p.credit_kind = 'business' then p.amount_minor::numeric else -p.amount_minor::numeric end
  from posting p
  where (p.debit_kind = 'business' or p.credit_kind = 'business')
    and (case when p.debit_kind = 'business' then p.debit_owner else p.credit_owner end) = p_owner and p.mode = p_mode
    and p.entry_id >= p_since
$$;

-- Returns what moved the tenant's balance in a period, newest first, starting below p_before, with the balance after each movement. Reads
-- at most p_window movements. If more may follow, the last row has no step and its entry_id is the cursor for the next call.
create or replace function own_balance_movements(p_before uuid, p_most integer, p_window integer, p_from timestamptz, p_to timestamptz)
returns table (
  entry_id uuid, step text, posted_at timestamptz, minor numeric, balance_minor numeric, transaction_id uuid, type transaction_type,
  reference text
) language plpgsql stable security definer set search_path = afara, pg_temp set enable_seqscan = off set enable_bitmapscan = off
set enable_hashjoin = off set enable_mergejoin = off set jit = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_owner text := tenant_business()::text;
  v_mode mode := tenant_mode();
  v_told integer := 0;
  v_looked integer := 0;
  v_last uuid;
  v_balance numeric := (
    select coalesce(sum(b.amount_minor::numeric), 0) from balance b
    where b.owner = v_owner and b.kind = 'business' and b.asset = 'NGNC' and b.mode = v_mode)
    - (select coalesce(sum(m.minor), 0) from movements_of(v_owner, v_mode, p_before) m);
  m record;
begin
  -- An entry moves a balance only once, so each entry gives one row.
  for m in
    select p.entry_id, e.step, e.posted_at, case when p.credit_kind = 'business' then p.amount_minor::numeric
      else -p.amount_minor::numeric end as minor,
      e.transaction_id, t.type, t.reference::text as reference
    from (
      select p.entry_id, p.credit_kind, p.amount_minor from posting p
      where (p.debit_kind = 'business' or p.credit_kind = 'business')
        and (case when p.debit_kind = 'business' then p.debit_owner else p.credit_owner end) = v_owner and p.mode = v_mode
          and p.entry_id < p_before
      order by p.entry_id desc limit p_window + 1) p
    join entry e on e.id = p.entry_id left join transaction t on t.id = e.transaction_id
    order by p.entry_id desc
  loop
    if v_told = p_most or v_looked = p_window then
      entry_id := v_last; step := null; posted_at := null; minor := null; balance_minor := null;
      transaction_id := null; type := null; reference := null;
      return next;
      return;
    end if;
    v_looked := v_looked + 1;
    v_last := m.entry_id;
    if (p_from is null or m.posted_at >= p_from) and (p_to is null or m.posted_at < p_to) then
      v_told := v_told + 1;
      entry_id := m.entry_id; step := m.step; posted_at := m.posted_at; minor := m.minor; balance_minor := v_balance;
      transaction_id := m.transaction_id; type := m.type; reference := m.reference;
      return next;
    end if;
    v_balance := v_balance - m.minor;
  end loop;
end $$;

-- Returns a statement of the tenant's balance in one snapshot: a row with the opening balance, a row for each movement with the balance
-- after it, oldest first, and a row with the closing balance. The first and the last row have no entry. The opening balance is the sum of
-- everything before the period. The closing balance is counted back from the balance that the ledger keeps. So the two ends do not depend
-- on each other, and AF497 says that the movements between them do not add up. Returns no movements, and is_cut, if there are more than
-- p_most.
create or replace function own_statement(p_from timestamptz, p_to timestamptz, p_most integer) returns table (
  entry_id uuid, step text, posted_at timestamptz, minor numeric, balance_minor numeric, transaction_id uuid, type transaction_type,
  reference text, is_cut boolean
) language plpgsql stable security definer set search_path = afara, pg_temp set enable_seqscan = off set enable_hashjoin = off
set enable_mergejoin = off set jit = off as $$
#variable_conflict use_column
declare
  v_owner text := tenant_business()::text;
  v_mode mode := tenant_mode();
  v_opening numeric;
  v_moved numeric;
  v_later numeric;
  v_count bigint;
  v_closing numeric;
begin
  select coalesce(sum(m.minor) filter (where e.posted_at < p_from), 0),
    coalesce(sum(m.minor) filter (where e.posted_at >= p_from and e.posted_at < p_to), 0),
    coalesce(sum(m.minor) filter (where e.posted_at >= p_to), 0),
    count(*) filter (where e.posted_at >= p_from and e.posted_at < p_to)
  into v_opening, v_moved, v_later, v_count
  from movements_of(v_owner, v_mode, '00000000-0000-0000-0000-000000000000') m join entry e on e.id = m.entry_id;
  v_closing := (select coalesce(sum(b.amount_minor::numeric), 0) from balance b
    where b.owner = v_owner and b.kind = 'business' and b.asset = 'NGNC' and b.mode = v_mode) - v_later;
  if v_opening + v_moved <> v_closing then
    raise exception 'the statement opens with %, moves % and closes with %', v_opening, v_moved, v_closing using errcode = 'AF497';
  end if;
  return query select null::uuid, null::text, p_from, 0::numeric, v_opening, null::uuid, null::transaction_type, null::text,
    v_count > p_most;
  if v_count <= p_most then
    return query
      select m.entry_id, e.step, e.posted_at, m.minor,
        v_opening + sum(m.minor) over (order by e.posted_at, m.entry_id rows unbounded preceding),
        e.transaction_id, t.type, t.reference::text, false
      from movements_of(v_owner, v_mode, '00000000-0000-0000-0000-000000000000') m
      join entry e on e.id = m.entry_id left join transaction t on t.id = e.transaction_id
      where e.posted_at >= p_from and e.posted_at < p_to
      order by e.posted_at, m.entry_id;
  end if;
  return query select null::uuid, null::text, p_to, 0::numeric, v_closing, null::uuid, null::transaction_type, null::text, v_count > p_most;
end $$;

-- Returns what came into and left the tenant's balance on each day in Lagos, and the balance at the end of the day.
create or replace function own_balance_days(p_from date, p_to date)
returns table (day date, in_minor numeric, out_minor numeric, closing_minor numeric)
language sql stable security definer set search_path = afara, pg_temp set enable_seqscan = off set enable_hashjoin = off
set enable_mergejoin = off set jit = off as $$
  with moved as (
    select (e.posted_at at time zone 'Africa/Lagos')::date as day, sum(m.minor) filter (where m.minor > 0) as came,
      -sum(m.minor) filter (where m.minor < 0) as went
    -- An id contains the time at which its entry was made, so the first day limits the ids. Not in test mode, where the clock can be moved.
    from movements_of(tenant_business()::text, tenant_mode(), case tenant_mode() when 'live'
      then id_floor(p_from::timestamp at time zone 'Africa/Lagos' - interval '1 hour') else '00000000-0000-0000-0000-000000000000' end) m
    join entry e on e.id = m.entry_id
    group by 1),
  kept as (
    select coalesce(sum(b.amount_minor::numeric), 0) as minor from balance b
    where b.owner = tenant_business()::text and b.kind = 'business' and b.asset = 'NGNC' and b.mode = tenant_mode())
  select d.day, coalesce(m.came, 0), coalesce(m.went, 0),
    kept.minor - (select coalesce(sum(coalesce(x.came, 0) - coalesce(x.went, 0)), 0) from moved x where x.day > d.day)
  from (select g::date as day from generate_series(p_from::timestamp, p_to::timestamp, interval '1 day') g) d
  cross join kept left join moved m on m.day = d.day
  order by d.day
$$;
