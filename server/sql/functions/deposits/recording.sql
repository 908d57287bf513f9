-- Opens cases about the tokens of a deposit that its sell could not accept.
create or replace function ask_about_deposit(d deposit, p_business uuid, p_at timestamptz) returns void language plpgsql as $$
declare
  v_facts jsonb := jsonb_build_object('deposit', 'dep_' || replace(d.id::text, '-', ''), 'network', d.network, 'hash', d.tx_hash,
    'sender', d.sender, 'minor', d.minor::text, 'held_minor', d.held_minor::text);
  v_kinds text[] := array_remove(array[
    case d.outcome when 'wrong_chain' then 'wrong_chain' when 'second' then 'second_deposit' when 'late' then 'late_deposit' end,
    case when d.outcome in ('over', 'late') and d.held_minor < d.minor then 'over_deposited' end], null);
  v_kind text;
begin
  foreach v_kind in array v_kinds loop
    perform open_case(afara_uuid(), d.mode, v_kind::case_kind, null, null, d.transaction_id, p_business, case v_kind
        when 'wrong_chain' then format('Tokens arrived on %s, but the sell is on another network.', d.network)
        when 'second_deposit' then 'More tokens arrived for a sell that accepts no more deposits.'
        when 'over_deposited' then 'More tokens arrived than the sell needs.'
        else 'Tokens arrived after the sell had ended.' end, v_facts, null, p_at, p_at + interval '24 hours');
  end loop;
end $$;

-- Records what was read of a network: the blocks after p_from through p_block, and transfers of earlier blocks that were missed before.
-- p_logs has the transfers to and from our addresses, each with its position; p_quarantined has the transfers that could not be read.
-- Nothing is written twice, and transfers of other addresses are ignored. A transfer from one of our addresses to a foreign one is a
-- seizure by the issuer. It is booked as a loss with a case, and delays nothing else. Returns the sells that moved. Returns null, and
-- writes nothing, if the cursor has moved or is halted.
create or replace function record_deposits(
  p_mode mode, p_network text, p_from numeric, p_block numeric, p_hash text, p_lag numeric, p_unit numeric, p_logs json, p_quarantined json,
  p_at timestamptz
) returns uuid[] language plpgsql security definer set search_path = afara, pg_temp set enable_seqscan = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  c chain_cursor;
  v_transactions uuid[];
  v_deposits deposit[];
  v_moved uuid[];
  v_events text[];
  v_data jsonb[];
  v_lane lane;
  v_rest numeric;
  v_addresses text[] := array(select l.address from json_to_recordset(p_logs) as l (address text)
    union select l.sender from json_to_recordset(p_logs) as l (sender text));
  o record;
begin
  select * into c from chain_cursor where mode = p_mode and network = p_network for no key update;
  if not found or c.block <> p_from or c.halted_because is not null or p_block <= p_from then
    return null;
  end if;
  if exists (select from json_to_recordset(p_logs) as l (block numeric) where (l.block <= p_block) is not true) then
    raise exception 'a log is from a block after the last block that was read' using errcode = 'AF060';
  end if;

  v_transactions := array(
    select a.transaction_id from json_to_recordset(p_logs) as l (address text, sender text)
    join deposit_address a on a.address = any (v_addresses) and a.address in (l.address, l.sender) and a.mode = p_mode);
  perform from transaction t where t.id = any (v_transactions) order by t.id for no key update;

  -- A sell accepts what it still lacks, in the order of the chain. If it accepts no more, everything goes to suspense.
  with told as (
    select distinct on (l.tx_hash, l.log_index) l.* from json_to_recordset(p_logs) as l (
      tx_hash text, log_index integer, block numeric, block_hash text, sender text, address text, token text, units numeric)
    where l.units > 0
  ), own as (
    select l.*, a.transaction_id, a.network = p_network as is_home, t.status, div(l.units, p_unit) as minor,
      mod(l.units, p_unit) as dust_units, case when a.network = p_network and (
          t.status = any (statuses_taking_deposits()) or t.status = 'action_required' and not exists (
            select from transaction_event e where e.transaction_id = t.id and e.event = 'payout_ordered'))
        then greatest(0, t.amount_minor - coalesce(h.amount_minor::numeric, 0)) else 0 end as room
    from told l join deposit_address a on a.address = any (v_addresses) and a.address = l.address and a.mode = p_mode
    join transaction t on t.id = a.transaction_id
    left join balance h on h.owner = a.transaction_id::text and h.kind = 'held' and h.asset = 'NGNC' and h.mode = p_mode
    where not exists (select from deposit d where d.mode = p_mode and d.network = p_network and d.tx_hash = l.tx_hash
      and d.log_index = l.log_index)
  ), poured as (
    select o.*, least(o.minor, greatest(0, o.room - coalesce(sum(o.minor) over (partition by o.transaction_id order by o.block, o.log_index
      rows between unbounded preceding and 1 preceding), 0))) as held_minor
    from own o
  ), recorded as (
    insert into deposit
    select afara_uuid(), p_mode, p_network, p.tx_hash, p.log_index, p.block, p.block_hash, p.address, p.sender, p.token, p.units, p.minor,
      p.dust_units, p.held_minor, p.transaction_id, case
        when p.minor = 0 then 'dust' when not p.is_home then 'wrong_chain' when p.held_minor = 0 then 'second'
        when p.status <> all (statuses_awaiting_deposit()) then 'late' when p.held_minor < p.minor then 'over' else 'funded' end,
      case when p.minor > 0 then afara_uuid() end, p_at
    from poured p
    returning deposit
  )
  select array_agg(r.deposit order by (r.deposit).block, (r.deposit).log_index) into v_deposits from recorded r;

  if exists (select from unnest(v_deposits) as d where d.minor > 0) then
    perform post_mixed_entries(p_mode, 'deposited', p_at, array(select d.entry_id from unnest(v_deposits) as d where d.minor > 0),
        array(select d.transaction_id from unnest(v_deposits) as d where d.minor > 0), array_agg(p.entry_id order by p.entry_id, p.part),
        array_agg('deposit'::account_kind), array_agg(p_network), array_agg(p.kind order by p.entry_id, p.part),
        array_agg(p.owner order by p.entry_id, p.part), array_agg('NGNC'::asset),
          array_agg(p.amount order by p.entry_id, p.part)::positive_minor[])
      from unnest(v_deposits) as d
      cross join lateral (values
        (d.entry_id, 1, 'held'::account_kind, d.transaction_id::text, d.held_minor::numeric),
        (d.entry_id, 2, 'suspense', '', d.minor::numeric - d.held_minor::numeric)
      ) as p (entry_id, part, kind, owner, amount)
      where p.amount > 0;

    select array_agg(m.id), array_agg(m.event), array_agg(m.data) into v_moved, v_events, v_data from (
      select t.id, case t.status
          when 'pending_deposit' then case when h.amount_minor::numeric >= t.amount_minor then 'deposited_in_full'
            else 'deposited_in_part' end
          when 'part_deposited' then case when h.amount_minor::numeric >= t.amount_minor then 'topped_up' end
          when 'expired' then 'late_deposit' when 'cancelled' then 'late_deposit' end as event,
        jsonb_build_object('deposits', d.names, 'held_minor', h.amount_minor::text) as data
      from (
        select d.transaction_id, jsonb_agg('dep_' || replace(d.id::text, '-', '') order by d.block, d.log_index) as names
        from unnest(v_deposits) as d where d.held_minor > 0 group by d.transaction_id) d
      join transaction t on t.id = d.transaction_id
      join balance h on h.owner = t.id::text and h.kind = 'held' and h.asset = 'NGNC' and h.mode = p_mode
    ) m where m.event is not null;
    if v_moved is not null and move_transactions(v_moved, v_events, v_data, null, p_at) <> cardinality(v_moved) then
      raise exception 'a sell changed while its deposit was being credited' using errcode = 'AF001';
    end if;

    perform ask_about_deposit(d, t.business_id, p_at) from unnest(v_deposits) as d
      join transaction t on t.id = d.transaction_id where d.outcome not in ('funded', 'dust');
  end if;

  for o in
    select distinct on (l.block, l.log_index, l.tx_hash) l.*, a.transaction_id is null as is_shared from json_to_recordset(p_logs) as l (
      tx_hash text, log_index integer, block numeric, block_hash text, sender text, address text, units numeric, from_shared boolean)
    left join deposit_address a on a.address = any (v_addresses) and a.address = l.sender and a.mode = p_mode
    where l.units > 0 and (a.transaction_id is not null or l.from_shared) and not exists (
      select from deposit_sweep w where w.mode = p_mode and w.network = p_network and w.tx_hash = l.tx_hash and w.log_index = l.log_index)
    order by l.block, l.log_index, l.tx_hash
  loop
    select * into v_lane from lane l where l.mode = p_mode and l.network = p_network and is_same_wallet(p_network, l.address, o.address);
    if found and not o.is_shared then
      perform record_departure(p_mode, p_network, o.tx_hash, o.log_index, o.block, o.block_hash, o.sender, v_lane, null, o.units, p_unit,
        p_at);
      perform wake_now('lane', v_lane.id, p_at);
      continue;
    end if;
    v_rest := null;
    if o.is_shared then
      v_rest := nullif(record_shared_taking(p_mode, p_network, row_to_json(o), p_unit, p_at), 0);
    else
      perform record_taking(p_mode, p_network, row_to_json(o), p_unit, p_at);
    end if;
    insert into deposit_quarantine (id, mode, network, tx_hash, log_index, problem, raw, seen_at, block, units)
      values (afara_uuid(), p_mode, p_network, o.tx_hash, o.log_index,
        'the issuer seized these tokens and moved them to a wallet that is not ours',
        row_to_json(o)::jsonb, p_at, o.block, -v_rest)
      on conflict (mode, network, tx_hash, log_index) do nothing;
  end loop;

  with quarantined as (
    insert into deposit_quarantine (id, mode, network, tx_hash, log_index, problem, raw, seen_at, block, units)
    select afara_uuid(), p_mode, p_network, a.tx_hash, a.log_index, a.problem, coalesce(a.raw, '{}'), p_at, a.block, a.units
    from json_to_recordset(p_quarantined) as a (tx_hash text, log_index integer, problem text, raw jsonb, block numeric, units numeric)
    on conflict (mode, network, tx_hash, log_index) do nothing
    returning *
  )
  select count(open_case(afara_uuid(), p_mode, 'line_aside', null, null, null, null,
      format('A transfer on %s was set aside: %s', p_network, a.problem),
      jsonb_build_object('subject', a.network || ' ' || a.tx_hash || '/' || a.log_index, 'network', a.network, 'hash', a.tx_hash,
        'problem', a.problem), null, p_at, p_at + interval '24 hours'))
    into o from quarantined a where a.units is null or abs(a.units) >= 10000 * p_unit;

  update chain_cursor set block = p_block, block_hash = p_hash, lag_blocks = p_lag, read_at = p_at where id = c.id;
  return coalesce(v_moved, '{}');
end $$;
