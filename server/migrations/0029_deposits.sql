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
-- The same address is ours on every network of its family: tokens that come on another one are found too.
create index deposit_address_anywhere on deposit_address (address);
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
