-- Returns by how much the ledger balance of a lane may grow: the chain's last balance less the ledger's. The tokens of transfers in flight
-- are subtracted too, because the chain's balance may still contain them. So are the tokens of transfers that arrived after the chain was
-- read. The room may therefore be too small for a minute, but never too large. A surplus that reconciliation put into suspense still counts
-- as room. Gas is one account for all lanes of a network, which are read at different times, so its room is approximate.
create or replace function top_up_room(l lane, out tokens_minor numeric, out gas_units numeric) language plpgsql stable as $$
begin
  select l.tokens_minor - coalesce(sum(x.minor), 0) into tokens_minor from (
    select b.amount_minor::numeric as minor from balance b
      where b.owner = l.network || ':' || l.number and b.kind = 'float' and b.asset = 'NGNC' and b.mode = l.mode
    union all
    select -s.amount_minor::numeric from reconciliation_surplus s where s.lane_id = l.id and s.undone_entry_id is null
    union all
    select r.tokens_minor::numeric from transfer f join transfer_right r on r.id = f.right_id
      where f.lane_id = l.id and f.state in ('reserved', 'signed')
    union all
    select r.tokens_minor::numeric from transfer f join transfer_right r on r.id = f.right_id
      where f.lane_id = l.id and f.state = 'conflict'
    union all
    -- Locks end in order, so transfers that ended in the last minute are among the newest. Five seconds allow for clocks that differ.
    select r.tokens_minor::numeric from transfer f join transfer_right r on r.id = f.right_id
      where f.lane_id = l.id and f.lock >= l.next_lock - 10000 and f.state = 'final_ok' and f.ended_at > l.read_at - interval '5 seconds'
    union all
    select a.tokens_minor::numeric from adopted_lock a where a.lane_id = l.id and a.state = 'waiting' and a.end_state is null
  ) x;
  gas_units := coalesce((select sum(o.gas_units) from lane o where o.mode = l.mode and o.network = l.network), 0)
    - account_sum(l.mode, 'gas', l.network, gas_asset(l.network));
end $$;

-- Formats kobo as naira, for operators.
create or replace function in_naira(p_minor numeric) returns text language sql immutable
  return to_char(p_minor / 100, 'FM999,999,999,999,999,999,990.00');

-- Formats gas units as whole coins, for operators.
create or replace function in_coins(p_units numeric, p_asset asset) returns text language sql stable
  return (select trim_scale(trunc(p_units / 10::numeric ^ max(n.gas_decimals), 4))::text from network n where n.gas_asset = p_asset::text);

-- Formats gas units as whole coins for a request to operators, rounded up so that the amount is enough.
create or replace function coins_needed(p_units numeric, p_asset asset) returns text language sql stable
  return (select trim_scale(ceil(p_units / 10::numeric ^ (max(n.gas_decimals) - 4)) / 10000)::text from network n
    where n.gas_asset = p_asset::text);

-- Returns why this top-up cannot be booked now, or null. A lane without work is read every three minutes.
create or replace function top_up_problem(p_lane uuid, p_tokens numeric, p_gas numeric, p_at timestamptz) returns text
language plpgsql stable security definer set search_path = afara, pg_temp as $$
declare
  l lane;
  v_room record;
begin
  select * into strict l from lane where id = p_lane;
  if l.read_at is null or l.read_at < p_at - interval '4 minutes' then
    return 'the wallet of the lane was not read within the last four minutes';
  end if;
  v_room := top_up_room(l);
  if p_tokens > v_room.tokens_minor then
    return format('at most ₦%s of tokens can be booked, not ₦%s: the chain shows only that much above the ledger',
      in_naira(greatest(0, v_room.tokens_minor)),
      in_naira(p_tokens));
  end if;
  -- Gas that is missing in the ledger is no reason to refuse tokens.
  if p_gas > 0 and p_gas > v_room.gas_units then
    return format('at most %s %s can be booked: the chain shows only that much above the ledger',
      in_coins(greatest(0, v_room.gas_units), gas_asset(l.network)),
      gas_asset(l.network));
  end if;
  return null;
end $$;

-- Returns the postings of a top-up: tokens to the float of a lane, gas to the network.
create or replace function top_up_postings(p_resolution jsonb)
returns table (debit_kind account_kind, debit_owner text, asset asset, amount numeric) language sql stable as $$
  select p.* from (values
    ('float'::account_kind, (p_resolution ->> 'network') || ':' || (p_resolution ->> 'number'), 'NGNC'::asset,
      (p_resolution ->> 'tokens_minor')::numeric),
    ('gas', p_resolution ->> 'network', gas_asset(p_resolution ->> 'network'), (p_resolution ->> 'gas_units')::numeric)
  ) as p (debit_kind, debit_owner, asset, amount)
  where p.amount > 0
$$;

-- Books a top-up as operators decided. The entry has the id of the case, so it is booked once. Deliveries that waited for it are due now.
create or replace function carry_out_top_up(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'top_up_lane');
  l lane;
  v_problem text;
begin
  -- The lock makes the worker of the lane wait, so that nothing is opened or ended between the check and the booking.
  select * into strict l from lane
    where mode = v_file.mode and network = v_file.resolution ->> 'network' and number = (v_file.resolution ->> 'number')::integer
    for no key update;
  v_problem := top_up_problem(l.id, (v_file.resolution ->> 'tokens_minor')::numeric, (v_file.resolution ->> 'gas_units')::numeric, p_at);
  if v_problem is not null then
    raise exception '%', v_problem using errcode = 'AF054';
  end if;
  perform post_entry(p_case, l.mode, null, 'lane_topped_up', p_at, array_agg(p.debit_kind), array_agg(p.debit_owner),
      array_agg('capital'::account_kind), array_agg(''::text), array_agg(p.asset), array_agg(p.amount)::positive_minor[])
    from top_up_postings(v_file.resolution) p;
  update delivery set due_at = p_at where lane_id = l.id and due_at > p_at;
  -- If the lane still has too little, it reports the shortage again.
  perform note_short(l, null, p_at);
  perform wake_now('lane', l.id, p_at);
end $$;
