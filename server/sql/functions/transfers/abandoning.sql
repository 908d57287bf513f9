-- Returns what abandoning a lane would end: its locks without signed bytes. The proposal contains `since` and `digest`, and the approval is
-- refused if they have changed. The signer signs nothing in a halted lane, so a lock that was unsigned at the proposal is still unsigned.
create or replace function lane_to_abandon(
  p_lane uuid, out since text, out is_quiet boolean, out locks text[], out tokens_minor numeric, out digest text, out last_signed numeric
) language plpgsql stable as $$
begin
  select extract(epoch from l.halted_at)::text, l.halted_at < afara_now() - interval '1 minute' into since, is_quiet
    from lane l where l.id = p_lane;
  select coalesce(array_agg(f.lock::text order by f.lock), '{}'), coalesce(sum(r.tokens_minor::numeric), 0),
      md5(coalesce(string_agg(f.id::text, ',' order by f.lock), ''))
    into locks, tokens_minor, digest
    from transfer f join transfer_right r on r.id = f.right_id where f.lane_id = p_lane and f.state = 'reserved';
  select max(f.lock) into last_signed from transfer f where f.lane_id = p_lane and f.signed_at is not null;
end $$;

-- Abandons a lane as two operators decided. Ends its locks without signed bytes, so that their money returns to the held balance and two
-- operators may send it over another lane. Waiting deliveries go to another lane at once. Signed transfers stay open: their bytes exist,
-- and only the chain can end them.
create or replace function carry_out_abandon_lane(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'abandon_lane');
  l lane;
  v_found record;
begin
  select * into strict l from lane where id = (v_file.resolution ->> 'lane_id')::uuid for no key update;
  v_found := lane_to_abandon(l.id);
  if l.state <> 'halted' or (v_found.since, v_found.digest) is distinct from (v_file.resolution ->> 'since',
    v_file.resolution ->> 'digest') then
    raise exception 'lane % changed since the proposal', l.id using errcode = 'AF040';
  end if;
  perform from transaction t where t.id in (select d.transaction_id from delivery d where d.lane_id = l.id) order by t.id for no key update;
  perform queue_delivery(d.transaction_id, p_at) from (
    select w.transaction_id from delivery w where w.lane_id = l.id order by w.transaction_id) d;
  if exists (select from delivery d join transaction t on t.id = d.transaction_id where d.lane_id = l.id
    and t.status = any (statuses_to_deliver())) then
    raise exception 'no other lane of % is active in % mode, and transfers wait for this one', l.network, l.mode using errcode = 'AF045';
  end if;
  update lane set abandoned_at = coalesce(abandoned_at, p_at) where id = l.id;
  perform end_transfers(l, json_agg(json_build_object('transfer_id', f.id, 'state', 'final_void', 'evidence',
      jsonb_build_object('abandoned', 'cas_' || replace(p_case::text, '-', '')))), p_at)
    from transfer f where f.lane_id = l.id and f.state = 'reserved' having count(*) > 0;
  perform close_case(k.id, v_file.resolution || jsonb_build_object('reason', 'decided in cas_' || replace(p_case::text, '-', '')), p_at)
    from case_file k where k.kind in ('lane_halted', 'restored', 'cannot_deliver', 'nodes_disagree') and k.state <> 'resolved'
      and k.transaction_id is null and k.facts ->> 'subject' = l.id::text;
end $$;

-- Reverses the write-off of a transfer whose transaction has been found.
create or replace function undo_write_off() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  perform reverse_entry(afara_uuid(), old.write_off_entry_id, 'write_off_undone', new.taken_at);
  return null;
end $$;

-- Returns the postings of a write-off: our loss, or the business bears it. Tokens of a withdrawal were in the business's balance and are
-- debited there; tokens of a buy become a debt.
create or replace function write_off_postings(p_resolution jsonb)
returns table (debit_kind account_kind, debit_owner text, credit_kind account_kind, credit_owner text, asset asset, amount numeric)
language sql stable as $$
  select p.debit_kind, p.debit_owner, p.credit_kind, p.credit_owner, p.asset, (p_resolution ->> 'tokens_minor')::numeric
  from (values
    ('loss', 'expense'::account_kind, 'loss', 'transit'::account_kind, '', 'NGNC'::asset),
    ('balance', 'business', p_resolution ->> 'business_id', 'transit', '', 'NGNC'),
    -- The debt is in naira, like every other debt of a business.
    ('debt', 'receivable', p_resolution ->> 'business_id', 'clearing', '', 'NGN'),
    ('debt', 'clearing', '', 'transit', '', 'NGNC')
  ) as p (way, debit_kind, debit_owner, credit_kind, credit_owner, asset)
  where p.way = case when p_resolution ->> 'business_id' is null then 'loss'
    when p_resolution ->> 'right_key' like '%/withdrawal/%' then 'balance' else 'debt' end
$$;

-- Writes off an adopted lock as two operators decided. Accepts only a transfer that the chain shows as arrived, because any other may still
-- fail.
create or replace function carry_out_write_off(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'write_off');
  l lane;
  a adopted_lock;
begin
  -- The lock on the row makes the worker of the lane wait, so that no buy takes the adopted lock between the check and the booking.
  select * into strict l from lane where id = (v_file.resolution ->> 'lane_id')::uuid for no key update;
  select * into a from adopted_lock where lane_id = l.id and lock = (v_file.resolution ->> 'lock')::numeric for update;
  if (a.state, a.end_state, a.right_key, a.tokens_minor::text) is distinct from
      ('waiting', 'final_ok', v_file.resolution ->> 'right_key', v_file.resolution ->> 'tokens_minor') or a.written_off_at is not null
    or v_file.resolution ->> 'business_id' <> split_part(a.right_key, '/', 1) then
    raise exception 'lock % of lane % changed since the proposal', v_file.resolution ->> 'lock', l.id using errcode = 'AF040';
  end if;
  perform post_entry(p_case, l.mode, null, 'lock_written_off', p_at, array_agg(p.debit_kind), array_agg(p.debit_owner),
      array_agg(p.credit_kind), array_agg(p.credit_owner), array_agg(p.asset), array_agg(p.amount)::positive_minor[])
    from write_off_postings(v_file.resolution) p;
  update adopted_lock set written_off_at = p_at, write_off_entry_id = p_case, gas_entry_id = spend_adopted_gas(l, a.gas_units, p_at)
    where lane_id = l.id and lock = a.lock;
  perform close_adopted(l.id, p_at);
end $$;

-- Gives a delivery its adopted lock of an abandoned lane, because the signer remembers the lock under this right. Ends the transfer at
-- once, like those that were open when the lane was abandoned, so that two operators may send it over another lane.
create or replace function take_abandoned(d delivery, a adopted_lock, p_at timestamptz) returns void language plpgsql as $$
declare
  l lane;
begin
  select * into strict l from lane where id = a.lane_id;
  perform take_adopted(l, d, a, p_at);
  perform end_transfers(l, json_build_array(json_build_object('transfer_id', a.transfer_id, 'state', 'final_void', 'evidence',
    jsonb_build_object('abandoned', true))), p_at);
end $$;
