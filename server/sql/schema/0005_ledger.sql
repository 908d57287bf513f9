-- Double-entry books. An entry has postings; a balance is kept for accounts that may not fall below zero; seals chain what was committed.

create type account_kind as enum (
  'bank',         -- a collection account at a bank
  'payout_bank',  -- an account at a bank that we pay out from
  'suspense',     -- naira that arrived and belongs to no transaction yet
  'held',         -- what a transaction holds for its customer
  'committed',    -- what a right to send has taken from held
  'clearing',     -- the only place where NGN and NGNC meet
  'business',     -- a business's balance
  'float',        -- our tokens in one lane of a network
  'deposit',      -- tokens at deposit addresses of a network
  'outgoing',     -- what has left a float or a bank and is not final
  'transit',      -- between two accounts of our own
  'income',
  'tax',
  'expense',
  'gas',
  'capital',
  'receivable',   -- what a business owes us
  'reserve'       -- what a business leaves with us against that
);

create type finding as (subject text, problem text);

create table entry (
  id uuid primary key,
  mode mode not null,
  transaction_id uuid,
  step text not null,
  reverses uuid,
  posted_at timestamptz not null,
  -- The writing transaction's number: below the oldest running one, nothing new can appear. The sealer reads by it.
  xid bigint not null
);
-- An entry is reversed at most once.
create unique index entry_reverses on entry (reverses) where reverses is not null;
create index entry_of_transaction on entry (transaction_id) where transaction_id is not null;
create index entry_xid on entry (xid);

-- One mode for both sides: a posting cannot join test with live.
create table posting (
  entry_id uuid not null,
  ordinal smallint not null,
  mode mode not null,
  debit_kind account_kind not null,
  debit_owner text collate "C" not null,
  credit_kind account_kind not null,
  credit_owner text collate "C" not null,
  asset asset not null,
  amount_minor positive_minor not null,
  xid bigint not null,
  primary key (entry_id, ordinal)
);
create index posting_xid on posting (xid);
-- What moved a balance, newest first. Few postings touch one, and of the others no more is asked than this condition. None has a balance
-- on both sides: a business pays nobody here.
create index posting_of_balance on posting
  ((case when debit_kind = 'business' then debit_owner else credit_owner end), mode, entry_id)
  where debit_kind = 'business' or credit_kind = 'business';

-- The floor is in the type of the column: no function, however wrong, can take an account below zero.
-- Half of each page is left free, so that a balance changes in place.
create table balance (
  owner text collate "C" not null,
  kind account_kind not null,
  asset asset not null,
  mode mode not null,
  amount_minor nonnegative_minor not null,
  primary key (owner, kind, asset, mode)
) with (fillfactor = 50);

create table seal (
  number bigint primary key check (number > 0),
  -- The batch holds every row whose writer is in (after_xid, through_xid].
  after_xid bigint not null unique,
  through_xid bigint not null,
  row_count integer not null,
  -- One record a row: which table, which row, which hash.
  -- Hashes do not compress.
  leaves bytea storage external not null,
  previous_hash bytea not null,
  hash bytea not null,
  -- To the millisecond, as it is hashed.
  sealed_at timestamptz(3) not null,
  check (through_xid > after_xid)
);

create table account_total (
  owner text collate "C" not null,
  kind account_kind not null,
  asset asset not null,
  mode mode not null,
  debit_minor numeric(38, 0) not null,
  credit_minor numeric(38, 0) not null,
  primary key (owner, kind, asset, mode)
);
