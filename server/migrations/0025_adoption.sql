-- Why: a database that was restored from a copy has forgotten what it sent, and the chain and the signer's journal have not. Before
-- anything leaves again, two people take over what these know: each forgotten lock with its bytes. When a buy with the same
-- reference comes again, its right takes the lock that was used for it, and nothing is sent twice. What nobody comes for stays
-- visible: its tokens are in transit, and people are asked.

set local role afara_owner;
set local search_path = afara;

create table adopted_lock (
  lane_id uuid not null references lane (id),
  lock numeric(38, 0) not null check (lock >= 0),
  -- '<business>/<mode>/<reference>/<purpose>/<leg>': what a right is called before and after a restore.
  right_key text not null check (right_key like '%/%/%/%/%'),
  -- What it was called in the rows that are lost.
  transfer_id uuid not null unique,
  right_id uuid not null,
  transaction_id uuid not null,
  address text not null,
  tokens_minor nonnegative_minor not null,
  -- [{kind, raw (hex), hash, fees}], oldest first. Without any, nothing was signed.
  attempts jsonb not null check (jsonb_typeof(attempts) = 'array'),
  credits jsonb not null,
  case_id uuid not null,
  -- Waiting: its tokens have left, or may leave at any time. Void: it moved nothing and never will. Taken: by a right.
  state text not null default 'proposed' check (state in ('proposed', 'waiting', 'void', 'taken')),
  -- What the chain shows at finality.
  end_state text check (end_state in ('final_ok', 'final_failed', 'final_void')),
  evidence jsonb,
  gas_units numeric(78, 0) check (gas_units >= 0),
  -- In the ledger: tokens in transit; gas of what is void.
  entry_id uuid,
  gas_entry_id uuid,
  proposed_at timestamptz not null,
  adopted_at timestamptz,
  taken_at timestamptz,
  primary key (lane_id, lock),
  check ((state = 'proposed') = (adopted_at is null)),
  check ((state = 'taken') = (taken_at is not null)),
  check (state <> 'void' or end_state in ('final_failed', 'final_void')),
  check (state <> 'waiting' or end_state is null or end_state = 'final_ok')
);
-- A right has one lock that may have paid: the next one was only signed when the one before it was dead.
create unique index adopted_lock_alive on adopted_lock (right_key) where state = 'waiting' and tokens_minor > 0;
create index adopted_lock_free on adopted_lock (right_key) where state in ('waiting', 'void');
create index adopted_lock_open on adopted_lock (lane_id) where state = 'waiting' and end_state is null;

create function guard_adopted() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  if old.state = 'taken' or (old.state, new.state) in (('waiting', 'proposed'), ('void', 'proposed'), ('void', 'waiting'))
    or (new.lane_id, new.lock, new.right_key, new.transfer_id, new.right_id, new.transaction_id, new.address, new.tokens_minor::numeric)
      is distinct from (old.lane_id, old.lock, old.right_key, old.transfer_id, old.right_id, old.transaction_id, old.address, old.tokens_minor::numeric) then
    raise exception 'lock % of lane % is % and does not become % like this', old.lock, old.lane_id, old.state, new.state using errcode = 'AF002';
  end if;
  return new;
end $$;
create function keep_adopted() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  if old.state <> 'proposed' then
    raise exception 'lock % of lane % was adopted and stays', old.lock, old.lane_id using errcode = 'AF002';
  end if;
  return old;
end $$;
create trigger adopted_lock_guard before update on adopted_lock for each row execute function guard_adopted();
create trigger adopted_lock_stays before delete on adopted_lock for each row execute function keep_adopted();
create trigger adopted_lock_whole before truncate on adopted_lock for each statement execute function refuse_change();

-- ── two people take over what was forgotten ───────────────────────────────────────────────────────────────────

-- What was proposed for a lane, in one line: whoever approves, approves exactly that.
create function adoption_digest(p_lane uuid) returns text language sql stable as $$
  select md5(string_agg(format('%s|%s|%s|%s|%s|%s|%s|%s', a.lock, a.right_key, a.transfer_id, a.address, a.tokens_minor, a.attempts, a.end_state, a.gas_units),
    E'\n' order by a.lock))
  from adopted_lock a where a.lane_id = p_lane and a.state = 'proposed'
$$;

-- Puts down what the journal and the chain know of a lane beyond our rows: [{lock, right_key, transfer_id, right_id, transaction_id,
-- address, tokens_minor, attempts, credits, end_state, evidence, gas_units}]. Nothing follows from it before it is approved.
create function propose_adoption(p_case uuid, p_lane uuid, p_locks json, p_at timestamptz) returns text
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  delete from adopted_lock where lane_id = p_lane and state = 'proposed';
  insert into adopted_lock (lane_id, lock, right_key, transfer_id, right_id, transaction_id, address, tokens_minor, attempts, credits,
      case_id, end_state, evidence, gas_units, proposed_at)
    select p_lane, x.lock, x.right_key, x.transfer_id, x.right_id, x.transaction_id, x.address, x.tokens_minor, x.attempts, x.credits,
      p_case, x.end_state, x.evidence, x.gas_units, p_at
    from json_to_recordset(p_locks) as x (lock numeric, right_key text, transfer_id uuid, right_id uuid, transaction_id uuid, address text,
      tokens_minor numeric, attempts jsonb, credits jsonb, end_state text, evidence jsonb, gas_units numeric);
  return adoption_digest(p_lane);
end $$;

-- Gas that a lock used up without paying anybody.
create function spend_adopted_gas(l lane, p_gas numeric, p_at timestamptz) returns uuid language plpgsql as $$
declare
  v_entry uuid := uuidv7();
begin
  if p_gas is null or p_gas = 0 then
    return null;
  end if;
  perform post_entry(v_entry, l.mode, null, 'gas_spent', p_at, '{expense}', '{gas}', '{gas}', array[l.network], array[gas_asset(l.network)],
    array[p_gas]::positive_minor[]);
  return v_entry;
end $$;

-- The lane's next lock is past what was forgotten, its tokens are in transit, and it may work again; the freeze is lifted apart from this.
create function carry_out_adopt(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  v_file case_file := decided_case(p_case, 'adopt');
  l lane;
  v_first numeric;
  v_last numeric;
  v_count integer;
begin
  select * into strict l from lane where id = (v_file.resolution ->> 'lane_id')::uuid for no key update;
  if adoption_digest(l.id) is distinct from v_file.resolution ->> 'digest' then
    raise exception 'what would be taken over is not what was proposed' using errcode = 'AF040';
  end if;
  select min(a.lock), max(a.lock), count(*) into v_first, v_last, v_count from adopted_lock a where a.lane_id = l.id and a.state = 'proposed';
  if l.state <> 'halted' or v_first <> l.next_lock or v_count <> v_last - v_first + 1 then
    raise exception 'lane % is %, its next lock is %, and locks % to % (%) would be taken over', l.id, l.state, l.next_lock, v_first, v_last, v_count
      using errcode = 'AF040';
  end if;
  update adopted_lock a set adopted_at = p_at, entry_id = case when a.end_state is distinct from 'final_ok' and a.end_state is not null
      or a.tokens_minor::numeric = 0 then null else uuidv7() end,
      state = case when a.end_state in ('final_failed', 'final_void') then 'void' else 'waiting' end
    where a.lane_id = l.id and a.state = 'proposed';
  perform post_mixed_entries(l.mode, 'lock_adopted', p_at, array_agg(a.entry_id order by a.lock), array_agg(null::uuid),
      array_agg(a.entry_id order by a.lock), array_agg('transit'::account_kind), array_agg(''::text), array_agg('float'::account_kind),
      array_agg(l.network || ':' || l.number), array_agg('NGNC'::asset), array_agg(a.tokens_minor::numeric order by a.lock)::positive_minor[])
    from adopted_lock a where a.lane_id = l.id and a.case_id = p_case and a.adopted_at = p_at and a.entry_id is not null
    having count(*) > 0;
  update adopted_lock a set gas_entry_id = spend_adopted_gas(l, a.gas_units, p_at)
    where a.lane_id = l.id and a.case_id = p_case and a.state = 'void' and a.adopted_at = p_at;
  update lane set next_lock = v_last + 1 where id = l.id;
  perform move_lane(l.id, 'active', null, p_at);
  perform open_case(uuidv7(), l.mode, 'restored', null, null, null, null,
      format('%s transfers of %s lane %s were sent before the restore, and their buys are not here yet', count(*), l.network, l.number),
      jsonb_build_object('subject', 'adopted:' || l.id, 'network', l.network, 'number', l.number, 'first_lock', min(a.lock)::text,
        'last_lock', max(a.lock)::text), null, p_at, p_at + interval '1 day')
    from adopted_lock a where a.lane_id = l.id and a.state = 'waiting' and a.tokens_minor::numeric > 0
    having count(*) > 0;
end $$;

-- ── what becomes of adopted locks ─────────────────────────────────────────────────────────────────────────────

-- Adopted locks of which the chain has not said the last word, with everything that was signed for them.
create function list_adopted(p_lane uuid, p_most integer)
returns table (lock numeric, transfer_id uuid, address text, tokens_minor numeric, attempts jsonb)
language sql stable security definer set search_path = afara, pg_temp as $$
  select a.lock, a.transfer_id, a.address, a.tokens_minor::numeric, a.attempts
  from adopted_lock a where a.lane_id = p_lane and a.state = 'waiting' and a.end_state is null order by a.lock limit p_most
$$;

-- A lock that was never signed holds up all later ones: it is used up by a cancel. [{kind, raw, hash, fees}]
create function keep_adopted_attempt(p_lane uuid, p_fence bigint, p_lock numeric, p_attempt jsonb) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform require_lane(p_lane, p_fence);
  update adopted_lock set attempts = attempts || p_attempt where lane_id = p_lane and lock = p_lock and state = 'waiting';
end $$;

-- A worker starts: lanes that nobody has compared with the world since the database started are looked at now, not when they
-- would have been. After a restore everything is frozen seconds later.
create function hasten_comparing(p_at timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update wake w set due_at = p_at, nudge_due_at = null from lane l
  where w.subject_id = l.id and w.type = 'lane' and l.state <> 'halted'
    and l.checked_start is distinct from pg_postmaster_start_time()
$$;

-- Which of these locks may be sent for in this moment: the lane is held and not halted, and nothing that covers it is frozen. A
-- cancel moves no tokens, and passes the freeze of a business. Asked in the commit just before the sending.
create function permit_adopted(p_lane uuid, p_fence bigint, p_locks numeric[]) returns table (lock numeric)
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  l lane := require_lane(p_lane, p_fence);
begin
  return query
    select a.lock from adopted_lock a
    where a.lane_id = p_lane and a.lock = any (p_locks) and a.state = 'waiting' and a.end_state is null and l.state <> 'halted'
      and not exists (select from freeze_order f where f.lifted_at is null and case f.scope
        when 'all' then true
        when 'network' then f.subject = l.mode || ':' || l.network
        else f.subject = split_part(a.right_key, '/', 1) and a.attempts -> -1 ->> 'kind' is distinct from 'cancel' end)
    order by a.lock;
end $$;

-- What the chain shows at finality: [{lock, state, evidence, gas_units}], state one of final_ok, final_failed, final_void.
create function note_adopted(p_lane uuid, p_fence bigint, p_ends json, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  l lane := require_lane(p_lane, p_fence);
  x record;
begin
  for x in
    select a.lock, a.entry_id, e.state, e.evidence, e.gas_units
    from json_to_recordset(p_ends) as e (lock numeric, state text, evidence jsonb, gas_units numeric)
    join adopted_lock a on a.lane_id = p_lane and a.lock = e.lock and a.state = 'waiting' and a.end_state is null order by a.lock
  loop
    if x.state <> 'final_ok' and x.entry_id is not null then
      perform reverse_entry(uuidv7(), x.entry_id, 'lock_void', p_at);
    end if;
    update adopted_lock set end_state = x.state, evidence = x.evidence, gas_units = x.gas_units,
        state = case x.state when 'final_ok' then 'waiting' else 'void' end,
        gas_entry_id = case x.state when 'final_ok' then null else spend_adopted_gas(l, x.gas_units, p_at) end
      where lane_id = p_lane and lock = x.lock;
  end loop;
  perform close_adopted(p_lane, p_at);
end $$;

-- Nobody has to be looked for any more.
create function close_adopted(p_lane uuid, p_at timestamptz) returns void language sql as $$
  select close_case(c.id, '{"action": "dismiss", "reason": "each of them has its buy, or moved nothing"}', p_at) from case_file c
  where c.kind = 'restored' and c.state <> 'resolved' and c.facts ->> 'subject' = 'adopted:' || p_lane
    and not exists (select from adopted_lock a where a.lane_id = p_lane and a.state = 'waiting' and a.tokens_minor::numeric > 0)
$$;

-- ── a right takes the lock that was used for it ───────────────────────────────────────────────────────────────

-- A buy that is to be delivered, and was sent before the restore: its right gets the lock and the bytes, and from here on it is as if it
-- had never been forgotten.
create function take_adopted(l lane, d delivery, a adopted_lock, p_at timestamptz) returns void language plpgsql as $$
declare
  v_owner text := l.network || ':' || l.number;
  v_entry uuid := uuidv7();
  v_right uuid;
  v_last jsonb := a.attempts -> -1;
begin
  if a.entry_id is not null and a.state = 'waiting' then
    perform reverse_entry(uuidv7(), a.entry_id, 'lock_taken', p_at);
  end if;
  if a.gas_entry_id is not null then
    perform reverse_entry(uuidv7(), a.gas_entry_id, 'lock_taken', p_at);
  end if;
  update adopted_lock set state = 'taken', taken_at = p_at where lane_id = a.lane_id and lock = a.lock;
  select r.id into v_right from transfer_right r where r.transaction_id = d.transaction_id and r.purpose = 'delivery' and r.leg = 1;
  if not found then
    v_right := a.right_id;
    insert into transfer_right (id, mode, transaction_id, purpose, leg, business_id, reference, network, address, tokens_minor, opened_at)
      select v_right, d.mode, d.transaction_id, 'delivery', 1, d.business_id, t.reference, d.network, d.address, d.tokens_minor, p_at
      from transaction t where t.id = d.transaction_id;
  end if;
  perform post_mixed_entries(l.mode, 'delivery_opened', p_at, array[v_entry], array[d.transaction_id], array[v_entry, v_entry],
    array['held', 'outgoing']::account_kind[], array[d.transaction_id::text, l.network],
    array['committed', 'float']::account_kind[], array[d.transaction_id::text, v_owner],
    array['NGN', 'NGNC']::asset[], array[d.amount_minor::numeric, d.tokens_minor::numeric]::positive_minor[]);
  insert into transfer (id, right_id, mode, network, lane_id, lock, state, entry_id, opened_at)
    values (a.transfer_id, v_right, l.mode, l.network, l.id, a.lock, 'reserved', v_entry, p_at);
  -- Without bytes it is signed on the same lock, as any other that was left so.
  if v_last is not null then
    if move_transactions(array[d.transaction_id], array['transfer_signed'],
        array[jsonb_build_object('transfer', 'trf_' || replace(a.transfer_id::text, '-', ''), 'network', l.network, 'adopted', true)], null, p_at) <> 1 then
      raise exception 'transaction % cannot take lock % of lane %', d.transaction_id, a.lock, l.id using errcode = 'AF001';
    end if;
    insert into transfer_attempt (id, transfer_id, number, kind, raw, hash, fees, signed_at)
      select uuidv7(), a.transfer_id, x.place, x.attempt ->> 'kind', decode(x.attempt ->> 'raw', 'hex'), x.attempt ->> 'hash', x.attempt -> 'fees', p_at
      from jsonb_array_elements(a.attempts) with ordinality as x (attempt, place);
    update transfer set state = 'signed', signed_at = p_at, hash = v_last ->> 'hash' where id = a.transfer_id;
  end if;
  delete from delivery where transaction_id = d.transaction_id;
end $$;

-- What waits in a lane and was sent before the restore. Of a right's locks the one that may have paid comes first.
-- A lock without tokens was only ever cancelled: nobody was to be paid by it, and its right is as it was.
create function take_adopted_locks(l lane, p_at timestamptz) returns void language plpgsql as $$
declare
  v_due uuid[];
  d delivery;
  a adopted_lock;
begin
  v_due := array(
    select w.transaction_id from delivery w join transaction t on t.id = w.transaction_id
    where w.lane_id = l.id and exists (
      select from adopted_lock x where x.state in ('waiting', 'void') and x.tokens_minor > 0
        and x.right_key = format('%s/%s/%s/delivery/1', w.business_id, w.mode, t.reference)));
  perform from transaction t where t.id = any (v_due) order by t.id for no key update;
  for d in
    select w.* from delivery w join transaction t on t.id = w.transaction_id
      join balance h on h.owner = w.transaction_id::text and h.kind = 'held' and h.asset = 'NGN' and h.mode = w.mode
    where w.transaction_id = any (v_due) and w.lane_id = l.id and t.status in ('cleared', 'send_failed')
      and h.amount_minor::numeric = w.amount_minor::numeric and live_transfer(t.id) is null
    order by w.transaction_id
  loop
    select x.* into a from adopted_lock x, transaction t
      where t.id = d.transaction_id and x.state in ('waiting', 'void') and x.tokens_minor > 0
        and x.right_key = format('%s/%s/%s/delivery/1', d.business_id, d.mode, t.reference)
      order by x.state = 'waiting' desc, x.lock limit 1 for update of x;
    continue when not found;
    if (lower(a.address), a.tokens_minor::numeric) is distinct from (lower(d.address), d.tokens_minor::numeric)
      or not exists (select from lane o where o.id = a.lane_id and (o.mode, o.network) = (d.mode, d.network)) then
      perform stop_delivery(d.transaction_id, 'restored', 'Under this reference something else was sent before the restore.',
        jsonb_build_object('sent_to', a.address, 'sent_minor', a.tokens_minor::text, 'lane', a.lane_id, 'lock', a.lock::text), p_at);
    elsif a.lane_id <> l.id then
      update delivery set lane_id = a.lane_id, due_at = p_at where transaction_id = d.transaction_id;
      perform wake_now('lane', a.lane_id, p_at);
    else
      perform take_adopted(l, d, a, p_at);
    end if;
  end loop;
  perform close_adopted(l.id, p_at);
end $$;

alter function open_transfers(uuid, bigint, integer, timestamptz) rename to open_new_transfers;
revoke execute on function open_new_transfers from afara_worker;

-- Whoever opens it: a right whose lock was adopted has that one and no other.
create function refuse_second_lock() returns trigger language plpgsql set search_path = afara, pg_temp as $$
declare
  v_key text;
begin
  if not exists (select from adopted_lock a where a.state = 'waiting') then
    return null;
  end if;
  select a.right_key into v_key from fresh f join transfer_right r on r.id = f.right_id
    join adopted_lock a on a.right_key = format('%s/%s/%s/%s/%s', r.business_id, r.mode, r.reference, r.purpose, r.leg)
      and a.state = 'waiting' and a.tokens_minor > 0
    limit 1;
  if found then
    raise exception 'the right % was used before the restore', v_key using errcode = 'AF053';
  end if;
  return null;
end $$;
create trigger transfer_second_lock after insert on transfer referencing new table as fresh
  for each statement execute function refuse_second_lock();

-- As before; and what was sent before a restore is not sent again. A delivery that is cleared in this very moment may slip between the two
-- steps; the wall above stops it, and it takes its lock in the next turn.
create function open_transfers(p_lane uuid, p_fence bigint, p_most integer, p_at timestamptz)
returns table (transfer_id uuid, transaction_id uuid, lock numeric, address text, tokens_minor numeric)
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  l lane := require_lane(p_lane, p_fence);
begin
  if not exists (select from adopted_lock a where a.state in ('waiting', 'void')) then
    return query select * from open_new_transfers(p_lane, p_fence, p_most, p_at);
    return;
  end if;
  loop
    if l.state <> 'halted' and l.checked_start is not distinct from pg_postmaster_start_time() then
      perform take_adopted_locks(l, p_at);
    end if;
    begin
      return query select * from open_new_transfers(p_lane, p_fence, p_most, p_at);
      return;
    exception when sqlstate 'AF053' then
      null;
    end;
  end loop;
end $$;

-- ── checks ────────────────────────────────────────────────────────────────────────────────────────────────────

-- The locks of a lane have no gap, from its first to its next: each has its transfer, or was adopted and waits for one.
create or replace function check_locks(since_xid bigint) returns setof finding language sql stable as $$
  select row(l.id::text, format('%s locks from %s to %s, the first is %s and the next %s', f.locks, f.first, f.last, l.first_lock, l.next_lock))::finding
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

-- What was adopted is in transit until a right takes it, and then that right has it.
create function check_adopted(since_xid bigint) returns setof finding language sql stable as $$
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
      and r.tokens_minor::numeric = a.tokens_minor::numeric and lower(r.address) = lower(a.address))
$$;

alter table adopted_lock enable row level security;
alter table adopted_lock force row level security;
create policy house on adopted_lock to afara_owner, afara_worker, afara_sealer using (true) with check (true);
grant select on adopted_lock to afara_worker;
grant execute on function open_transfers, hasten_comparing, list_adopted, keep_adopted_attempt, permit_adopted, note_adopted, check_adopted to afara_worker;
