-- Gives a delivery that was sent before a restore its lock and its signed bytes. From then on it is like any other transfer.
create or replace function take_adopted(l lane, d delivery, a adopted_lock, p_at timestamptz) returns void language plpgsql as $$
declare
  v_owner text := l.network || ':' || l.number;
  v_entry uuid := afara_uuid();
  v_right uuid;
  v_last jsonb := a.attempts -> -1;
begin
  if a.entry_id is not null and a.state = 'waiting' then
    perform reverse_entry(afara_uuid(), a.entry_id, 'lock_taken', p_at);
  end if;
  if a.gas_entry_id is not null then
    perform reverse_entry(afara_uuid(), a.gas_entry_id, 'lock_taken', p_at);
  end if;
  update adopted_lock set state = 'taken', taken_at = p_at where lane_id = a.lane_id and lock = a.lock;
  select r.id into v_right from transfer_right r where r.transaction_id = d.transaction_id and r.purpose = d.purpose and r.leg = 1;
  if not found then
    v_right := a.right_id;
    insert into transfer_right (id, mode, transaction_id, purpose, leg, business_id, reference, network, address, tokens_minor, opened_at)
      select v_right, d.mode, d.transaction_id, d.purpose, 1, d.business_id, t.reference, d.network, d.address, d.tokens_minor, p_at
      from transaction t where t.id = d.transaction_id;
  end if;
  perform post_mixed_entries(l.mode, 'delivery_opened', p_at, array[v_entry], array[d.transaction_id], array[v_entry, v_entry],
    array['held', 'outgoing']::account_kind[], array[d.transaction_id::text, l.network],
    array['committed', 'float']::account_kind[], array[d.transaction_id::text, v_owner],
    array[held_asset(d.purpose), 'NGNC']::asset[], array[d.amount_minor::numeric, d.tokens_minor::numeric]::positive_minor[]);
  insert into transfer (id, right_id, mode, network, lane_id, lock, state, entry_id, opened_at)
    values (a.transfer_id, v_right, l.mode, l.network, l.id, a.lock, 'reserved', v_entry, p_at);
  -- A lock without signed bytes is signed again, like any other that a worker left unsigned.
  if v_last is not null then
    if move_transactions(array[d.transaction_id], array['transfer_signed'],
        array[jsonb_build_object('transfer', 'trf_' || replace(a.transfer_id::text, '-', ''), 'network', l.network, 'adopted', true)], null,
          p_at) <> 1 then
      raise exception 'transaction % cannot use lock % of lane %', d.transaction_id, a.lock, l.id using errcode = 'AF001';
    end if;
    insert into transfer_attempt (id, transfer_id, number, kind, raw, hash, fees, signed_at)
      select afara_uuid(), a.transfer_id, x.place, x.attempt ->> 'kind', decode(x.attempt ->> 'raw', 'hex'), x.attempt ->> 'hash',
        x.attempt -> 'fees', p_at
      from jsonb_array_elements(a.attempts) with ordinality as x (attempt, place);
    update transfer set state = 'signed', signed_at = p_at, hash = v_last ->> 'hash' where id = a.transfer_id;
  end if;
  delete from delivery where transaction_id = d.transaction_id;
end $$;

-- Gives the waiting deliveries of a lane that were sent before a restore their adopted locks. Of several locks of a right, the one that may
-- have paid comes first. A lock without tokens was only ever cancelled: it paid nobody, and its right is unaffected.
create or replace function take_adopted_locks(l lane, p_at timestamptz) returns void language plpgsql as $$
declare
  v_due uuid[];
  d delivery;
  a adopted_lock;
begin
  v_due := array(
    select w.transaction_id from delivery w join transaction t on t.id = w.transaction_id
    where w.lane_id = l.id and exists (
      select from adopted_lock x where x.state in ('waiting', 'void') and x.tokens_minor > 0
        and x.right_key = format('%s/%s/%s/%s/1', w.business_id, w.mode, t.reference, w.purpose)));
  perform from transaction t where t.id = any (v_due) order by t.id for no key update;
  for d in
    select w.* from delivery w join transaction t on t.id = w.transaction_id
      join balance h on h.owner = w.transaction_id::text and h.kind = 'held' and h.asset = held_asset(w.purpose) and h.mode = w.mode
    where w.transaction_id = any (v_due) and w.lane_id = l.id and t.status = any (statuses_to_deliver())
      and h.amount_minor::numeric = w.amount_minor::numeric and live_transfer(t.id) is null
    order by w.transaction_id
  loop
    select x.* into a from adopted_lock x, transaction t
      where t.id = d.transaction_id and x.state in ('waiting', 'void') and x.tokens_minor > 0
        and x.right_key = format('%s/%s/%s/%s/1', d.business_id, d.mode, t.reference, d.purpose)
      order by x.state = 'waiting' desc, x.lock limit 1 for update of x;
    continue when not found;
    if (is_same_wallet(d.network, a.address, d.address) and a.tokens_minor::numeric = d.tokens_minor::numeric) is not true
      or not exists (select from lane o where o.id = a.lane_id and (o.mode, o.network) = (d.mode, d.network)) then
      perform stop_delivery(d.transaction_id, 'restored', 'Another transfer with this reference was sent before the restore.',
        jsonb_build_object('sent_to', a.address, 'sent_minor', a.tokens_minor::text, 'lane', a.lane_id, 'lock', a.lock::text), p_at);
    elsif jsonb_array_length(coalesce(a.attempts, '[]')) = 0
        and exists (select from lane o where o.id = a.lane_id and o.abandoned_at is not null) then
      perform take_abandoned(d, a, p_at);
    elsif a.lane_id <> l.id then
      update delivery set lane_id = a.lane_id, due_at = p_at where transaction_id = d.transaction_id;
      perform wake_now('lane', a.lane_id, p_at);
    else
      perform take_adopted(l, d, a, p_at);
    end if;
  end loop;
  perform close_adopted(l.id, p_at);
end $$;

-- Refuses (AF053) a new lock for a right whose lock was adopted.
create or replace function refuse_second_lock() returns trigger language plpgsql set search_path = afara, pg_temp as $$
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
