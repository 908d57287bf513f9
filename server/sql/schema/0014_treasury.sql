-- Our own money: what waits at deposit addresses, the sweeps that bring it home, and moves between accounts of ours.

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

-- The wallet that pays the gas of sweeps, one a network. It holds no tokens. Whoever works for it holds a lease.
create table sweeper (
  mode mode not null,
  network text not null references network,
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
  gas_units numeric(78, 0),
  -- What its gas did to the books.
  entry_id uuid,
  -- What is taken from each address, in the chain's smallest units: some networks want to be told.
  units numeric(78, 0)[],
  check (cardinality(salts) = cardinality(addresses)),
  check ((state in ('final_ok', 'final_failed', 'void')) = (ended_at is not null)),
  check (cardinality(units) = cardinality(addresses))
) with (fillfactor = 70);
create unique index sweep_out on sweep (network, mode) where state = 'signed';

create table sweep_attempt (
  sweep_id uuid not null references sweep (id),
  number integer not null check (number >= 1),
  raw bytea not null,
  hash text not null,
  fees jsonb not null check (jsonb_typeof(fees) = 'object'),
  signed_at timestamptz not null,
  primary key (sweep_id, number)
);

-- Two people decided it; banks and chains show it. Naira goes from a collection account to a payout account: each end is booked when its
-- line is seen, and in between it is in transit. Tokens go from one lane to another of the same network: both ends are booked at once, when
-- the chain shows them in both wallets. The id is that of the case.
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
