-- Why: networks of other families come in. Some spell their addresses with letters whose case matters; on some a deposit address must be opened
-- before anything can come to it, and is closed when it was swept; on some all deposit addresses are one account, and what comes there for no
-- sell is there all the same; and not every network takes the locks of a wallet one after the other.

set local role afara_owner;
set local search_path = afara;

-- ── addresses ─────────────────────────────────────────────────────────────────────────────────────────────────

-- Whether two spellings are one wallet: where addresses are hexadecimal, large and small letters are the same, and nowhere else.
create function is_same_wallet(p_network text, p_one text, p_other text) returns boolean language sql immutable parallel safe
  return p_one = p_other or p_network in ('Polygon', 'Avalanche') and lower(p_one) = lower(p_other);

-- What came to an account that many sells share, and is for none of them, is there all the same: so much, in that block. Below zero it left.
alter table deposit_aside add column block numeric(38, 0), add column units numeric(78, 0);
create index deposit_aside_arrived on deposit_aside (network, mode) where units is not null;

-- These functions are as they were but for what is said here, so none of them is written down a second time. Less than the least sell that is set
-- aside is recorded, and asks nobody: whoever sends a kobo a thousand times is no thousand cases.
do $$
declare
  c record;
  v_text text;
begin
  for c in select x.name, array_agg(x.was) as was, array_agg(x.becomes) as becomes from (values
    ('record_deposits', 'lower(l.address) = lower(o.address)', 'is_same_wallet(p_network, l.address, o.address)'),
    ('record_deposits', E'insert into deposit_aside\n    select',
      E'insert into deposit_aside (id, mode, network, tx_hash, log_index, problem, raw, seen_at, block, units)\n    select'),
    ('record_deposits', 'coalesce(a.raw, ''{}''), p_at', 'coalesce(a.raw, ''{}''), p_at, a.block, a.units'),
    ('record_deposits', 'problem text, raw jsonb)', 'problem text, raw jsonb, block numeric, units numeric)'),
    ('record_deposits', 'into o from aside a;', 'into o from aside a where a.units is null or abs(a.units) >= 10000 * p_unit;'),
    ('take_adopted_locks', '(lower(a.address), a.tokens_minor::numeric) is distinct from (lower(d.address), d.tokens_minor::numeric)',
      '(is_same_wallet(d.network, a.address, d.address) and a.tokens_minor::numeric = d.tokens_minor::numeric) is not true'),
    ('check_adopted', 'lower(r.address) = lower(a.address)', 'is_same_wallet(r.network, r.address, a.address)'),
    ('return_withdrawal', '(lower(a.address), a.tokens_minor::numeric) = (lower(w.wallet_address), t.amount_minor)',
      'is_same_wallet(w.network, a.address, w.wallet_address) and a.tokens_minor::numeric = t.amount_minor')
  ) as x (name, was, becomes) group by x.name
  loop
    v_text := pg_get_functiondef(c.name::regproc);
    for i in 1 .. cardinality(c.was) loop
      if position(c.was[i] in v_text) = 0 then
        raise exception '% does not say: %', c.name, c.was[i];
      end if;
      v_text := replace(v_text, c.was[i], c.becomes[i]);
    end loop;
    execute v_text;
  end loop;
end $$;

-- ── deposit addresses that must be opened ─────────────────────────────────────────────────────────────────────

-- Where tokens can come to an address only while an account of ours stands there. A sweep closes it.
create function must_be_opened(p_network text) returns boolean language sql immutable parallel safe
  return p_network in ('Solana');

-- The accounts of deposit addresses, from the commit that accepts the sell.
create table deposit_account (
  mode mode not null,
  network text not null check (must_be_opened(network)),
  address text collate "C" not null,
  transaction_id uuid not null,
  state text not null default 'wanted' check (state in ('wanted', 'open', 'closed')),
  -- Wanted: when it is opened (again). Open: when it is asked whether it is still needed.
  due_at timestamptz not null,
  closed_at timestamptz,
  primary key (address, network, mode),
  check ((state = 'closed') = (closed_at is not null))
) with (fillfactor = 70);
create index deposit_account_due on deposit_account (network, mode, state, due_at) where state <> 'closed';
create index deposit_account_closed on deposit_account (network, mode, closed_at) where state = 'closed';
create trigger deposit_account_stays before delete or truncate on deposit_account for each statement execute function refuse_change();

create function want_account() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  insert into deposit_account (mode, network, address, transaction_id, due_at)
    values (new.mode, new.network, new.address, new.transaction_id, new.created_at);
  return null;
end $$;
create trigger deposit_address_is_opened after insert on deposit_address for each row when (must_be_opened(new.network))
  execute function want_account();
insert into deposit_account (mode, network, address, transaction_id, due_at)
  select a.mode, a.network, a.address, a.transaction_id, a.created_at from deposit_address a where must_be_opened(a.network);

create function waits_for_deposit(p_transaction uuid) returns boolean language sql stable as $$
  select exists (select from transaction t where t.id = p_transaction and t.status in ('pending_deposit', 'part_deposited'))
$$;

create function is_network_frozen(p_mode mode, p_network text) returns boolean language sql stable as $$
  select exists (select from freeze_order f where f.lifted_at is null
    and (f.scope = 'all' or f.scope = 'network' and f.subject = p_mode || ':' || p_network))
$$;

-- One call that opens accounts. Any number may be out: of two for one account the second fails, and costs a fee.
create table deposit_opening (
  id uuid primary key,
  mode mode not null,
  network text not null,
  sweeper text not null,
  nonce numeric(38, 0) not null check (nonce >= 0),
  addresses text[] not null check (cardinality(addresses) between 1 and 200),
  raw bytea not null,
  hash text not null,
  terms jsonb not null check (jsonb_typeof(terms) = 'object'),
  signed_at timestamptz not null,
  state text not null default 'signed' check (state in ('signed', 'final_ok', 'final_failed', 'void')),
  ended_at timestamptz,
  -- What the sweeper's gas fell by, with what the accounts must hold.
  gas_units numeric(78, 0),
  entry_id uuid,
  check ((state = 'signed') = (ended_at is null))
) with (fillfactor = 70);
create index deposit_opening_out on deposit_opening (network, mode, signed_at) where state = 'signed';
create trigger deposit_opening_stays before delete or truncate on deposit_opening for each statement execute function refuse_change();

-- What is to be opened now, each with its sell; it is not asked for again before p_again. A sell that waits for nothing any more needs none.
create function claim_wanted_accounts(p_mode mode, p_network text, p_most integer, p_again timestamptz, p_at timestamptz)
returns table (address text, transaction_id uuid, business_id uuid, reference text)
language plpgsql security definer set search_path = afara, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
declare
  v_addresses text[];
begin
  if is_network_frozen(p_mode, p_network) then
    return;
  end if;
  v_addresses := array(
    select a.address from deposit_account a where a.network = p_network and a.mode = p_mode and a.state = 'wanted' and a.due_at <= p_at
    order by a.due_at limit p_most for no key update skip locked);
  update deposit_account a set state = 'closed', closed_at = p_at
    where a.address = any (v_addresses) and a.network = p_network and a.mode = p_mode and not waits_for_deposit(a.transaction_id);
  return query
    with claimed as (
      update deposit_account a set due_at = p_again
        where a.address = any (v_addresses) and a.network = p_network and a.mode = p_mode and a.state = 'wanted' returning a.*)
    select c.address, t.id, t.business_id, t.reference::text from claimed c join transaction t on t.id = c.transaction_id;
end $$;

-- These stand. They are asked about again when nobody can still be expected to send there.
create function note_open_accounts(p_mode mode, p_network text, p_addresses text[], p_spare_at timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update deposit_account a set state = 'open', due_at = p_spare_at
    where a.address = any (p_addresses) and a.network = p_network and a.mode = p_mode and a.state = 'wanted'
$$;

-- Accounts that nobody sends to any more and in which the record has nothing, each with its sell; not asked about again before p_again.
create function claim_spare_accounts(p_mode mode, p_network text, p_most integer, p_again timestamptz, p_at timestamptz)
returns table (address text, transaction_id uuid, business_id uuid, reference text)
language plpgsql security definer set search_path = afara, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
begin
  if is_network_frozen(p_mode, p_network) then
    return;
  end if;
  return query
    with asked as (
      select a.address from deposit_account a where a.network = p_network and a.mode = p_mode and a.state = 'open' and a.due_at <= p_at
      order by a.due_at limit p_most for no key update skip locked
    ), claimed as (
      update deposit_account a set due_at = p_again from asked x
        where a.address = x.address and a.network = p_network and a.mode = p_mode returning a.*)
    select c.address, t.id, t.business_id, t.reference::text from claimed c join transaction t on t.id = c.transaction_id
    where not waits_for_deposit(t.id)
      and not exists (select from unswept_deposit u where u.address = c.address and u.network = p_network and u.mode = p_mode);
end $$;

-- What may still receive, or has something, or had it until a day ago: how it left may not be read yet.
create function list_watched(p_mode mode, p_network text, p_at timestamptz) returns setof text
language sql stable security definer set search_path = afara, pg_temp as $$
  select a.address from deposit_account a where a.network = p_network and a.mode = p_mode and a.state <> 'closed'
  union
  select a.address from deposit_account a
    where a.network = p_network and a.mode = p_mode and a.state = 'closed' and a.closed_at > p_at - interval '1 day'
  union
  select u.address from unswept_deposit u where u.network = p_network and u.mode = p_mode
$$;

-- ── the gas of whoever sweeps ─────────────────────────────────────────────────────────────────────────────────

-- Of gas that was used the books have less; where closing accounts brought home more than the call cost, they have more.
create function book_sweeper_gas(p_mode mode, p_network text, p_units numeric, p_at timestamptz) returns uuid language plpgsql as $$
declare
  v_entry uuid := uuidv7();
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

create function open_opening(
  p_id uuid, p_mode mode, p_network text, p_sweeper text, p_nonce numeric, p_addresses text[], p_raw bytea, p_hash text, p_terms jsonb, p_at timestamptz
) returns void language sql security definer set search_path = afara, pg_temp as $$
  insert into deposit_opening (id, mode, network, sweeper, nonce, addresses, raw, hash, terms, signed_at)
    values (p_id, p_mode, p_network, p_sweeper, p_nonce, p_addresses, p_raw, p_hash, p_terms, p_at)
$$;

-- What became of it. Whether its accounts stand is asked of the chain, and not concluded from this.
create function end_opening(p_opening uuid, p_fence bigint, p_state text, p_gas_units numeric, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  o deposit_opening;
begin
  select * into strict o from deposit_opening where id = p_opening for no key update;
  perform require_sweeper(o.mode, o.network, p_fence);
  if o.state <> 'signed' or p_state not in ('final_ok', 'final_failed', 'void') then
    raise exception 'opening % is % and does not become %', p_opening, o.state, p_state using errcode = 'AF002';
  end if;
  update deposit_opening set state = p_state, gas_units = p_gas_units, entry_id = book_sweeper_gas(o.mode, o.network, p_gas_units, p_at),
      ended_at = p_at where id = p_opening;
end $$;

alter table sweep drop constraint sweep_gas_units_check;

-- As before; and what was swept where that closes the account receives nothing any more.
create or replace function end_sweep(
  p_sweep uuid, p_fence bigint, p_state text, p_hash text, p_gas_units numeric, p_because text, p_at timestamptz
) returns void language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  w sweep;
begin
  select * into strict w from sweep where id = p_sweep for no key update;
  perform require_sweeper(w.mode, w.network, p_fence);
  if w.state <> 'signed' or p_state not in ('final_ok', 'final_failed', 'void') then
    raise exception 'sweep % is % and does not become %', p_sweep, w.state, p_state using errcode = 'AF002';
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
    update unswept_deposit u set due_at = null where u.address = any (w.addresses) and u.network = w.network and u.mode = w.mode;
  end if;
end $$;

-- The gas of a sweep or an opening is in the books once, and nothing else is called that.
create or replace function check_sweeps(since_xid bigint) returns setof finding language sql stable as $$
  with call as (
    select w.id, w.mode, w.network, w.gas_units, w.entry_id from sweep w where w.ended_at is not null
    union all
    select o.id, o.mode, o.network, o.gas_units, o.entry_id from deposit_opening o where o.ended_at is not null
  )
  select row(c.id::text, 'its gas is not in the ledger as it says')::finding
  from call c left join entry e on e.id = c.entry_id left join posting p on p.entry_id = c.entry_id and p.ordinal = 1
  where coalesce(c.gas_units, 0) <> 0 and (e.xid > since_xid or e.xid is null)
    and (e.step, e.mode, case when c.gas_units > 0 then p.credit_kind else p.debit_kind end,
        case when c.gas_units > 0 then p.credit_owner else p.debit_owner end, p.amount_minor::numeric)
      is distinct from ('sweep_gas', c.mode, 'gas'::account_kind, c.network || ':sweeper', abs(c.gas_units))
  union all
  select row(e.id::text, 'it books the gas of a sweep that there is not')::finding
  from entry e where e.step = 'sweep_gas' and e.xid > since_xid and not exists (select from call c where c.entry_id = e.id)
$$;

-- Each deposit address that must be opened is on the list of those, with the sell that it is of.
create function check_deposit_accounts(since_xid bigint) returns setof finding language sql stable as $$
  select row(coalesce(a.address, d.address), 'its account is not on the list as it should be')::finding
  from (select * from deposit_address x where must_be_opened(x.network)) d
  full join deposit_account a on a.address = d.address and a.network = d.network and a.mode = d.mode
  where a.transaction_id is distinct from d.transaction_id
$$;

-- ── sweeps of so much from each address ───────────────────────────────────────────────────────────────────────

-- What is taken from each address, in the chain's smallest units: some networks want to be told.
alter table sweep add column units numeric(78, 0)[] check (cardinality(units) = cardinality(addresses));

-- As before; and where a sweep takes no more than it was told to, what came beside it stays: the books give the lane what came before, as far as
-- the units go.
create or replace function record_sweep(
  p_mode mode, p_network text, p_hash text, p_index integer, p_block numeric, p_block_hash text, p_address text, p_lane lane, p_units numeric,
  p_at timestamptz
) returns void language plpgsql set enable_seqscan = off as $$
declare
  v_units numeric;
  v_minor numeric;
  v_entry uuid;
begin
  select coalesce(sum(w.units), 0), coalesce(-sum(w.swept_minor::numeric), 0) into v_units, v_minor from deposit_sweep w
    where w.address = p_address and w.network = p_network and w.mode = p_mode;
  select v_minor + coalesce(sum(c.minor) filter (where c.through <= v_units + p_units), 0) into v_minor from (
    select d.minor::numeric as minor, sum(d.units) over (order by d.block, d.log_index, d.id) as through from deposit d
    where d.address = p_address and d.network = p_network and d.mode = p_mode and (d.block, d.log_index) < (p_block, p_index)) c;
  if v_minor > 0 then
    v_entry := uuidv7();
    perform post_entry(v_entry, p_mode, null, 'swept', p_at, array['float']::account_kind[],
      array[p_network || ':' || p_lane.number], array['deposit']::account_kind[], array[p_network], array['NGNC']::asset[],
      array[v_minor]::positive_minor[]);
  end if;
  insert into deposit_sweep values (uuidv7(), p_mode, p_network, p_hash, p_index, p_block, p_block_hash, p_address, p_lane.id, p_units,
    v_minor, v_entry, p_at);
  perform wake_now('lane', p_lane.id, p_at);
end $$;

drop function list_unswept;
-- As before, with the units of each. Where a sweep closes the address, it waits until the sell takes no more.
create function list_unswept(p_mode mode, p_network text, p_most integer, p_above numeric, p_before timestamptz, p_at timestamptz)
returns table (address text, units numeric, transaction_id uuid, business_id uuid, reference text, minor numeric)
language sql stable security definer set search_path = afara, pg_temp as $$
  with due as (
    select u.address, u.units, u.transaction_id, u.minor::numeric as minor, u.since, u.failures from unswept_deposit u
    where u.network = p_network and u.mode = p_mode and u.minor > 0 and u.failures = 0 and (u.due_at is null or u.due_at <= p_at)
      and is_sweepable(u.transaction_id)
      and not (must_be_opened(p_network) and waits_for_deposit(u.transaction_id))
    order by u.since limit p_most
  ), again as (
    select u.address, u.units, u.transaction_id, u.minor::numeric as minor from unswept_deposit u
    where u.network = p_network and u.mode = p_mode and u.minor > 0 and u.failures > 0 and u.due_at <= p_at and is_sweepable(u.transaction_id)
      and not (must_be_opened(p_network) and waits_for_deposit(u.transaction_id))
    order by u.due_at limit 1
  ), chosen as (
    select d.address, d.units, d.transaction_id, d.minor from due d
    where (select count(*) >= p_most or sum(x.minor) >= p_above or min(x.since) <= p_before from due x)
    union all
    select a.address, a.units, a.transaction_id, a.minor from again a
    where not (select coalesce(count(*) >= p_most or sum(x.minor) >= p_above or min(x.since) <= p_before, false) from due x)
  )
  select c.address, c.units, t.id, t.business_id, t.reference, c.minor
  from chosen c join transaction t on t.id = c.transaction_id
  where not is_network_frozen(p_mode, p_network)
$$;

drop function open_sweep;
-- Keeps signed bytes before they are sent.
create function open_sweep(
  p_id uuid, p_mode mode, p_network text, p_fence bigint, p_nonce numeric, p_addresses text[], p_salts text[], p_units numeric[], p_raw bytea,
  p_hash text, p_terms jsonb, p_at timestamptz
) returns void language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  s sweeper := require_sweeper(p_mode, p_network, p_fence);
begin
  insert into sweep (id, mode, network, sweeper, nonce, addresses, salts, units, minor, opened_at, hash)
    select p_id, p_mode, p_network, s.address, p_nonce, p_addresses, p_salts, p_units, coalesce(sum(u.minor::numeric), 0), p_at, p_hash
    from unswept_deposit u where u.address = any (p_addresses) and u.network = p_network and u.mode = p_mode;
  insert into sweep_attempt values (p_id, 1, p_raw, p_hash, p_terms, p_at);
  -- Not again until it was seen what became of it.
  update unswept_deposit u set due_at = p_at + interval '10 minutes'
    where u.address = any (p_addresses) and u.network = p_network and u.mode = p_mode;
end $$;

-- ── walls ─────────────────────────────────────────────────────────────────────────────────────────────────────

do $$
declare
  name text;
begin
  foreach name in array array['deposit_account', 'deposit_opening'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy house on %I to afara_owner, afara_worker, afara_sealer using (true) with check (true)', name);
    execute format('grant select on %I to afara_worker', name);
  end loop;
end $$;

grant execute on function is_same_wallet, must_be_opened, list_unswept, open_sweep, claim_wanted_accounts, note_open_accounts, claim_spare_accounts, list_watched,
  open_opening, end_opening, check_sweeps, check_deposit_accounts to afara_worker;
