-- Takes or renews the lease of reconciliation, for at most two minutes. Returns false while another process holds it.
create or replace function take_reconciling(p_holder text, p_lease_ms integer) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  update reconciling set holder = p_holder,
    lease_until = afara_now() + make_interval(secs => least(greatest(p_lease_ms, 0), 120000) / 1000.0)
    where holder = p_holder or lease_until is null or lease_until <= afara_now();
  return found;
end $$;

-- Releases the lease of reconciliation.
create or replace function release_reconciling(p_holder text) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update reconciling set holder = null, lease_until = null where holder = p_holder
$$;

-- Returns both sides of the postings of a range of database transactions (by xid). The balance of the account grows by in_minor and falls
-- by out_minor.
create or replace function posting_sides(p_after bigint, p_through bigint)
returns table (entry_id uuid, mode mode, kind account_kind, owner text, asset asset, in_minor numeric, out_minor numeric)
language sql stable as $$
  select p.entry_id, p.mode, p.debit_kind, p.debit_owner, p.asset,
    case when account_is_debit_normal(p.debit_kind) then p.amount_minor::numeric else 0 end,
    case when account_is_debit_normal(p.debit_kind) then 0 else p.amount_minor::numeric end
  from posting p where p.xid > p_after and p.xid <= p_through
  union all
  select p.entry_id, p.mode, p.credit_kind, p.credit_owner, p.asset,
    case when account_is_debit_normal(p.credit_kind) then 0 else p.amount_minor::numeric end,
    case when account_is_debit_normal(p.credit_kind) then p.amount_minor::numeric else 0 end
  from posting p where p.xid > p_after and p.xid <= p_through
$$;

-- Returns the owner under which reconciliation sums an account. Held and committed accounts are summed over all transactions.
create or replace function book_owner(p_kind account_kind, p_owner text) returns text language sql immutable parallel safe
  return case when p_kind in ('held', 'committed') then '' else p_owner end;

-- Adds the postings of the next database transactions, at most p_most of them, to the sums of reconciliation. Returns true if there are
-- more. The entry of a posting is looked up by its key, because a hash join would read all entries each time.
create or replace function fold_books(p_most bigint) returns boolean
language plpgsql security definer set search_path = afara, pg_temp set plan_cache_mode = force_custom_plan set enable_hashjoin = off
set enable_mergejoin = off set enable_seqscan = off as $$
declare
  v_after bigint;
  v_last bigint;
  v_through bigint;
begin
  select through_xid into strict v_after from reconciling for update;
  -- Every database transaction up to v_last has ended, so no new rows of theirs can appear.
  v_last := pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1;
  v_through := least(v_last, v_after + p_most);
  if v_through <= v_after then
    return false;
  end if;

  with side as materialized (
    select s.*, lagos_day(e.posted_at) as day, e.id is null as is_stray
    from posting_sides(v_after, v_through) s left join entry e on e.id = s.entry_id
  ), booked as (
    insert into account_book as b
      select s.mode, s.kind, book_owner(s.kind, s.owner), s.asset, sum(s.in_minor), sum(s.out_minor) from side s group by 1, 2, 3, 4
      on conflict (mode, kind, owner, asset) do update
        set in_minor = b.in_minor + excluded.in_minor, out_minor = b.out_minor + excluded.out_minor
  )
  -- A closed day does not change. A late entry counts towards the day after the last closed day.
  insert into account_day as d
    select s.mode, s.kind, book_owner(s.kind, s.owner), s.asset,
      greatest(coalesce(s.day, lagos_day(afara_now())), (select max(c.day) + 1 from daily_close c where c.mode = s.mode)), sum(s.in_minor),
        sum(s.out_minor)
    from side s group by 1, 2, 3, 4, 5
    on conflict (mode, day, kind, owner, asset) do update
      set in_minor = d.in_minor + excluded.in_minor, out_minor = d.out_minor + excluded.out_minor;

  insert into payout_item as i
    select t.account_id, t.key, sum(t.ours), sum(t.theirs), min(t.at) from (
      select s.owner::uuid as account_id, coalesce('ref:' || x.reference, 'entry:' || coalesce(e.reverses, e.id)) as key,
        s.in_minor - s.out_minor as ours, 0::numeric as theirs, e.posted_at as at
      from posting_sides(v_after, v_through) s join entry e on e.id = s.entry_id
      left join lateral (
        select x.reference from payout_right r join payout x on x.right_id = r.id
        where r.transaction_id = e.transaction_id and x.entry_id in (e.id, e.reverses)
        union all
        -- Operators explained a line as this payment, or as its return.
        select x.reference from payout_line_answer n join payout x on x.id = n.payout_id
        where e.step = 'payout_line_explained' and n.entry_id = e.id limit 1) x on true
      where s.kind = 'payout_bank'
      union all
      select l.account_id, coalesce('entry:' || l.entry_id, 'entry:' || (select f.entry_id from payout_funding f where f.line_id = l.id),
          case when l.reference is not null and l.kind <> 'fee' then 'ref:' || l.reference end, 'line:' || l.id),
        0, case l.direction when 'credit' then l.amount_minor::numeric else -l.amount_minor::numeric end, l.seen_at
      from payout_line l where l.xid > v_after and l.xid <= v_through
      union all
      -- A debit without an entry is no longer a difference once operators have explained which payment it was.
      select l.account_id, m.key, 0, m.theirs, n.at
      from payout_line_answer n join payout_line l on l.id = n.line_id join payout x on x.id = n.payout_id
      cross join lateral (values
        (case when l.reference is not null and l.kind <> 'fee' then 'ref:' || l.reference else 'line:' || l.id end,
          l.amount_minor::numeric),
        ('ref:' || x.reference, -l.amount_minor::numeric)) as m (key, theirs)
      where n.xid > v_after and n.xid <= v_through and n.explained_as = 'payout' and l.entry_id is null
    ) t
    where exists (select from payout_account a where a.id = t.account_id)
    group by t.account_id, t.key
    on conflict (account_id, key) do update
      set ours_minor = i.ours_minor + excluded.ours_minor, theirs_minor = i.theirs_minor + excluded.theirs_minor;
  delete from payout_item where ours_minor = theirs_minor;
  insert into payout_book as b
    select l.account_id, sum(case l.direction when 'credit' then l.amount_minor::numeric else -l.amount_minor::numeric end), count(*)
    from payout_line l where l.xid > v_after and l.xid <= v_through group by l.account_id
    on conflict (account_id) do update set lines_minor = b.lines_minor + excluded.lines_minor,
      line_count = b.line_count + excluded.line_count;

  insert into deposit_holding as h (mode, network, address, units)
    select t.mode, t.network, t.address, sum(t.units) from (
      select d.mode, d.network, d.address, d.units from deposit d where d.xid > v_after and d.xid <= v_through
      union all
      select w.mode, w.network, w.address, -w.units from deposit_sweep w where w.xid > v_after and w.xid <= v_through) t
    group by t.mode, t.network, t.address
    on conflict (mode, network, address) do update set units = h.units + excluded.units, looked_at = null;
  insert into lane_sweeps as s
    select w.lane_id, sum(w.units), sum(w.swept_minor::numeric) from deposit_sweep w
      where w.xid > v_after and w.xid <= v_through and w.lane_id is not null group by w.lane_id
    on conflict (lane_id) do update set units = s.units + excluded.units, minor = s.minor + excluded.minor;

  update reconciling set through_xid = v_through;
  return v_through < v_last;
end $$;

-- Returns the ledger accounts that a sealed row is about.
create or replace function accounts_of_row(p_table text, p_id uuid, p_ordinal integer)
returns table (mode mode, kind account_kind, owner text, asset asset)
language sql stable security definer set search_path = afara, pg_temp as $$
  select p.mode, s.kind, s.owner, p.asset from posting p
    cross join lateral (values (p.debit_kind, p.debit_owner), (p.credit_kind, p.credit_owner)) as s (kind, owner)
    where p_table in ('posting', 'entry') and p.entry_id = p_id and (p_table = 'entry' or p.ordinal = p_ordinal)
  union all
  select l.mode, 'bank', l.vendor_account_id::text, 'NGN' from bank_line l where p_table = 'bank_line' and l.id = p_id
  union all
  select v.mode, 'bank', v.id::text, 'NGN' from bank_line_reading r join vendor_account v on v.id = r.vendor_account_id
    where p_table = 'bank_line_reading' and r.id = p_id
  union all
  select t.mode, 'held', t.id::text, 'NGN' from transaction t where p_table = 'transaction_event' and t.id = p_id
  union all
  select a.mode, 'held', a.transaction_id::text, 'NGN' from allocation a where p_table = 'allocation' and a.id = p_id
  union all
  select f.mode, 'float', f.network, 'NGNC' from transfer_attempt a join transfer f on f.id = a.transfer_id
    where p_table = 'transfer_attempt' and a.id = p_id
  union all
  select d.mode, 'deposit', d.network, 'NGNC' from deposit d where p_table = 'deposit' and d.id = p_id
  union all
  select d.mode, 'deposit', d.network, 'NGNC' from deposit_sweep d where p_table = 'deposit_sweep' and d.id = p_id
  union all
  select r.mode, 'held', r.transaction_id::text, 'NGNC' from payout_right r where p_table = 'payout_right' and r.id = p_id
  union all
  select x.mode, 'payout_bank', x.account_id::text, 'NGN' from payout_reading r join payout x on x.id = r.payout_id
    where p_table = 'payout_reading' and r.id = p_id
  union all
  select a.mode, 'payout_bank', a.id::text, 'NGN' from payout_line l join payout_account a on a.id = l.account_id
    where p_table = 'payout_line' and l.id = p_id
$$;
