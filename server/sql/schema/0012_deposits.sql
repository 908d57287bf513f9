-- Tokens that arrive. A sell has a deposit address; a cursor says how far a network was read; deposits and sweeps are what was found there.

-- Written in the commit that accepts the sell, as the network writes it; watched for ever. No foreign key, as with the sell itself.
create table deposit_address (
  mode mode not null,
  network text not null references network,
  address text collate "C" not null check (address <> ''),
  transaction_id uuid not null,
  created_at timestamptz not null,
  primary key (mode, network, address)
);
-- The same address is ours on every network of its family: tokens that come on another one are found too. It is one sell's on all of
-- them: what comes there is nobody else's.
create unique index deposit_address_anywhere on deposit_address (address, mode);
create unique index deposit_address_of_sell on deposit_address (transaction_id);

-- Up to which block of a network everything was read, and the hash of that block: it is compared before anything more is.
create table chain_cursor (
  id uuid primary key,
  mode mode not null,
  network text not null references network,
  block numeric(38, 0) not null check (block >= 0),
  block_hash text not null check (block_hash <> ''),
  -- How many blocks that cannot be undone were not read yet, when it was last looked.
  lag_blocks numeric(38, 0) not null default 0 check (lag_blocks >= 0),
  read_at timestamptz not null,
  -- Another past than the one that was read: nothing is recorded until the network shows the old one again, or people say what happened.
  halted_because text,
  -- From this block on a network is read once more, beside what is new; null: nothing is to be read again.
  reread_from numeric(38, 0) check (reread_from >= 0),
  unique (mode, network)
) with (fillfactor = 50);

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
  check (case outcome when 'funded' then held_minor = minor when 'over' then held_minor > 0
    and held_minor < minor when 'late' then held_minor > 0 else held_minor = 0 end)
);
create index deposit_at_address on deposit (address, network, mode);
create index deposit_of_transaction on deposit (transaction_id);
create index deposit_xid on deposit (xid);
-- What came and was not, or not all, for its sell: few, and looked at in every check.
create index deposit_beside on deposit (transaction_id) where held_minor < minor;

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
create index deposit_sweep_xid on deposit_sweep (xid);
create index deposit_sweep_of_lane on deposit_sweep (lane_id, block);

-- What cannot be read, or cannot be right: it moves nothing, and people are asked.
create table deposit_quarantine (
  id uuid primary key,
  mode mode not null,
  network text not null,
  tx_hash text not null,
  log_index integer not null,
  problem text not null check (problem <> ''),
  raw jsonb not null,
  seen_at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  -- What came to an account that many sells share, and is for none of them, is there all the same: so much, in that block. Below zero it
  -- left.
  block numeric(38, 0),
  units numeric(78, 0),
  unique (mode, network, tx_hash, log_index)
);
create index deposit_quarantine_to on deposit_quarantine ((raw ->> 'address'));
create index deposit_quarantine_from on deposit_quarantine ((raw ->> 'sender'));
create index deposit_quarantine_arrived on deposit_quarantine (network, mode) where units is not null;

-- What became of the part of a deposit that its sell could not take: it is the business's, and stays in its balance or left it at once.
create table deposit_answer (
  deposit_id uuid primary key references deposit (id),
  mode mode not null,
  case_id uuid not null references case_file (id),
  amount_minor positive_minor not null,
  entry_id uuid not null,
  -- None: it stays in the balance.
  withdrawal_id uuid,
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);

-- The accounts of deposit addresses, from the commit that accepts the sell.
create table deposit_account (
  mode mode not null,
  network text not null,
  address text collate "C" not null,
  transaction_id uuid not null,
  state text not null default 'wanted' check (state in ('wanted', 'open', 'closed')),
  -- Wanted: when it is opened (again). Open: when it is asked whether it is still needed.
  due_at timestamptz not null,
  closed_at timestamptz,
  -- Only for the foreign key: accounts are opened on networks that need it, and on no other.
  network_opens_accounts boolean not null generated always as (true) stored,
  primary key (address, network, mode),
  foreign key (network, network_opens_accounts) references network (name, opens_deposit_accounts),
  check ((state = 'closed') = (closed_at is not null))
) with (fillfactor = 70);
create index deposit_account_due on deposit_account (network, mode, state, due_at) where state <> 'closed';
create index deposit_account_closed on deposit_account (network, mode, closed_at) where state = 'closed';

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
