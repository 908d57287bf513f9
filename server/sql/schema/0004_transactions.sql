-- Transactions and their history: one row for where each is, one event for each step, its names (request_key), its details (buy, sell,
-- withdrawal), when it is looked at next (wake), and the limits that it counts against.

create type transaction_type as enum ('buy', 'sell', 'drill', 'withdrawal');

-- Filled from the machines in the code (generated/machines.sql). An empty from_status is the start.
create table transition (
  type transaction_type not null,
  from_status text not null,
  event text not null,
  to_status text not null,
  primary key (type, from_status, event)
);

-- A batch moves most rows of a page at once: only with room for a second version of each do they stay on it.
create table transaction (
  id uuid primary key,
  business_id uuid not null,
  mode mode not null,
  type transaction_type not null,
  status text not null,
  version integer not null check (version >= 1),
  amount_minor numeric(38, 0) not null,
  reference transaction_reference not null,
  created_at timestamptz not null,
  foreign key (business_id, mode) references business_mode (business_id, mode),
  -- A drill moves no money and never touches live rails.
  check (case type when 'drill' then amount_minor = 0 and mode = 'test' else amount_minor > 0 end)
) with (fillfactor = 50);
create index transaction_of_business on transaction (business_id, mode, id);

-- Unique for ever, and therefore never partitioned: a reference or an idempotency key names one transaction.
create table request_key (
  business_id uuid not null,
  mode mode not null,
  key text not null,
  transaction_id uuid not null,
  -- The digest of what was asked, so that a repeated key with another meaning is told from a retry.
  meaning digest not null,
  primary key (business_id, mode, key)
);

create table transaction_event (
  transaction_id uuid not null,
  sequence integer not null,
  id uuid not null,
  business_id uuid not null,
  mode mode not null,
  type transaction_type not null,
  event text not null,
  from_status text not null,
  to_status text not null,
  data jsonb not null default '{}',
  happened_at timestamptz not null,
  -- The writing transaction's number: below the oldest running one, nothing new can appear.
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (transaction_id, sequence)
);
create index transaction_event_xid on transaction_event (xid);

-- Ids and numbers are taken before commit, so a reader that follows them would skip a late committer. Positions are
-- given after commit, by one sequencer, and have no gaps: the feed follows these.
create table event_position (
  position bigint primary key,
  transaction_id uuid not null,
  sequence integer not null,
  business_id uuid not null,
  mode mode not null,
  -- A drill is nobody's business: it has a position and no number. What a wallet needed is kept as it was when the event was numbered,
  -- because the block itself changes: the same event is told in the same words for ever.
  number bigint check (number >= 1),
  event_id uuid not null,
  wallet_stop jsonb,
  unique (transaction_id, sequence)
);
create unique index event_position_feed on event_position (business_id, mode, number) where number is not null;
create unique index event_position_event on event_position (event_id);

create table sequencer (
  one boolean primary key default true check (one),
  last_position bigint not null,
  last_xid bigint not null
);
insert into sequencer (last_position, last_xid) values (0, 0);

-- No foreign key holds wake-ups, names and details to their transaction: one statement writes them together, each key would cost as much
-- as the row itself (12 to 15 µs), nobody can delete a transaction, and check_parts proves that nothing stands alone.
--
-- When an unfinished transaction is to be looked at next. A nudge is a call handed to the engine that is due at
-- nudge_due_at; while one is outstanding no other is made. Its number changes every time, because the engine
-- swallows a call that repeats an idempotency key.
create table wake (
  subject_id uuid primary key,
  type object_type not null,
  due_at timestamptz not null,
  nudge_number integer not null default 0,
  nudge_due_at timestamptz,
  failure_count integer not null default 0,
  last_error text
) with (fillfactor = 70);
create index wake_due on wake (due_at);
create index wake_of_sell on wake (subject_id) where type = 'sell';
-- The sequencer's loop looks for these alone, many times a second.
create index wake_due_webhook on wake (due_at) where type = 'webhook';

-- What a payer or business says about a payment. It opens a search for a credit and releases nothing.
create table buy (
  transaction_id uuid primary key,
  mode mode not null,
  vendor_account_id uuid not null,
  payer_bank_code text,
  -- As it was given: the payer's own words are evidence.
  payer_bank_name text,
  payer_account_number account_number,
  payer_account_name text,
  -- Neither: the tokens go to the balance of the business.
  network text,
  wallet_address text,
  fee_minor nonnegative_minor not null,
  -- What stands in the way of delivery, as codes; usually nothing.
  needs text[] not null default '{}',
  foreign key (vendor_account_id, mode) references vendor_account (id, mode),
  check ((network is null) = (wallet_address is null))
);

create table sell (
  transaction_id uuid primary key,
  mode mode not null,
  bank_code text not null,
  bank_name text not null,
  account_number account_number not null,
  account_name text,
  -- Where the tokens come from and would go back to. Neither: they were taken from the balance.
  network text,
  wallet_address text,
  fee_minor nonnegative_minor not null,
  needs text[] not null default '{}',
  check ((network is null) = (wallet_address is null))
);

-- A buy comes after the payer has paid, so refusing it does not send the naira back. What names an account of ours is
-- kept, for matching and return; the same words refused again are counted, not kept again.
create table refused_buy (
  id uuid primary key,
  business_id uuid not null,
  mode mode not null,
  vendor_account_id uuid not null,
  code text not null,
  request jsonb not null,
  digest digest not null,
  times integer not null default 1 check (times >= 1),
  first_refused_at timestamptz not null,
  last_refused_at timestamptz not null,
  unique (business_id, mode, digest),
  foreign key (business_id, mode) references business_mode (business_id, mode),
  foreign key (vendor_account_id, mode) references vendor_account (id, mode)
);
create index refused_buy_of_account on refused_buy (vendor_account_id, last_refused_at);

-- The last sell of each meaning that came without a reference or key of the caller's: the same again within minutes is
-- more likely a retry than a second sell.
create table recent_sell (
  business_id uuid not null,
  mode mode not null,
  meaning bytea not null,
  transaction_id uuid not null,
  at timestamptz not null,
  primary key (business_id, mode, meaning)
);

-- How much of its daily limit a business has used, buys and sells together, by the day in Lagos. Only businesses with a
-- limit have rows.
create table daily_use (
  business_id uuid not null,
  mode mode not null,
  day date not null,
  used_minor nonnegative_minor not null,
  primary key (business_id, mode, day)
);

-- Filled from the machines in the code (generated/machines.sql).
create table status_time (
  type transaction_type not null,
  status text not null,
  -- When the driver looks at what is in this status; null: nothing is due by itself.
  look_after interval,
  -- How long it should take; null: it is final, or it waits for the world without a promise.
  expected_within interval,
  primary key (type, status)
);

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

create table withdrawal (
  transaction_id uuid primary key,
  mode mode not null,
  network text not null,
  wallet_address text not null check (wallet_address <> ''),
  -- 'business', or the id of the case in which two people decided that tokens go back to a wallet.
  asked_by text not null check (asked_by <> '')
);

create table feed_head (
  business_id uuid not null,
  mode mode not null,
  last_number bigint not null check (last_number >= 1),
  primary key (business_id, mode),
  foreign key (business_id, mode) references business_mode (business_id, mode)
) with (fillfactor = 70);
