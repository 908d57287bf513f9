-- What spoke for it.
create type allocation_evidence as enum (
  'number',   -- all ten digits
  'mask',     -- the digits that the bank shows, the bank and the name together
  'tail',     -- the amount of an expected payment, to the kobo
  'code',     -- the code of an expected payment
  'account',  -- the account is the business's own, and one buy fits
  'person'
);

-- Why it is this business's.
create type allocation_ground as enum (
  'dedicated',   -- nobody else is told of the account
  'expected',    -- an expected payment was issued to it
  'bound',       -- the payer has paid it before, longer ago than a bank may recall
  'within_cap',  -- on trust, up to what was agreed
  'person'
);

-- One row for each buy that still looks for its naira, and for those that ended without, a month more: money can come late.
-- Gone when the buy is paid. No foreign keys, for the reasons that the parts of a buy have none.
create table claim (
  transaction_id uuid primary key,
  business_id uuid not null,
  mode mode not null,
  vendor_account_id uuid not null,
  amount_minor positive_minor not null,
  left_minor positive_minor not null,
  -- None: the payer of an expected payment is not known beforehand.
  payer_account_number account_number,
  payer_bank_code text,
  payer_name text,
  payer_words text[] not null,
  accepted_at timestamptz not null,
  expires_at timestamptz not null,
  -- The number, or what the bank shows of it, that the first part came from.
  first_part_from text,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
-- Each way to look a claim up has one index that can serve it, and no other can: such a table is empty at times and full a
-- minute later, and between two indexes PostgreSQL would choose by what it remembers. So the account leads in none of these.
-- Banks hide the front of a number, so it is looked up from its end: by all ten digits, or by the last few.
create index claim_by_number on claim ((reverse(payer_account_number)) collate "C", amount_minor);
create index claim_by_lack on claim (left_minor);
-- What came since an account was looked at last.
create index claim_news on claim (vendor_account_id, xid);
create index claim_part_paid on claim (transaction_id) where left_minor <> amount_minor;

-- So much of a credit was given to a buy. The id is also that of its entry in the ledger.
create table allocation (
  id uuid primary key,
  mode mode not null,
  line_id uuid not null,
  transaction_id uuid not null,
  business_id uuid not null,
  amount_minor positive_minor not null,
  evidence allocation_evidence not null,
  ground allocation_ground not null,
  -- Matching itself, or the case in which people decided.
  decided_by decider not null,
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
create index allocation_of_line on allocation (line_id);
create index allocation_of_transaction on allocation (transaction_id);
create index allocation_xid on allocation (xid);

-- A payer that a business was paid by. Trusted when no bank can recall its first payment any more; refused after a recall.
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

-- What a business was given on trust, by the day in Lagos. It counts until no bank can recall it any more.
-- The day of a business changes with every group of credits: with room on its page it changes in place.
create table exposure_day (
  business_id uuid not null,
  mode mode not null,
  day date not null,
  amount_minor positive_minor not null,
  aged_from timestamptz not null,
  primary key (business_id, mode, day)
) with (fillfactor = 50);

-- A payer is asked for an amount that nobody else is asked for, on this account, and may write the code beside it. Both rest
-- for a week after use or expiry, so that a late payment is not taken for the next one's.
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

-- Claims of earlier writers than this have been seen by the account's credits.
create table matching_cursor (
  vendor_account_id uuid primary key references vendor_account (id),
  seen_xid bigint not null
);

create table allocation_end (
  allocation_id uuid primary key references allocation (id),
  -- The debit that ended it.
  line_id uuid not null references bank_line (id),
  -- Where it went in the ledger.
  entry_id uuid not null,
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
create index allocation_end_of_line on allocation_end (line_id);
