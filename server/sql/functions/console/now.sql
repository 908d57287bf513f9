-- What the first screen of the operators' console shows. Each function reads only open work, the last hour or the current day: the screen
-- is read again whenever money moves.

-- Returns what proves that money is safe: what is stuck without a case, how far the books differ from banks and chains, which references a
-- bank debited twice since yesterday, what we hold compared with what we owe, the open cases, and what ended today (Lagos time).
create or replace function console_proofs(p_mode mode, p_at timestamptz) returns table (
  stuck integer, differ_minor numeric, differ_count integer, compared_at timestamptz, paid_twice integer, paid_count integer,
  hold_minor numeric, owe_minor numeric, case_count integer, case_overdue integer, case_due_at timestamptz, settled_count integer,
  settled_minor numeric, settled_seconds numeric)
language sql stable security definer set search_path = afara, pg_temp as $$
  with day as materialized (select uuidv7(interval '-1 day') as id),
  today as materialized (
    select uuidv7(date_trunc('day', p_at at time zone 'Africa/Lagos') at time zone 'Africa/Lagos' - p_at) as id
  ), compared as (
    select coalesce(sum(abs(r.difference_minor)) filter (where r.state = 'confirmed'), 0) as minor,
      count(*) filter (where r.state = 'confirmed')::integer as count, min(r.looked_at) as at
    from reconciliation_scope r where r.mode = p_mode and r.scope_kind not in ('gas', 'ledger')
  ), paid as (
    select count(*)::integer as count, count(*) filter (where exists (
        select from payout_line o where o.reference = l.reference and o.account_id = l.account_id and o.id <> l.id
          and o.direction = 'debit' and o.kind = 'payment'))::integer as twice
    from payout_line l join payout_account a on a.id = l.account_id, day
    where l.id > day.id and a.mode = p_mode and l.direction = 'debit' and l.kind = 'payment' and l.reference is not null
  ), held as (
    -- What has been sent and is not final is in neither sum.
    select coalesce(sum(f.ledger_minor), 0) as minor from float_figures() f where f.mode = p_mode
  ), owed as (
    select coalesce((select sum(b.amount_minor::numeric) from business_mode m join balance b
        on b.owner = m.business_id::text and b.kind = 'business' and b.asset = 'NGNC' and b.mode = m.mode where m.mode = p_mode), 0)
      + coalesce((select sum(b.amount_minor::numeric) from wake w join balance b on b.owner = w.subject_id::text and b.kind = 'held'
        and b.mode = p_mode), 0)
      + coalesce((select sum(f.left_minor::numeric) from credit_fund f join vendor_account v on v.id = f.vendor_account_id
        where v.mode = p_mode), 0) as minor
  ), asked as (
    select count(*)::integer as count, count(*) filter (where c.due_at < p_at)::integer as overdue, min(c.due_at) as due_at
    from case_file c where c.state <> 'resolved' and c.mode = p_mode
  ), settled as (
    select count(*)::integer as count, coalesce(sum(t.amount_minor), 0) as minor,
      round((percentile_cont(0.5) within group (order by extract(epoch from e.happened_at - t.created_at)))::numeric, 1) as seconds
    from transaction t join transaction_event e on e.transaction_id = t.id and e.sequence = t.version, today
    where t.id > today.id and t.mode = p_mode and t.status = 'completed' and t.type <> 'drill'
  )
  select (select count(*)::integer from stuck_transactions(1, p_at) s join transaction t on t.id = s.id where t.mode = p_mode),
    c.minor, c.count, c.at, p.twice, p.count, h.minor, o.minor, a.count, a.overdue, a.due_at, s.count, s.minor, s.seconds
  from compared c, paid p, held h, owed o, asked a, settled s
$$;

-- Returns open transactions by type and status, with the one that has been in its status longest.
create or replace function console_waiting(p_mode mode) returns table (
  type transaction_type, status text, count integer, minor numeric, oldest_id uuid, oldest_at timestamptz)
language sql stable security definer set search_path = afara, pg_temp as $$
  select o.type, o.status, count(*)::integer, sum(o.amount_minor), (array_agg(o.id order by o.at, o.id))[1], min(o.at)
  from (
    select t.type, t.status, t.amount_minor, t.id, e.happened_at as at
    from wake w join transaction t on t.id = w.subject_id
    join transaction_event e on e.transaction_id = t.id and e.sequence = t.version
    where t.mode = p_mode and t.type <> 'drill' and t.status <> all (statuses_ended())) o
  group by o.type, o.status
$$;
