-- Checks that a transfer, its right, its transaction, its bytes and its postings agree, that a right is used once, and that a cleared
-- transaction is delivered or queued.
create or replace function check_transfers(transactions uuid[]) returns setof finding language sql stable as $$
  select row(f.id::text, problem)::finding
  from unnest(transactions) as x (id) join transfer_right r on r.transaction_id = x.id join transfer f on f.right_id = r.id
  left join transaction t on t.id = r.transaction_id
  left join lateral destination_of(r.transaction_id) b on true
  left join lane l on l.id = f.lane_id
  left join entry e on e.id = f.entry_id
  left join posting p on p.entry_id = f.entry_id and p.ordinal = 1
  left join posting q on q.entry_id = f.entry_id and q.ordinal = 2
  left join entry v on v.reverses = f.entry_id
  cross join lateral (select count(*) as attempts, coalesce(bool_or(a.kind = 'pay'), false) as has_pay,
    coalesce(bool_or(a.hash = f.hash), false) as has_hash from transfer_attempt a where a.transfer_id = f.id) a
  cross join lateral (select case
    when l.id is null or t.id is null then 'it has no lane or no transaction'
    when (f.mode, f.network) is distinct from (r.mode, r.network) or (f.mode, f.network) is distinct from (l.mode, l.network)
      or (r.mode, r.business_id, r.reference) is distinct from (t.mode, t.business_id, t.reference)
      or (r.purpose, r.network, r.address) is distinct from (b.purpose, b.network, b.wallet_address)
        then 'it differs from its transaction or its lane'
    when (e.transaction_id, e.mode) is distinct from (r.transaction_id, f.mode)
      or (p.debit_kind, p.debit_owner, p.credit_kind, p.credit_owner, p.asset)
        is distinct from ('held'::account_kind, t.id::text, 'committed'::account_kind, t.id::text, held_asset(r.purpose))
      or (q.debit_kind, q.debit_owner, q.credit_kind, q.credit_owner, q.asset, q.amount_minor::numeric)
        is distinct from ('outgoing'::account_kind, f.network, 'float'::account_kind, l.network || ':' || l.number, 'NGNC'::asset,
          r.tokens_minor::numeric)
      or p.amount_minor::numeric - r.tokens_minor::numeric is distinct from b.fee_minor::numeric
      then 'its opening entry is missing or differs'
    when (f.state = 'reserved') and a.attempts > 0 or f.state in ('signed', 'final_ok', 'final_failed') and a.attempts = 0
      or f.state in ('final_ok', 'final_failed', 'final_void') and f.hash is not null and not a.has_hash
      or f.state = 'final_ok' and not a.has_pay then 'its signed attempts do not match its state'
    when f.state in ('final_failed', 'final_void') and v.id is null
      or f.state not in ('final_failed', 'final_void') and v.id is not null
      then 'it is ' || f.state || ', but its opening entry is ' || case when v.id is null then 'not reversed' else 'reversed' end
    when f.state = 'final_ok' and (select count(*) from entry x join posting y on y.entry_id = x.id
        where x.transaction_id = t.id and x.step = 'delivery_final' and y.credit_kind = 'outgoing' and y.asset = 'NGNC'
          and y.amount_minor::numeric = r.tokens_minor::numeric) <> 1 then 'delivered, but not booked exactly once in the ledger'
    when case f.state when 'reserved' then t.status <> all (statuses_to_deliver()) when 'signed' then t.status <> 'sending'
      when 'final_ok' then t.status not in ('completed', 'recalled') else false end
      then 'it is ' || f.state || ', but its transaction is ' || t.status
    end as problem) c
  where problem is not null
  union all
  select row(r.id::text, count(*) || ' transfers of this right are open or delivered, but only one may be')::finding
  from unnest(transactions) as x (id) join transfer_right r on r.transaction_id = x.id
  join transfer f on f.right_id = r.id and f.state in ('reserved', 'signed', 'final_ok', 'conflict')
  group by r.id having count(*) > 1
  union all
  select row(t.id::text, 'it is ' || t.status || ', but has no transfer in the matching state')::finding
  from unnest(transactions) as x (id) join transaction t on t.id = x.id
  cross join lateral destination_of(x.id) b
  where b.network is not null and t.status in ('sending', 'completed') and not exists (
    select from transfer_right r join transfer f on f.right_id = r.id where r.transaction_id = t.id
      and f.state = any (case t.status when 'completed' then '{final_ok}'::text[] else '{signed,conflict}' end))
  union all
  select row(t.id::text, 'cleared, but not queued for delivery')::finding
  from unnest(transactions) as x (id) join transaction t on t.id = x.id
  cross join lateral destination_of(x.id) b
  where t.status = 'cleared' and b.network is not null and live_transfer(t.id) is null
    and not exists (select from delivery d where d.transaction_id = t.id)
$$;

-- Checks that every transfer has a right and the right has a transaction. check_transfers then checks the rest.
create or replace function check_transfer_rows(pages int8range) returns setof finding language sql stable as $$
  select row(f.id::text, 'it has no right, or its right has no transaction')::finding
  from transfer f left join transfer_right r on r.id = f.right_id
  where f.ctid >= first_of_pages(pages) and f.ctid < end_of_pages(pages)
    and not exists (select from transaction t where t.id = r.transaction_id)
$$;

-- Checks that the locks of a lane have no gap: the lock before each lock has a transfer, or was adopted and has no transfer yet, or was
-- adopted and will never have one.
create or replace function check_locks(transactions uuid[]) returns setof finding language sql stable as $$
  select row(f.lane_id::text, format('lock %s is used, but the previous one is not', f.lock))::finding
  from unnest(transactions) as x (id) join transfer_right r on r.transaction_id = x.id join transfer f on f.right_id = r.id
  join lane l on l.id = f.lane_id
  where f.lock <> l.first_lock
    and not exists (select from transfer b where b.lane_id = f.lane_id and b.lock = f.lock - 1)
    and not exists (select from adopted_lock b where b.lane_id = f.lane_id and b.lock = f.lock - 1 and b.state in ('waiting', 'void'))
$$;

-- Checks that the used locks of a lane start at first_lock and end just before next_lock, and that the lock before each adopted lock is
-- used. Under row-level security, an index finds the first or the last row directly only if "order by" contains the whole key of the index.
create or replace function check_lane_locks(since_xid bigint) returns setof finding language sql stable as $$
  select row(l.id::text, format('its locks run from %s to %s, but first_lock is %s and next_lock is %s', f.first, f.last, l.first_lock,
    l.next_lock))::finding
  from lane l
  cross join lateral (
    select min(x.first) as first, max(x.last) as last from (
      select (select t.lock from transfer t where t.lane_id = l.id order by t.lane_id, t.lock limit 1) as first,
        (select t.lock from transfer t where t.lane_id = l.id order by t.lane_id desc, t.lock desc limit 1) as last
      union all
      select min(a.lock), max(a.lock) from adopted_lock a where a.lane_id = l.id and a.state in ('waiting', 'void')) x) f
  where case when f.first is null then l.next_lock <> l.first_lock else f.first <> l.first_lock or f.last <> l.next_lock - 1 end
  union all
  select row(a.lane_id::text, format('lock %s was adopted, but the previous one is not used', a.lock))::finding
  from adopted_lock a join lane l on l.id = a.lane_id
  where a.state in ('waiting', 'void') and a.lock <> l.first_lock
    and not exists (select from transfer b where b.lane_id = a.lane_id and b.lock = a.lock - 1)
    and not exists (select from adopted_lock b where b.lane_id = a.lane_id and b.lock = a.lock - 1 and b.state in ('waiting', 'void'))
$$;

-- Checks that every queued delivery belongs to a cleared transaction and has the values that were cleared. All rows are read, because the
-- table contains only waiting deliveries and is short.
create or replace function check_deliveries(since_xid bigint) returns setof finding language sql stable as $$
  select row(d.transaction_id::text, case
      when t.id is null then 'queued for delivery, but its transaction is missing'
      when t.status <> all (statuses_to_deliver()) then 'queued for delivery, but has status ' || t.status
      else 'queued for delivery, but differs from what was cleared or has a transfer already' end)::finding
  from delivery d
  left join transaction t on t.id = d.transaction_id
  left join lateral destination_of(d.transaction_id) b on true
  left join lane l on l.id = d.lane_id
  where t.id is null or t.status <> all (statuses_to_deliver() || '{recalled}')
    or (d.mode, d.business_id, d.network, d.address, d.fee_minor::numeric) is distinct from (t.mode, t.business_id, b.network,
      b.wallet_address, b.fee_minor::numeric)
    or (d.mode, d.network, d.purpose) is distinct from (l.mode, l.network, b.purpose)
      or d.tokens_minor::numeric <> d.amount_minor::numeric - d.fee_minor::numeric
    or live_transfer(d.transaction_id) is not null
$$;

-- Checks that the tokens of an adopted lock are in transit until a right takes the lock, and that a transfer of that right then has the
-- lock. A written-off lock must have an approved case, and its write-off must be reversed exactly when a right takes the lock.
create or replace function check_adopted(since_xid bigint) returns setof finding language sql stable as $$
  select row(a.lane_id || ' ' || a.lock, 'adopted, but its tokens are not booked as its state requires')::finding
  from adopted_lock a join lane l on l.id = a.lane_id
  where a.state <> 'proposed' and (a.entry_id is not null or (a.state = 'waiting' and a.tokens_minor::numeric > 0)) and not (
    exists (
      select from posting p where p.entry_id = a.entry_id and p.mode = l.mode and p.debit_kind = 'transit' and p.credit_kind = 'float'
        and p.credit_owner = l.network || ':' || l.number and p.asset = 'NGNC' and p.amount_minor::numeric = a.tokens_minor::numeric)
    and (a.state = 'waiting') = not exists (select from entry e where e.reverses = a.entry_id))
  union all
  select row(a.lane_id || ' ' || a.lock, 'taken by a right, but no matching transfer has this lock')::finding
  from adopted_lock a
  where a.state = 'taken' and not exists (
    select from transfer f join transfer_right r on r.id = f.right_id
    where f.id = a.transfer_id and f.lane_id = a.lane_id and f.lock = a.lock
      and a.right_key = format('%s/%s/%s/%s/%s', r.business_id, r.mode, r.reference, r.purpose, r.leg)
      and r.tokens_minor::numeric = a.tokens_minor::numeric and is_same_wallet(r.network, r.address, a.address))
  union all
  select row(a.lane_id || ' ' || a.lock,
    'written off without an approved case; or reversed although no right took the lock, or not reversed although one did')::finding
  from adopted_lock a
  where a.written_off_at is not null and not (
    exists (
      select from case_file c where c.id = a.write_off_entry_id and c.ended = 'approved' and c.resolution ->> 'action' = 'write_off'
        and c.resolution ->> 'lane_id' = a.lane_id::text and c.resolution ->> 'lock' = a.lock::text
        and c.resolution ->> 'tokens_minor' = a.tokens_minor::text)
    and (a.state = 'taken') = exists (select from entry e where e.reverses = a.write_off_entry_id))
$$;

-- Checks that two operators decided to abandon a lane, and that an abandoned lane has no lock without signed bytes.
create or replace function check_abandoned(since_xid bigint) returns setof finding language sql stable as $$
  select row(l.id::text, 'abandoned without the approval of two operators')::finding
  from lane l
  where l.abandoned_at is not null and not exists (
    select from case_file c where c.ended = 'approved' and c.resolution ->> 'action' = 'abandon_lane'
      and c.resolution ->> 'lane_id' = l.id::text)
  union all
  select row(c.id::text, 'the abandonment of the lane was approved, but not carried out')::finding
  from case_file c
  where c.ended = 'approved' and c.resolution ->> 'action' = 'abandon_lane' and not exists (
    select from lane l where l.id::text = c.resolution ->> 'lane_id' and l.abandoned_at is not null and l.state = 'halted')
  union all
  select row(f.id::text, 'its lane was abandoned, but it still waits to be signed')::finding
  from lane l join transfer f on f.lane_id = l.id and f.state = 'reserved' where l.abandoned_at is not null
$$;

-- Checks that two operators decided every write-off, and that it is booked to the kobo.
create or replace function check_write_offs(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  select row(c.id::text, 'the token write-off was approved, but its entry is missing or differs')::finding
  from case_step s join case_file c on c.id = s.case_id and c.version = s.sequence
  where c.ended = 'approved' and c.resolution ->> 'action' = 'write_off' and s.xid > since_xid and s.xid <= through_xid
    and (not exists (select from entry e where e.id = c.id and e.step = 'lock_written_off' and e.mode = c.mode and e.xid = s.xid)
      or exists (
        select * from write_off_postings(c.resolution)
        except select p.debit_kind, p.debit_owner, p.credit_kind, p.credit_owner, p.asset, p.amount_minor::numeric from posting p
          where p.entry_id = c.id)
      or (select count(*) from posting p where p.entry_id = c.id) <> (select count(*) from write_off_postings(c.resolution)))
  union all
  select row(e.id::text, 'token write-off without the approval of two operators')::finding
  from entry e
  where e.step = 'lock_written_off' and e.xid > since_xid and e.xid <= through_xid and not exists (
    select from case_file c where c.id = e.id and c.ended = 'approved' and c.resolution ->> 'action' = 'write_off')
$$;
