-- Guards a lock that was adopted after a restore: its identity never changes, and its state only moves forward (AF002).
create or replace function guard_adopted() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  if old.state = 'taken' or (old.state, new.state) in (('waiting', 'proposed'), ('void', 'proposed'), ('void', 'waiting'))
    or (new.lane_id, new.lock, new.right_key, new.transfer_id, new.right_id, new.transaction_id, new.address, new.tokens_minor::numeric)
      is distinct from (old.lane_id, old.lock, old.right_key, old.transfer_id, old.right_id, old.transaction_id, old.address,
        old.tokens_minor::numeric) then
    raise exception 'lock % of lane % cannot be changed in this way (from % to %)', old.lock, old.lane_id, old.state,
      new.state using errcode = 'AF002';
  end if;
  return new;
end $$;

-- Refuses (AF002) to delete an adopted lock. Only a proposal may be deleted.
create or replace function keep_adopted() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  if old.state <> 'proposed' then
    raise exception 'lock % of lane % was adopted and cannot be removed', old.lock, old.lane_id using errcode = 'AF002';
  end if;
  return old;
end $$;

-- Returns a digest of the locks that are proposed for a lane. The approval is for exactly these.
create or replace function adoption_digest(p_lane uuid) returns text language sql stable as $$
  select md5(string_agg(format('%s|%s|%s|%s|%s|%s|%s|%s', a.lock, a.right_key, a.transfer_id, a.address, a.tokens_minor, a.attempts,
    a.end_state, a.gas_units),
    E'\n' order by a.lock))
  from adopted_lock a where a.lane_id = p_lane and a.state = 'proposed'
$$;

-- Stores as a proposal what the journal and the chain know of a lane beyond our rows: [{lock, right_key, transfer_id, right_id,
-- transaction_id, address, tokens_minor, attempts, credits, end_state, evidence, gas_units}]. The proposal has no effect before it is
-- approved.
create or replace function propose_adoption(p_case uuid, p_lane uuid, p_locks json, p_at timestamptz) returns text
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

-- Books the gas that an adopted lock used.
create or replace function spend_adopted_gas(l lane, p_gas numeric, p_at timestamptz) returns uuid language plpgsql as $$
declare
  v_entry uuid := afara_uuid();
begin
  if p_gas is null or p_gas = 0 then
    return null;
  end if;
  perform post_entry(v_entry, l.mode, null, 'gas_spent', p_at, '{expense}', '{gas}', '{gas}', array[l.network], array[gas_asset(l.network)],
    array[p_gas]::positive_minor[]);
  return v_entry;
end $$;

-- Adopts the proposed locks of a lane: moves the lane's next lock past them, books their tokens as in transit, and resumes the lane. The
-- freeze is lifted by a separate decision.
create or replace function carry_out_adopt(p_case uuid, p_at timestamptz) returns void
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
    raise exception 'the locks to adopt differ from the proposal' using errcode = 'AF040';
  end if;
  select min(a.lock), max(a.lock), count(*) into v_first, v_last, v_count from adopted_lock a where a.lane_id = l.id
    and a.state = 'proposed';
  if l.state <> 'halted' or v_first <> l.next_lock or v_count <> v_last - v_first + 1 then
    raise exception 'lane % must be halted (it is %), and the locks to adopt must start at % without a gap (they are % to %, % in all)',
      l.id, l.state, l.next_lock, v_first,
      v_last, v_count
      using errcode = 'AF040';
  end if;
  update adopted_lock a set adopted_at = p_at, entry_id = case when a.end_state is distinct from 'final_ok' and a.end_state is not null
      or a.tokens_minor::numeric = 0 then null else afara_uuid() end,
      state = case when a.end_state in ('final_failed', 'final_void') then 'void' else 'waiting' end
    where a.lane_id = l.id and a.state = 'proposed';
  perform post_mixed_entries(l.mode, 'lock_adopted', p_at, array_agg(a.entry_id order by a.lock), array_agg(null::uuid),
      array_agg(a.entry_id order by a.lock), array_agg('transit'::account_kind), array_agg(''::text), array_agg('float'::account_kind),
      array_agg(l.network || ':' || l.number), array_agg('NGNC'::asset),
        array_agg(a.tokens_minor::numeric order by a.lock)::positive_minor[])
    from adopted_lock a where a.lane_id = l.id and a.case_id = p_case and a.adopted_at = p_at and a.entry_id is not null
    having count(*) > 0;
  update adopted_lock a set gas_entry_id = spend_adopted_gas(l, a.gas_units, p_at)
    where a.lane_id = l.id and a.case_id = p_case and a.state = 'void' and a.adopted_at = p_at;
  update lane set next_lock = v_last + 1 where id = l.id;
  perform move_lane(l.id, 'active', null, p_at);
  perform open_case(afara_uuid(), l.mode, 'restored', null, null, null, null,
      format('%s transfers of %s lane %s were sent before the restore, and their transactions are missing.', count(*), l.network, l.number),
      jsonb_build_object('subject', 'adopted:' || l.id, 'network', l.network, 'number', l.number, 'first_lock', min(a.lock)::text,
        'last_lock', max(a.lock)::text), null, p_at, p_at + interval '1 day')
    from adopted_lock a where a.lane_id = l.id and a.state = 'waiting' and a.tokens_minor::numeric > 0
    having count(*) > 0;
end $$;

-- Returns adopted locks whose outcome is not final on the chain yet, with everything that was signed for them.
create or replace function list_adopted(p_lane uuid, p_most integer)
returns table (lock numeric, transfer_id uuid, address text, tokens_minor numeric, attempts jsonb)
language sql stable security definer set search_path = afara, pg_temp as $$
  select a.lock, a.transfer_id, a.address, a.tokens_minor::numeric, a.attempts
  from adopted_lock a where a.lane_id = p_lane and a.state = 'waiting' and a.end_state is null order by a.lock limit p_most
$$;

-- Stores a signed attempt of an adopted lock: [{kind, raw, hash, fees}]. A lock that was never signed blocks all later ones, so a cancel
-- uses it up.
create or replace function keep_adopted_attempt(p_lane uuid, p_fence bigint, p_lock numeric, p_attempt jsonb) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform require_lane(p_lane, p_fence);
  update adopted_lock set attempts = attempts || p_attempt where lane_id = p_lane and lock = p_lock and state = 'waiting';
end $$;

-- Makes lanes due at once if they have not been compared with the chain and the journal since the database started. A worker calls this
-- when it starts, so that everything is frozen seconds after a restore.
create or replace function hasten_comparing(p_at timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update wake w set due_at = p_at, nudge_due_at = null from lane l
  where w.subject_id = l.id and w.type = 'lane' and l.state <> 'halted'
    and l.checked_start is distinct from pg_postmaster_start_time()
$$;

-- Makes lanes due at once, as hasten_comparing does, while balances wait for it. Every pass of reconciliation calls this, because
-- PostgreSQL may restart while the worker runs, and a lane where nothing happens is read only every few minutes.
create or replace function hasten_awaited_comparing(p_at timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  select hasten_comparing(p_at) where is_spending_uncompared()
$$;

-- Returns which of these locks may be sent now: the caller holds the lane, it is not halted, and no freeze covers the lock. A cancel moves
-- no tokens and ignores the freeze of a business. Called in the commit just before sending.
create or replace function permit_adopted(p_lane uuid, p_fence bigint, p_locks numeric[]) returns table (lock numeric)
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

-- Records the final outcomes of adopted locks on the chain: [{lock, state, evidence, gas_units}]. state is one of final_ok, final_failed,
-- final_void.
create or replace function note_adopted(p_lane uuid, p_fence bigint, p_ends json, p_at timestamptz) returns void
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
      perform reverse_entry(afara_uuid(), x.entry_id, 'lock_void', p_at);
    end if;
    update adopted_lock set end_state = x.state, evidence = x.evidence, gas_units = x.gas_units,
        state = case x.state when 'final_ok' then 'waiting' else 'void' end,
        gas_entry_id = case x.state when 'final_ok' then null else spend_adopted_gas(l, x.gas_units, p_at) end
      where lane_id = p_lane and lock = x.lock;
  end loop;
  perform close_adopted(p_lane, p_at);
end $$;

-- Closes the case of a restore when no adopted lock waits for its transaction. A lock that was written off does not count.
create or replace function close_adopted(p_lane uuid, p_at timestamptz) returns void language sql as $$
  select close_case(c.id, '{"action": "dismiss", "reason": "each transfer has its transaction, moved nothing, or was written off"}', p_at)
    from case_file c
  where c.kind = 'restored' and c.state <> 'resolved' and c.facts ->> 'subject' = 'adopted:' || p_lane
    and not exists (
      select from adopted_lock a where a.lane_id = p_lane and a.state = 'waiting' and a.tokens_minor::numeric > 0
        and a.written_off_at is null)
$$;
