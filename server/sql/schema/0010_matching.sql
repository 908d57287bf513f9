-- Whose credit it is. A claim is a buy that waits for naira, and expected_payment is one that is found by its amount or code. An
-- allocation gives part of a credit to a buy, and allocation_end says that a bank took it back. known_payer and exposure_day decide how
-- much a business is given on trust. matching_cursor says which claims an account's credits have been compared with.

-- What shows that a credit belongs to a buy.
create type allocation_evidence as enum (
  'number',   -- all ten digits
  'mask',     -- the digits that the bank shows, the bank and the name together
  'tail',     -- the amount of an expected payment, to the kobo
  'code',     -- the code of an expected payment
  'account',  -- the account is dedicated to the business, and one buy fits
  'person'    -- people decided in a case
);

-- Why a credit may be given to the business.
create type allocation_ground as enum (
  'dedicated',   -- the account is dedicated to it
  'expected',    -- an expected payment was issued to it
  'bound',       -- the payer has paid it before, longer ago than a bank may recall
  'within_cap',  -- on trust, within its exposure limit
  'person'       -- people decided in a case
);

-- A buy that waits for naira. The row is deleted when the buy is paid, or a month after it ended without, because money can come late. It
-- has no foreign keys, for the reasons that the parts of a buy have none.
create table claim (
  transaction_id uuid primary key,
  business_id uuid not null,
  mode mode not null,
  vendor_account_id uuid not null,
  amount_minor positive_minor not null,
  -- What the buy lacks.
  left_minor positive_minor not null,
  -- Null for an expected payment, whose payer is not known beforehand.
  payer_account_number account_number,
  payer_bank_code text,
  payer_name text,
  payer_words text[] not null,
  accepted_at timestamptz not null,
  expires_at timestamptz not null,
  -- The number or the mask of the account that paid the first part.
  first_part_from text,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
-- Each way to find a claim has exactly one index that can serve it. The table is empty at times and full a minute later, and between two
-- indexes PostgreSQL would choose by old statistics. So the account leads in neither of the first two.
-- Banks hide the front of a number, so it is indexed from its end: all ten digits or the last few find it.
create index claim_by_number on claim ((reverse(payer_account_number)) collate "C", amount_minor);
create index claim_by_lack on claim (left_minor);
-- The claims since the last look at an account.
create index claim_news on claim (vendor_account_id, xid);
create index claim_part_paid on claim (transaction_id) where left_minor <> amount_minor;

-- An amount of a credit that was given to a buy. Its entry in the ledger has the same id.
create table allocation (
  id uuid primary key,
  mode mode not null,
  line_id uuid not null,
  transaction_id uuid not null,
  business_id uuid not null,
  amount_minor positive_minor not null,
  evidence allocation_evidence not null,
  ground allocation_ground not null,
  -- 'matching', or the case in which people decided.
  decided_by decider not null,
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
create index allocation_of_line on allocation (line_id);
create index allocation_of_transaction on allocation (transaction_id);
create index allocation_xid on allocation (xid);

-- A payer that has paid for a business. It is trusted when no bank can recall its first payment any more, and refused after a recall.
create table known_payer (
  mode mode not null,
  account_number account_number not null,
  bank_code text not null,
  business_id uuid not null,
  first_line_id uuid not null,
  trusted_from timestamptz not null,
  refused_at timestamptz,
  primary key (mode, account_number, bank_code, business_id)
);

-- What a business was given on trust on a day in Lagos. It counts against the exposure limit until aged_from, when no bank can recall it
-- any more. The fill factor leaves room for updates in place, because every group of credits changes the row.
create table exposure_day (
  business_id uuid not null,
  mode mode not null,
  day date not null,
  amount_minor positive_minor not null,
  aged_from timestamptz not null,
  primary key (business_id, mode, day)
) with (fillfactor = 50);

-- A payment that is found by its amount, which nobody else is asked for on the account, or by a code in its narration. Both are released
-- a week after use or expiry, so that a late payment is not taken for another.
create table expected_payment (
  id uuid primary key,
  mode mode not null,
  business_id uuid not null,
  vendor_account_id uuid not null,
  transaction_id uuid not null unique references transaction (id),
  amount_minor positive_minor not null,
  code text not null check (code <> ''),
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  released_at timestamptz,
  foreign key (business_id, mode) references business_mode (business_id, mode),
  foreign key (vendor_account_id, mode) references vendor_account (id, mode)
);
create unique index expected_payment_amount on expected_payment (vendor_account_id, amount_minor) where released_at is null;
create unique index expected_payment_code on expected_payment (code, vendor_account_id) where released_at is null;

-- The credits of an account have been compared with the claims of all transactions before seen_xid.
create table matching_cursor (
  vendor_account_id uuid primary key references vendor_account (id),
  seen_xid bigint not null
);

-- An allocation that ended because a bank took the credit back.
create table allocation_end (
  allocation_id uuid primary key references allocation (id),
  -- The debit that took the credit back.
  line_id uuid not null references bank_line (id),
  -- The entry that posts the end.
  entry_id uuid not null,
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
create index allocation_end_of_line on allocation_end (line_id);
