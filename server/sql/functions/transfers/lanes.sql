-- Opens a lane. p_next_lock is the lock that the chain expects next. The lane is due at once.
create or replace function open_lane(
  p_id uuid, p_mode mode, p_network text, p_number integer, p_address text, p_next_lock numeric, p_at timestamptz
) returns void language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  insert into lane (id, mode, network, number, address, next_lock, first_lock)
    values (p_id, p_mode, p_network, p_number, p_address, p_next_lock, p_next_lock);
  insert into wake (subject_id, type, due_at) values (p_id, 'lane', p_at);
end $$;

-- Moves a lane to the state that operators decided. A lane that was halted is compared with the chain again before any transfer is opened.
-- Returns false if it was in that state already.
create or replace function move_lane(p_lane uuid, p_state text, p_because text, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  update lane set state = p_state, halted_because = case p_state when 'halted' then p_because end,
      checked_start = case when state = 'halted' then null else checked_start end
    where id = p_lane and state <> p_state;
  if not found then
    return false;
  end if;
  perform wake_now('lane', p_lane, p_at);
  return true;
end $$;

-- Takes or renews the lease of a lane and returns its fence. Returns null while another holder's lease runs. A holder that renews keeps its
-- fence.
create or replace function take_lane(p_lane uuid, p_holder text, p_at timestamptz, p_lease_ms integer) returns bigint
language sql security definer set search_path = afara, pg_temp as $$
  update lane set holder = p_holder, lease_until = lease_until(p_lease_ms),
    fence = fence + (holder is distinct from p_holder or lease_until is null or lease_until <= afara_now())::integer
  where id = p_lane and (holder = p_holder or lease_until is null or lease_until <= afara_now())
  returning fence
$$;

-- Takes the lease of a lane as take_lane does, and returns what a round of work begins with: the lane, its fence, what is pending, and up
-- to p_most sent transfers as list_out returns them. A holder renews when less than two thirds of the lease are left, so that a round that
-- only waits for blocks writes nothing. Returns no row while another holder's lease runs.
create or replace function hold_lane(p_lane uuid, p_holder text, p_at timestamptz, p_lease_ms integer, p_most integer)
returns table (
  fence bigint, mode mode, network text, number integer, address text, state text, next_lock numeric, is_checked boolean, is_frozen boolean,
  may_be_frozen boolean, due integer, unsigned integer, signed integer, has_adopted boolean, sent json
) language plpgsql security definer set search_path = afara, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
declare
  l lane;
begin
  select * into l from lane where id = p_lane;
  if l.holder = p_holder and l.lease_until > lease_until(p_lease_ms * 2 / 3) then
    fence := l.fence;
  else
    fence := take_lane(p_lane, p_holder, p_at, p_lease_ms);
    if fence is null then
      return;
    end if;
    select * into l from lane where id = p_lane;
  end if;
  mode := l.mode;
  network := l.network;
  number := l.number;
  address := l.address;
  state := l.state;
  next_lock := l.next_lock;
  is_checked := coalesce(l.checked_start = pg_postmaster_start_time(), false);
  is_frozen := is_network_frozen(l.mode, l.network);
  may_be_frozen := is_anything_frozen();
  due := exists (select from delivery d where d.lane_id = p_lane and d.due_at <= p_at)::integer;
  select count(*) filter (where f.state = 'reserved'),
      count(*) filter (where f.state = 'signed' or (f.state = 'conflict' and l.state = 'halted'))
    into unsigned, signed
    from transfer f where f.lane_id = p_lane and f.state in ('reserved', 'signed', 'conflict');
  has_adopted := exists (select from adopted_lock a where a.lane_id = p_lane and a.state = 'waiting' and a.end_state is null);
  if signed > 0 then
    select json_agg(json_build_object('transfer_id', o.transfer_id, 'transaction_id', o.transaction_id, 'lock', o.lock::text,
        'address', o.address, 'tokens_minor', o.tokens_minor::text, 'sent_at', o.sent_at, 'is_doubtful', o.is_doubtful,
        'attempts', o.attempts) order by o.lock) into sent
      from list_out(p_lane, p_most) o;
  end if;
  return next;
end $$;

-- Releases the lease of a lane, if this fence still holds it.
create or replace function release_lane(p_lane uuid, p_fence bigint) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update lane set holder = null, lease_until = null where id = p_lane and fence = p_fence
$$;

-- Returns the lane, locked, if the caller holds its lease, else raises AF050. No other transaction changes the lane before this commit.
create or replace function require_lane(p_lane uuid, p_fence bigint) returns lane language plpgsql as $$
declare
  l lane;
begin
  select * into l from lane where id = p_lane for no key update;
  if l.fence is distinct from p_fence or l.lease_until is null or l.lease_until <= afara_now() then
    raise exception 'lane % is not held with fence %: the lease has ended', p_lane, p_fence using errcode = 'AF050';
  end if;
  return l;
end $$;

-- Halts a lane and opens a case. A halted lane sends nothing until two operators resume it.
create or replace function halt_lane(p_lane uuid, p_fence bigint, p_because text, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  l lane := require_lane(p_lane, p_fence);
begin
  update lane set state = 'halted', halted_because = p_because, checked_start = null where id = p_lane;
  perform open_case(afara_uuid(), l.mode, 'lane_halted', null, null, null, null,
    format('%s lane %s is halted: %s', l.network, l.number, p_because),
    jsonb_build_object('subject', p_lane, 'network', l.network, 'number', l.number, 'because', p_because), null, p_at,
    p_at + interval '1 hour');
end $$;

-- Compares a lane as compare_lane does, for a worker of the last release, which does not say whose payments are missing.
create or replace function check_lane(p_lane uuid, p_fence bigint, p_chain_latest numeric, p_journal_next numeric, p_at timestamptz)
returns boolean language sql security definer set search_path = afara, pg_temp as $$
  select compare_lane(p_lane, p_fence, p_chain_latest, p_journal_next, null, p_at)
$$;

-- Compares our rows with the chain and with the signer's journal. A journal that is ahead means that the database was restored from a copy
-- and lacks what was done since: then everything is frozen until operators have reviewed it. If a standby was promoted, it lacks only the
-- last commits, and only the businesses that the journal names (p_businesses) are frozen. If only the chain is ahead, somebody else has
-- the key of this wallet. That freezes only this network in this mode; otherwise a thief of a test key could stop live mode. Returns true
-- if nothing is wrong.
create or replace function compare_lane(p_lane uuid, p_fence bigint, p_chain_latest numeric, p_journal_next numeric,
  p_businesses uuid[], p_at timestamptz)
returns boolean language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  l lane := require_lane(p_lane, p_fence);
  v_is_restore boolean := p_journal_next > l.next_lock;
  v_because text;
begin
  if greatest(p_chain_latest, p_journal_next) <= l.next_lock then
    update lane set checked_start = pg_postmaster_start_time() where id = p_lane;
    return true;
  end if;
  v_because := format('%s lane %s: the next lock is %s in the database, %s on the chain, %s in the signer''s journal', l.network, l.number,
    l.next_lock, p_chain_latest, p_journal_next);
  if v_is_restore then
    perform freeze_forgotten(p_businesses, 'the chain or the signer''s journal is ahead of the database: ' || v_because, 'system:lanes',
      p_at);
  else
    perform place_freeze('network', l.mode || ':' || l.network, 'somebody else has the key of a lane: ' || v_because, 'system:lanes', p_at);
  end if;
  perform open_case(afara_uuid(), l.mode, (case when v_is_restore then 'restored' else 'lane_halted' end)::case_kind, null, null, null,
    null,
    case when v_is_restore then 'The chain or the signer''s journal is ahead of the database: '
      else 'The chain shows locks that neither the database nor the signer has. Somebody else has the key. ' end || v_because,
    jsonb_build_object('subject', p_lane, 'network', l.network, 'number', l.number, 'next_lock', l.next_lock::text,
      'chain_latest', p_chain_latest::text, 'journal_next', p_journal_next::text)
      || case when v_is_restore and forgotten_businesses(p_businesses) is not null
        then jsonb_build_object('businesses', to_jsonb(p_businesses)) else '{}' end, null, p_at, p_at + interval '1 hour');
  update lane set state = 'halted', halted_because = v_because, checked_start = null where id = p_lane;
  return false;
end $$;

-- Records the balance of the lane's wallet on the chain, and the maximum cost of one transfer at current fees.
create or replace function note_reading(
  p_lane uuid, p_fence bigint, p_tokens_minor numeric, p_gas_units numeric, p_gas_each_units numeric, p_at timestamptz
) returns void language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  l lane := require_lane(p_lane, p_fence);
begin
  update lane set tokens_minor = p_tokens_minor, gas_units = p_gas_units, gas_each_units = p_gas_each_units, read_at = p_at
    where id = p_lane;
  -- The transfers that were too large for the lane went to another lane or were withdrawn, so it lacks nothing. While a delivery waits,
  -- open_transfers reports the shortage.
  if l.short_of is not null and not exists (select from delivery d where d.lane_id = p_lane)
      and not exists (select from transfer f where f.lane_id = p_lane and f.state = 'reserved') then
    perform note_short(l, null, p_at);
  end if;
end $$;

-- Records what a lane lacks, if that changed. Opens a case when a shortage begins and closes it when the shortage ends.
create or replace function note_short(l lane, p_short_of text, p_at timestamptz,
  p_because text default null) returns void language plpgsql as $$
declare
  v_gas numeric;
begin
  if l.short_of is not distinct from p_short_of then
    return;
  end if;
  if p_short_of = 'gas' then
    -- Gas for all open transfers and all waiting deliveries, at current fees.
    v_gas := l.gas_each_units * ((lane_out(l.id)).transfers + (select count(*) from delivery d where d.lane_id = l.id)) - l.gas_units;
  end if;
  update lane set short_of = p_short_of, short_since = case when p_short_of is not null then p_at end where id = l.id;
  if p_short_of in ('float', 'tokens', 'gas', 'signatures') then
    perform open_case(afara_uuid(), l.mode, 'cannot_deliver', null, null, null, null,
      format('%s lane %s has too %s for its queue', l.network, l.number, case p_short_of when 'float' then 'little float in the ledger'
          when 'tokens' then 'few tokens on the chain' when 'signatures' then 'few signatures' else 'little gas' end)
        || case when v_gas is null then '' else format(': send at least %s %s to %s', coins_needed(v_gas, gas_asset(l.network)),
          gas_asset(l.network), l.address) end,
      jsonb_strip_nulls(jsonb_build_object('subject', l.id, 'network', l.network, 'number', l.number, 'short_of', p_short_of,
        'because', p_because, 'address', case when v_gas is not null then l.address end, 'gas_units', v_gas::text)),
      null, p_at, p_at + interval '1 hour');
  elsif p_short_of is null then
    perform close_case(c.id, '{"action": "dismiss", "reason": "the lane has enough again"}', p_at) from case_file c
      where c.kind = 'cannot_deliver' and c.state <> 'resolved' and c.mode = l.mode and c.transaction_id is null
        and c.facts ->> 'subject' = l.id::text;
  end if;
end $$;

-- Records that the signer refuses all payments of the lane for now, because of a limit of its policy or a gap in its journal. Null means
-- that it signs again.
create or replace function note_not_now(p_lane uuid, p_fence bigint, p_because text, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  l lane := require_lane(p_lane, p_fence);
begin
  if p_because is not null or l.short_of = 'signatures' then
    perform note_short(l, case when p_because is not null then 'signatures' end, p_at, p_because);
  end if;
end $$;

-- Stops a lane. One operator may do so at once. A halted lane sends nothing, not even signed transfers; a draining lane finishes what it
-- began. Deliveries of a halted lane go to another active lane. Returns how many were moved, or null if the lane was in that state already.
create or replace function stop_lane(p_lane uuid, p_to text, p_by text, p_reason text, p_at timestamptz) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  l record;
  v_moved integer := 0;
begin
  select * into strict l from lane where id = p_lane for no key update;
  if l.state = p_to then
    return null;
  end if;
  if p_to not in ('draining', 'halted') or l.state = 'halted' then
    raise exception 'lane % is % and cannot become %', p_lane, l.state, p_to using errcode = 'AF001';
  end if;
  perform move_lane(p_lane, p_to, p_reason, p_at);
  if p_to = 'halted' then
    perform from transaction t where t.id in (select d.transaction_id from delivery d where d.lane_id = p_lane)
      order by t.id for no key update;
    select count(queue_delivery(d.transaction_id, p_at)) into v_moved
      from (select w.transaction_id from delivery w where w.lane_id = p_lane order by w.transaction_id) d;
  end if;
  insert into audit (id, at, actor, action, subject, reason, details) values (afara_uuid(), p_at, p_by,
    case p_to when 'halted' then 'lane.halted' else 'lane.drained' end, format('lane %s:%s:%s', l.mode, l.network, l.number),
    p_reason, jsonb_build_object('from', l.state, 'deliveries_moved', v_moved));
  return v_moved;
end $$;

-- Resumes a lane as two operators decided. The lane is compared with the chain again before it sends.
create or replace function carry_out_resume_lane(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'resume_lane');
  v_lane uuid := (v_file.resolution ->> 'lane_id')::uuid;
begin
  if not move_lane(v_lane, 'active', null, p_at) then
    raise exception 'lane % is already active', v_lane using errcode = 'AF040';
  end if;
  perform close_case(k.id, v_file.resolution || jsonb_build_object('reason', 'decided in cas_' || replace(p_case::text, '-', '')), p_at)
    from case_file k where k.kind in ('lane_halted', 'restored') and k.state <> 'resolved' and k.facts ->> 'subject' = v_lane::text;
end $$;

-- Returns the number and the tokens of a lane's open transfers. They may not have left its wallet yet, so they count as still to leave,
-- with their gas.
create or replace function lane_out(p_lane uuid, out transfers integer, out tokens numeric) language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  v_rights uuid[] := array(select f.right_id from transfer f where f.lane_id = p_lane and f.state in ('reserved', 'signed'));
begin
  select count(*), coalesce(sum(r.tokens_minor::numeric), 0) into transfers, tokens from transfer_right r where r.id = any (v_rights);
  select transfers + count(*), tokens + coalesce(sum(x.tokens_minor::numeric), 0) into transfers, tokens from adopted_lock x
    where x.lane_id = p_lane and x.state = 'waiting' and x.end_state is null;
end $$;

-- Returns the lane that can pay an amount and has the fewest waiting deliveries; of two equal ones, the one with more float. Queues above
-- 200 count as 200. A delivery that later finds its lane short moves to another.
create or replace function choose_lane(p_mode mode, p_network text, p_tokens numeric, p_besides uuid) returns uuid language sql stable
set enable_seqscan = off as $$
  select l.id from lane l
  left join lateral (
    select b.amount_minor from balance b
    where b.owner = l.network || ':' || l.number and b.kind = 'float' and b.asset = 'NGNC' and b.mode = l.mode limit 1) b on true
  cross join lateral (
    select count(*) as waiting, coalesce(sum(d.tokens_minor), 0) as tokens from (
      select d.tokens_minor::numeric as tokens_minor from delivery d where d.lane_id = l.id limit 200) d) q
  where l.mode = p_mode and l.network = p_network and l.state = 'active' and l.id is distinct from p_besides
    and (p_besides is null or (coalesce(b.amount_minor::numeric, 0) - q.tokens >= p_tokens and l.short_of is null))
  order by (coalesce(b.amount_minor::numeric, 0) - q.tokens >= p_tokens) desc, (l.short_of is null) desc, q.waiting,
    coalesce(b.amount_minor::numeric, 0) - q.tokens desc, l.number
  limit 1
$$;

-- Returns whether a lane that was not abandoned serves the network in this mode.
create or replace function has_lane(p_mode mode, p_network text) returns boolean language sql stable as $$
  select exists (select from lane l where l.mode = p_mode and l.network = p_network and l.abandoned_at is null)
$$;

-- Keeps an abandoned lane halted forever (AF040), and records since when a lane is halted.
create or replace function guard_lane() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  if old.abandoned_at is not null and (new.state <> 'halted' or new.abandoned_at is distinct from old.abandoned_at) then
    raise exception 'lane % was abandoned and must stay halted', old.id using errcode = 'AF040';
  end if;
  new.halted_at := case when new.state = 'halted' then case when old.state = 'halted' then old.halted_at else afara_now() end end;
  return new;
end $$;
