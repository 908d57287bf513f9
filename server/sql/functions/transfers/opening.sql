-- Opens transfers for the due deliveries of a lane: each with its right, the next lock and its money. The returned transfers must be
-- signed. Opens nothing before the lane was compared with the chain since the database server started.
create or replace function open_new_transfers(p_lane uuid, p_fence bigint, p_most integer, p_at timestamptz)
returns table (transfer_id uuid, transaction_id uuid, lock numeric, address text, tokens_minor numeric)
language plpgsql security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  l lane := require_lane(p_lane, p_fence);
  v_owner text := l.network || ':' || l.number;
  v_due uuid[];
  v_known uuid[];
  v_stale uuid[];
  v_may_lien boolean;
  v_float numeric;
  v_tokens numeric;
  v_room integer;
  v_out integer;
  v_out_tokens numeric;
  v_other uuid;
  v_short text;
  v_count integer := 0;
  v_transactions uuid[] := '{}';
  v_transfers uuid[] := '{}';
  v_entries uuid[] := '{}';
  v_rights uuid[] := '{}';
  v_addresses text[] := '{}';
  v_references text[] := '{}';
  v_businesses uuid[] := '{}'; v_purposes text[] := '{}';
  v_new boolean[] := '{}';
  v_amounts numeric[] := '{}';
  v_sums numeric[] := '{}';
  d record;
begin
  if l.checked_start is distinct from pg_postmaster_start_time() then
    raise exception 'lane % was not compared with its chain since the database started', p_lane using errcode = 'AF052';
  end if;
  v_due := array(select w.transaction_id from delivery w where w.lane_id = p_lane and w.due_at <= p_at
    order by w.due_at, w.transaction_id limit p_most);
  if l.state = 'halted' or cardinality(v_due) = 0 then
    return;
  end if;
  if l.read_at is null or l.read_at < p_at - interval '60 seconds' then
    perform note_short(l, 'reading', p_at);
    return;
  end if;

  -- From here on no other transaction takes back, stops or places a lien on these. Each statement sees what was committed before.
  perform from transaction t where t.id = any (v_due) order by t.id for no key update;
  -- If the right exists already, this is another attempt. Nothing is opened if an earlier transfer is open or has succeeded.
  v_known := array(select r.id from transfer_right r where r.transaction_id = any (v_due));
  v_stale := array(select t.id from transaction t where t.id = any (v_due) and t.status <> all (statuses_to_deliver()));
  if v_known <> '{}' then
    v_stale := v_stale || array(
      select r.transaction_id from transfer_right r join transfer f on f.right_id = r.id and f.right_id = any (v_known)
      where r.id = any (v_known) and f.state in ('reserved', 'signed', 'final_ok', 'conflict'));
  end if;
  if v_stale <> '{}' then
    delete from delivery w where w.transaction_id = any (v_stale);
  end if;
  v_may_lien := exists (select from credit_lien n where n.lifted_at is null);
  select coalesce(b.amount_minor::numeric, 0) into v_float from balance b
    where b.owner = v_owner and b.kind = 'float' and b.asset = 'NGNC' and b.mode = l.mode for no key update;
  v_float := coalesce(v_float, 0);
  select o.transfers, o.tokens into v_out, v_out_tokens from lane_out(p_lane) o;
  v_tokens := l.tokens_minor - v_out_tokens;
  v_room := greatest(0, least(p_most, case when l.gas_each_units > 0 then floor(l.gas_units / l.gas_each_units) - v_out else p_most end));

  for d in
    select w.*, t.reference, coalesce(case when (select is_anything_frozen()) then freeze_of(w.transaction_id, w.network) end,
        case when w.purpose = 'withdrawal' and is_spending_uncompared_of(t.business_id) then 'not everything was compared' end) as frozen,
      h.amount_minor::numeric as held, r.id as right_id,
      (r.id is null or (r.network, r.address, r.tokens_minor::numeric) = (w.network, w.address, w.tokens_minor::numeric)) as is_same,
      case when v_may_lien then (select n.line_id from standing_allocation a join credit_lien n on n.line_id = a.line_id
        and n.lifted_at is null
        where a.transaction_id = w.transaction_id limit 1) end as lien
    from delivery w join transaction t on t.id = w.transaction_id and t.id = any (v_due)
    left join balance h on h.owner = any (v_due::text[]) and h.owner = w.transaction_id::text and h.kind = 'held'
      and h.asset = held_asset(w.purpose)
      and h.mode = w.mode
    left join lateral (
      select r.* from transfer_right r
      where r.transaction_id = w.transaction_id and r.purpose = w.purpose and r.leg = 1 and r.id = any (v_known) offset 0) r on true
    where w.transaction_id = any (v_due) and w.lane_id = p_lane
    order by w.due_at, w.transaction_id
  loop
    if d.lien is not null then
      perform stop_delivery(d.transaction_id, 'recall', 'A credit of this transaction is under a lien.',
        jsonb_build_object('credit', 'crd_' || replace(d.lien::text, '-', '')), p_at);
    elsif d.held is distinct from d.amount_minor::numeric or not d.is_same then
      perform stop_delivery(d.transaction_id, 'cannot_deliver',
        'The amount or the wallet of this transaction differs from what was cleared.',
        jsonb_build_object('cleared_minor', d.amount_minor::text, 'held_minor', d.held::text), p_at);
    elsif d.frozen = (select balance_held_because(t) from transaction t where t.id = d.transaction_id) then
      perform stop_delivery(d.transaction_id, 'cannot_deliver',
        'The balance of the business does not cover what was paid from it before the restore.',
        jsonb_build_object('because', d.frozen), p_at);
    elsif d.frozen is not null then
      update delivery set due_at = p_at + interval '1 minute' where transaction_id = d.transaction_id;
    elsif v_count >= v_room then
      v_short := coalesce(v_short, 'gas');
    elsif d.tokens_minor::numeric > least(v_float, v_tokens) then
      v_short := case when d.tokens_minor::numeric > v_float then 'float' else 'tokens' end;
      v_other := choose_lane(l.mode, l.network, d.tokens_minor::numeric, p_lane);
      update delivery set lane_id = coalesce(v_other, p_lane), due_at = p_at + case when v_other is null then interval '10 seconds'
        else '0' end
        where transaction_id = d.transaction_id;
      if v_other is not null then
        perform wake_now('lane', v_other, p_at);
      end if;
    else
      v_count := v_count + 1;
      v_float := v_float - d.tokens_minor::numeric;
      v_tokens := v_tokens - d.tokens_minor::numeric;
      v_transactions[v_count] := d.transaction_id;
      v_transfers[v_count] := afara_uuid();
      v_entries[v_count] := afara_uuid();
      v_rights[v_count] := coalesce(d.right_id, afara_uuid());
      v_new[v_count] := d.right_id is null;
      v_addresses[v_count] := d.address;
      v_references[v_count] := d.reference;
      v_businesses[v_count] := d.business_id; v_purposes[v_count] := d.purpose;
      v_amounts[v_count] := d.amount_minor::numeric;
      v_sums[v_count] := d.tokens_minor::numeric;
    end if;
  end loop;
  perform note_short(l, v_short, p_at);
  if v_count = 0 then
    return;
  end if;

  insert into transfer_right (id, mode, transaction_id, purpose, leg, business_id, reference, network, address, tokens_minor, opened_at)
    select u.id, l.mode, u.transaction_id, u.purpose, 1, u.business_id, u.reference, l.network, u.address, u.tokens, p_at
    from unnest(v_rights, v_transactions, v_businesses, v_references, v_addresses, v_sums, v_new, v_purposes)
      as u (id, transaction_id, business_id, reference, address, tokens, is_new, purpose)
    where u.is_new;
  insert into transfer (id, right_id, mode, network, lane_id, lock, state, entry_id, opened_at)
    select u.id, u.right_id, l.mode, l.network, p_lane, l.next_lock + u.place - 1, 'reserved', u.entry_id, p_at
    from unnest(v_transfers, v_rights, v_entries) with ordinality as u (id, right_id, entry_id, place);
  perform post_mixed_entries(l.mode, 'delivery_opened', p_at, v_entries, v_transactions, array_agg(p.entry_id order by p.place, p.part),
      array_agg(p.debit_kind order by p.place, p.part), array_agg(p.debit_owner order by p.place, p.part),
      array_agg(p.credit_kind order by p.place, p.part), array_agg(p.credit_owner order by p.place, p.part),
      array_agg(p.asset order by p.place, p.part), array_agg(p.amount order by p.place, p.part)::positive_minor[])
    from unnest(v_entries, v_transactions, v_amounts, v_sums, v_purposes)
      with ordinality as u (entry_id, transaction_id, amount, tokens, purpose, place)
    cross join lateral (values
      (u.place, 1, u.entry_id, 'held'::account_kind, u.transaction_id::text, 'committed'::account_kind, u.transaction_id::text,
        held_asset(u.purpose), u.amount),
      (u.place, 2, u.entry_id, 'outgoing', l.network, 'float', v_owner, 'NGNC', u.tokens)
    ) as p (place, part, entry_id, debit_kind, debit_owner, credit_kind, credit_owner, asset, amount);
  update lane set next_lock = next_lock + v_count where id = p_lane;
  delete from delivery where transaction_id = any (v_transactions);
  return query
    select u.id, u.transaction_id, l.next_lock + u.place - 1, u.address, u.tokens
    from unnest(v_transfers, v_transactions, v_addresses, v_sums) with ordinality as u (id, transaction_id, address, tokens, place);
end $$;

-- Opens the due transfers of a lane. First, deliveries that were sent before a restore take the locks that they used; then new ones take
-- new locks. A delivery that is cleared between the two steps is stopped by refuse_second_lock and takes its lock in the next round.
create or replace function open_transfers(p_lane uuid, p_fence bigint, p_most integer, p_at timestamptz)
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

-- Returns locks without signed bytes, left by a worker that stopped between its two commits. They are signed on the same lock.
create or replace function list_unsigned(p_lane uuid)
returns table (transfer_id uuid, transaction_id uuid, lock numeric, address text, tokens_minor numeric, frozen text)
language sql stable security definer set search_path = afara, pg_temp set enable_seqscan = off as $$
  select f.id, r.transaction_id, f.lock, r.address, r.tokens_minor::numeric, freeze_of(r.transaction_id, f.network)
  from transfer f cross join lateral (select * from transfer_right r where r.id = f.right_id limit 1) r
  where f.lane_id = p_lane and f.state = 'reserved' order by f.lock
$$;

-- Opens a case because the signer refused to sign a payment. The lock itself is used up by a cancel, which is no payment.
create or replace function note_refusal(p_lane uuid, p_fence bigint, p_transfer uuid, p_code text, p_message text,
  p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  l lane := require_lane(p_lane, p_fence);
  v record;
begin
  select r.transaction_id, r.business_id, b.vendor_account_id into strict v
    from transfer f join transfer_right r on r.id = f.right_id join token_destination b on b.transaction_id = r.transaction_id
    where f.id = p_transfer and f.lane_id = p_lane;
  perform open_case(afara_uuid(), l.mode, 'signer_refused', v.vendor_account_id, null, v.transaction_id, v.business_id,
    'The signer rejected the transfer: ' || p_message,
    jsonb_build_object('transfer', 'trf_' || replace(p_transfer::text, '-', ''), 'code', p_code, 'message', p_message), null, p_at,
    p_at + interval '1 hour');
end $$;
