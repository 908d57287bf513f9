-- Returns what the driver needs to advance buys: their status, when they are due next, the names and the wallet to screen, and what is
-- known of the wallet. The settings below make PostgreSQL use index lookups even if its table statistics are out of date.
create or replace function driven_buys(p_transactions uuid[])
returns table (
  id uuid, business_id uuid, mode mode, type transaction_type, status text, version integer, due_at timestamptz, failure_count integer,
  payer_account_name text, wallet_address text, payer_names text[], network text, tokens_minor numeric, fine_minor numeric,
  fine_at timestamptz, paid_at timestamptz, is_ours boolean, is_blocked boolean
) language plpgsql stable security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    select t.id, t.business_id, t.mode, t.type, t.status, t.version, w.due_at, w.failure_count, b.payer_account_name, b.wallet_address,
      array(
        select n.name::text from allocation a
        join bank_line_assignment s on s.line_id = a.line_id
        join bank_line_reading r on r.id = s.reading_id
        left join bank_line_payer p on p.reading_id = s.reading_id
        cross join lateral (values (r.payer_name), (p.payer_name)) as n (name)
        where a.transaction_id = u.id and n.name is not null
        union all select x.account_name::text from return_account x where x.transaction_id = u.id),
      b.network, t.amount_minor::numeric - b.fee_minor::numeric, f.tokens_minor::numeric,
      case f.outcome when 'fine' then f.asked_at end, f.paid_at, is_own_wallet(b.wallet_address),
      exists (select from wallet_block k where k.transaction_id = u.id and k.ended_at is null)
    from unnest(p_transactions) as u (id)
    join transaction t on t.id = u.id join buy b on b.transaction_id = u.id left join wake w on w.subject_id = u.id
    left join lateral (
      select f.* from wallet_preflight f
      where f.mode = t.mode and f.network = b.network and f.address = b.wallet_address offset 0) f on true;
end $$;

-- Reads buys whose naira has arrived, locks them, and names every obstacle to clearing each. The conditions are written only here:
-- clear_buys clears the buys without an obstacle together, and clear_one_buy decides what happens to any other buy. An obstacle that
-- clear_one_buy does not know holds the buy for an operator, so a new condition needs only one more line here.
create or replace function buys_to_clear(p_items json, p_at timestamptz)
returns table (
  ordinal integer, id uuid, mode mode, business_id uuid, network text, wallet_address text, amount numeric, fee numeric, lane_id uuid,
  lane_due_at timestamptz, lane_nudge_due_at timestamptz, obstacles text[]
) language sql rows 50 as $$
  with item as materialized (
    select i.*, is_anything_frozen() as may_be_frozen from json_to_recordset(p_items) as i (
      ordinal integer, id uuid, version integer, list_version text, subjects jsonb, hits jsonb, wallet jsonb)
  )
  select i.ordinal, t.id, t.mode, t.business_id, b.network, b.wallet_address, h.amount_minor::numeric, f.fee, n.lane_id,
    n.due_at, n.nudge_due_at,
    array_remove(array[
      case when t.mode = 'live' and i.list_version is null then 'unscreened' end,
      case when i.may_be_frozen and freeze_of(i.id, b.network) is not null then 'frozen' end,
      case when m.status <> 'active' then 'suspended' end,
      case when exists (
        select from allocation a join credit_lien l on l.line_id = a.line_id and l.lifted_at is null
        where a.transaction_id = i.id) then 'lien' end,
      case when unsettled_vendor(i.id) is not null then 'settlement' end,
      case when b.network is null then 'balance' end,
      case when b.network is not null and n.lane_id is null then 'no_lane' end,
      case when b.network is not null and (i.wallet ->> 'outcome' in ('fine', 'known')) is not true then 'wallet' end,
      case when h.amount_minor <= f.fee then 'fee' end,
      case when num_nonnulls(m.velocity_hour_minor, m.velocity_wallet_day_minor) > 0 then 'velocity' end,
      case when (i.hits = '[]') is not true then 'screening' end,
      -- Sanctions screening needs a name. In live mode an operator reviews a buy whose payer has no known name.
      case when t.mode = 'live' and (i.subjects @> '[{"kind": "name"}]') is not true then 'unnamed' end,
      -- The buy was matched within the exposure limit, and the limit may have been reduced since.
      case when is_over_exposure(i.id, t.business_id, t.mode, m.exposure_cap_minor::numeric, p_at) then 'exposure' end
    ], null) || b.needs
  from item i
  join transaction t on t.id = i.id
  join buy b on b.transaction_id = i.id
  join balance h on h.owner = i.id::text and h.kind = 'held' and h.asset = 'NGN' and h.mode = t.mode
  join business_mode m on m.business_id = t.business_id and m.mode = t.mode
  cross join lateral (
    select case when h.amount_minor::numeric = t.amount_minor::numeric then b.fee_minor::numeric
      else (select p.fee_minor from fee_of_buy p where p.transaction_id = t.id) end as fee) f
  -- All buys of a second go to the same lane of their network, so that it opens, signs and sends them together. The next second has another
  -- lane, so that all are used. A lane is avoided while a delivery has waited in it for two seconds, or fifty wait.
  left join lateral (
    select l.id as lane_id, w.due_at, w.nudge_due_at from lane l join wake w on w.subject_id = l.id
    where l.mode = t.mode and l.network = b.network and l.state = 'active'
    order by l.short_of is not null,
      exists (select from delivery d where d.lane_id = l.id and d.due_at < p_at - interval '2 seconds'),
      (select count(*) from (select from delivery d where d.lane_id = l.id limit 50) d) / 50,
      hashint8extended(floor(extract(epoch from p_at))::bigint, l.number)
    limit 1) n on true
  where t.version = i.version and t.type = 'buy' and t.status = 'payment_received'
  order by t.id for no key update of t
$$;

-- Clears one buy, or decides what its obstacles lead to: the buy waits, is held for an operator, or needs a choice of the business. Returns
-- the outcome and when the buy is due next. For a queued buy, also returns its lane, and the nudge number if this call claimed the lane's
-- nudge. p_item is an item of clear_buys.
create or replace function clear_one_buy(p_item json, p_at timestamptz, p_lease_seconds integer)
returns table (outcome text, due_at timestamptz, lane_id uuid, nudge_number integer)
language plpgsql as $$
#variable_conflict use_column
declare
  -- Each of these obstacles is handled below. Any other obstacle is a reason to hold the buy.
  KNOWN constant text[] := '{unscreened,frozen,suspended,lien,settlement,balance,no_lane,wallet,fee,velocity,daily_limit}';
  i record;
  q record;
  v_why text;
  v_reasons text[];
  v_stop jsonb;
begin
  select * into strict i from json_to_record(p_item) as i (
    id uuid, version integer, list_name text, list_version text, list_loaded_at timestamptz, subjects jsonb, hits jsonb, wallet jsonb);
  select * into q from buys_to_clear(json_build_array(p_item), p_at);
  if not found then
    outcome := 'moved_on';
    due_at := p_at;
    return next;
    return;
  end if;
  if 'unscreened' = any (q.obstacles) then
    raise exception 'buy % was not screened against a sanctions list', q.id using errcode = 'AF051';
  end if;

  -- A balance is credited at once, so liens and freezes that were placed while this call waited for the row are read again. A lane reads
  -- them again itself before it sends.
  if q.obstacles && '{frozen,balance}' then
    v_why := freeze_of(q.id, q.network);
  end if;
  if v_why is null and q.obstacles && '{suspended,lien,settlement,balance,no_lane}' then
    v_why := case
      when 'suspended' = any (q.obstacles) then 'the business is suspended'
      when transaction_has_lien(q.id) then 'one of its credits is under a lien'
      when 'settlement' = any (q.obstacles) then 'the settlement of ' || coalesce(unsettled_vendor(q.id), 'a vendor') || ' has not arrived'
      when 'no_lane' = any (q.obstacles) and exists (select from lane l where l.mode = q.mode and l.network = q.network)
        then 'no lane of ' || q.network || ' takes new transfers' end;
  end if;
  if v_why is not null then
    outcome := 'waits';
    due_at := let_wait('buy', q.id, v_why, p_at);
    return next;
    return;
  end if;

  v_stop := wallet_stop(q.id, i.version, q.network, q.amount - q.fee, i.wallet, p_at);
  v_reasons := array(select o.name from unnest(q.obstacles) with ordinality as o (name, place) where o.name <> all (KNOWN)
    order by o.place);
  -- The buy exceeded the daily limit when it was accepted. The limit may have been raised since.
  if 'daily_limit' = any (q.obstacles) and not (
      case when v_reasons = '{}' and v_stop is null then take_daily_use_of_buy(q.id) else buy_has_daily_room(q.id) end) then
    v_reasons := v_reasons || '{daily_limit}';
  end if;
  if v_reasons = '{}' and v_stop is null and 'velocity' = any (q.obstacles) then
    v_reasons := take_velocity(q.id, q.amount, p_at);
  end if;
  if v_reasons <> '{}' then
    outcome := 'held';
    perform hold_buy(q.id, i.version, v_reasons, q.amount, i.hits, i.list_version, p_at);
  elsif q.obstacles && '{no_lane,fee}' then
    outcome := 'cannot_deliver';
    perform ask_about_delivery(q.id, i.version, q.amount, q.fee, q.network, p_at);
  elsif v_stop is not null then
    select w.outcome, w.due_at into outcome, due_at from let_wallet_wait(q.id, i.version, v_stop, p_at) w;
    return next;
    return;
  elsif move_transactions(array[q.id], array['checks_passed'], array['{}'::jsonb], null, p_at) <> 1 then
    raise exception 'buy % cannot be cleared', q.id using errcode = 'AF001';
  elsif q.network is null then
    outcome := 'credited';
    perform credit_buy_to_balance(q.id, p_at);
  else
    outcome := 'queued';
    perform end_wallet_blocks(array[q.id], p_at);
    lane_id := q.lane_id;
    insert into delivery values (q.id, q.mode, q.business_id, q.lane_id, q.network, q.wallet_address, q.amount, q.fee,
      q.amount - q.fee, p_at, p_at);
    -- A lane that is already due and already nudged is not updated, so that buys that are cleared at the same time do not wait for each
    -- other at the row of their lane. A run first moves the due time and then reads, so a lane that is still due has yet to read this row.
    if q.lane_due_at > p_at or nudge_is_needed(q.lane_nudge_due_at, q.lane_due_at, p_at, p_lease_seconds) then
      perform wake_now('lane', q.lane_id, p_at);
      select n.nudge_number into nudge_number from claim_nudge(q.lane_id, p_at, p_lease_seconds) n;
    end if;
  end if;
  insert into screening_result (id, mode, transaction_id, list_name, list_version, list_loaded_at, subjects, hits, at)
    values (afara_uuid(), q.mode, q.id, i.list_name, i.list_version, i.list_loaded_at, i.subjects, i.hits, p_at);
  select w.due_at into due_at from wake w where w.subject_id = q.id;
  return next;
end $$;

-- Clears buys. Buys without an obstacle, which are nearly all, are written together, the others one by one. An error rolls back all of
-- them; the caller then retries each alone. p_items: [{ordinal, id, version, list_name, list_version, list_loaded_at, subjects: [{kind,
-- text}], hits: [{…}], wallet: {outcome, …}}].
create or replace function clear_buys(p_items json, p_at timestamptz, p_lease_seconds integer)
returns table (ordinal integer, outcome text, due_at timestamptz, lane_id uuid, nudge_number integer)
language plpgsql security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_ordinals integer[];
  v_ids uuid[];
  v_modes mode[];
  v_businesses uuid[];
  v_lanes uuid[];
  v_calls boolean[];
  v_networks text[];
  v_addresses text[];
  v_amounts numeric[];
  v_fees numeric[];
  v_numbers jsonb := '{}';
  v_due_at timestamptz;
  v_lane uuid;
  i record;
begin
  select array_agg(s.ordinal), array_agg(s.id), array_agg(s.mode), array_agg(s.business_id), array_agg(s.lane_id),
      array_agg(s.lane_due_at > p_at or nudge_is_needed(s.lane_nudge_due_at, s.lane_due_at, p_at, p_lease_seconds)),
      array_agg(s.network), array_agg(s.wallet_address), array_agg(s.amount), array_agg(s.fee)
    into v_ordinals, v_ids, v_modes, v_businesses, v_lanes, v_calls, v_networks, v_addresses, v_amounts, v_fees
    from buys_to_clear(p_items, p_at) s where s.obstacles = '{}';

  if v_ids is not null then
    if move_transactions(v_ids, array_fill('checks_passed'::text, array[cardinality(v_ids)]),
        array_fill('{}'::jsonb, array[cardinality(v_ids)]), null, p_at) <> cardinality(v_ids) then
      raise exception 'a buy changed while it was being cleared' using errcode = 'AF001';
    end if;
    insert into screening_result (id, mode, transaction_id, list_name, list_version, list_loaded_at, subjects, hits, at)
      select afara_uuid(), u.mode, u.id, i.list_name, i.list_version, i.list_loaded_at, i.subjects, i.hits, p_at
      from unnest(v_ordinals, v_ids, v_modes) as u (ordinal, id, mode)
      join json_to_recordset(p_items) as i (
        ordinal integer, list_name text, list_version text, list_loaded_at timestamptz, subjects jsonb, hits jsonb)
        on i.ordinal = u.ordinal;
    perform end_wallet_blocks(v_ids, p_at);
    insert into delivery
      select u.id, u.mode, u.business_id, u.lane_id, u.network, u.address, u.amount, u.fee, u.amount - u.fee, p_at, p_at
      from unnest(v_ids, v_modes, v_businesses, v_lanes, v_networks, v_addresses, v_amounts, v_fees)
        as u (id, mode, business_id, lane_id, network, address, amount, fee);
    -- A lane that is already due and already nudged is not updated, so that buys that are cleared at the same time do not wait for each
    -- other at the row of their lane. A run first moves the due time and then reads, so a lane that is still due has yet to read these
    -- rows.
    if true = any (v_calls) then
      for v_lane in select distinct u.lane_id from unnest(v_lanes, v_calls) as u (lane_id, is_to_call) where u.is_to_call order by 1 loop
        perform wake_now('lane', v_lane, p_at);
        v_numbers := v_numbers || coalesce((
          select jsonb_build_object(v_lane::text, n.nudge_number) from claim_nudge(v_lane, p_at, p_lease_seconds) n), '{}');
      end loop;
    end if;
    select p_at + s.look_after into v_due_at from status_time s where s.type = 'buy' and s.status = 'cleared';
    -- Only one row per lane has the nudge number, so that the caller nudges each lane once.
    return query
      select u.ordinal, 'queued'::text, v_due_at, u.lane_id, case when row_number() over (partition by u.lane_id) = 1
        then (v_numbers ->> u.lane_id::text)::integer end
      from unnest(v_ordinals, v_lanes) as u (ordinal, lane_id);
  end if;

  if cardinality(v_ids) is distinct from json_array_length(p_items) then
    for i in
      select x.ordinal, x.item from (
        select (e.value ->> 'ordinal')::integer as ordinal, e.value as item from json_array_elements(p_items) e) x
      where x.ordinal = any (v_ordinals) is not true order by (x.item ->> 'id')::uuid
    loop
      return query select i.ordinal, c.* from clear_one_buy(i.item, p_at, p_lease_seconds) c;
    end loop;
  end if;
  -- This runs last, because other commits about the same wallet wait for these rows until this transaction commits.
  perform remember_wallets(a.answers, p_at) from (
    select jsonb_agg(i.wallet) as answers from json_to_recordset(p_items) as i (wallet jsonb)
    where i.wallet ->> 'outcome' in ('fine', 'blocked')) a where a.answers is not null;
end $$;
