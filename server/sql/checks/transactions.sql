-- The history of a transaction is a walk along the machine's edges without a gap, and it ends at the row's status.
create or replace function check_history(since_xid bigint) returns setof finding language sql stable as $$
  with walk as (
    select v.*, lag(v.to_status, 1, '') over w as came_from, lag(v.sequence, 1, 0) over w as came_after,
      lead(v.sequence) over w is null as is_last
    from transaction_event v window w as (partition by v.transaction_id order by v.sequence)
  )
  select row(w.transaction_id || '/' || w.sequence, 'is not the next step of its transaction')::finding
  from walk w
  where w.xid > since_xid and (w.sequence <> w.came_after + 1 or w.from_status <> w.came_from or not exists (
    select from transition t where t.type = w.type and t.from_status = w.from_status and t.event = w.event and t.to_status = w.to_status))
  union all
  select row(t.id::text, 'row and history disagree')::finding
  from transaction t left join walk w on w.transaction_id = t.id and w.is_last
  where w.to_status is distinct from t.status or w.sequence is distinct from t.version
$$;

-- Positions run from 1 without a gap, and every event before the sequencer's mark has one.
create or replace function check_position(since_xid bigint) returns setof finding language sql stable as $$
  select row('sequencer', format('%s positions up to %s, last given %s', count(*), max(position),
    (select last_position from sequencer)))::finding
  from event_position
  having count(*) <> coalesce(max(position), 0) or coalesce(max(position), 0) <> (select last_position from sequencer)
  union all
  select row(v.transaction_id || '/' || v.sequence, 'committed but has no position')::finding
  from transaction_event v left join event_position p using (transaction_id, sequence)
  where v.xid > since_xid and v.xid <= (select last_xid from sequencer) and p.position is null
$$;

-- An unfinished transaction that nothing will ever look at again is stuck. Drills are the ones that must always end.
create or replace function check_wake(since_xid bigint) returns setof finding language sql stable as $$
  select row(t.id::text, 'unfinished, and nothing wakes it')::finding
  from transaction t left join wake w on w.subject_id = t.id
  where w.subject_id is null and case t.type
    when 'drill' then exists (select from transition e where e.type = t.type and e.from_status = t.status)
    else exists (select from status_time s where s.type = t.type and s.status = t.status and s.look_after is not null) end
  union all
  select row(a.id::text, 'an account of ours, and nothing looks at it')::finding
  from vendor_account a
  where not exists (select from wake w where w.subject_id = a.id and w.type = 'bank-account')
    or not exists (select from account_look l where l.vendor_account_id = a.id)
  union all
  select row(l.id::text, 'a lane of ours, and nothing looks at it')::finding
  from lane l where not exists (select from wake w where w.subject_id = l.id and w.type = 'lane')
  union all
  select row(w.subject_id::text, 'a wake-up of what we do not have')::finding
  from wake w
  where w.type = 'bank-account' and not exists (select from vendor_account a where a.id = w.subject_id)
    or w.type = 'lane' and not exists (select from lane l where l.id = w.subject_id)
$$;

-- What was accepted is there whole, and as it was asked for: its details, and the key that leads back to it. What was
-- asked for stands in the first event, which is sealed; the rows beside it are not.
create or replace function check_acceptance(since_xid bigint) returns setof finding language sql stable as $$
  select row(t.id::text, case
      when d.transaction_id is null then 'its details are missing'
      when e.transaction_id is null then 'it has details, and no event says what was asked for'
      when k.key is null then 'no request key leads to its reference'
      when not (d.fee_minor < t.amount_minor) then 'its fee is not inside its amount'
      when t.type::text <> d.type or t.mode <> d.mode then 'details and transaction are not of one type and mode'
      else 'it is not what was asked for' end)::finding
  from (select transaction_id, data from transaction_event where sequence = 1 and data ? 'meaning') e
  full join (
    select b.transaction_id, b.mode, b.fee_minor::numeric as fee_minor, 'buy' as type from buy b
    union all
    select s.transaction_id, s.mode, s.fee_minor::numeric, 'sell' from sell s
    union all
    select w.transaction_id, w.mode, 0, 'withdrawal' from withdrawal w
  ) d on d.transaction_id = e.transaction_id
  join transaction t on t.id = coalesce(e.transaction_id, d.transaction_id)
  left join request_key k on k.business_id = t.business_id and k.mode = t.mode and k.key = 'r:' || t.reference
    and k.transaction_id = t.id
  where d.transaction_id is null or e.transaction_id is null or k.key is null or not (d.fee_minor < t.amount_minor)
    or t.type::text <> d.type or t.mode <> d.mode
    or not e.data @> terms_of(t.amount_minor, d.fee_minor, t.reference, k.meaning)
$$;

-- What foreign keys would say: nothing that belongs to a transaction is without one.
create or replace function check_parts(since_xid bigint) returns setof finding language sql stable as $$
  select row(p.transaction_id::text, 'has a ' || p.part || ' and no transaction')::finding
  from (
    select transaction_id, 'buy' as part from buy
    union all
    select transaction_id, 'sell' from sell
    union all
    select transaction_id, 'withdrawal' from withdrawal
    union all
    select transaction_id, 'request key' from request_key
    union all
    select subject_id, 'wake-up' from wake where type = any (enum_range(null::transaction_type)::text[])
    union all
    select transaction_id, 'claim' from claim
    union all
    select transaction_id, 'allocation' from allocation
  ) p
  where not exists (select from transaction t where t.id = p.transaction_id)
$$;

-- The numbers of a feed run from 1 without a gap, in the order of positions and of each transaction's steps, and a drill has none.
create or replace function check_feed(since_xid bigint) returns setof finding language sql stable as $$
  select row(coalesce(p.mode, h.mode) || ' ' || coalesce(p.business_id, h.business_id),
    format('%s numbers up to %s, last given %s', coalesce(p.count, 0), coalesce(p.last, 0), coalesce(h.last_number, 0)))::finding
  from (
    select business_id, mode, count(*) as count, max(number) as last from event_position where number is not null group by business_id, mode
  ) p full join feed_head h using (business_id, mode)
  where p.count is distinct from p.last or p.last is distinct from h.last_number
  union all
  select row(e.transaction_id || '/' || e.sequence, case when e.type = 'drill' then 'a drill has a number' when p.number is null
    then 'has no number' else 'is not what its number says' end)::finding
  from event_position p join transaction_event e using (transaction_id, sequence)
  where e.xid > since_xid and ((e.type = 'drill') <> (p.number is null) or p.event_id <> e.id or p.business_id <> e.business_id
    or p.mode <> e.mode)
  union all
  select row(o.transaction_id || '/' || o.sequence, 'is numbered out of its order')::finding
  from (
    select p.transaction_id, p.sequence, p.number, e.xid, lag(p.number) over (partition by p.transaction_id order by p.sequence) as before
    from event_position p join transaction_event e using (transaction_id, sequence) where p.number is not null
  ) o
  where o.xid > since_xid and o.before > o.number
$$;
