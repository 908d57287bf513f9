-- Stores signed bytes: [{transfer_id, kind, raw (hex), hash, fees}]. Returns which of them may be sent now: frozen ones wait, except
-- cancels; in a halted lane all of them wait. Bytes that are stored already are not stored twice.
create or replace function store_signed(p_lane uuid, p_fence bigint, p_signed json, p_at timestamptz)
returns table (transfer_id uuid, attempt_id uuid, may_send boolean)
language plpgsql security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  l lane := require_lane(p_lane, p_fence);
  v_ids uuid[];
  v_kinds text[];
  v_raws bytea[];
  v_hashes text[];
  v_fees jsonb[];
  v_rights uuid[];
  v_moving uuid[];
  v_data jsonb[];
  v_moved integer;
begin
  select array_agg(s.transfer_id), array_agg(s.kind), array_agg(decode(s.raw, 'hex')), array_agg(s.hash), array_agg(s.fees)
    into v_ids, v_kinds, v_raws, v_hashes, v_fees
    from json_to_recordset(p_signed) as s (transfer_id uuid, kind text, raw text, hash text, fees jsonb);
  v_rights := array(select f.right_id from transfer f where f.id = any (v_ids));
  select array_agg(r.transaction_id order by r.transaction_id),
      array_agg(jsonb_build_object('transfer', 'trf_' || replace(f.id::text, '-', ''), 'network', f.network) order by r.transaction_id)
    into v_moving, v_data
    from transfer f join transfer_right r on r.id = any (v_rights) and r.id = f.right_id
    where f.id = any (v_ids) and f.state = 'reserved' and f.lane_id = p_lane;
  if v_moving is not null then
    perform from transaction t where t.id = any (v_moving) order by t.id for no key update;
    v_moved := move_transactions(v_moving, array_fill('transfer_signed'::text, array[cardinality(v_moving)]), v_data, null, p_at);
    if v_moved <> cardinality(v_moving) then
      raise exception 'a transaction changed while its transfer was being signed' using errcode = 'AF001';
    end if;
  end if;
  return query
    with signed as materialized (
      select s.id, s.kind, s.raw, s.hash, s.fees,
        l.state <> 'halted' and (s.kind = 'cancel' or not (select is_anything_frozen()) or freeze_of(r.transaction_id, f.network) is null)
          as may_send
      from unnest(v_ids, v_kinds, v_raws, v_hashes, v_fees) as s (id, kind, raw, hash, fees)
      join transfer f on f.id = any (v_ids) and f.id = s.id
      join transfer_right r on r.id = any (v_rights) and r.id = f.right_id
      where f.lane_id = p_lane and f.state in ('reserved', 'signed')
    ), kept as (
      insert into transfer_attempt (id, transfer_id, number, kind, raw, hash, fees, signed_at)
        select afara_uuid(), s.id, 1 + coalesce(b.attempts, 0), s.kind, s.raw, s.hash, s.fees, p_at
        from signed s left join (
          select a.transfer_id, count(*) as attempts from transfer_attempt a where a.transfer_id = any (v_ids) group by a.transfer_id) b
          on b.transfer_id = s.id
        on conflict (hash) do nothing returning id, transfer_id
    ), marked as (
      update transfer f set state = 'signed', signed_at = coalesce(f.signed_at, p_at), hash = s.hash,
          sent_at = case when s.may_send then p_at else f.sent_at end, sent_count = f.sent_count + s.may_send::integer
        from signed s join kept k on k.transfer_id = s.id where f.id = any (v_ids) and f.id = s.id
    )
    select k.transfer_id, k.id, s.may_send from kept k join signed s on s.id = k.transfer_id;
end $$;

-- Returns the newest bytes of those transfers that may be sent now: signed and not ended, in a lane that the caller holds and that is not
-- halted, and not frozen unless they are cancels.
create or replace function permit_sending(p_lane uuid, p_fence bigint, p_transfers uuid[], p_at timestamptz)
returns table (transfer_id uuid, attempt_id uuid, raw bytea)
language plpgsql security definer set search_path = afara, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
declare
  l lane := require_lane(p_lane, p_fence);
begin
  return query
    with due as materialized (
      select f.id, f.lock, a.id as attempt_id, a.raw from transfer f
      cross join lateral (select r.transaction_id from transfer_right r where r.id = f.right_id limit 1) r
      cross join lateral (
        select a.id, a.raw, a.kind from transfer_attempt a where a.transfer_id = f.id order by a.number desc limit 1) a
      where f.id = any (p_transfers) and f.lane_id = p_lane and f.state = 'signed'
        and l.state <> 'halted' and (a.kind = 'cancel' or freeze_of(r.transaction_id, f.network) is null)
    ), marked as (
      update transfer f set sent_at = p_at, sent_count = f.sent_count + 1 from due d where f.id = d.id
    )
    select d.id, d.attempt_id, d.raw from due d order by d.lock;
end $$;

-- Returns signed transfers by lock, with all their attempts ([{kind, hash, fees, signed_at}], oldest first). While a lane is halted,
-- transfers in conflict are included: a node may have been wrong, and the chain may still show their outcome.
create or replace function list_out(p_lane uuid, p_most integer)
returns table (
  transfer_id uuid, transaction_id uuid, lock numeric, address text, tokens_minor numeric, sent_at timestamptz, is_doubtful boolean,
  attempts jsonb)
language sql stable security definer set search_path = afara, pg_temp set enable_seqscan = off as $$
  select f.id, r.transaction_id, f.lock, r.address, r.tokens_minor::numeric, f.sent_at, f.state = 'conflict', (
    select jsonb_agg(jsonb_build_object('kind', a.kind, 'hash', a.hash, 'fees', a.fees, 'signed_at', a.signed_at) order by a.number)
    from transfer_attempt a where a.transfer_id = f.id)
  from transfer f cross join lateral (select * from transfer_right r where r.id = f.right_id limit 1) r
  where f.lane_id = p_lane and f.state in ('signed', 'conflict')
    and (f.state = 'signed' or exists (select from lane l where l.id = p_lane and l.state = 'halted'))
  order by f.lock limit p_most
$$;

-- Returns transfers that a freeze of their business or of a bank account stops while the lane itself may send, and that were last permitted
-- to be sent (or opened) before p_before. Their locks block all later ones, so they are cancelled.
create or replace function list_frozen(p_lane uuid, p_from_lock numeric, p_before timestamptz, p_most integer)
returns table (transfer_id uuid, lock numeric, attempts jsonb)
language sql stable security definer set search_path = afara, pg_temp set enable_seqscan = off as $$
  select f.id, f.lock, coalesce((
    select jsonb_agg(jsonb_build_object('kind', a.kind, 'hash', a.hash, 'fees', a.fees, 'signed_at', a.signed_at) order by a.number)
    from transfer_attempt a where a.transfer_id = f.id), '[]')
  from transfer f cross join lateral (select * from transfer_right r where r.id = f.right_id limit 1) r
  where f.lane_id = p_lane and f.state in ('reserved', 'signed') and f.lock >= p_from_lock
    and coalesce(f.sent_at, f.opened_at) < p_before and freeze_of(r.transaction_id, f.network) is not null
    and not exists (select from transfer_attempt a where a.transfer_id = f.id and a.kind = 'cancel')
  order by f.lock limit p_most
$$;

-- Returns the open transfer of a transaction, if it has one: its tokens are committed, and only the chain can end it.
create or replace function live_transfer(p_transaction uuid) returns uuid
language sql stable security definer set search_path = afara, pg_temp set enable_seqscan = off as $$
  select f.id from transfer_right r
  cross join lateral (select f.id from transfer f where f.right_id = r.id and f.state in ('reserved', 'signed', 'conflict') limit 1) f
  where r.transaction_id = p_transaction
$$;

-- Refuses changes of a transfer's identity and of a final state. The rule is in the trigger's condition, so that allowed changes call no
-- function.
create or replace function guard_transfer() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  raise exception 'transfer % cannot be changed in this way (from % to %)', old.id, old.state, new.state using errcode = 'AF002';
end $$;
