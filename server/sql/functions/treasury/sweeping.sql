-- Takes the lease of a sweeper and returns its fence, or null while another lease runs.
create or replace function take_sweeper(p_mode mode, p_network text, p_address text, p_holder text, p_lease_ms integer) returns bigint
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_fence bigint;
begin
  insert into sweeper (mode, network, address) values (p_mode, p_network, p_address) on conflict (network, mode) do nothing;
  update sweeper s set fence = s.fence + 1, holder = p_holder, address = p_address,
      lease_until = afara_now() + least(p_lease_ms, 60000) * interval '1 millisecond'
    where s.mode = p_mode and s.network = p_network and (s.lease_until is null or s.lease_until < afara_now())
    returning s.fence into v_fence;
  return v_fence;
end $$;

-- Releases the lease of a sweeper, if this fence still holds it.
create or replace function release_sweeper(p_mode mode, p_network text, p_fence bigint) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update sweeper set lease_until = null, holder = null where mode = p_mode and network = p_network and fence = p_fence
$$;

-- Locks the sweeper of a network and returns it. Raises AF050 unless the caller holds its lease under this fence.
create or replace function require_sweeper(p_mode mode, p_network text, p_fence bigint) returns sweeper language plpgsql as $$
declare
  s sweeper;
begin
  select * into s from sweeper where mode = p_mode and network = p_network for no key update;
  if not found or s.fence <> p_fence or (s.lease_until > afara_now()) is not true then
    raise exception 'the lease of the sweeper of % in % mode has ended, or another process holds it', p_network, p_mode
      using errcode = 'AF050';
  end if;
  return s;
end $$;

-- Records how much gas the chain shows for the sweeper.
create or replace function note_sweeper(p_mode mode, p_network text, p_fence bigint, p_gas_units numeric, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform require_sweeper(p_mode, p_network, p_fence);
  update sweeper set gas_units = p_gas_units, read_at = p_at where mode = p_mode and network = p_network;
end $$;

-- Returns the addresses to sweep now, oldest first, with their units. There are some only if enough wait for a full sweep, their sum is
-- large enough, or the oldest has waited long enough. Otherwise one address whose sweep failed before is returned, to be swept alone.
-- Returns nothing while the network is frozen. Where a sweep closes the address, the address is swept only after its sell accepts no more
-- deposits.
create or replace function list_unswept(p_mode mode, p_network text, p_most integer, p_above numeric, p_before timestamptz,
  p_at timestamptz)
returns table (address text, units numeric, transaction_id uuid, business_id uuid, reference text, minor numeric)
language sql stable security definer set search_path = afara, pg_temp as $$
  with due as (
    select u.address, u.units, u.transaction_id, u.minor::numeric as minor, u.since, u.failures from unswept_deposit u
    where u.network = p_network and u.mode = p_mode and u.minor > 0 and u.failures = 0 and (u.due_at is null or u.due_at <= p_at)
      and is_sweepable(u.transaction_id)
      and not (must_be_opened(p_network) and waits_for_deposit(u.transaction_id))
    order by u.since limit p_most
  ), again as (
    select u.address, u.units, u.transaction_id, u.minor::numeric as minor, u.since from unswept_deposit u
    where u.network = p_network and u.mode = p_mode and u.minor > 0 and u.failures > 0 and u.due_at <= p_at
      and is_sweepable(u.transaction_id)
      and not (must_be_opened(p_network) and waits_for_deposit(u.transaction_id))
    order by u.due_at limit 1
  ), chosen as (
    select d.address, d.units, d.transaction_id, d.minor, d.since from due d
    where (select count(*) >= p_most or sum(x.minor) >= p_above or min(x.since) <= p_before from due x)
    union all
    select a.address, a.units, a.transaction_id, a.minor, a.since from again a
    where not (select coalesce(count(*) >= p_most or sum(x.minor) >= p_above or min(x.since) <= p_before, false) from due x)
  )
  select c.address, c.units, t.id, t.business_id, t.reference, c.minor
  from chosen c join transaction t on t.id = c.transaction_id
  where not is_network_frozen(p_mode, p_network)
  order by c.since
$$;

-- Stores the signed bytes of a sweep before they are sent.
create or replace function open_sweep(
  p_id uuid, p_mode mode, p_network text, p_fence bigint, p_nonce numeric, p_addresses text[], p_salts text[], p_units numeric[],
    p_raw bytea,
  p_hash text, p_terms jsonb, p_at timestamptz
) returns void language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  s sweeper := require_sweeper(p_mode, p_network, p_fence);
begin
  insert into sweep (id, mode, network, sweeper, nonce, addresses, salts, units, minor, opened_at, hash)
    select p_id, p_mode, p_network, s.address, p_nonce, p_addresses, p_salts, p_units, coalesce(sum(u.minor::numeric), 0), p_at, p_hash
    from unswept_deposit u where u.address = any (p_addresses) and u.network = p_network and u.mode = p_mode;
  insert into sweep_attempt values (p_id, 1, p_raw, p_hash, p_terms, p_at);
  -- Gives the deposit watch time to record what left the addresses, so that they are not swept again right after this sweep. While this
  -- sweep is open, the index sweep_out refuses another one.
  update unswept_deposit u set due_at = p_at + interval '10 minutes'
    where u.address = any (p_addresses) and u.network = p_network and u.mode = p_mode;
end $$;

-- Stores another signed attempt of a sweep, with higher fees on the same nonce: the chain can accept only one of them.
create or replace function add_sweep_attempt(p_sweep uuid, p_fence bigint, p_raw bytea, p_hash text, p_fees jsonb,
  p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  w sweep;
begin
  select * into strict w from sweep where id = p_sweep;
  perform require_sweeper(w.mode, w.network, p_fence);
  update sweep set hash = p_hash where id = p_sweep and state = 'signed';
  if not found then
    raise exception 'sweep % has ended', p_sweep using errcode = 'AF002';
  end if;
  insert into sweep_attempt
    select p_sweep, coalesce(max(a.number), 0) + 1, p_raw, p_hash, p_fees, p_at from sweep_attempt a where a.sweep_id = p_sweep;
end $$;

-- Reschedules addresses for which nothing was sent. If the call would fail, each is swept alone: at once after the first failure, later
-- after the next ones. If the call cannot be signed now, they wait a minute.
create or replace function put_off_sweep(p_mode mode, p_network text, p_fence bigint, p_addresses text[], p_would_fail boolean,
  p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform require_sweeper(p_mode, p_network, p_fence);
  update unswept_deposit u set failures = u.failures + p_would_fail::integer,
      due_at = p_at + case when p_would_fail then least(u.failures, 6) * interval '10 minutes' else interval '1 minute' end
    where u.address = any (p_addresses) and u.network = p_network and u.mode = p_mode;
end $$;

-- Ends a sweep and books the gas that it used. The addresses of a failed sweep are retried alone later. A void sweep counts no failure,
-- and its addresses are due again at once. An account that the sweep closed receives nothing from now on.
create or replace function end_sweep(
  p_sweep uuid, p_fence bigint, p_state text, p_hash text, p_gas_units numeric, p_because text, p_at timestamptz
) returns void language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  w sweep;
begin
  select * into strict w from sweep where id = p_sweep for no key update;
  perform require_sweeper(w.mode, w.network, p_fence);
  if w.state <> 'signed' or p_state not in ('final_ok', 'final_failed', 'void') then
    raise exception 'sweep % is % and cannot become %', p_sweep, w.state, p_state using errcode = 'AF002';
  end if;
  update sweep set state = p_state, hash = coalesce(p_hash, hash), gas_units = p_gas_units,
      entry_id = book_sweeper_gas(w.mode, w.network, p_gas_units, p_at), ended_because = p_because, ended_at = p_at where id = p_sweep;
  if p_state = 'final_ok' then
    update deposit_account a set state = 'closed', closed_at = p_at
      where a.address = any (w.addresses) and a.network = w.network and a.mode = w.mode and a.state <> 'closed';
  elsif p_state = 'final_failed' then
    update unswept_deposit u set failures = u.failures + 1, due_at = p_at + least(u.failures + 1, 6) * interval '10 minutes'
      where u.address = any (w.addresses) and u.network = w.network and u.mode = w.mode;
  else
    -- A time is needed: list_unswept does not return an address that failed before and has none.
    update unswept_deposit u set due_at = p_at where u.address = any (w.addresses) and u.network = w.network and u.mode = w.mode;
  end if;
end $$;

-- Books the gas that the sweeper used. A negative amount means that closing accounts returned more than the call cost.
create or replace function book_sweeper_gas(p_mode mode, p_network text, p_units numeric,
  p_at timestamptz) returns uuid language plpgsql as $$
declare
  v_entry uuid := afara_uuid();
  v_spent account_kind[] := array['expense']::account_kind[];
  v_gas account_kind[] := array['gas']::account_kind[];
begin
  if coalesce(p_units, 0) = 0 then
    return null;
  elsif p_units > 0 then
    perform post_entry(v_entry, p_mode, null, 'sweep_gas', p_at, v_spent, array['gas'], v_gas, array[p_network || ':sweeper'],
      array[gas_asset(p_network)], array[p_units]::positive_minor[]);
  else
    perform post_entry(v_entry, p_mode, null, 'sweep_gas', p_at, v_gas, array[p_network || ':sweeper'], v_spent, array['gas'],
      array[gas_asset(p_network)], array[-p_units]::positive_minor[]);
  end if;
  return v_entry;
end $$;

-- Books gas of a sweeper as two operators decided, and never more than the chain shows.
create or replace function fund_sweeper(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  v_network text := p_file.resolution ->> 'network';
  v_units numeric := (p_file.resolution ->> 'gas_units')::numeric;
  v_room numeric;
begin
  select s.gas_units - account_sum(s.mode, 'gas', s.network || ':sweeper', gas_asset(s.network)) into v_room from sweeper s
    where s.mode = p_file.mode and s.network = v_network and s.read_at >= p_at - interval '60 seconds' for no key update;
  if not found then
    raise exception 'the gas of the sweeper on % was not read within the last minute', v_network using errcode = 'AF054';
  elsif v_units > v_room then
    raise exception 'at most % % can be booked: the chain shows only that much above the ledger',
      in_coins(greatest(0, v_room), gas_asset(v_network)),
      gas_asset(v_network)
      using errcode = 'AF054';
  end if;
  perform post_entry(p_file.id, p_file.mode, null, 'sweeper_topped_up', p_at, array['gas']::account_kind[], array[v_network || ':sweeper'],
    array['capital']::account_kind[], array[''], array[gas_asset(v_network)], array[v_units]::positive_minor[]);
end $$;
