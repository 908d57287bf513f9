-- Why: tokens come in here. Each sell from a wallet has an address of its own, which nobody holds a key to and which can send to our
-- treasury alone; whoever watches a network reads every transfer of the token up to what the network calls final, and what arrived
-- at an address of ours is recorded once: the row, the ledger, the sell and the place up to which was read, in one commit. What does not
-- fit the sell (too much, too late, on another network) is somebody's money all the same: it waits under a case.

set local role afara_owner;
set local search_path = afara;

alter type case_kind add value 'chain_halted';  -- a network shows another past than the one that was read

-- ── addresses ─────────────────────────────────────────────────────────────────────────────────────────────────

-- Written in the commit that accepts the sell, as the network writes it; watched for ever. No foreign key, as with the sell itself.
create table deposit_address (
  mode mode not null,
  network text not null check (gas_asset(network) is not null),
  address text collate "C" not null check (address <> ''),
  transaction_id uuid not null,
  created_at timestamptz not null,
  primary key (mode, network, address)
);
-- The same address is ours on every network of its family: tokens that come on another one are found too. It is one sell's on all of
-- them: what comes there is nobody else's.
create unique index deposit_address_anywhere on deposit_address (address, mode);
create unique index deposit_address_of_sell on deposit_address (transaction_id);

-- ── what is watched ───────────────────────────────────────────────────────────────────────────────────────────

-- Up to which block of a network everything was read, and the hash of that block: it is compared before anything more is.
create table chain_cursor (
  id uuid primary key,
  mode mode not null,
  network text not null check (gas_asset(network) is not null),
  block numeric(38, 0) not null check (block >= 0),
  block_hash text not null check (block_hash <> ''),
  -- How many blocks that cannot be undone were not read yet, when it was last looked.
  lag_blocks numeric(38, 0) not null default 0 check (lag_blocks >= 0),
  read_at timestamptz not null,
  -- Another past than the one that was read: nothing is recorded until the network shows the old one again, or people say what happened.
  halted_because text,
  unique (mode, network)
) with (fillfactor = 50);
create trigger chain_cursor_stays before delete or truncate on chain_cursor for each statement execute function refuse_change();

-- ── what arrived and what left ────────────────────────────────────────────────────────────────────────────────

-- One transfer of the token to an address of ours, at finality. Of minor, held_minor is the sell's own; the rest is in suspense.
create table deposit (
  id uuid primary key,
  mode mode not null,
  network text not null,
  tx_hash text not null,
  log_index integer not null check (log_index >= 0),
  block numeric(38, 0) not null,
  block_hash text not null,
  address text collate "C" not null,
  sender text not null,
  token text not null,
  units numeric(78, 0) not null check (units > 0),
  -- What arrived, in kobo, rounded down; what is less than a kobo stays out of the books.
  minor nonnegative_minor not null,
  dust_units numeric(78, 0) not null check (dust_units >= 0),
  held_minor nonnegative_minor not null,
  -- Whose address it is.
  transaction_id uuid not null,
  outcome text not null check (outcome in ('funded', 'over', 'second', 'late', 'wrong_chain', 'dust')),
  -- None where there is nothing to book.
  entry_id uuid,
  seen_at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  unique (mode, network, tx_hash, log_index),
  check (held_minor <= minor),
  check ((minor = 0) = (entry_id is null) and (minor = 0) = (outcome = 'dust')),
  check (case outcome when 'funded' then held_minor = minor when 'over' then held_minor > 0 and held_minor < minor when 'late' then held_minor > 0 else held_minor = 0 end)
);
create index deposit_at_address on deposit (address, network, mode);
create index deposit_of_transaction on deposit (transaction_id);
create index deposit_xid on deposit using brin (xid) with (pages_per_range = 16, autosummarize = on);

-- One transfer of the token away from an address of ours, at finality: the address can send to our treasury alone, at anybody's call.
-- swept_minor is what the books had there.
create table deposit_sweep (
  id uuid primary key,
  mode mode not null,
  network text not null,
  tx_hash text not null,
  log_index integer not null check (log_index >= 0),
  block numeric(38, 0) not null,
  block_hash text not null,
  address text collate "C" not null,
  lane_id uuid not null,
  units numeric(78, 0) not null check (units > 0),
  swept_minor nonnegative_minor not null,
  entry_id uuid,
  seen_at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  unique (mode, network, tx_hash, log_index),
  check ((swept_minor = 0) = (entry_id is null))
);
create index deposit_sweep_at_address on deposit_sweep (address, network, mode);
create index deposit_sweep_xid on deposit_sweep using brin (xid) with (pages_per_range = 16, autosummarize = on);

-- What cannot be read, or cannot be right: it moves nothing, and people are asked.
create table deposit_aside (
  id uuid primary key,
  mode mode not null,
  network text not null,
  tx_hash text not null,
  log_index integer not null,
  problem text not null check (problem <> ''),
  raw jsonb not null,
  seen_at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  unique (mode, network, tx_hash, log_index)
);

create trigger deposit_address_is_history before update or delete or truncate on deposit_address
  for each statement execute function refuse_change();
create trigger deposit_is_history before update or delete or truncate on deposit for each statement execute function refuse_change();
create trigger deposit_sweep_is_history before update or delete or truncate on deposit_sweep
  for each statement execute function refuse_change();
create trigger deposit_aside_is_history before update or delete or truncate on deposit_aside
  for each statement execute function refuse_change();

-- ── accepting ─────────────────────────────────────────────────────────────────────────────────────────────────

-- As before, and a sell from a wallet has its deposit address from the commit that accepts it.
create or replace function accept_sells(p_requests json)
returns table (ordinal integer, outcome text, first_id uuid)
language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  v_won uuid[];
  r record;
  v_outcome text;
  v_first uuid;
begin
  with request as materialized (
    select * from json_to_recordset(p_requests) as r (
      ordinal integer, id uuid, business_id uuid, mode mode, reference text, key text, meaning bytea)
  ), took as (
    insert into request_key (business_id, mode, key, transaction_id, meaning)
    select w.business_id, w.mode, w.name, w.id, w.meaning from (
      select r.business_id, r.mode, 'r:' || r.reference as name, r.id, r.meaning, r.ordinal from request r
      union all
      select r.business_id, r.mode, 'k:' || r.key, r.id, r.meaning, r.ordinal from request r where r.key is not null
    ) w order by w.business_id, w.mode, w.name, w.ordinal
    on conflict do nothing returning transaction_id
  )
  select array_agg(r.id) into v_won from request r
  join (select transaction_id, count(*) as keys from took group by transaction_id) t
    on t.transaction_id = r.id and t.keys = case when r.key is null then 1 else 2 end;

  for r in
    select * from json_to_recordset(p_requests) as r (
      ordinal integer, id uuid, business_id uuid, mode mode, amount_minor numeric, reference text, key text, meaning bytea,
      bank_code text, bank_name text, account_number text, account_name text, network text, wallet_address text,
      deposit_address text, fee_minor numeric, daily_limit_minor numeric, guard_since timestamptz, at timestamptz, due_at timestamptz)
    order by r.business_id, r.mode, r.at, r.ordinal
  loop
    perform pg_advisory_xact_lock(hashtextextended(r.business_id::text || r.mode, 0));
    v_first := null;
    if r.guard_since is not null then
      select s.transaction_id into v_first from recent_sell s
        where s.business_id = r.business_id and s.mode = r.mode and s.meaning = r.meaning and s.at > r.guard_since;
    end if;
    v_outcome := case
      when r.id = any (v_won) is not true then 'taken'
      when v_first is not null then 'possible_duplicate'
      when r.network is null and not exists (
        select from balance b where b.owner = r.business_id::text and b.kind = 'business' and b.asset = 'NGNC'
          and b.mode = r.mode and b.amount_minor >= r.amount_minor for update) then 'insufficient_balance'
      when not take_daily_use(r.business_id, r.mode, r.at, r.amount_minor, r.daily_limit_minor) then 'daily_limit'
      else 'accepted'
    end;
    if v_outcome = 'accepted' then
      perform open_transaction(r.id, r.business_id, r.mode, 'sell',
        case when r.network is null then 'accepted_from_balance' else 'accepted' end, r.amount_minor, r.reference, r.at, r.due_at,
        terms_of(r.amount_minor, r.fee_minor, r.reference, r.meaning));
      insert into sell values (r.id, r.mode, r.bank_code, r.bank_name, r.account_number, r.account_name, r.network,
        r.wallet_address, r.fee_minor);
      if r.network is null then
        perform post_entry(uuidv7(), r.mode, r.id, 'taken_from_balance', r.at, array['business']::account_kind[],
          array[r.business_id::text], array['held']::account_kind[], array[r.id::text], array['NGNC']::asset[],
          array[r.amount_minor]::positive_minor[]);
      else
        insert into deposit_address values (r.mode, r.network, r.deposit_address, r.id, r.at);
      end if;
      if r.guard_since is not null then
        delete from recent_sell s where s.business_id = r.business_id and s.mode = r.mode and s.at <= r.guard_since;
        insert into recent_sell values (r.business_id, r.mode, r.meaning, r.id, r.at)
          on conflict (business_id, mode, meaning) do update set transaction_id = excluded.transaction_id, at = excluded.at;
      end if;
    else
      -- A refusal is not remembered: it gives back the keys it took.
      delete from request_key k where k.transaction_id = r.id and k.business_id = r.business_id and k.mode = r.mode
        and k.key in ('r:' || r.reference, 'k:' || r.key);
    end if;
    ordinal := r.ordinal;
    outcome := v_outcome;
    first_id := v_first;
    return next;
  end loop;
end $$;

-- ── watching ──────────────────────────────────────────────────────────────────────────────────────────────────

-- Begins to watch a network after this block; the first to say so wins. It is looked at from its first moment.
create function open_cursor(p_id uuid, p_mode mode, p_network text, p_block numeric, p_hash text, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  insert into chain_cursor (id, mode, network, block, block_hash, read_at) values (p_id, p_mode, p_network, p_block, p_hash, p_at)
    on conflict (mode, network) do nothing;
  if found then
    insert into wake (subject_id, type, due_at) values (p_id, 'deposits', p_at);
  end if;
end $$;

-- What a look found that recorded nothing: how far the network is ahead, and whether its past is still the one that was read.
create function note_cursor(p_cursor uuid, p_lag numeric, p_halted_because text, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  c chain_cursor;
begin
  select * into strict c from chain_cursor where id = p_cursor for no key update;
  update chain_cursor set lag_blocks = p_lag, read_at = p_at, halted_because = p_halted_because where id = p_cursor;
  if p_halted_because is not null and c.halted_because is null then
    perform open_case(uuidv7(), c.mode, 'chain_halted', null, null, null, null,
      format('Deposits on %s are not read any more: %s', c.network, p_halted_because),
      jsonb_build_object('subject', c.id, 'network', c.network, 'block', c.block::text, 'because', p_halted_because), null, p_at,
      p_at + interval '1 hour');
  elsif p_halted_because is null and c.halted_because is not null then
    perform close_case(f.id, '{"action": "dismiss", "reason": "the network shows again what was read"}', p_at) from case_file f
      where f.kind = 'chain_halted' and f.state <> 'resolved' and f.mode = c.mode and f.facts ->> 'subject' = c.id::text;
  end if;
end $$;

-- Asks people about what a deposit brought besides what its sell could take.
create function ask_about_deposit(d deposit, p_business uuid, p_at timestamptz) returns void language plpgsql as $$
declare
  v_facts jsonb := jsonb_build_object('deposit', 'dep_' || replace(d.id::text, '-', ''), 'network', d.network, 'hash', d.tx_hash,
    'sender', d.sender, 'minor', d.minor::text, 'held_minor', d.held_minor::text);
  v_kinds text[] := array_remove(array[
    case d.outcome when 'wrong_chain' then 'wrong_chain' when 'second' then 'second_deposit' when 'late' then 'late_deposit' end,
    case when d.outcome in ('over', 'late') and d.held_minor < d.minor then 'over_deposited' end], null);
  v_kind text;
begin
  foreach v_kind in array v_kinds loop
    perform open_case(uuidv7(), d.mode, v_kind::case_kind, null, null, d.transaction_id, p_business, case v_kind
        when 'wrong_chain' then format('Tokens came on %s, and the sell is of another network.', d.network)
        when 'second_deposit' then 'More tokens came for a sell that takes no more.'
        when 'over_deposited' then 'More tokens came than the sell asks for.'
        else 'Tokens came after the sell had ended.' end, v_facts, null, p_at, p_at + interval '24 hours');
  end loop;
end $$;

-- Books a transfer away from a deposit address, which can only have gone to a lane of ours: its float has the tokens now. The books
-- give it what they had there, so that what is less than a kobo never adds up to one.
create function record_sweep(
  p_mode mode, p_network text, p_hash text, p_index integer, p_block numeric, p_block_hash text, p_address text, p_lane lane, p_units numeric,
  p_at timestamptz
) returns void language plpgsql set enable_seqscan = off as $$
declare
  v_minor numeric;
  v_entry uuid;
begin
  select coalesce(sum(d.minor::numeric), 0) - coalesce((
      select sum(w.swept_minor::numeric) from deposit_sweep w
      where w.address = p_address and w.network = p_network and w.mode = p_mode), 0)
    into v_minor from deposit d
    where d.address = p_address and d.network = p_network and d.mode = p_mode and (d.block, d.log_index) < (p_block, p_index);
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

-- Records what was read of a network after block p_from, through block p_block, and what had been overlooked before: transfers to and
-- from addresses of ours, each with its place, and what could not be read. Nothing is written twice, and a transfer that is no address's of ours is passed over.
-- Returns the sells that moved; null when the cursor is elsewhere by now or halted, and then nothing was written.
create function record_deposits(
  p_mode mode, p_network text, p_from numeric, p_block numeric, p_hash text, p_lag numeric, p_unit numeric, p_logs json, p_asides json,
  p_at timestamptz
) returns uuid[] language plpgsql security definer set search_path = afara, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
declare
  c chain_cursor;
  v_transactions uuid[];
  v_deposits deposit[];
  v_moved uuid[];
  v_events text[];
  v_data jsonb[];
  v_lane lane;
  o record;
begin
  select * into c from chain_cursor where mode = p_mode and network = p_network for no key update;
  if not found or c.block <> p_from or c.halted_because is not null or p_block <= p_from then
    return null;
  end if;
  if exists (select from json_to_recordset(p_logs) as l (block numeric) where (l.block <= p_block) is not true) then
    raise exception 'a log is not of the blocks that were read' using errcode = 'AF060';
  end if;

  v_transactions := array(
    select a.transaction_id from json_to_recordset(p_logs) as l (address text)
    join deposit_address a on a.address = l.address and a.mode = p_mode);
  perform from transaction t where t.id = any (v_transactions) order by t.id for no key update;

  -- A sell takes what it still lacks, in the order of the chain; when it takes nothing any more, all of it is the rest.
  with told as (
    select distinct on (l.tx_hash, l.log_index) l.* from json_to_recordset(p_logs) as l (
      tx_hash text, log_index integer, block numeric, block_hash text, sender text, address text, token text, units numeric)
    where l.units > 0
  ), own as (
    select l.*, a.transaction_id, a.network = p_network as is_home, t.status, div(l.units, p_unit) as minor,
      mod(l.units, p_unit) as dust_units, case when a.network = p_network and (
          t.status in ('pending_deposit', 'part_deposited', 'expired', 'cancelled') or t.status = 'action_required' and not exists (
            select from transaction_event e where e.transaction_id = t.id and e.event = 'payout_ordered'))
        then greatest(0, t.amount_minor - coalesce(h.amount_minor::numeric, 0)) else 0 end as room
    from told l join deposit_address a on a.address = l.address and a.mode = p_mode
    join transaction t on t.id = a.transaction_id
    left join balance h on h.owner = a.transaction_id::text and h.kind = 'held' and h.asset = 'NGNC' and h.mode = p_mode
    where not exists (select from deposit d where d.mode = p_mode and d.network = p_network and d.tx_hash = l.tx_hash and d.log_index = l.log_index)
  ), poured as (
    select o.*, least(o.minor, greatest(0, o.room - coalesce(sum(o.minor) over (partition by o.transaction_id order by o.block, o.log_index
      rows between unbounded preceding and 1 preceding), 0))) as held_minor
    from own o
  ), recorded as (
    insert into deposit
    select uuidv7(), p_mode, p_network, p.tx_hash, p.log_index, p.block, p.block_hash, p.address, p.sender, p.token, p.units, p.minor,
      p.dust_units, p.held_minor, p.transaction_id, case
        when p.minor = 0 then 'dust' when not p.is_home then 'wrong_chain' when p.held_minor = 0 then 'second'
        when p.status not in ('pending_deposit', 'part_deposited') then 'late' when p.held_minor < p.minor then 'over' else 'funded' end,
      case when p.minor > 0 then uuidv7() end, p_at
    from poured p
    returning deposit
  )
  select array_agg(r.deposit order by (r.deposit).block, (r.deposit).log_index) into v_deposits from recorded r;

  if exists (select from unnest(v_deposits) as d where d.minor > 0) then
    perform post_mixed_entries(p_mode, 'deposited', p_at, array(select d.entry_id from unnest(v_deposits) as d where d.minor > 0),
        array(select d.transaction_id from unnest(v_deposits) as d where d.minor > 0), array_agg(p.entry_id order by p.entry_id, p.part),
        array_agg('deposit'::account_kind), array_agg(p_network), array_agg(p.kind order by p.entry_id, p.part),
        array_agg(p.owner order by p.entry_id, p.part), array_agg('NGNC'::asset), array_agg(p.amount order by p.entry_id, p.part)::positive_minor[])
      from unnest(v_deposits) as d
      cross join lateral (values
        (d.entry_id, 1, 'held'::account_kind, d.transaction_id::text, d.held_minor::numeric),
        (d.entry_id, 2, 'suspense', '', d.minor::numeric - d.held_minor::numeric)
      ) as p (entry_id, part, kind, owner, amount)
      where p.amount > 0;

    select array_agg(m.id), array_agg(m.event), array_agg(m.data) into v_moved, v_events, v_data from (
      select t.id, case t.status
          when 'pending_deposit' then case when h.amount_minor::numeric >= t.amount_minor then 'deposited_in_full' else 'deposited_in_part' end
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
      raise exception 'a sell is not where its deposit finds it' using errcode = 'AF001';
    end if;

    perform ask_about_deposit(d, t.business_id, p_at) from unnest(v_deposits) as d
      join transaction t on t.id = d.transaction_id where d.outcome not in ('funded', 'dust');
  end if;

  for o in
    select distinct on (l.block, l.log_index) l.* from json_to_recordset(p_logs) as l (
      tx_hash text, log_index integer, block numeric, block_hash text, sender text, address text, units numeric)
    join deposit_address a on a.address = l.sender and a.mode = p_mode
    where l.units > 0 and not exists (
      select from deposit_sweep w where w.mode = p_mode and w.network = p_network and w.tx_hash = l.tx_hash and w.log_index = l.log_index)
    order by l.block, l.log_index
  loop
    select * into v_lane from lane l where l.mode = p_mode and l.network = p_network and lower(l.address) = lower(o.address);
    if not found then
      raise exception '% sent its tokens to %, which is no lane of ours', o.sender, o.address using errcode = 'AF061';
    end if;
    perform record_sweep(p_mode, p_network, o.tx_hash, o.log_index, o.block, o.block_hash, o.sender, v_lane, o.units, p_at);
  end loop;

  with aside as (
    insert into deposit_aside
    select uuidv7(), p_mode, p_network, a.tx_hash, a.log_index, a.problem, coalesce(a.raw, '{}'), p_at
    from json_to_recordset(p_asides) as a (tx_hash text, log_index integer, problem text, raw jsonb)
    on conflict (mode, network, tx_hash, log_index) do nothing
    returning *
  )
  select count(open_case(uuidv7(), p_mode, 'line_aside', null, null, null, null,
      format('A transfer on %s was set aside: %s', p_network, a.problem),
      jsonb_build_object('subject', a.network || ' ' || a.tx_hash || '/' || a.log_index, 'network', a.network, 'hash', a.tx_hash,
        'problem', a.problem), null, p_at, p_at + interval '24 hours'))
    into o from aside a;

  update chain_cursor set block = p_block, block_hash = p_hash, lag_blocks = p_lag, read_at = p_at where id = c.id;
  return coalesce(v_moved, '{}');
end $$;

-- What watching shows of itself, for whoever looks after the house.
create function deposit_figures(p_at timestamptz) returns table (name text, labels jsonb, value double precision)
language sql stable security definer set search_path = afara, pg_temp as $$
  select f.name, jsonb_build_object('mode', c.mode, 'network', c.network), f.value::double precision
  from chain_cursor c cross join lateral (values
    ('deposit_lag_blocks', c.lag_blocks), ('deposit_read_age_seconds', greatest(0, extract(epoch from p_at - c.read_at))),
    ('deposit_halted', (c.halted_because is not null)::integer)) as f (name, value)
$$;

-- ── checks ────────────────────────────────────────────────────────────────────────────────────────────────────

-- A deposit is at the address of its sell, and the ledger has it once, as it says.
create function check_deposits(since_xid bigint) returns setof finding language sql stable as $$
  select row(d.id::text, problem)::finding
  from deposit d
  left join deposit_address a on a.mode = d.mode and a.address = d.address
  left join entry e on e.id = d.entry_id
  cross join lateral (
    select coalesce(sum(p.amount_minor::numeric), 0) as booked,
      coalesce(sum(p.amount_minor::numeric) filter (where p.credit_kind = 'held' and p.credit_owner = d.transaction_id::text), 0) as held,
      coalesce(bool_and(p.debit_kind = 'deposit' and p.debit_owner = d.network and p.asset = 'NGNC' and p.credit_kind in ('held', 'suspense')), true) as fits
    from posting p where p.entry_id = d.entry_id) b
  cross join lateral (select case
    when a.transaction_id is distinct from d.transaction_id then 'it is not at an address of its sell'
    when d.held_minor > 0 and a.network <> d.network then 'it was given to a sell of another network'
    when d.minor > 0 and ((e.mode, e.transaction_id, e.step) is distinct from (d.mode, d.transaction_id, 'deposited')
      or (b.booked, b.held) is distinct from (d.minor::numeric, d.held_minor::numeric) or not b.fits) then 'the ledger does not have it as it says'
    end as problem) c
  where d.xid > since_xid and problem is not null
  union all
  select row(n.mode || ' ' || n.network, format('%s came to its deposit addresses and stayed, %s is in the ledger', n.minor, n.booked))::finding
  from (
    select s.mode, s.network, sum(s.minor) as minor, account_sum(s.mode, 'deposit', s.network, 'NGNC') as booked from (
      select d.mode, d.network, d.minor::numeric as minor from deposit d
      union all
      select w.mode, w.network, -w.swept_minor::numeric from deposit_sweep w) s
    group by s.mode, s.network) n
  where n.minor <> n.booked
  union all
  select row(e.id::text, 'it books a deposit that nobody recorded')::finding
  from entry e where e.step = 'deposited' and e.xid > since_xid and not exists (
    select from deposit d where d.entry_id = e.id and d.transaction_id = e.transaction_id)
$$;

-- A deposit address is of the network and mode of its sell; and every network that was ever watched is looked at.
create function check_watching(since_xid bigint) returns setof finding language sql stable as $$
  select row(a.transaction_id::text, 'its deposit address is not for it')::finding
  from deposit_address a left join sell s on s.transaction_id = a.transaction_id
  where (s.mode, s.network) is distinct from (a.mode, a.network)
  union all
  select row(c.id::text, 'a network of ours, and nothing looks at it')::finding
  from chain_cursor c where not exists (select from wake w where w.subject_id = c.id and w.type = 'deposits')
  union all
  select row(w.subject_id::text, 'a wake-up of a network that we do not watch')::finding
  from wake w where w.type = 'deposits' and not exists (select from chain_cursor c where c.id = w.subject_id)
$$;

-- ── walls ─────────────────────────────────────────────────────────────────────────────────────────────────────

do $$
declare
  name text;
begin
  foreach name in array array['deposit_address', 'deposit', 'deposit_sweep', 'deposit_aside'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy house on %I to afara_owner, afara_worker, afara_sealer using (true) with check (true)', name);
    execute format('grant select on %I to afara_worker', name);
  end loop;
end $$;

create policy own_rows on deposit_address for select to afara_api using (exists (select from transaction t where t.id = transaction_id));
grant select on deposit_address to afara_api;
grant select on deposit, deposit_sweep to afara_sealer;
grant select on chain_cursor to afara_worker;

grant execute on function open_cursor, note_cursor, record_deposits, check_deposits, check_watching to afara_worker;
grant execute on function deposit_figures to afara_api;
