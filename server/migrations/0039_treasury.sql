-- Why: our own money is looked after here. Tokens at deposit addresses come home by themselves: whoever sweeps sends one call at a
-- time, and since an address can send to our treasury alone, a call too many costs gas and moves nothing. What we have where, and
-- how long it lasts, is told without reading history. And what people move between accounts of our own is decided by two of them
-- and booked by what banks and chains show.

set local role afara_owner;
set local search_path = afara;

alter type case_kind add value 'float_low';  -- at the pace of the last hour it is empty soon

-- ── what is at deposit addresses ──────────────────────────────────────────────────────────────────────────────

-- What the books have at each deposit address: a working list, as long as what is there. It is kept by what is recorded.
create table unswept_deposit (
  mode mode not null,
  network text not null,
  address text collate "C" not null,
  transaction_id uuid not null,
  minor nonnegative_minor not null,
  -- In the chain's smallest units, with what is less than a kobo.
  units numeric(78, 0) not null check (units > 0),
  since timestamptz not null,
  -- When it may be swept (again), and how often a sweep that it was in came to nothing: then it goes alone, so that it holds up no other.
  due_at timestamptz,
  failures integer not null default 0,
  primary key (address, network, mode)
) with (fillfactor = 70);
create index unswept_deposit_of_network on unswept_deposit (network, mode, since);

-- What a list of sanctions holds stays where it came to: it is not mixed with what we send on.
create function is_sweepable(p_transaction uuid) returns boolean language sql stable as $$
  select not exists (
    select from case_file c where c.transaction_id = p_transaction and c.kind = 'screening_hit' and c.state <> 'resolved')
$$;

create function note_unswept() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  insert into unswept_deposit as u (mode, network, address, transaction_id, minor, units, since)
    select f.mode, f.network, f.address, (array_agg(f.transaction_id))[1], sum(f.minor::numeric), sum(f.units), min(f.seen_at)
    from fresh f group by f.mode, f.network, f.address
    on conflict (address, network, mode) do update set minor = u.minor::numeric + excluded.minor::numeric, units = u.units + excluded.units;
  return null;
end $$;

-- What is left is counted anew: more may have come since.
create function note_swept() returns trigger language plpgsql security definer set search_path = afara, pg_temp set enable_seqscan = off as $$
declare
  w record;
  v_minor numeric;
  v_units numeric;
begin
  for w in select distinct f.mode, f.network, f.address from fresh f loop
    select sum(m.minor), sum(m.units) into v_minor, v_units from (
      select d.minor::numeric as minor, d.units from deposit d where d.address = w.address and d.network = w.network and d.mode = w.mode
      union all
      select -s.swept_minor::numeric, -s.units from deposit_sweep s where s.address = w.address and s.network = w.network and s.mode = w.mode) m;
    if v_units > 0 and v_minor >= 0 then
      update unswept_deposit u set minor = v_minor, units = v_units, due_at = null, failures = 0
        where u.address = w.address and u.network = w.network and u.mode = w.mode;
    else
      delete from unswept_deposit u where u.address = w.address and u.network = w.network and u.mode = w.mode;
    end if;
  end loop;
  return null;
end $$;

create trigger deposit_is_unswept after insert on deposit referencing new table as fresh
  for each statement execute function note_unswept();
create trigger deposit_sweep_is_noted after insert on deposit_sweep referencing new table as fresh
  for each statement execute function note_swept();

insert into unswept_deposit (mode, network, address, transaction_id, minor, units, since)
  select m.mode, m.network, m.address, (array_agg(m.transaction_id) filter (where m.transaction_id is not null))[1], sum(m.minor), sum(m.units),
    min(m.seen_at)
  from (
    select d.mode, d.network, d.address, d.transaction_id, d.minor::numeric as minor, d.units, d.seen_at from deposit d
    union all
    select s.mode, s.network, s.address, null, -s.swept_minor::numeric, -s.units, null from deposit_sweep s) m
  group by m.mode, m.network, m.address having sum(m.units) > 0;

-- ── sweeping ──────────────────────────────────────────────────────────────────────────────────────────────────

-- The wallet that pays the gas of sweeps, one a network. It holds no tokens. Whoever works for it holds a lease.
create table sweeper (
  mode mode not null,
  network text not null check (gas_asset(network) is not null),
  address text not null check (address <> ''),
  gas_units numeric(78, 0),
  read_at timestamptz,
  fence bigint not null default 0,
  holder text,
  lease_until timestamptz,
  primary key (network, mode)
) with (fillfactor = 50);

-- One call of the factory: these addresses, on this nonce. One at a time is out.
create table sweep (
  id uuid primary key,
  mode mode not null,
  network text not null,
  sweeper text not null,
  nonce numeric(38, 0) not null check (nonce >= 0),
  addresses text[] not null check (cardinality(addresses) between 1 and 200),
  salts text[] not null,
  minor nonnegative_minor not null,
  -- Void: something else used its nonce up.
  state text not null default 'signed' check (state in ('signed', 'final_ok', 'final_failed', 'void')),
  opened_at timestamptz not null,
  ended_at timestamptz,
  ended_because text,
  -- Of the newest attempt, and in the end of the one that the chain took.
  hash text not null,
  gas_units numeric(78, 0) check (gas_units >= 0),
  -- What its gas did to the books.
  entry_id uuid,
  check (cardinality(salts) = cardinality(addresses)),
  check ((state in ('final_ok', 'final_failed', 'void')) = (ended_at is not null))
) with (fillfactor = 70);
create unique index sweep_out on sweep (network, mode) where state = 'signed';
create trigger sweep_stays before delete or truncate on sweep for each statement execute function refuse_change();

create table sweep_attempt (
  sweep_id uuid not null references sweep (id),
  number integer not null check (number >= 1),
  raw bytea not null,
  hash text not null,
  fees jsonb not null check (jsonb_typeof(fees) = 'object'),
  signed_at timestamptz not null,
  primary key (sweep_id, number)
);
create trigger sweep_attempt_is_history before update or delete or truncate on sweep_attempt
  for each statement execute function refuse_change();

-- The number of the holder's lease, or null while another's runs.
create function take_sweeper(p_mode mode, p_network text, p_address text, p_holder text, p_lease_ms integer) returns bigint
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_fence bigint;
begin
  insert into sweeper (mode, network, address) values (p_mode, p_network, p_address) on conflict (network, mode) do nothing;
  update sweeper s set fence = s.fence + 1, holder = p_holder, address = p_address,
      lease_until = clock_timestamp() + least(p_lease_ms, 60000) * interval '1 millisecond'
    where s.mode = p_mode and s.network = p_network and (s.lease_until is null or s.lease_until < clock_timestamp())
    returning s.fence into v_fence;
  return v_fence;
end $$;

create function release_sweeper(p_mode mode, p_network text, p_fence bigint) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update sweeper set lease_until = null, holder = null where mode = p_mode and network = p_network and fence = p_fence
$$;

create function require_sweeper(p_mode mode, p_network text, p_fence bigint) returns sweeper language plpgsql as $$
declare
  s sweeper;
begin
  select * into s from sweeper where mode = p_mode and network = p_network for no key update;
  if not found or s.fence <> p_fence or (s.lease_until > clock_timestamp()) is not true then
    raise exception 'the sweeper of % in % mode is held by another', p_network, p_mode using errcode = 'AF053';
  end if;
  return s;
end $$;

create function note_sweeper(p_mode mode, p_network text, p_fence bigint, p_gas_units numeric, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform require_sweeper(p_mode, p_network, p_fence);
  update sweeper set gas_units = p_gas_units, read_at = p_at where mode = p_mode and network = p_network;
end $$;

-- What is to be swept now, the oldest first: when there are as many as go together, when they come to enough, or when the oldest has waited
-- long enough; nothing while the network is frozen. What failed before goes alone.
create function list_unswept(p_mode mode, p_network text, p_most integer, p_above numeric, p_before timestamptz, p_at timestamptz)
returns table (address text, transaction_id uuid, business_id uuid, reference text, minor numeric)
language sql stable security definer set search_path = afara, pg_temp as $$
  with due as (
    select u.address, u.transaction_id, u.minor::numeric as minor, u.since, u.failures from unswept_deposit u
    where u.network = p_network and u.mode = p_mode and u.minor > 0 and u.failures = 0 and (u.due_at is null or u.due_at <= p_at)
      and is_sweepable(u.transaction_id)
    order by u.since limit p_most
  ), again as (
    select u.address, u.transaction_id, u.minor::numeric as minor from unswept_deposit u
    where u.network = p_network and u.mode = p_mode and u.minor > 0 and u.failures > 0 and u.due_at <= p_at and is_sweepable(u.transaction_id)
    order by u.due_at limit 1
  ), chosen as (
    select d.address, d.transaction_id, d.minor from due d
    where (select count(*) >= p_most or sum(x.minor) >= p_above or min(x.since) <= p_before from due x)
    union all
    select a.address, a.transaction_id, a.minor from again a
    where not (select coalesce(count(*) >= p_most or sum(x.minor) >= p_above or min(x.since) <= p_before, false) from due x)
  )
  select c.address, t.id, t.business_id, t.reference, c.minor
  from chosen c join transaction t on t.id = c.transaction_id
  where not exists (select from freeze_order f where f.lifted_at is null
    and (f.scope = 'all' or f.scope = 'network' and f.subject = p_mode || ':' || p_network))
$$;

-- Keeps signed bytes before they are sent.
create function open_sweep(
  p_id uuid, p_mode mode, p_network text, p_fence bigint, p_nonce numeric, p_addresses text[], p_salts text[], p_raw bytea, p_hash text,
  p_fees jsonb, p_at timestamptz
) returns void language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  s sweeper := require_sweeper(p_mode, p_network, p_fence);
begin
  insert into sweep (id, mode, network, sweeper, nonce, addresses, salts, minor, opened_at, hash)
    select p_id, p_mode, p_network, s.address, p_nonce, p_addresses, p_salts, coalesce(sum(u.minor::numeric), 0), p_at, p_hash
    from unswept_deposit u where u.address = any (p_addresses) and u.network = p_network and u.mode = p_mode;
  insert into sweep_attempt values (p_id, 1, p_raw, p_hash, p_fees, p_at);
  -- Not again until it was seen what became of it.
  update unswept_deposit u set due_at = p_at + interval '10 minutes'
    where u.address = any (p_addresses) and u.network = p_network and u.mode = p_mode;
end $$;

-- The same call with higher fees, on the same nonce: only one of them can be taken.
create function add_sweep_attempt(p_sweep uuid, p_fence bigint, p_raw bytea, p_hash text, p_fees jsonb, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  w sweep;
begin
  select * into strict w from sweep where id = p_sweep;
  perform require_sweeper(w.mode, w.network, p_fence);
  update sweep set hash = p_hash where id = p_sweep and state = 'signed';
  if not found then
    raise exception 'sweep % is over', p_sweep using errcode = 'AF002';
  end if;
  insert into sweep_attempt
    select p_sweep, coalesce(max(a.number), 0) + 1, p_raw, p_hash, p_fees, p_at from sweep_attempt a where a.sweep_id = p_sweep;
end $$;

-- Nothing was sent for these: the call would fail (then each goes alone), or it cannot be signed now.
create function put_off_sweep(p_mode mode, p_network text, p_fence bigint, p_addresses text[], p_would_fail boolean, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform require_sweeper(p_mode, p_network, p_fence);
  update unswept_deposit u set failures = u.failures + p_would_fail::integer,
      due_at = p_at + case when p_would_fail then least(u.failures, 6) * interval '10 minutes' else interval '1 minute' end
    where u.address = any (p_addresses) and u.network = p_network and u.mode = p_mode;
end $$;

-- What became of it: of gas that was used the books have less, and what did not come home is tried again, alone.
create function end_sweep(
  p_sweep uuid, p_fence bigint, p_state text, p_hash text, p_gas_units numeric, p_because text, p_at timestamptz
) returns void language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  w sweep;
  v_entry uuid;
begin
  select * into strict w from sweep where id = p_sweep for no key update;
  perform require_sweeper(w.mode, w.network, p_fence);
  if w.state <> 'signed' or p_state not in ('final_ok', 'final_failed', 'void') then
    raise exception 'sweep % is % and does not become %', p_sweep, w.state, p_state using errcode = 'AF002';
  end if;
  if p_gas_units > 0 then
    v_entry := uuidv7();
    perform post_entry(v_entry, w.mode, null, 'sweep_gas', p_at, array['expense']::account_kind[], array['gas'],
      array['gas']::account_kind[], array[w.network || ':sweeper'], array[gas_asset(w.network)], array[p_gas_units]::positive_minor[]);
  end if;
  update sweep set state = p_state, hash = coalesce(p_hash, hash), gas_units = p_gas_units, entry_id = v_entry, ended_because = p_because,
      ended_at = p_at where id = p_sweep;
  if p_state = 'final_failed' then
    update unswept_deposit u set failures = u.failures + 1, due_at = p_at + least(u.failures + 1, 6) * interval '10 minutes'
      where u.address = any (w.addresses) and u.network = w.network and u.mode = w.mode;
  elsif p_state = 'void' then
    update unswept_deposit u set due_at = null where u.address = any (w.addresses) and u.network = w.network and u.mode = w.mode;
  end if;
end $$;

-- ── what we have where ────────────────────────────────────────────────────────────────────────────────────────

-- Every place of our own money: what the books have, what the world showed last, what is on its way, what is promised, and what left (or came,
-- where it only comes) in the last hour. Ids are made of the time, so the last hour of a table is the end of its key.
create function float_figures() returns table (
  kind text, mode mode, place text, subject uuid, state text, ledger_minor numeric, world_minor numeric, world_at timestamptz,
  in_flight_minor numeric, promised_minor numeric, hour_minor numeric, gas_asset asset, gas_units numeric, gas_world_units numeric, gas_each_units numeric)
language sql stable security definer set search_path = afara, pg_temp as $$
  with hour as materialized (select uuidv7(interval '-1 hour') as id),
  sent as (
    select f.lane_id, sum(r.tokens_minor::numeric) as minor from transfer f join transfer_right r on r.id = f.right_id, hour
    where f.id > hour.id and f.state in ('signed', 'final_ok', 'conflict') group by f.lane_id
  ), out as (
    select f.lane_id, sum(r.tokens_minor::numeric) as minor from transfer f join transfer_right r on r.id = f.right_id
    where f.state in ('reserved', 'signed', 'conflict') group by f.lane_id
  ), waiting as (
    select d.lane_id, sum(d.tokens_minor::numeric) as minor from delivery d group by d.lane_id
  ), paid as (
    select x.account_id, sum(r.amount_minor::numeric) as minor from payout x join payout_right r on r.id = x.right_id, hour
    where x.id > hour.id and x.money_back_at is null group by x.account_id
  ), paying as (
    select x.account_id, sum(r.amount_minor::numeric) as minor from payout x join payout_right r on r.id = x.right_id
    where x.next_look_at is not null and x.money_back_at is null and x.final_entry_id is null group by x.account_id
  ), ordered as (
    select o.account_id, sum(o.amount_minor::numeric) as minor from payout_order o group by o.account_id
  ), arrived as (
    select d.mode, d.network, sum(d.minor::numeric) as minor from deposit d, hour where d.id > hour.id group by d.mode, d.network
  ), credited as (
    select l.vendor_account_id, sum(l.settled_minor::numeric) as minor from bank_line l, hour
    where l.id > hour.id and l.direction = 'credit' group by l.vendor_account_id
  ), sealed as (
    select coalesce(max(through_xid), 0) as xid from seal
  ), unsealed as materialized (
    select p.* from posting p, sealed where p.xid > sealed.xid and ('bank' in (p.debit_kind, p.credit_kind) or 'gas' in (p.debit_kind, p.credit_kind))
  ), summed as (
    select s.mode, s.kind, s.owner, s.asset, sum(s.minor) as minor from (
      select t.mode, t.kind, t.owner, t.asset, t.debit_minor - t.credit_minor as minor from account_total t where t.kind in ('bank', 'gas')
      union all
      select u.mode, u.debit_kind, u.debit_owner, u.asset, u.amount_minor::numeric from unsealed u where u.debit_kind in ('bank', 'gas')
      union all
      select u.mode, u.credit_kind, u.credit_owner, u.asset, -u.amount_minor::numeric from unsealed u where u.credit_kind in ('bank', 'gas')
    ) s group by s.mode, s.kind, s.owner, s.asset
  )
  select 'lane', l.mode, l.network || ':' || l.number, l.id, l.state, coalesce(b.amount_minor::numeric, 0), l.tokens_minor, l.read_at,
    coalesce(o.minor, 0), coalesce(w.minor, 0), coalesce(s.minor, 0), gas_asset(l.network), null::numeric, l.gas_units, l.gas_each_units
  from lane l
  left join balance b on b.owner = l.network || ':' || l.number and b.kind = 'float' and b.asset = 'NGNC' and b.mode = l.mode
  left join out o on o.lane_id = l.id left join waiting w on w.lane_id = l.id left join sent s on s.lane_id = l.id
  where l.abandoned_at is null
  union all
  select 'payout_account', a.mode, a.vendor || ':' || a.name, a.id, a.state, coalesce(b.amount_minor::numeric, 0), a.available_minor, a.read_at,
    coalesce(p.minor, 0), coalesce(o.minor, 0), coalesce(h.minor, 0), null::asset, null::numeric, null::numeric, null::numeric
  from payout_account a
  left join balance b on b.owner = a.id::text and b.kind = 'payout_bank' and b.asset = 'NGN' and b.mode = a.mode
  left join paying p on p.account_id = a.id left join ordered o on o.account_id = a.id left join paid h on h.account_id = a.id
  where a.state <> 'closed'
  union all
  select 'deposits', c.mode, c.network, c.id, case when c.halted_because is null then 'active' else 'halted' end, coalesce(u.minor, 0), null::numeric, c.read_at,
    coalesce(w.minor::numeric, 0), 0, coalesce(h.minor, 0), gas_asset(c.network), g.minor, s.gas_units, null::numeric
  from chain_cursor c
  left join lateral (select sum(x.minor::numeric) as minor from unswept_deposit x where x.network = c.network and x.mode = c.mode) u on true
  left join sweep w on w.network = c.network and w.mode = c.mode and w.state = 'signed'
  left join sweeper s on s.network = c.network and s.mode = c.mode
  left join summed g on g.mode = c.mode and g.kind = 'gas' and g.owner = c.network || ':sweeper'
  left join arrived h on h.mode = c.mode and h.network = c.network
  union all
  select 'collection_account', v.mode, v.account_number, v.id, v.state::text, coalesce(g.minor, 0), i.closing_minor, i.told_at, 0,
    coalesce(f.minor, 0), coalesce(h.minor, 0), null::asset, null::numeric, null::numeric, null::numeric
  from vendor_account v
  left join summed g on g.mode = v.mode and g.kind = 'bank' and g.owner = v.id::text
  left join lateral (select sum(x.left_minor::numeric) as minor from credit_fund x where x.vendor_account_id = v.id) f on true
  left join lateral (
    select r.closing_minor, (r.last_day + 1)::timestamp at time zone 'Africa/Lagos' as told_at from import_run r
    where r.vendor_account_id = v.id order by r.last_day desc limit 1) i on true
  left join credited h on h.vendor_account_id = v.id
  where v.state <> 'closed'
$$;

-- How long what is free lasts at the pace of the last hour; null where nothing left.
create function runway(p_ledger numeric, p_promised numeric, p_hour numeric) returns interval language sql immutable
  return case when p_hour > 0 then least(876000, greatest(0, p_ledger - p_promised) / p_hour)::double precision * interval '1 hour' end;

-- Asks people for more where it is empty soon, and takes the question back when it is not. Returns how many are low.
create function note_runways(p_least interval, p_at timestamptz) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  f record;
  v_low integer := 0;
begin
  for f in
    select x.*, runway(x.ledger_minor, x.promised_minor, x.hour_minor) as lasts from float_figures() x where x.kind in ('lane', 'payout_account')
  loop
    if f.state = 'active' and f.lasts < p_least then
      v_low := v_low + 1;
      perform open_case(uuidv7(), f.mode, 'float_low', null, null, null, null,
        format('%s %s lasts less than %s at the pace of the last hour.', case f.kind when 'lane' then 'Lane' else 'Payout account' end, f.place,
          case when p_least >= interval '2 hours' then extract(epoch from p_least)::integer / 3600 || ' hours' else extract(epoch from p_least)::integer / 60 || ' minutes' end),
        jsonb_build_object('subject', 'float:' || f.subject, 'place', f.place, 'ledger_minor', f.ledger_minor::text,
          'promised_minor', f.promised_minor::text, 'hour_minor', f.hour_minor::text), null, p_at, p_at + interval '1 hour');
    -- A quarter more than the least, so that what lies at the edge does not come and go.
    elsif f.state <> 'active' or f.lasts is null or f.lasts >= p_least * 1.25 then
      perform close_case(c.id, '{"action": "dismiss", "reason": "it lasts long enough again"}', p_at) from case_file c
        where c.kind = 'float_low' and c.state <> 'resolved' and c.mode = f.mode and c.facts ->> 'subject' = 'float:' || f.subject;
    end if;
  end loop;
  return v_low;
end $$;

-- For whoever watches.
create function treasury_figures(p_at timestamptz) returns table (name text, labels jsonb, value double precision)
language sql stable security definer set search_path = afara, pg_temp as $$
  select m.name, jsonb_build_object('kind', f.kind, 'mode', f.mode, 'place', f.place), m.value::double precision
  from float_figures() f cross join lateral (values
    ('float_minor', f.ledger_minor), ('float_promised_minor', f.promised_minor),
    ('float_runway_seconds', extract(epoch from runway(f.ledger_minor, f.promised_minor, f.hour_minor)))) as m (name, value)
  where f.kind in ('lane', 'payout_account') and m.value is not null
  union all
  select m.name, jsonb_build_object('mode', c.mode, 'network', c.network), m.value::double precision
  from chain_cursor c
  left join lateral (
    select sum(u.minor::numeric) as minor, min(u.since) as since from unswept_deposit u where u.network = c.network and u.mode = c.mode and u.minor > 0) u on true
  left join sweeper s on s.network = c.network and s.mode = c.mode
  cross join lateral (values
    ('unswept_minor', coalesce(u.minor, 0)), ('unswept_age_seconds', coalesce(greatest(0, extract(epoch from p_at - u.since)), 0)),
    ('sweeper_gas_units', s.gas_units)) as m (name, value)
  where m.value is not null
$$;

-- ── money of our own that moves between accounts of our own ───────────────────────────────────────────────────

-- Two people decided it; banks and chains show it. Naira goes from a collection account to a payout account: each end is booked when its line
-- is seen, and in between it is in transit. Tokens go from one lane to another of the same network: both ends are booked at once, when the
-- chain shows them in both wallets. The id is that of the case.
create table treasury_move (
  id uuid primary key references case_file (id),
  mode mode not null,
  kind text not null check (kind in ('naira', 'tokens')),
  from_account uuid,
  to_account uuid,
  from_lane uuid,
  to_lane uuid,
  amount_minor positive_minor not null,
  state text not null default 'expected' check (state in ('expected', 'in_transit', 'done', 'cancelled')),
  decided_at timestamptz not null,
  debit_line_id uuid unique,
  debit_entry_id uuid,
  credit_line_id uuid unique,
  credit_entry_id uuid,
  ended_at timestamptz,
  check (case kind when 'naira' then num_nulls(from_account, to_account) = 0 and num_nonnulls(from_lane, to_lane) = 0
    else num_nulls(from_lane, to_lane) = 0 and num_nonnulls(from_account, to_account) = 0 and from_lane <> to_lane end),
  check (num_nulls(debit_line_id, debit_entry_id) in (0, 2) and num_nulls(credit_line_id, credit_entry_id) in (0, 2)),
  check ((state in ('done', 'cancelled')) = (ended_at is not null))
);
create index treasury_move_open on treasury_move (from_account, amount_minor) where state in ('expected', 'in_transit');
create trigger treasury_move_stays before delete or truncate on treasury_move for each statement execute function refuse_change();

create function guard_move() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  raise exception 'move % is % and does not become %', old.id, old.state, new.state using errcode = 'AF002';
end $$;
create trigger treasury_move_guard before update on treasury_move for each row
  when ((new.id, new.mode, new.kind, new.from_account, new.to_account, new.from_lane, new.to_lane, new.amount_minor, new.decided_at)
      is distinct from (old.id, old.mode, old.kind, old.from_account, old.to_account, old.from_lane, old.to_lane, old.amount_minor, old.decided_at)
    or old.state in ('done', 'cancelled') and new.state <> old.state and new.state <> 'in_transit')
  execute function guard_move();

-- How far it is, by what was seen of it.
create function move_state(m treasury_move, p_at timestamptz) returns void language sql as $$
  update treasury_move x set
    state = case num_nonnulls(x.debit_line_id, x.credit_line_id) when 2 then 'done' when 1 then 'in_transit' else 'expected' end,
    ended_at = case when num_nonnulls(x.debit_line_id, x.credit_line_id) = 2 then p_at end
  where x.id = m.id
$$;

-- Whether a debit of a collection account is the beginning of a move that was decided. Then it is not unexplained.
create function explain_by_move(d bank_line, p_at timestamptz) returns boolean language plpgsql as $$
declare
  m treasury_move;
  v_entry uuid;
begin
  if exists (select from treasury_move x where x.debit_line_id = d.id) then
    return true;
  end if;
  select * into m from treasury_move x
    where x.from_account = d.vendor_account_id and x.amount_minor = d.settled_minor and x.state in ('expected', 'in_transit')
      and x.debit_line_id is null
    order by x.decided_at limit 1 for no key update;
  if not found then
    return false;
  end if;
  v_entry := uuidv7();
  perform post_entry(v_entry, m.mode, null, 'move_left', p_at, array['transit']::account_kind[], array[''],
    array['suspense']::account_kind[], array[''], array['NGN']::asset[], array[m.amount_minor]::positive_minor[]);
  update treasury_move set debit_line_id = d.id, debit_entry_id = v_entry where id = m.id;
  perform move_state(m, p_at);
  return true;
end $$;

-- A debit takes a credit back, or begins a move of ours, or nobody knows why money left: then the account stops at once and people are asked.
create or replace function explain_debit(p_line uuid, p_at timestamptz) returns void language plpgsql as $$
declare
  d bank_line;
  v_credit uuid;
  v_why text;
begin
  select * into strict d from bank_line where id = p_line;
  if d.kind = 'charge' or exists (select from credit_take_back b where b.debit_line_id = p_line) then
    return;
  end if;
  v_credit := find_undone_by(d);
  if v_credit is not null and not line_is_taken_back(v_credit) then
    perform take_back_credit(p_line, v_credit, p_at);
    -- Done, or it waits for people under a lien.
    if exists (select from credit_take_back b where b.debit_line_id = p_line)
        or exists (select from credit_lien l where l.debit_line_id = p_line) then
      return;
    end if;
  end if;
  if v_credit is null and explain_by_move(d, p_at) then
    return;
  end if;
  -- Whoever sees it again does not ask again.
  if exists (select from case_file k where k.line_id = p_line and k.kind = 'unexplained_debit') then
    return;
  end if;
  v_why := case when v_credit is null then 'money left the account, and nothing says why'
    else 'a credit was taken back again' end;
  perform open_case(uuidv7(), d.mode, 'unexplained_debit', d.vendor_account_id, p_line, null, null, v_why,
    jsonb_build_object('amount_minor', d.settled_minor::text, 'kind', d.kind, 'narration', d.narration,
      'undoes', 'crd_' || replace(v_credit::text, '-', '')), null, p_at, p_at + interval '1 hour');
  perform freeze_account(d.vendor_account_id, v_why || ': crd_' || replace(p_line::text, '-', ''), p_at);
end $$;

-- A debit was taken for the beginning of a move, and later the bank says that it took a credit back: then it was not.
create function undo_move_left() returns trigger language plpgsql set search_path = afara, pg_temp as $$
declare
  m treasury_move;
begin
  select * into m from treasury_move x where x.debit_line_id = new.debit_line_id for no key update;
  if found then
    perform reverse_entry(uuidv7(), m.debit_entry_id, 'move_left_undone', new.at);
    update treasury_move set debit_line_id = null, debit_entry_id = null, state = 'in_transit', ended_at = null where id = m.id;
    perform move_state(m, new.at);
  end if;
  return null;
end $$;
create trigger credit_take_back_was_no_move after insert on credit_take_back for each row execute function undo_move_left();

-- The credit that waits in suspense at a payout account with a question nobody has answered, of this amount; the oldest.
create function find_unexplained_credit(p_account uuid, p_amount numeric, out line_id uuid, out case_id uuid) language sql stable as $$
  select l.id, c.id from case_file c join payout_line l on l.id::text = c.facts ->> 'subject'
  where c.kind = 'payout_unexplained' and c.state = 'open' and c.facts ->> 'account_id' = p_account::text and l.account_id = p_account
    and l.direction = 'credit' and l.problem = 'a credit' and l.entry_id is not null and l.amount_minor = p_amount
    and not exists (select from payout_funding f where f.line_id = l.id) and not exists (select from payout_line_answer n where n.line_id = l.id)
  order by c.opened_at limit 1
$$;

-- People put money of ours into an account. Where the vendor's line of it was read before, it explains that line, and nothing is booked
-- twice; else it is booked, and the line is expected.
create or replace function fund_payout_account(p_id uuid, p_account uuid, p_amount numeric, p_reason text, p_by text, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  a payout_account;
  v_found record;
begin
  select * into strict a from payout_account where id = p_account for no key update;
  select * into v_found from find_unexplained_credit(p_account, p_amount);
  perform post_entry(p_id, a.mode, null, 'payout_account_funded', p_at,
    array[case when v_found.line_id is null then 'payout_bank' else 'suspense' end]::account_kind[],
    array[case when v_found.line_id is null then a.id::text else '' end],
    array['capital']::account_kind[], array[''], array['NGN']::asset[], array[p_amount]::positive_minor[]);
  insert into payout_funding (id, account_id, amount_minor, entry_id, reason, placed_by, placed_at, line_id)
    values (p_id, p_account, p_amount, p_id, p_reason, p_by, p_at, v_found.line_id);
  perform close_case(v_found.case_id, '{"action": "dismiss", "reason": "it was money of ours that people put in"}', p_at);
  perform wake_now('payout-account', p_account, p_at);
end $$;

-- The vendor's line of a move has come: its naira is in the payout account.
create function note_move_arrived() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  m treasury_move;
  l payout_line;
begin
  select * into m from treasury_move where id = new.id for no key update;
  if not found then
    return null;
  end if;
  -- A line that was read before is in suspense; the line that comes now is not there yet.
  select * into l from payout_line where id = new.line_id;
  perform post_entry(new.entry_id, m.mode, null, 'move_arrived', coalesce(l.seen_at, clock_timestamp()),
    array[case when l.entry_id is null then 'payout_bank' else 'suspense' end]::account_kind[],
    array[case when l.entry_id is null then new.account_id::text else '' end],
    array['transit']::account_kind[], array[''], array['NGN']::asset[], array[m.amount_minor]::positive_minor[]);
  update treasury_move set credit_line_id = new.line_id, credit_entry_id = new.entry_id where id = m.id;
  perform move_state(m, coalesce(l.seen_at, clock_timestamp()));
  return null;
end $$;
create trigger payout_funding_is_move after insert or update of line_id on payout_funding for each row when (new.line_id is not null)
  execute function note_move_arrived();

-- Two people decided that naira goes from an account that collects to one that pays. What was seen of it already is explained by it.
create function begin_naira_move(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  v_amount numeric := (p_file.resolution ->> 'amount_minor')::numeric;
  v_from vendor_account;
  v_to payout_account;
  v_found record;
  d record;
begin
  -- Whoever records lines of the account waits.
  perform pg_advisory_xact_lock(hashtextextended('bank_account' || (p_file.resolution ->> 'from_account'), 0));
  select * into strict v_from from vendor_account where id = (p_file.resolution ->> 'from_account')::uuid;
  select * into strict v_to from payout_account where id = (p_file.resolution ->> 'to_account')::uuid for no key update;
  if v_from.mode <> p_file.mode or v_to.mode <> p_file.mode or v_from.state = 'closed' or v_to.state = 'closed' then
    raise exception 'one of the accounts is closed, or of another mode' using errcode = 'AF062';
  end if;
  insert into treasury_move (id, mode, kind, from_account, to_account, amount_minor, decided_at)
    values (p_file.id, p_file.mode, 'naira', v_from.id, v_to.id, v_amount, p_at);
  for d in
    select c.id as case_id, l as line from case_file c join bank_line l on l.id = c.line_id
    where c.kind = 'unexplained_debit' and c.state = 'open' and c.vendor_account_id = v_from.id and l.settled_minor = v_amount
    order by c.opened_at limit 1
  loop
    if explain_by_move(d.line, p_at) then
      perform close_case(d.case_id, '{"action": "dismiss", "reason": "two people say that they moved it"}', p_at);
    end if;
  end loop;
  select * into v_found from find_unexplained_credit(v_to.id, v_amount);
  insert into payout_funding (id, account_id, amount_minor, entry_id, reason, placed_by, placed_at, line_id)
    values (p_file.id, v_to.id, v_amount, uuidv7(), 'moved from ' || v_from.account_number, p_file.proposed_by::text, p_at, v_found.line_id);
  perform close_case(v_found.case_id, '{"action": "dismiss", "reason": "two people say that they moved it"}', p_at);
  perform wake_now('payout-account', v_to.id, p_at);
end $$;

-- Why a move of tokens cannot be booked yet, or null.
create function token_move_problem(m treasury_move, p_at timestamptz) returns text language plpgsql stable as $$
declare
  f lane;
  t lane;
begin
  select * into strict f from lane where id = m.from_lane;
  select * into strict t from lane where id = m.to_lane;
  if (f.read_at >= p_at - interval '60 seconds' and t.read_at >= p_at - interval '60 seconds') is not true then
    return 'its chain was not read within the last minute';
  elsif f.read_at < m.decided_at and t.read_at < m.decided_at and p_at > m.decided_at then
    return 'its chain was not read since it was decided';
  elsif exists (select from transfer x where x.lane_id = f.id and x.state in ('reserved', 'signed', 'conflict')) then
    return 'something is out of the lane that gives';
  elsif (top_up_room(t)).tokens_minor < m.amount_minor::numeric then
    return 'the chain does not show it in the wallet that gets it';
  elsif (top_up_room(f)).tokens_minor > -m.amount_minor::numeric then
    return 'the chain still shows it in the wallet that gives it';
  end if;
  return null;
end $$;

-- Books moves of tokens that the chain shows by now. Returns how many.
create function settle_token_moves(p_at timestamptz) returns integer language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  m treasury_move;
  f lane;
  t lane;
  s record;
  v_entry uuid;
  v_done integer := 0;
begin
  for m in select * from treasury_move x where x.kind = 'tokens' and x.state = 'expected' order by x.decided_at for no key update skip locked loop
    perform from lane l where l.id in (m.from_lane, m.to_lane) order by l.id for no key update;
    continue when token_move_problem(m, p_at) is not null;
    select * into strict f from lane where id = m.from_lane;
    select * into strict t from lane where id = m.to_lane;
    perform post_entry(m.id, m.mode, null, 'lane_moved', p_at, array['float']::account_kind[], array[t.network || ':' || t.number],
      array['float']::account_kind[], array[f.network || ':' || f.number], array['NGNC']::asset[], array[m.amount_minor]::positive_minor[]);
    -- What a look found too much in the wallet, and put in suspense, was this.
    for s in select x.entry_id, x.case_id from reconciliation_surplus x where x.lane_id = t.id and x.undone_entry_id is null loop
      v_entry := uuidv7();
      perform reverse_entry(v_entry, s.entry_id, 'surplus_explained', p_at);
      update reconciliation_surplus set undone_entry_id = v_entry where entry_id = s.entry_id;
      perform close_case(s.case_id, '{"action": "dismiss", "reason": "two people have moved tokens to the lane"}', p_at);
    end loop;
    update treasury_move set state = 'done', ended_at = p_at where id = m.id;
    update delivery set due_at = p_at where lane_id = t.id and due_at > p_at;
    perform note_short(t, null, p_at);
    perform wake_now('lane', t.id, p_at);
    v_done := v_done + 1;
  end loop;
  return v_done;
end $$;

create function begin_token_move(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  f lane;
  t lane;
begin
  select * into strict f from lane where id = (p_file.resolution ->> 'from_lane')::uuid;
  select * into strict t from lane where id = (p_file.resolution ->> 'to_lane')::uuid;
  if (f.mode, f.network) is distinct from (t.mode, t.network) or f.mode <> p_file.mode or f.id = t.id or t.abandoned_at is not null then
    raise exception 'the lanes are not two of one network' using errcode = 'AF062';
  end if;
  insert into treasury_move (id, mode, kind, from_lane, to_lane, amount_minor, decided_at)
    values (p_file.id, p_file.mode, 'tokens', f.id, t.id, (p_file.resolution ->> 'amount_minor')::numeric, p_at);
  perform settle_token_moves(p_at);
end $$;

-- The gas of whoever sweeps: brought by two people's word, and never more than the chain shows.
create function fund_sweeper(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  v_network text := p_file.resolution ->> 'network';
  v_units numeric := (p_file.resolution ->> 'gas_units')::numeric;
  v_room numeric;
begin
  select s.gas_units - account_sum(s.mode, 'gas', s.network || ':sweeper', gas_asset(s.network)) into v_room from sweeper s
    where s.mode = p_file.mode and s.network = v_network and s.read_at >= p_at - interval '60 seconds' for no key update;
  if not found then
    raise exception 'its chain was not read within the last minute' using errcode = 'AF054';
  elsif v_units > v_room then
    raise exception 'the chain shows % % more than the books have', in_coins(greatest(0, v_room), gas_asset(v_network)), gas_asset(v_network)
      using errcode = 'AF054';
  end if;
  perform post_entry(p_file.id, p_file.mode, null, 'sweeper_topped_up', p_at, array['gas']::account_kind[], array[v_network || ':sweeper'],
    array['capital']::account_kind[], array[''], array[gas_asset(v_network)], array[v_units]::positive_minor[]);
end $$;

insert into decision (kind, action, carried_out_by) values
  ('request', 'move_naira', 'begin_naira_move'), ('request', 'move_tokens', 'begin_token_move'), ('request', 'top_up_sweeper', 'fund_sweeper');

-- Nothing was seen of it yet, and it is not to be: one person is enough, because no money is touched. False when something was seen.
create function cancel_move(p_move uuid, p_by text, p_reason text, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  update treasury_move set state = 'cancelled', ended_at = p_at
    where id = p_move and state = 'expected' and num_nonnulls(debit_line_id, credit_line_id) = 0;
  if not found then
    return false;
  end if;
  delete from payout_funding where id = p_move and line_id is null;
  insert into audit (id, at, actor, action, subject, reason) values (uuidv7(), p_at, p_by, 'treasury.move_cancelled', 'move ' || p_move, p_reason);
  return true;
end $$;

-- ── checks ────────────────────────────────────────────────────────────────────────────────────────────────────

-- The list of what is at deposit addresses is what came, less what left.
create function check_unswept(since_xid bigint) returns setof finding language sql stable as $$
  select row(coalesce(m.address, u.address), format('%s stayed at it on %s, and the list has %s', coalesce(m.minor, 0), coalesce(m.network, u.network),
    coalesce(u.minor::numeric, 0)))::finding
  from (
    select x.mode, x.network, x.address, sum(x.minor) as minor, sum(x.units) as units from (
      select d.mode, d.network, d.address, d.minor::numeric as minor, d.units from deposit d
      union all
      select s.mode, s.network, s.address, -s.swept_minor::numeric, -s.units from deposit_sweep s) x
    group by x.mode, x.network, x.address having sum(x.units) > 0) m
  full join unswept_deposit u on u.address = m.address and u.network = m.network and u.mode = m.mode
  where (m.minor, m.units) is distinct from (u.minor::numeric, u.units)
$$;

-- The gas of a sweep is in the books once, and nothing else is called that.
create function check_sweeps(since_xid bigint) returns setof finding language sql stable as $$
  select row(w.id::text, 'its gas is not in the ledger as it says')::finding
  from sweep w left join entry e on e.id = w.entry_id left join posting p on p.entry_id = w.entry_id and p.ordinal = 1
  where w.ended_at is not null and (coalesce(w.gas_units, 0) > 0) and (e.xid > since_xid or e.xid is null)
    and (e.step, e.mode, p.credit_kind, p.credit_owner, p.amount_minor::numeric)
      is distinct from ('sweep_gas', w.mode, 'gas'::account_kind, w.network || ':sweeper', w.gas_units)
  union all
  select row(e.id::text, 'it books the gas of a sweep that there is not')::finding
  from entry e where e.step = 'sweep_gas' and e.xid > since_xid and not exists (select from sweep w where w.entry_id = e.id)
$$;

-- A debit that begins a move of ours is accounted for.
do $$
declare
  v_text text := pg_get_functiondef('check_taking_back'::regproc);
  v_was text := 'k.kind = ''unexplained_debit'')';
begin
  if position(v_was in v_text) = 0 then
    raise exception 'check_taking_back does not say: %', v_was;
  end if;
  execute replace(v_text, v_was, v_was || '
    and not exists (select from treasury_move m where m.debit_line_id = d.id)');
end $$;

-- What was decided to be moved has its row; and the ledger has of each move what was seen of it, no more.
create function check_moves(since_xid bigint) returns setof finding language sql stable as $$
  select row(c.id::text, 'it was decided to move money of ours, and that was not begun')::finding
  from case_file c join case_step s on s.case_id = c.id and s.sequence = c.version
  where c.ended = 'approved' and c.resolution ->> 'action' in ('move_naira', 'move_tokens') and s.xid > since_xid
    and not exists (select from treasury_move m where m.id = c.id and m.amount_minor::text = c.resolution ->> 'amount_minor')
  union all
  select row(m.id::text, 'the ledger does not have what was seen of it')::finding
  from treasury_move m
  left join posting d on d.entry_id = m.debit_entry_id and d.ordinal = 1
  left join posting a on a.entry_id = m.credit_entry_id and a.ordinal = 1
  left join posting t on t.entry_id = m.id and t.ordinal = 1 and m.kind = 'tokens'
  where case m.kind
    when 'naira' then m.debit_line_id is not null
        and (d.debit_kind, d.credit_kind, d.amount_minor::numeric) is distinct from ('transit'::account_kind, 'suspense'::account_kind, m.amount_minor::numeric)
      or m.credit_line_id is not null and (a.credit_kind, a.amount_minor::numeric) is distinct from ('transit'::account_kind, m.amount_minor::numeric)
      or m.state = 'done' and num_nulls(m.debit_line_id, m.credit_line_id) > 0
    else (m.state = 'done') <> ((t.debit_kind, t.credit_kind, t.amount_minor::numeric)
      is not distinct from ('float'::account_kind, 'float'::account_kind, m.amount_minor::numeric)) end
  union all
  select row(e.id::text, 'it is called a move, and nobody decided one')::finding
  from entry e where e.step in ('move_left', 'move_arrived', 'lane_moved') and e.xid > since_xid
    and not exists (select from treasury_move m where e.id in (m.debit_entry_id, m.credit_entry_id, m.id))
    and not exists (select from entry r where r.reverses = e.id)
  union all
  select row(e.id::text, 'it is called a top-up of a sweeper, and no two people decided that')::finding
  from entry e where e.step = 'sweeper_topped_up' and e.xid > since_xid and not exists (
    select from case_file c where c.id = e.id and c.ended = 'approved' and c.resolution ->> 'action' = 'top_up_sweeper')
$$;

-- ── walls ─────────────────────────────────────────────────────────────────────────────────────────────────────

do $$
declare
  name text;
begin
  foreach name in array array['unswept_deposit', 'sweep', 'sweep_attempt'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy house on %I to afara_owner, afara_worker, afara_sealer using (true) with check (true)', name);
    execute format('grant select on %I to afara_worker', name);
  end loop;
end $$;

grant select on sweeper, treasury_move to afara_worker;
grant execute on function take_sweeper, release_sweeper, note_sweeper, list_unswept, open_sweep, add_sweep_attempt, put_off_sweep, end_sweep,
  note_runways, settle_token_moves, check_moves, check_unswept, check_sweeps to afara_worker;
grant execute on function treasury_figures to afara_api;
