-- Why: naira that has arrived is not yet a reason to send tokens. Between the two stand the questions of this file: is anything
-- frozen, does somebody want the naira back, is a name or the address on a list, is it more than was agreed. All of them are
-- asked in the one commit that clears the buy, so that nothing can change between the answer and what follows from it.
--
-- What is frozen waits where it is and goes on by itself. What needs a person is on hold, under one case that names every
-- reason: whoever releases it has seen them all, and none is released behind another.

set local role afara_owner;
set local search_path = afara;

-- What was asked of which list, and what it answered. It is kept for whoever asks later why a buy went on; no business sees it.
create table screening_result (
  id uuid primary key,
  mode mode not null,
  transaction_id uuid not null,
  -- Neither: there was no list, which only test mode may do without.
  list_name text,
  list_version text,
  list_loaded_at timestamptz,
  subjects jsonb not null,
  hits jsonb not null,
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
create index screening_result_of_transaction on screening_result (transaction_id);
create index screening_result_xid on screening_result using brin (xid) with (pages_per_range = 16, autosummarize = on);
create trigger screening_result_is_history before update or delete or truncate on screening_result
  for each statement execute function refuse_change();

-- How much of a business's buys may be cleared within an hour, and go to one wallet within a day. None: no such limit.
alter table business_mode
  add column velocity_hour_minor nonnegative_minor,
  add column velocity_wallet_day_minor nonnegative_minor;

-- What was cleared lately, for businesses with such a limit only.
create table velocity_use (
  business_id uuid not null,
  mode mode not null,
  at timestamptz not null,
  transaction_id uuid not null,
  network text,
  wallet_address text,
  amount_minor positive_minor not null,
  primary key (business_id, mode, at, transaction_id)
);

-- ── where a cleared buy goes ───────────────────────────────────────────────────────────────────────────────────────

-- A cleared buy without a wallet ends in the balance of its business, in the caller's commit.
create function credit_buy_to_balance(p_transaction uuid, p_at timestamptz) returns void language plpgsql as $$
declare
  t transaction;
  v_amount numeric;
  v_fee numeric;
begin
  select * into strict t from transaction where id = p_transaction and type = 'buy' and status = 'cleared' for update;
  select h.amount_minor::numeric, b.fee_minor::numeric into strict v_amount, v_fee
    from buy b join balance h on h.owner = t.id::text and h.kind = 'held' and h.asset = 'NGN' and h.mode = t.mode
    where b.transaction_id = t.id;
  if v_fee = 0 then
    perform post_entry(uuidv7(), t.mode, t.id, 'credited_to_balance', p_at,
      array['held', 'clearing']::account_kind[], array[t.id::text, ''],
      array['clearing', 'business']::account_kind[], array['', t.business_id::text],
      array['NGN', 'NGNC']::asset[], array[v_amount, v_amount]::positive_minor[]);
  else
    perform post_entry(uuidv7(), t.mode, t.id, 'credited_to_balance', p_at,
      array['held', 'held', 'clearing']::account_kind[], array[t.id::text, t.id::text, ''],
      array['clearing', 'income', 'business']::account_kind[], array['', 'fees', t.business_id::text],
      array['NGN', 'NGN', 'NGNC']::asset[], array[v_amount - v_fee, v_fee, v_amount - v_fee]::positive_minor[]);
  end if;
  perform from move_transaction(t.id, t.version, 'credited_to_balance', jsonb_build_object('amount_minor', (v_amount - v_fee)::text),
    p_at, null);
  if not found then
    raise exception 'transaction % cannot be credited from %', t.id, t.status using errcode = 'AF001';
  end if;
end $$;

-- Sends a cleared buy on its way: to a lane of its network, or into the balance. Returns the lane; false in `done` when no lane
-- takes transfers now. Whoever clears a buy calls this in the same commit.
create function deliver_buy(p_transaction uuid, p_at timestamptz) returns table (done boolean, lane_id uuid)
language plpgsql as $$
begin
  if exists (select from buy b where b.transaction_id = p_transaction and b.network is null) then
    perform credit_buy_to_balance(p_transaction, p_at);
    done := true;
  else
    lane_id := queue_delivery(p_transaction, p_at);
    done := lane_id is not null;
  end if;
  return next;
end $$;

-- ── clearing ──────────────────────────────────────────────────────────────────────────────────────────────────

-- Takes the amount from what the business may have cleared in this time, and returns the limits that it would pass; none when it
-- fits. What people release is not counted: they have seen it.
create function take_velocity(p_transaction uuid, p_amount numeric, p_at timestamptz) returns text[] language plpgsql as $$
declare
  m business_mode;
  b buy;
  v_hour numeric;
  v_wallet numeric;
  v_over text[];
begin
  select x.* into strict m from transaction t join business_mode x on x.business_id = t.business_id and x.mode = t.mode
    where t.id = p_transaction;
  select * into strict b from buy where transaction_id = p_transaction;
  perform pg_advisory_xact_lock(hashtextextended('velocity' || m.business_id || m.mode, 0));
  select sum(u.amount_minor::numeric) filter (where u.at > p_at - interval '1 hour'),
      sum(u.amount_minor::numeric) filter (where (u.network, u.wallet_address) is not distinct from (b.network, b.wallet_address))
    into v_hour, v_wallet
    from velocity_use u where u.business_id = m.business_id and u.mode = m.mode and u.at > p_at - interval '1 day';
  v_over := array_remove(array[
    case when coalesce(v_hour, 0) + p_amount > m.velocity_hour_minor then 'velocity_hour' end,
    case when b.wallet_address is not null and coalesce(v_wallet, 0) + p_amount > m.velocity_wallet_day_minor
      then 'velocity_wallet_day' end], null);
  if v_over = '{}' then
    delete from velocity_use u where u.business_id = m.business_id and u.mode = m.mode and u.at <= p_at - interval '1 day';
    insert into velocity_use values (m.business_id, m.mode, p_at, p_transaction, b.network, b.wallet_address, p_amount);
  end if;
  return v_over;
end $$;

-- What is frozen, under a lien or without a lane in this moment is looked at again in a minute, and at once when it is set free.
create function let_wait(p_type text, p_transaction uuid, p_why text, p_at timestamptz) returns timestamptz language sql as $$
  insert into wake (subject_id, type, due_at, last_error) values (p_transaction, p_type, p_at + interval '1 minute', left('waits: ' || p_why, 500))
  on conflict (subject_id) do update set due_at = excluded.due_at, nudge_due_at = null, failure_count = 0, last_error = excluded.last_error
  returning due_at
$$;

-- What buys are driven by: where each is, when it is looked at next, and those whom lists are asked about. Read by keys, whatever
-- PostgreSQL remembers of the size of a table.
create function driven_buys(p_transactions uuid[])
returns table (
  id uuid, business_id uuid, mode mode, type transaction_type, status text, version integer, due_at timestamptz, failure_count integer,
  payer_account_name text, wallet_address text, payer_names text[]
) language plpgsql stable security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    select t.id, t.business_id, t.mode, t.type, t.status, t.version, w.due_at, w.failure_count, b.payer_account_name, b.wallet_address,
      array(
        select n.name::text from allocation a
        join bank_line_seat s on s.line_id = a.line_id
        join bank_line_reading r on r.id = s.reading_id
        left join bank_line_payer p on p.reading_id = s.reading_id
        cross join lateral (values (r.payer_name), (p.payer_name)) as n (name)
        where a.transaction_id = u.id and n.name is not null)
    from unnest(p_transactions) as u (id)
    join transaction t on t.id = u.id join buy b on b.transaction_id = u.id left join wake w on w.subject_id = u.id;
end $$;

-- Asks everything that is to be asked about a buy whose naira is here, and moves it: cleared and on its way, on hold, or for the
-- business to decide. Returns what became of it, and when it is to be looked at next; with the lane, if its nudge was claimed.
create function clear_one_buy(
  p_transaction uuid, p_version integer, p_list_name text, p_list_version text, p_list_loaded_at timestamptz, p_subjects jsonb,
  p_hits jsonb, p_at timestamptz, p_lease_seconds integer
) returns table (outcome text, due_at timestamptz, lane_id uuid, nudge_number integer)
language plpgsql as $$
#variable_conflict use_column
declare
  q record;
  v_why text;
  v_reasons text[];
begin
  select t.business_id, t.mode, b.vendor_account_id, b.network, b.wallet_address, b.fee_minor::numeric as fee, b.needs,
      h.amount_minor::numeric as amount, m.status as business_status, n.lane_id, n.due_at, n.nudge_due_at,
      num_nonnulls(m.velocity_hour_minor, m.velocity_wallet_day_minor) > 0 as has_velocity,
      v.state = 'frozen' or exists (select from freeze_order f where f.lifted_at is null) as may_be_frozen,
      exists (select from standing_allocation s join credit_lien l on l.line_id = s.line_id
        where s.transaction_id = p_transaction and l.lifted_at is null) as has_lien,
      -- Given on trust when it was matched: what may be given on trust may have become less since.
      exists (select from allocation s where s.transaction_id = p_transaction and s.ground = 'within_cap')
        and m.exposure_cap_minor::numeric < (select sum(e.amount_minor::numeric) from exposure_day e
          where e.business_id = t.business_id and e.mode = t.mode and e.aged_from > p_at) as is_over_cap
    into q
    from transaction t
    join buy b on b.transaction_id = t.id
    join balance h on h.owner = p_transaction::text and h.kind = 'held' and h.asset = 'NGN' and h.mode = t.mode
    join business_mode m on m.business_id = t.business_id and m.mode = t.mode
    join vendor_account v on v.id = b.vendor_account_id
    -- The lane with the fewest waiting, as far as that can be told at a glance; of equals any.
    left join lateral (
      select l.id as lane_id, w.due_at, w.nudge_due_at from lane l join wake w on w.subject_id = l.id
      where l.mode = t.mode and l.network = b.network and l.state = 'active'
      order by l.short_of is not null, (select count(*) from (select from delivery d where d.lane_id = l.id limit 50) d), random()
      limit 1) n on true
    where t.id = p_transaction and t.version = p_version and t.type = 'buy' and t.status = 'payment_received'
    for no key update of t;
  if not found then
    outcome := 'moved_on';
    due_at := p_at;
    return next;
    return;
  end if;
  if p_list_version is null and q.mode = 'live' then
    raise exception 'buy % was screened against no list', p_transaction using errcode = 'AF051';
  end if;
  -- Whoever placed a lien or a freeze while we waited for the row is seen by a second look only. A lane looks again; the balance does not.
  if q.network is null then
    q.has_lien := transaction_has_lien(p_transaction);
    q.may_be_frozen := true;
  end if;

  if q.may_be_frozen then
    v_why := freeze_of(p_transaction, q.network);
  end if;
  if v_why is null and (q.business_status = 'suspended' or q.has_lien or (q.network is not null and q.lane_id is null)) then
    v_why := case
      when q.business_status = 'suspended' then 'the business is suspended'
      when q.has_lien then 'somebody may want its naira back'
      when exists (select from lane l where l.mode = q.mode and l.network = q.network) then 'no lane of ' || q.network || ' takes new transfers' end;
  end if;
  if v_why is not null then
    outcome := 'waits';
    due_at := let_wait('buy', p_transaction, v_why, p_at);
    return next;
    return;
  end if;

  v_reasons := q.needs;
  if q.is_over_cap then
    v_reasons := array_prepend('exposure', v_reasons);
  end if;
  -- A list can only be asked about somebody: in live mode a buy whose payer nobody has named is for people.
  if q.mode = 'live' and not p_subjects @> '[{"kind": "name"}]' then
    v_reasons := array_prepend('unnamed', v_reasons);
  end if;
  if p_hits <> '[]' then
    v_reasons := array_prepend('screening', v_reasons);
  end if;
  if q.has_velocity and v_reasons = '{}' then
    v_reasons := take_velocity(p_transaction, q.amount, p_at);
  end if;
  if v_reasons <> '{}' then
    outcome := 'held';
    perform hold_buy(p_transaction, p_version, v_reasons, q.amount, p_hits, p_list_version, p_at);
  elsif (q.network is not null and q.lane_id is null) or q.amount <= q.fee then
    outcome := 'cannot_deliver';
    perform ask_about_delivery(p_transaction, p_version, q.amount, q.fee, q.network, p_at);
  elsif move_transactions(array[p_transaction], array['checks_passed'], array['{}'::jsonb], null, p_at) <> 1 then
    raise exception 'buy % cannot be cleared', p_transaction using errcode = 'AF001';
  elsif q.network is null then
    outcome := 'credited';
    perform credit_buy_to_balance(p_transaction, p_at);
  else
    outcome := 'queued';
    lane_id := q.lane_id;
    insert into delivery values (p_transaction, q.mode, q.business_id, q.lane_id, q.network, q.wallet_address, q.amount, q.fee,
      q.amount - q.fee, p_at, p_at);
    -- One that is due already, with a call on its way to it, has this row before it looks: its look puts the time off first. So
    -- buys that are cleared together do not queue for the row of their lane.
    if q.due_at > p_at or nudge_is_needed(q.nudge_due_at, q.due_at, p_at, p_lease_seconds) then
      perform wake_now('lane', q.lane_id, p_at);
      select n.nudge_number into nudge_number from claim_nudge(q.lane_id, p_at, p_lease_seconds) n;
    end if;
  end if;
  insert into screening_result (id, mode, transaction_id, list_name, list_version, list_loaded_at, subjects, hits, at)
    values (uuidv7(), q.mode, p_transaction, p_list_name, p_list_version, p_list_loaded_at, p_subjects, p_hits, p_at);
  select w.due_at into due_at from wake w where w.subject_id = p_transaction;
  return next;
end $$;

-- The same for many, each on its own. All that decides is read in one statement; those for which nothing stands in the way, which are
-- nearly all, are written together, and the others one by one. items: [{ordinal, id, version, list_name, list_version,
-- list_loaded_at, subjects: [{kind, text}], hits: [{…}]}]. What fails undoes all: then each is to be tried alone.
create function clear_buys(p_items json, p_at timestamptz, p_lease_seconds integer)
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
  with item as materialized (
    select i.ordinal, i.id, i.version, i.list_version, i.subjects, i.hits from json_to_recordset(p_items) as i (
      ordinal integer, id uuid, version integer, list_version text, subjects jsonb, hits jsonb)
  ), seen as materialized (
    select i.ordinal, t.id, t.mode, t.business_id, n.lane_id, b.network, b.wallet_address, h.amount_minor::numeric as amount,
      b.fee_minor::numeric as fee, n.due_at > p_at or nudge_is_needed(n.nudge_due_at, n.due_at, p_at, p_lease_seconds) as is_to_call
    from item i
    join transaction t on t.id = i.id
    join buy b on b.transaction_id = i.id
    join balance h on h.owner = i.id::text and h.kind = 'held' and h.asset = 'NGN' and h.mode = t.mode
    join business_mode m on m.business_id = t.business_id and m.mode = t.mode
    join vendor_account v on v.id = b.vendor_account_id
    cross join lateral (
      select l.id as lane_id, w.due_at, w.nudge_due_at from lane l join wake w on w.subject_id = l.id
      where l.mode = t.mode and l.network = b.network and l.state = 'active'
      order by l.short_of is not null, (select count(*) from (select from delivery d where d.lane_id = l.id limit 50) d), random()
      limit 1) n
    where t.version = i.version and t.type = 'buy' and t.status = 'payment_received'
      and i.hits = '[]' and (t.mode = 'test' or (i.list_version is not null and i.subjects @> '[{"kind": "name"}]'))
      and b.needs = '{}' and h.amount_minor > b.fee_minor and m.status = 'active' and v.state <> 'frozen'
      and m.velocity_hour_minor is null and m.velocity_wallet_day_minor is null
      and not exists (select from freeze_order f where f.lifted_at is null)
      and not exists (select from allocation a join credit_lien l on l.line_id = a.line_id and l.lifted_at is null
        where a.transaction_id = i.id)
      and not (m.exposure_cap_minor::numeric < (select sum(e.amount_minor::numeric) from exposure_day e
          where e.business_id = t.business_id and e.mode = t.mode and e.aged_from > p_at)
        and exists (select from allocation a where a.transaction_id = i.id and a.ground = 'within_cap')) is true
    order by t.id for no key update of t
  )
  select array_agg(s.ordinal), array_agg(s.id), array_agg(s.mode), array_agg(s.business_id), array_agg(s.lane_id), array_agg(s.is_to_call),
      array_agg(s.network), array_agg(s.wallet_address), array_agg(s.amount), array_agg(s.fee)
    into v_ordinals, v_ids, v_modes, v_businesses, v_lanes, v_calls, v_networks, v_addresses, v_amounts, v_fees
    from seen s;

  if v_ids is not null then
    if move_transactions(v_ids, array_fill('checks_passed'::text, array[cardinality(v_ids)]),
        array_fill('{}'::jsonb, array[cardinality(v_ids)]), null, p_at) <> cardinality(v_ids) then
      raise exception 'a buy cannot be cleared' using errcode = 'AF001';
    end if;
    insert into screening_result (id, mode, transaction_id, list_name, list_version, list_loaded_at, subjects, hits, at)
      select uuidv7(), u.mode, u.id, i.list_name, i.list_version, i.list_loaded_at, i.subjects, i.hits, p_at
      from unnest(v_ordinals, v_ids, v_modes) as u (ordinal, id, mode)
      join json_to_recordset(p_items) as i (
        ordinal integer, list_name text, list_version text, list_loaded_at timestamptz, subjects jsonb, hits jsonb)
        on i.ordinal = u.ordinal;
    insert into delivery
      select u.id, u.mode, u.business_id, u.lane_id, u.network, u.address, u.amount, u.fee, u.amount - u.fee, p_at, p_at
      from unnest(v_ids, v_modes, v_businesses, v_lanes, v_networks, v_addresses, v_amounts, v_fees)
        as u (id, mode, business_id, lane_id, network, address, amount, fee);
    -- A lane that is due already, with a call on its way to it, finds these rows: its look puts the time off before it reads. So
    -- buys that are cleared at the same time do not queue for the row of their lane.
    if true = any (v_calls) then
      for v_lane in select distinct u.lane_id from unnest(v_lanes, v_calls) as u (lane_id, is_to_call) where u.is_to_call order by 1 loop
        perform wake_now('lane', v_lane, p_at);
        v_numbers := v_numbers || coalesce((
          select jsonb_build_object(v_lane::text, n.nudge_number) from claim_nudge(v_lane, p_at, p_lease_seconds) n), '{}');
      end loop;
    end if;
    select p_at + s.look_after into v_due_at from status_time s where s.type = 'buy' and s.status = 'cleared';
    -- Who calls a lane does so once for all of them.
    return query
      select u.ordinal, 'queued'::text, v_due_at, u.lane_id, case when row_number() over (partition by u.lane_id) = 1
        then (v_numbers ->> u.lane_id::text)::integer end
      from unnest(v_ordinals, v_lanes) as u (ordinal, lane_id);
  end if;

  if cardinality(v_ids) is distinct from json_array_length(p_items) then
    for i in
      select * from json_to_recordset(p_items) as i (
        ordinal integer, id uuid, version integer, list_name text, list_version text, list_loaded_at timestamptz, subjects jsonb, hits jsonb)
      where i.ordinal = any (v_ordinals) is not true order by i.id
    loop
      return query
        select i.ordinal, c.* from clear_one_buy(i.id, i.version, i.list_name, i.list_version, i.list_loaded_at, i.subjects, i.hits, p_at,
          p_lease_seconds) c;
    end loop;
  end if;
end $$;

-- Something about it is for people. The event says nothing of why: outside, one hold looks like any other.
create function hold_buy(
  p_transaction uuid, p_version integer, p_reasons text[], p_amount numeric, p_hits jsonb, p_list_version text, p_at timestamptz
) returns void language plpgsql as $$
declare
  t transaction;
  b buy;
  v_is_listed boolean := 'screening' = any (p_reasons);
begin
  perform from move_transaction(p_transaction, p_version, 'check_failed', '{}', p_at, null);
  if not found then
    raise exception 'buy % cannot be held', p_transaction using errcode = 'AF001';
  end if;
  select * into strict t from transaction where id = p_transaction;
  select * into strict b from buy where transaction_id = p_transaction;
  perform open_case(uuidv7(), t.mode, (case when v_is_listed then 'screening_hit' else 'over_limit' end)::case_kind,
    b.vendor_account_id, null, t.id, t.business_id,
    case when v_is_listed then 'A name or the address of this buy is like one on a list of sanctions.'
      when 'unnamed' = any (p_reasons) then 'Nobody has named who paid this buy, so that no list could be asked about them.'
      else 'This buy is more than the business may move now.' end,
    jsonb_build_object('reasons', to_jsonb(p_reasons), 'amount_minor', p_amount::text, 'hits', p_hits, 'list', p_list_version,
      'network', b.network, 'wallet_address', b.wallet_address),
    null, p_at, p_at + interval '24 hours');
end $$;

-- Nothing can send its tokens: the business says whether they go elsewhere or the naira goes back.
create function ask_about_delivery(
  p_transaction uuid, p_version integer, p_amount numeric, p_fee numeric, p_network text, p_at timestamptz
) returns void language plpgsql as $$
declare
  t transaction;
begin
  perform from move_transaction(p_transaction, p_version, 'choice_needed', '{}', p_at, null);
  if not found then
    raise exception 'buy % cannot be asked about', p_transaction using errcode = 'AF001';
  end if;
  select * into strict t from transaction where id = p_transaction;
  perform open_case(uuidv7(), t.mode, 'cannot_deliver', (select b.vendor_account_id from buy b where b.transaction_id = t.id), null,
    t.id, t.business_id,
    case when p_amount <= p_fee then 'The fee would take all that arrived.' else 'We have no wallet on ' || p_network || ' to send from.' end,
    jsonb_build_object('amount_minor', p_amount::text, 'fee_minor', p_fee::text, 'network', p_network),
    jsonb_build_object('action', 'return_all'), p_at, p_at + interval '24 hours');
end $$;

-- ── what takes too long ───────────────────────────────────────────────────────────────────────────────────────

-- Looks at a buy that waits for others. If it has been where it is for longer than it should, people are asked, once for each time
-- that it came here. A cleared buy that no lane has (its lane was full of others, or gone, when people released it) is given
-- to one. Returns when it is to be looked at next, or null when it is not as it was read any more.
create function look_at_buy(p_transaction uuid, p_version integer, p_at timestamptz) returns timestamptz
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  t transaction;
  s status_time;
  v_since timestamptz;
  v_next timestamptz;
begin
  select * into t from transaction where id = p_transaction and version = p_version and type = 'buy' for update;
  if not found then
    return null;
  end if;
  if t.status = 'cleared' and not exists (select from delivery d where d.transaction_id = t.id)
      and live_transfer(t.id) is null then
    perform from deliver_buy(t.id, p_at);
    select version into t.version from transaction where id = t.id;
  end if;
  -- Whoever moved it here has asked; if not, somebody must.
  if t.status = 'send_failed' and not exists (select from delivery d where d.transaction_id = t.id)
      and not exists (select from case_file c where c.transaction_id = t.id and c.state <> 'resolved' and c.kind in ('send_failed', 'signer_refused')) then
    perform open_case(uuidv7(), t.mode, 'send_failed', null, null, t.id, t.business_id, 'The transfer is dead, and no tokens left us.',
      '{}', jsonb_build_object('action', 'retry_send'), p_at, p_at + interval '24 hours');
  end if;
  select * into strict s from status_time where type = 'buy' and status = t.status;
  select e.happened_at into strict v_since from transaction_event e where e.transaction_id = t.id and e.sequence = p_version;
  if t.version <> p_version or s.expected_within is null then
    v_next := null;
  elsif p_at < v_since + s.expected_within then
    v_next := v_since + s.expected_within;
  else
    perform open_overdue_case(t, s, v_since, p_at);
    v_next := p_at + greatest(s.expected_within, interval '1 hour');
  end if;
  if t.version = p_version then
    perform schedule_wake(t.id, v_next);
  end if;
  return v_next;
end $$;

create function open_overdue_case(t transaction, s status_time, p_since timestamptz, p_at timestamptz) returns void language plpgsql as $$
begin
  if exists (select from case_file c where c.transaction_id = t.id and c.kind = 'overdue' and c.opened_at >= p_since) then
    return;
  end if;
  perform open_case(uuidv7(), t.mode, 'overdue', null, null, t.id, t.business_id,
    format('It has been %s since %s.', t.status, to_char(p_since at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC'),
    jsonb_build_object('status', t.status, 'since', p_since, 'expected_by', p_since + s.expected_within,
      'last_error', (select w.last_error from wake w where w.subject_id = t.id)),
    null, p_at, p_at + interval '4 hours');
end $$;

-- The same for one whose step fails again and again: the next try is as it was set.
create function note_overdue(p_transaction uuid, p_version integer, p_at timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  select open_overdue_case(t, s, e.happened_at, p_at)
  from transaction t
  join status_time s on s.type = t.type and s.status = t.status
  join transaction_event e on e.transaction_id = t.id and e.sequence = t.version
  where t.id = p_transaction and t.version = p_version and p_at >= e.happened_at + s.expected_within
$$;

-- ── nudges ────────────────────────────────────────────────────────────────────────────────────────────────────

-- As it was. To add an interval to a time depends on the session's time zone, so it was never immutable; and what says that it is and
-- is not is called row by row, where it could be part of the statement that asks.
create or replace function nudge_is_needed(nudge_due_at timestamptz, due_at timestamptz, at timestamptz, lease_seconds integer)
returns boolean language sql stable
  return nudge_due_at is null
    or nudge_due_at > greatest(due_at, at) + interval '1 second'
    or nudge_due_at < at - make_interval(secs => lease_seconds);

-- As claim_nudges, for those of a list that one commit has made due.
create function claim_nudges_of(p_subjects uuid[], p_at timestamptz, p_lease_seconds integer)
returns table (subject_id uuid, type text, nudge_number integer)
language sql security definer set search_path = afara, pg_temp as $$
  update wake w set nudge_number = w.nudge_number + 1, nudge_due_at = p_at
  where w.subject_id = any (p_subjects) and w.due_at <= p_at and nudge_is_needed(w.nudge_due_at, w.due_at, p_at, p_lease_seconds)
  returning w.subject_id, w.type, w.nudge_number
$$;

-- A look begins: whoever calls for one from now on finds that it is not due, and says so. If the look is never heard of again, the
-- next is due then.
create function begin_look(p_subject uuid, p_until timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update wake set due_at = p_until where subject_id = p_subject
$$;

-- What waits for a freeze or a lien to be lifted goes on when it is.
create function wake_waiting() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  update wake w set due_at = least(w.due_at, clock_timestamp()) where w.type in ('buy', 'sell') and w.last_error like 'waits: %';
  return null;
end $$;

create trigger freeze_order_lifted after update on freeze_order for each row
  when (old.lifted_at is null and new.lifted_at is not null) execute function wake_waiting();
create trigger credit_lien_lifted after update on credit_lien for each row
  when (old.lifted_at is null and new.lifted_at is not null) execute function wake_waiting();
create trigger vendor_account_goes_on after update of state on vendor_account for each row
  when (old.state = 'frozen' and new.state <> 'frozen') execute function wake_waiting();

-- ── when a bank takes it back ─────────────────────────────────────────────────────────────────────────────────

-- A buy that a bank has taken back asks nothing any more, and nothing is sent for it.
create function end_recalled_buy() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_transaction uuid := (select a.transaction_id from allocation a where a.id = new.allocation_id);
begin
  delete from delivery d where d.transaction_id = v_transaction;
  perform close_case(c.id, jsonb_build_object('action', 'took_back', 'line_id', new.line_id, 'reason', 'the bank took it back'), new.at)
    from case_file c
    where c.transaction_id = v_transaction and c.line_id is null and c.state <> 'resolved';
  return null;
end $$;

create trigger allocation_end_ends_buy after insert on allocation_end for each row execute function end_recalled_buy();

-- ── checks ────────────────────────────────────────────────────────────────────────────────────────────────────

-- What left for a wallet or a balance was screened or released; what is on hold has a case; what is cleared is on its way.
create function check_cleared_buys(since_xid bigint) returns setof finding language sql stable as $$
  select row(e.transaction_id::text, 'it was cleared, and nobody asked a list')::finding
  from transaction_event e
  where e.type = 'buy' and e.event = 'checks_passed' and e.xid > since_xid and not exists (
    select from screening_result s where s.transaction_id = e.transaction_id and s.xid = e.xid and s.hits = '[]'
      and (s.mode = 'test' or (s.list_version is not null and s.subjects @> '[{"kind": "name"}]')))
  union all
  select row(t.id::text, 'it is ' || t.status || ', and nobody is asked')::finding
  from transaction t
  where t.type = 'buy' and t.status in ('on_hold', 'action_required') and not exists (
    select from case_file c where c.transaction_id = t.id and c.state <> 'resolved')
  union all
  select row(t.id::text, 'it is in the balance, and the ledger does not have that')::finding
  from transaction_event v join transaction t on t.id = v.transaction_id
  where v.type = 'buy' and v.event = 'credited_to_balance' and v.xid > since_xid and not exists (
    select from entry e join posting p on p.entry_id = e.id
    where e.transaction_id = v.transaction_id and e.step = 'credited_to_balance' and e.xid = v.xid
      and (p.debit_kind, p.credit_kind, p.credit_owner, p.asset) = ('clearing', 'business', t.business_id::text, 'NGNC')
      and p.amount_minor::text = v.data ->> 'amount_minor')
  union all
  select row(s.id::text, 'it is about no buy and no sell')::finding
  from screening_result s
  where s.xid > since_xid and not exists (
    select from transaction t where t.id = s.transaction_id and t.mode = s.mode and t.type in ('buy', 'sell'))
$$;

-- ── walls ─────────────────────────────────────────────────────────────────────────────────────────────────────

do $$
declare
  name text;
begin
  foreach name in array array['screening_result', 'velocity_use'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy house on %I to afara_owner, afara_worker, afara_sealer using (true) with check (true)', name);
    execute format('grant select on %I to afara_worker', name);
  end loop;
end $$;

grant execute on function driven_buys, clear_buys, look_at_buy, note_overdue, claim_nudges_of, begin_look, check_cleared_buys to afara_worker;
