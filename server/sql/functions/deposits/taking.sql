-- Returns whether the issuer seized tokens of this sell and operators have not decided yet who bears the loss. Until then nothing is paid
-- for it or returned.
create or replace function has_undecided_loss(p_transaction uuid) returns boolean language sql stable as $$
  select exists (
    select from case_file c where c.transaction_id = p_transaction and c.kind = 'recall' and c.line_id is null and c.state <> 'resolved')
$$;

-- Raises AF410 until operators have decided who bears the loss of tokens that the issuer seized from this sell.
create or replace function require_decided_loss(p_transaction uuid) returns void language plpgsql as $$
begin
  if has_undecided_loss(p_transaction) then
    raise exception 'the issuer seized tokens of sell %. Decide who bears the loss first', p_transaction using errcode = 'AF410';
  end if;
end $$;

-- Lists the cases about tokens of a sell that the issuer seized. The payer process pays such a sell only if two operators signed, in each
-- case, that we bear the loss.
create or replace view sell_with_loss with (security_barrier) as
  select c.transaction_id, c.id as case_id from case_file c
  where c.kind = 'recall' and c.line_id is null and c.transaction_id is not null;

-- Books a finalised transfer away from a deposit address. To one of our lanes it is a sweep, which adds to the lane's float. Otherwise the
-- tokens are lost, and the case p_case asks who bears the loss; until that is decided, we do. The ledger amount of the address becomes the
-- value of its remaining units. Rounding errors therefore never add up to a kobo, and a partial seizure is exact to the kobo.
create or replace function record_departure(
  p_mode mode, p_network text, p_hash text, p_index integer, p_block numeric, p_block_hash text, p_address text, p_lane lane, p_case uuid,
  p_units numeric, p_unit numeric, p_at timestamptz
) returns numeric language plpgsql set enable_seqscan = off as $$
declare
  v_left_units numeric;
  v_left_minor numeric;
  v_came numeric;
  v_came_minor numeric;
  v_minor numeric;
  v_entry uuid;
begin
  select coalesce(sum(w.units), 0), coalesce(sum(w.swept_minor::numeric), 0) into v_left_units, v_left_minor from deposit_sweep w
    where w.address = p_address and w.network = p_network and w.mode = p_mode;
  select coalesce(sum(d.units), 0), coalesce(sum(d.minor::numeric), 0) into v_came, v_came_minor from deposit d
    where d.address = p_address and d.network = p_network and d.mode = p_mode;
  v_minor := greatest(0, v_came_minor - v_left_minor - div(greatest(0, v_came - v_left_units - p_units), p_unit));
  if v_minor > 0 then
    v_entry := afara_uuid();
    perform post_entry(v_entry, p_mode, null, case when p_case is null then 'swept' else 'tokens_taken' end, p_at,
      array[case when p_case is null then 'float' else 'expense' end]::account_kind[],
      array[case when p_case is null then p_network || ':' || p_lane.number else 'loss' end], array['deposit']::account_kind[],
      array[p_network], array['NGNC']::asset[], array[v_minor]::positive_minor[]);
  end if;
  insert into deposit_sweep (id, mode, network, tx_hash, log_index, block, block_hash, address, lane_id, units, swept_minor, entry_id,
      seen_at, case_id)
    values (afara_uuid(), p_mode, p_network, p_hash, p_index, p_block, p_block_hash, p_address, p_lane.id, p_units, v_minor, v_entry,
      p_at, p_case);
  return v_minor;
end $$;

-- Records that the issuer seized tokens from the address of a sell. Books the loss, opens a case about who bears it, and holds a sell that
-- is not being paid yet, because naira must not be paid for tokens that are gone. A sell whose naira may have been sent continues.
create or replace function record_taking(p_mode mode, p_network text, p_log json, p_unit numeric, p_at timestamptz) returns void
language plpgsql as $$
declare
  l record;
  t transaction;
  v_case uuid;
begin
  select * into strict l from json_to_record(p_log) as l (
    tx_hash text, log_index integer, block numeric, block_hash text, sender text, address text, units numeric);
  select x.* into strict t from deposit_address a join transaction x on x.id = a.transaction_id
    where a.address = l.sender and a.mode = p_mode;
  v_case := open_case(afara_uuid(), p_mode, 'recall', null, null, t.id, t.business_id,
    format('The issuer seized tokens at the deposit address of this sell on %s.', p_network),
    jsonb_build_object('network', p_network, 'hash', l.tx_hash, 'address', l.sender, 'taken_to', l.address, 'units', l.units::text,
      'status', t.status), null, p_at, p_at + interval '24 hours');
  perform record_departure(p_mode, p_network, l.tx_hash, l.log_index, l.block, l.block_hash, l.sender, null, v_case, l.units, p_unit, p_at);
  if t.status in ('deposit_received', 'cleared', 'payout_failed') then
    delete from payout_order where transaction_id = t.id and purpose = 'payout';
    perform from move_transaction(t.id, t.version, case t.status when 'deposit_received' then 'check_failed' else 'stopped' end, '{}', p_at,
      null);
    if not found then
      raise exception 'sell % cannot be put on hold', t.id using errcode = 'AF001';
    end if;
  end if;
end $$;

-- Records that the issuer seized tokens from the account that all deposit addresses of a network share. Such a seizure cannot be attributed
-- to a sell, so the loss is ours and no sell is held. The tokens are deducted from addresses that hold some, first from those without a
-- sweep in flight. Tokens beyond these belonged to no sell and were not in the ledger. Returns that rest, in units.
create or replace function record_shared_taking(p_mode mode, p_network text, p_log json, p_unit numeric, p_at timestamptz) returns numeric
language plpgsql as $$
declare
  l record;
  u record;
  v_case uuid;
  v_rest numeric;
begin
  select * into strict l from json_to_record(p_log) as l (
    tx_hash text, log_index integer, block numeric, block_hash text, sender text, address text, units numeric);
  v_case := open_case(afara_uuid(), p_mode, 'recall', null, null, null, null,
    format('The issuer seized tokens at the shared deposit account on %s.', p_network),
    jsonb_build_object('subject', p_network || ' ' || l.tx_hash || '/' || l.log_index, 'network', p_network, 'hash', l.tx_hash,
      'address', l.sender, 'taken_to', l.address, 'units', l.units::text), null, p_at, p_at + interval '24 hours');
  v_rest := l.units;
  for u in
    select x.address, x.units from unswept_deposit x where x.network = p_network and x.mode = p_mode
    order by exists (select from sweep s where s.network = p_network and s.mode = p_mode and s.state = 'signed'
      and x.address = any (s.addresses)), x.since desc, x.address
  loop
    exit when v_rest = 0;
    perform record_departure(p_mode, p_network, l.tx_hash, l.log_index, l.block, l.block_hash, u.address, null, v_case,
      least(u.units, v_rest), p_unit, p_at);
    v_rest := v_rest - least(u.units, v_rest);
  end loop;
  return v_rest;
end $$;

-- Returns the amount of seized tokens that a case is about, in kobo.
create or replace function taken_minor(p_case uuid) returns numeric
language sql stable security definer set search_path = afara, pg_temp as $$
  select coalesce(sum(w.swept_minor::numeric), 0) from deposit_sweep w where w.case_id = p_case
$$;

-- Raises AF040 unless the seized amount equals the one in the proposal.
create or replace function require_taken(p_file case_file) returns numeric language plpgsql as $$
declare
  v_taken numeric := taken_minor(p_file.id);
begin
  if v_taken::text is distinct from p_file.resolution ->> 'amount_minor' then
    raise exception 'the issuer seized tokens of % kobo, which differs from the proposal', v_taken using errcode = 'AF040';
  end if;
  return v_taken;
end $$;

-- Records the decision of two operators that we bear the loss, as the ledger already shows. A sell that was held is checked again from the
-- start, unless another case holds it too.
create or replace function bear_loss(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  t transaction;
begin
  perform require_taken(p_file);
  if p_file.transaction_id is null then
    return;
  end if;
  t := decided_sell(p_file);
  if t.status = 'on_hold' and not exists (
    select from case_file k where k.transaction_id = t.id and k.id <> p_file.id and k.state <> 'resolved'
      and k.kind in ('screening_hit', 'over_limit', 'cannot_deliver')) then
    perform move_decided(p_file, 'loss_accepted', '{}', p_at);
  elsif t.status = 'refunding' then
    perform schedule_wake(t.id, p_at);
  end if;
end $$;

-- Records the decision of two operators that the customer bears the loss. Before the naira was sent, the sell holds that much less; if
-- nothing is left, it ends. After the naira was sent, the business owes the amount.
create or replace function pass_on_loss(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  t transaction := decided_sell(p_file);
  v_taken numeric := require_taken(p_file);
  v_held numeric;
begin
  if v_taken = 0 then
    raise exception 'the issuer seized less than a kobo. There is no loss to pass on' using errcode = 'AF411';
  end if;
  if t.status = 'completed' then
    perform post_entry(p_file.id, t.mode, t.id, 'loss_passed_on', p_at, array['receivable', 'clearing']::account_kind[],
      array[t.business_id::text, ''], array['clearing', 'expense']::account_kind[], array['', 'loss'], array['NGN', 'NGNC']::asset[],
      array[v_taken, v_taken]::positive_minor[]);
    return;
  end if;
  if live_payout(t.id, 'payout') is not null or has_forgotten_payout(t.id) then
    raise exception 'a payout of sell % is pending. Approve this when the payout is final', t.id using errcode = 'AF062';
  end if;
  select b.amount_minor::numeric into v_held from balance b
    where b.owner = t.id::text and b.kind = 'held' and b.asset = 'NGNC' and b.mode = t.mode for update;
  if coalesce(v_held, 0) < v_taken then
    raise exception 'sell % holds tokens of % kobo, but % kobo was seized. The rest does not belong to this sell', t.id,
      coalesce(v_held, 0), v_taken
      using errcode = 'AF411';
  end if;
  perform post_entry(p_file.id, t.mode, t.id, 'loss_passed_on', p_at, array['held']::account_kind[], array[t.id::text],
    array['expense']::account_kind[], array['loss'], array['NGNC']::asset[], array[v_taken]::positive_minor[]);
  delete from payout_order where transaction_id = t.id and purpose = 'payout';
  if v_held = v_taken then
    perform move_decided(p_file, 'deposit_taken', jsonb_build_object('amount_minor', v_taken::text), p_at);
  elsif t.status = 'refunding' then
    perform schedule_wake(t.id, p_at);
  else
    perform move_decided(p_file, case t.status when 'on_hold' then 'rejected' else 'return_chosen' end,
      jsonb_build_object('taken_minor', v_taken::text), p_at);
    perform schedule_wake(t.id, p_at);
  end if;
  perform close_with(p_file,
    '{over_limit,cannot_deliver,payout_failed,name_differs,late_deposit,part_deposited,refund_choice,overdue}', p_at);
end $$;
