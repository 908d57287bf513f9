-- Tokens that leave. A lane is a wallet of ours; a delivery waits for it; a right is used once, through a transfer on one lock of the lane,
-- whose signed bytes are attempts. What was forgotten in a restore is adopted.

create table lane (
  id uuid primary key,
  mode mode not null,
  network text not null references network,
  number integer not null check (number >= 1),
  address text not null check (address <> ''),
  -- Draining: it takes no new deliveries and works off what it has. Halted: it is watched, and nothing is opened or sent.
  state text not null default 'active' check (state in ('active', 'draining', 'halted')),
  -- Locks below it are taken, each by one transfer, without a gap since the lane was opened.
  next_lock numeric(38, 0) not null check (next_lock >= 0),
  first_lock numeric(38, 0) not null check (first_lock >= 0),
  -- Whoever works in it holds a lease; each holder has a number of its own, and an older number can do nothing any more.
  fence bigint not null default 0,
  holder text,
  lease_until timestamptz,
  -- The start of the database server under which chain, journal and rows were compared.
  checked_start timestamptz,
  halted_because text,
  -- What the chain showed last: tokens, gas, and what one transfer may cost at most.
  tokens_minor numeric(38, 0),
  gas_units numeric(78, 0),
  gas_each_units numeric(78, 0),
  read_at timestamptz,
  -- What it lacks to deliver what waits, and since when.
  short_of text check (short_of in ('float', 'tokens', 'gas', 'reading', 'signatures')),
  short_since timestamptz,
  -- Since when it has stood still without a break.
  halted_at timestamptz,
  -- Given up for ever, by two people.
  abandoned_at timestamptz,
  unique (mode, network, number),
  unique (mode, network, address),
  check ((state = 'halted') = (halted_because is not null)),
  check (num_nulls(short_of, short_since) in (0, 2))
) with (fillfactor = 50);

-- What is to be delivered: a working list. A row goes when its transfer is opened, or when nothing is to be sent any more.
create table delivery (
  transaction_id uuid primary key,
  mode mode not null,
  business_id uuid not null,
  lane_id uuid not null,
  network text not null,
  address text not null,
  amount_minor positive_minor not null,
  fee_minor nonnegative_minor not null,
  tokens_minor positive_minor not null,
  cleared_at timestamptz not null,
  -- When it is (again) its turn: what is frozen or too much for the lane steps aside for a while.
  due_at timestamptz not null,
  purpose text not null default 'delivery' check (purpose in ('delivery', 'withdrawal'))
) with (fillfactor = 70);
create index delivery_of_lane on delivery (lane_id, due_at, transaction_id);

-- One right per purpose and leg, for ever, with the destination and the amount that were cleared.
create table transfer_right (
  id uuid primary key,
  mode mode not null,
  transaction_id uuid not null,
  purpose text not null check (purpose in ('delivery', 'withdrawal')),
  leg integer not null check (leg >= 1),
  business_id uuid not null,
  reference text not null,
  network text not null,
  address text not null,
  tokens_minor positive_minor not null,
  opened_at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  unique (transaction_id, purpose, leg)
);

-- A right on a lock. A right may have several, one after the other; the next one only when the last is dead.
create table transfer (
  id uuid primary key,
  right_id uuid not null references transfer_right (id),
  mode mode not null,
  network text not null,
  lane_id uuid not null,
  lock numeric(38, 0) not null,
  state text not null check (state in ('reserved', 'signed', 'final_ok', 'final_failed', 'final_void', 'conflict')),
  -- The opening in the ledger.
  entry_id uuid not null,
  opened_at timestamptz not null,
  signed_at timestamptz,
  -- When its bytes were last permitted to go out. That they did, only the chain can say.
  sent_at timestamptz,
  sent_count integer not null default 0,
  ended_at timestamptz,
  -- Of the newest attempt, and in the end of the one that the chain took.
  hash text,
  evidence jsonb,
  gas_units numeric(78, 0) check (gas_units >= 0),
  unique (lane_id, lock),
  check ((state in ('final_ok', 'final_failed', 'final_void')) = (ended_at is not null)),
  check (state <> 'reserved' or (signed_at is null and sent_at is null and hash is null)),
  check (state not in ('signed', 'final_ok', 'final_failed') or (signed_at is not null and hash is not null))
) with (fillfactor = 70);
create unique index transfer_alive on transfer (right_id) where state in ('reserved', 'signed', 'final_ok', 'conflict');
create index transfer_of_right on transfer (right_id);
create index transfer_out on transfer (lane_id, lock) where state in ('reserved', 'signed', 'conflict');
-- What a top-up must count, however long ago it stopped.
create index transfer_in_conflict on transfer (lane_id) where state = 'conflict';

create table transfer_attempt (
  id uuid primary key,
  transfer_id uuid not null references transfer (id),
  number integer not null check (number >= 1),
  kind text not null check (kind in ('pay', 'bump', 'cancel')),
  -- What may be sent, as it was signed. It is never signed again for the sake of sending.
  raw bytea storage external not null,
  hash text not null unique,
  fees jsonb not null check (jsonb_typeof(fees) = 'object'),
  signed_at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  unique (transfer_id, number)
);
create index transfer_attempt_xid on transfer_attempt (xid);

create table adopted_lock (
  lane_id uuid not null references lane (id),
  lock numeric(38, 0) not null check (lock >= 0),
  -- '<business>/<mode>/<reference>/<purpose>/<leg>': what a right is called before and after a restore.
  right_key text not null check (right_key like '%/%/%/%/%'),
  -- What it was called in the rows that are lost.
  transfer_id uuid not null unique,
  right_id uuid not null,
  transaction_id uuid not null,
  address text not null,
  tokens_minor nonnegative_minor not null,
  -- [{kind, raw (hex), hash, fees}], oldest first. Without any, nothing was signed.
  attempts jsonb not null check (jsonb_typeof(attempts) = 'array'),
  credits jsonb not null,
  case_id uuid not null,
  -- Waiting: its tokens have left, or may leave at any time. Void: it moved nothing and never will. Taken: by a right.
  state text not null default 'proposed' check (state in ('proposed', 'waiting', 'void', 'taken')),
  -- What the chain shows at finality.
  end_state text check (end_state in ('final_ok', 'final_failed', 'final_void')),
  evidence jsonb,
  gas_units numeric(78, 0) check (gas_units >= 0),
  -- In the ledger: tokens in transit; gas of what is void.
  entry_id uuid,
  gas_entry_id uuid,
  proposed_at timestamptz not null,
  adopted_at timestamptz,
  taken_at timestamptz,
  -- Still waiting: if its buy comes after all, its right takes this lock and no other, and the write-off is undone.
  written_off_at timestamptz,
  -- The case that decided it has the id of its entry.
  write_off_entry_id uuid,
  primary key (lane_id, lock),
  check ((state = 'proposed') = (adopted_at is null)),
  check ((state = 'taken') = (taken_at is not null)),
  check (state <> 'void' or end_state in ('final_failed', 'final_void')),
  check (state <> 'waiting' or end_state is null or end_state = 'final_ok'),
  check (num_nulls(written_off_at, write_off_entry_id) in (0, 2)),
  check (written_off_at is null or end_state = 'final_ok')
);
-- A right has one lock that may have paid: the next one was only signed when the one before it was dead.
create unique index adopted_lock_alive on adopted_lock (right_key) where state = 'waiting' and tokens_minor > 0;
create index adopted_lock_free on adopted_lock (right_key) where state in ('waiting', 'void');
create index adopted_lock_open on adopted_lock (lane_id) where state = 'waiting' and end_state is null;

-- The newest answer about each wallet, so that a wallet is asked about once and not for each buy. A memory, and no history.
create table wallet_preflight (
  mode mode not null,
  network text not null,
  address text not null,
  outcome text not null check (outcome in ('fine', 'blocked')),
  code text,
  message text,
  -- What is odd about it without being in the way.
  warning text,
  -- It was asked whether so much can arrive: more may not.
  tokens_minor nonnegative_minor not null,
  asked_at timestamptz not null,
  -- Tokens of ours have arrived there.
  paid_at timestamptz,
  primary key (mode, network, address),
  check ((outcome = 'blocked') = (code is not null and message is not null)),
  check (num_nulls(code, message) in (0, 2))
) with (fillfactor = 70);

-- A transaction that waits, or waited, for the wallet that it goes to.
create table wallet_block (
  id uuid primary key,
  transaction_id uuid not null,
  mode mode not null,
  code text not null check (code <> ''),
  message text not null check (message <> ''),
  since timestamptz not null,
  asked_at timestamptz not null,
  ended_at timestamptz
);
create index wallet_block_of_transaction on wallet_block (transaction_id);
create unique index wallet_block_open on wallet_block (transaction_id) where ended_at is null;
