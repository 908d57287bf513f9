-- Opens a case because an unknown transaction used the lock of a transfer, so that we cannot tell whether the tokens were sent. They stay
-- committed, the worker halts the lane, and operators find out the outcome, unless the chain shows it first.
create or replace function doubt_transfer(f transfer, p_at timestamptz) returns void language sql as $$
  select open_case(afara_uuid(), f.mode, 'lane_halted', b.vendor_account_id, null, r.transaction_id, r.business_id,
    'An unknown transaction on the chain used the lock of this transfer. Its tokens may or may not have been sent.',
    jsonb_strip_nulls(jsonb_build_object('transfer', 'trf_' || replace(f.id::text, '-', ''), 'network', f.network, 'lock', f.lock::text,
      'hash', f.hash, 'evidence', f.evidence)), null, p_at, p_at + interval '4 hours')
  from transfer_right r join token_destination b on b.transaction_id = r.transaction_id where r.id = f.right_id
$$;

-- Ends a transfer that did not move its tokens and never will: its money returns to the held balance, and operators or the driver decide
-- what is next.
create or replace function bury_transfer(f transfer, p_at timestamptz) returns void language plpgsql as $$
declare
  t transaction;
  v_account uuid;
  v_gas asset := gas_asset(f.network);
begin
  select x.* into strict t from transfer_right r join transaction x on x.id = r.transaction_id where r.id = f.right_id;
  perform reverse_entry(afara_uuid(), f.entry_id, 'delivery_dead', p_at);
  if f.gas_units > 0 then
    perform post_entry(afara_uuid(), f.mode, t.id, 'gas_spent', p_at, array['expense']::account_kind[], array['gas'],
      array['gas']::account_kind[], array[f.network], array[v_gas], array[f.gas_units]::positive_minor[]);
  end if;
  perform from move_transaction(t.id, t.version, 'transfer_dead',
    jsonb_build_object('transfer', 'trf_' || replace(f.id::text, '-', ''), 'state', f.state, 'hash', f.hash), p_at, null);
  if not found then
    raise exception 'the transfer of transaction % failed, but the transaction is %', t.id, t.status using errcode = 'AF001';
  end if;
  perform close_case(c.id, '{"action": "dismiss", "reason": "no tokens left us"}', p_at) from case_file c
    where c.transaction_id = t.id and c.state <> 'resolved' and c.kind = 'lane_halted';
  -- If the signer refused the transfer, a case is open already.
  if not exists (select from case_file c where c.transaction_id = t.id and c.kind = 'signer_refused' and c.state <> 'resolved') then
    select b.vendor_account_id into strict v_account from token_destination b where b.transaction_id = t.id;
    perform open_case(afara_uuid(), t.mode, 'send_failed', v_account, null, t.id, t.business_id,
      case f.state when 'final_failed' then 'The network rejected the transfer. No tokens left us.'
        else 'The transfer was cancelled. No tokens left us.' end,
      jsonb_strip_nulls(jsonb_build_object('transfer', 'trf_' || replace(f.id::text, '-', ''), 'network', f.network, 'hash', f.hash,
        'evidence', f.evidence)), '{"action": "retry_send"}', p_at, p_at + interval '1 day');
  end if;
end $$;

-- Ends transfers of a lane: [{transfer_id, state, hash, evidence, gas_units}]. state is one of final_ok, final_failed, final_void,
-- conflict. Returns how many ended; transfers that had ended before are ignored.
create or replace function end_transfers(l lane, p_ends json, p_at timestamptz) returns integer
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_ids uuid[];
  v_rights uuid[];
  v_openings uuid[];
  v_ended transfer[];
  v_entries uuid[];
  v_transactions uuid[];
  v_amounts numeric[];
  v_tokens numeric[]; v_assets asset[];
  v_gas numeric[];
  v_data jsonb[];
  v_count integer;
  f transfer;
begin
  v_ids := array(select e.transfer_id from json_to_recordset(p_ends) as e (transfer_id uuid));
  v_rights := array(select x.right_id from transfer x where x.id = any (v_ids));
  v_transactions := array(select r.transaction_id from transfer_right r where r.id = any (v_rights));
  perform from transaction t where t.id = any (v_transactions) order by t.id for no key update;
  with told as materialized (
    select e.* from json_to_recordset(p_ends) as e (transfer_id uuid, state text, hash text, evidence jsonb, gas_units numeric)
  ), ended as (
    update transfer x set state = e.state, ended_at = case when e.state <> 'conflict' then p_at end,
        hash = coalesce(e.hash, x.hash), evidence = e.evidence, gas_units = e.gas_units
      from told e
      where x.id = any (v_ids) and x.id = e.transfer_id and x.lane_id = l.id
        and (x.state in ('reserved', 'signed') or (x.state = 'conflict' and e.state <> 'conflict'))
      returning x
  )
  select array_agg(x order by (x).lock) into v_ended from ended;
  if v_ended is null then
    return 0;
  end if;

  v_openings := array(select x.entry_id from unnest(v_ended) as x);
  select array_agg(afara_uuid() order by x.lock), array_agg(r.transaction_id order by x.lock),
    array_agg(p.amount_minor::numeric order by x.lock),
      array_agg(r.tokens_minor::numeric order by x.lock), array_agg(p.asset order by x.lock),
        array_agg(coalesce(x.gas_units, 0) order by x.lock),
      array_agg(jsonb_build_object('transfer', 'trf_' || replace(x.id::text, '-', ''), 'hash', x.hash) order by x.lock)
    into v_entries, v_transactions, v_amounts, v_tokens, v_assets, v_gas, v_data
    from unnest(v_ended) as x
    join transfer_right r on r.id = any (v_rights) and r.id = x.right_id
    join posting p on p.entry_id = any (v_openings) and p.entry_id = x.entry_id and p.ordinal = 1
    where x.state = 'final_ok';
  if v_entries is not null then
    perform post_mixed_entries(l.mode, 'delivery_final', p_at, v_entries, v_transactions, array_agg(p.entry_id order by p.place, p.part),
        array_agg(p.debit_kind order by p.place, p.part), array_agg(p.debit_owner order by p.place, p.part),
        array_agg(p.credit_kind order by p.place, p.part), array_agg(p.credit_owner order by p.place, p.part),
        array_agg(p.asset order by p.place, p.part), array_agg(p.amount order by p.place, p.part)::positive_minor[])
      from unnest(v_entries, v_transactions, v_amounts, v_tokens, v_assets, v_gas) with ordinality
        as u (entry_id, transaction_id, amount, tokens, held, gas, place)
      cross join lateral (values
        (u.place, 1, u.entry_id, case u.held when 'NGN' then 'clearing'::account_kind else 'committed' end, case u.held when 'NGN' then ''
          else u.transaction_id::text end, 'outgoing'::account_kind, l.network, 'NGNC'::asset, u.tokens),
        (u.place, 2, u.entry_id, 'committed', u.transaction_id::text, 'clearing', '', 'NGN', case u.held when 'NGN' then u.tokens
          else 0 end),
        (u.place, 3, u.entry_id, 'committed', u.transaction_id::text, 'income', 'fees', 'NGN', u.amount - u.tokens),
        (u.place, 4, u.entry_id, 'expense', 'gas', 'gas', l.network, gas_asset(l.network), u.gas)
      ) as p (place, part, entry_id, debit_kind, debit_owner, credit_kind, credit_owner, asset, amount)
      where p.amount > 0;
    v_count := move_transactions(v_transactions, array_fill('transfer_final'::text, array[cardinality(v_transactions)]), v_data, null,
      p_at);
    if v_count <> cardinality(v_transactions) then
      raise exception 'a transaction changed while its transfer was being settled' using errcode = 'AF001';
    end if;
    perform note_paid_wallets(l.mode, l.network, v_transactions, p_at);
    perform close_case(c.id, '{"action": "dismiss", "reason": "the tokens have arrived"}', p_at) from case_file c
      where c.transaction_id = any (v_transactions) and c.state <> 'resolved'
        and c.kind in ('overdue', 'signer_refused', 'send_failed', 'cannot_deliver', 'lane_halted');
  end if;
  foreach f in array v_ended loop
    if f.state in ('final_failed', 'final_void') then
      perform forget_wallet(f);
      perform bury_transfer(f, p_at);
    elsif f.state = 'conflict' then
      perform doubt_transfer(f, p_at);
    end if;
  end loop;
  return cardinality(v_ended);
end $$;

-- Ends transfers by what the chain showed at finality. The worker of the lane calls this.
create or replace function finish_transfers(p_lane uuid, p_fence bigint, p_ends json, p_at timestamptz) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  return end_transfers(require_lane(p_lane, p_fence), p_ends, p_at);
end $$;

-- Records the answers of two nodes that disagree about transfers, which therefore stay pending: [{transfer_id, doubt: {chain, witness}}].
-- Opens one case per lane, which closes itself when nothing is in doubt any more.
create or replace function note_doubts(p_lane uuid, p_fence bigint, p_doubts json, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  l lane := require_lane(p_lane, p_fence);
begin
  update transfer f set evidence = jsonb_build_object('doubt', d.doubt)
    from json_to_recordset(p_doubts) as d (transfer_id uuid, doubt jsonb)
    where f.id = d.transfer_id and f.lane_id = p_lane and f.state = 'signed' and f.evidence -> 'doubt' is distinct from d.doubt;
  if found then
    perform open_case(afara_uuid(), l.mode, 'nodes_disagree', null, null, null, null,
      format('The two nodes of %s disagree about transfers of lane %s', l.network, l.number),
      jsonb_build_object('subject', p_lane, 'network', l.network, 'number', l.number, 'transfers', p_doubts), null, p_at,
      p_at + interval '1 hour');
  end if;
end $$;

-- Closes cases about nodes that agree again. Returns how many. Runs now and then; nothing waits for it.
create or replace function close_outlived_doubts(p_at timestamptz) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  return (select count(*) filter (where close_case(c.id, '{"action": "dismiss", "reason": "the nodes agree again"}', p_at))
    from case_file c
    where c.kind = 'nodes_disagree' and c.state <> 'resolved' and not exists (
      select from transfer f where f.lane_id = (c.facts ->> 'subject')::uuid and f.state = 'signed' and f.evidence ? 'doubt'));
end $$;
