-- A transfer, its right, its buy, its bytes and its postings say the same.
create or replace function check_transfers(since_xid bigint) returns setof finding language sql stable as $$
  select row(f.id::text, problem)::finding
  from transfer f
  left join transfer_right r on r.id = f.right_id
  left join transaction t on t.id = r.transaction_id
  left join token_destination b on b.transaction_id = r.transaction_id
  left join lane l on l.id = f.lane_id
  left join entry e on e.id = f.entry_id
  left join posting p on p.entry_id = f.entry_id and p.ordinal = 1
  left join posting q on q.entry_id = f.entry_id and q.ordinal = 2
  cross join lateral (select count(*) as attempts, coalesce(bool_or(a.kind = 'pay'), false) as has_pay,
    coalesce(bool_or(a.hash = f.hash), false) as has_hash from transfer_attempt a where a.transfer_id = f.id) a
  cross join lateral (select case
    when r.id is null or l.id is null or t.id is null then 'it has no right, no lane or no transaction'
    when (f.mode, f.network) is distinct from (r.mode, r.network) or (f.mode, f.network) is distinct from (l.mode, l.network)
      or (r.mode, r.business_id, r.reference) is distinct from (t.mode, t.business_id, t.reference)
      or (r.purpose, r.network, r.address) is distinct from (b.purpose, b.network, b.wallet_address)
        then 'it is not for its buy, or not of its lane'
    when (e.transaction_id, e.mode) is distinct from (r.transaction_id, f.mode)
      or (p.debit_kind, p.debit_owner, p.credit_kind, p.credit_owner, p.asset)
        is distinct from ('held'::account_kind, t.id::text, 'committed'::account_kind, t.id::text, held_asset(r.purpose))
      or (q.debit_kind, q.debit_owner, q.credit_kind, q.credit_owner, q.asset, q.amount_minor::numeric)
        is distinct from ('outgoing'::account_kind, f.network, 'float'::account_kind, l.network || ':' || l.number, 'NGNC'::asset,
          r.tokens_minor::numeric)
      or p.amount_minor::numeric - r.tokens_minor::numeric is distinct from b.fee_minor::numeric
      then 'the ledger does not have its opening'
    when (f.state = 'reserved') and a.attempts > 0 or f.state in ('signed', 'final_ok', 'final_failed') and a.attempts = 0
      or f.state in ('final_ok', 'final_failed', 'final_void') and f.hash is not null and not a.has_hash
      or f.state = 'final_ok' and not a.has_pay then 'its bytes are not what its state says'
    when f.state in ('final_failed', 'final_void') and not exists (select from entry x where x.reverses = f.entry_id)
      or f.state not in ('final_failed', 'final_void') and exists (select from entry x where x.reverses = f.entry_id)
      then 'it is ' || f.state || ', and the ledger says otherwise'
    when f.state = 'final_ok' and (select count(*) from entry x join posting y on y.entry_id = x.id
        where x.transaction_id = t.id and x.step = 'delivery_final' and y.credit_kind = 'outgoing' and y.asset = 'NGNC'
          and y.amount_minor::numeric = r.tokens_minor::numeric) <> 1 then 'it is final, and the ledger does not have that once'
    when case f.state when 'reserved' then t.status <> all (statuses_to_deliver()) when 'signed' then t.status <> 'sending'
      when 'final_ok' then t.status not in ('completed', 'recalled') else false end
      then 'it is ' || f.state || ', and its transaction is ' || t.status
    end as problem) c
  where problem is not null and (e.xid > since_xid or e.xid is null or f.state in ('reserved', 'signed', 'conflict'))
  union all
  select row(r.id::text, 'it was used ' || count(*) || ' times')::finding
  from transfer_right r join transfer f on f.right_id = r.id and f.state in ('reserved', 'signed', 'final_ok', 'conflict')
  group by r.id having count(*) > 1
  union all
  select row(t.id::text, 'it is ' || t.status || ', and nothing was delivered')::finding
  from transaction t join token_destination b on b.transaction_id = t.id
  where b.network is not null and t.status in ('sending', 'completed') and not exists (
    select from transfer_right r join transfer f on f.right_id = r.id where r.transaction_id = t.id
      and f.state = any (case t.status when 'completed' then '{final_ok}'::text[] else '{signed,conflict}' end))
$$;

-- The locks of a lane have no gap, from its first to its next: each has its transfer, or was adopted and waits for one.
create or replace function check_locks(since_xid bigint) returns setof finding language sql stable as $$
  select row(l.id::text, format('%s locks from %s to %s, the first is %s and the next %s', f.locks, f.first, f.last, l.first_lock,
    l.next_lock))::finding
  from lane l
  left join (
    select x.lane_id, count(*) as locks, min(x.lock) as first, max(x.lock) as last from (
      select lane_id, lock from transfer
      union all
      select lane_id, lock from adopted_lock where state in ('waiting', 'void')) x
    group by x.lane_id) f on f.lane_id = l.id
  where case when f.lane_id is null then l.next_lock <> l.first_lock
    else f.first <> l.first_lock or f.last <> l.next_lock - 1 or f.locks <> l.next_lock - l.first_lock end
$$;

-- What waits to be delivered is cleared and holds its naira; and what is cleared waits, or is under way.
create or replace function check_deliveries(since_xid bigint) returns setof finding language sql stable as $$
  select row(d.transaction_id::text, case
      when t.id is null then 'waits to be delivered and is no transaction'
      when t.status <> all (statuses_to_deliver()) then 'waits to be delivered and is ' || t.status
      else 'waits to be delivered, and not as it was cleared' end)::finding
  from delivery d
  left join transaction t on t.id = d.transaction_id
  left join token_destination b on b.transaction_id = d.transaction_id
  left join lane l on l.id = d.lane_id
  where t.id is null or t.status <> all (statuses_to_deliver() || '{recalled}')
    or (d.mode, d.business_id, d.network, d.address, d.fee_minor::numeric) is distinct from (t.mode, t.business_id, b.network,
      b.wallet_address, b.fee_minor::numeric)
    or (d.mode, d.network, d.purpose) is distinct from (l.mode, l.network, b.purpose)
      or d.tokens_minor::numeric <> d.amount_minor::numeric - d.fee_minor::numeric
    or live_transfer(d.transaction_id) is not null
  union all
  select row(t.id::text, 'it is cleared, and nothing delivers it')::finding
  from transaction t join token_destination b on b.transaction_id = t.id
  where t.status = 'cleared' and b.network is not null and live_transfer(t.id) is null
    and not exists (select from delivery d where d.transaction_id = t.id)
$$;

-- What was adopted is in transit until a right takes it, and then that right has it.
create or replace function check_adopted(since_xid bigint) returns setof finding language sql stable as $$
  select row(a.lane_id || ' ' || a.lock, 'it was adopted, and its tokens are not where it says')::finding
  from adopted_lock a join lane l on l.id = a.lane_id
  where a.state <> 'proposed' and (a.entry_id is not null or (a.state = 'waiting' and a.tokens_minor::numeric > 0)) and not (
    exists (
      select from posting p where p.entry_id = a.entry_id and p.mode = l.mode and p.debit_kind = 'transit' and p.credit_kind = 'float'
        and p.credit_owner = l.network || ':' || l.number and p.asset = 'NGNC' and p.amount_minor::numeric = a.tokens_minor::numeric)
    and (a.state = 'waiting') = not exists (select from entry e where e.reverses = a.entry_id))
  union all
  select row(a.lane_id || ' ' || a.lock, 'it was taken, and no transfer has it')::finding
  from adopted_lock a
  where a.state = 'taken' and not exists (
    select from transfer f join transfer_right r on r.id = f.right_id
    where f.id = a.transfer_id and f.lane_id = a.lane_id and f.lock = a.lock
      and a.right_key = format('%s/%s/%s/%s/%s', r.business_id, r.mode, r.reference, r.purpose, r.leg)
      and r.tokens_minor::numeric = a.tokens_minor::numeric and is_same_wallet(r.network, r.address, a.address))
$$;

-- A lane is given up by two people, and then nothing has a lock there without bytes.
create or replace function check_abandoned(since_xid bigint) returns setof finding language sql stable as $$
  select row(l.id::text, 'it was given up, and no two people decided that')::finding
  from lane l
  where l.abandoned_at is not null and not exists (
    select from case_file c where c.ended = 'approved' and c.resolution ->> 'action' = 'abandon_lane'
      and c.resolution ->> 'lane_id' = l.id::text)
  union all
  select row(c.id::text, 'it was decided to give a lane up, and that was not done')::finding
  from case_file c
  where c.ended = 'approved' and c.resolution ->> 'action' = 'abandon_lane' and not exists (
    select from lane l where l.id::text = c.resolution ->> 'lane_id' and l.abandoned_at is not null and l.state = 'halted')
  union all
  select row(f.id::text, 'its lane was given up, and it still waits for its bytes')::finding
  from lane l join transfer f on f.lane_id = l.id and f.state = 'reserved' where l.abandoned_at is not null
$$;

-- What was written off was decided by two people and is booked so, to the kobo, until its buy comes after all.
create or replace function check_write_offs(since_xid bigint) returns setof finding language sql stable as $$
  select row(c.id::text, 'it was decided to write tokens off, and the ledger does not have that')::finding
  from case_file c join case_step s on s.case_id = c.id and s.sequence = c.version
  where c.ended = 'approved' and c.resolution ->> 'action' = 'write_off' and s.xid > since_xid
    and (not exists (select from entry e where e.id = c.id and e.step = 'lock_written_off' and e.mode = c.mode and e.xid = s.xid)
      or exists (
        select * from write_off_postings(c.resolution)
        except select p.debit_kind, p.debit_owner, p.credit_kind, p.credit_owner, p.asset, p.amount_minor::numeric from posting p
          where p.entry_id = c.id)
      or (select count(*) from posting p where p.entry_id = c.id) <> (select count(*) from write_off_postings(c.resolution)))
  union all
  select row(e.id::text, 'it is called a write-off, and no two people decided that')::finding
  from entry e
  where e.step = 'lock_written_off' and e.xid > since_xid and not exists (
    select from case_file c where c.id = e.id and c.ended = 'approved' and c.resolution ->> 'action' = 'write_off')
  union all
  select row(a.lane_id || ' ' || a.lock, 'it was written off, and the ledger says otherwise')::finding
  from adopted_lock a
  where a.written_off_at is not null and not (
    exists (
      select from case_file c where c.id = a.write_off_entry_id and c.ended = 'approved' and c.resolution ->> 'action' = 'write_off'
        and c.resolution ->> 'lane_id' = a.lane_id::text and c.resolution ->> 'lock' = a.lock::text
        and c.resolution ->> 'tokens_minor' = a.tokens_minor::text)
    and (a.state = 'taken') = exists (select from entry e where e.reverses = a.write_off_entry_id))
$$;
