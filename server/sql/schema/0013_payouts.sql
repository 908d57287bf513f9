-- Naira that leaves. A payout account is our money at a vendor; an order waits for it; a right is used once, through payouts under derived
-- references, which the vendor's readings and its own lines confirm.

create table payout_account (
  id uuid primary key,
  mode mode not null,
  vendor text not null check (vendor in ('paystack', 'monnify')),
  name filled_text not null,
  account_number text,
  -- Draining: it takes no new sells and works off what it has. Frozen: it is watched, and nothing is opened or sent.
  state text not null default 'active' check (state in ('active', 'draining', 'frozen', 'closed')),
  frozen_because text,
  -- What the vendor says that we may spend.
  available_minor numeric(38, 0),
  read_at timestamptz,
  -- Whoever works in it holds a lease; each holder has a number of its own, and an older number can do nothing any more.
  holder text,
  lease_until timestamptz,
  fence bigint not null default 0,
  -- The start of the database server under which the payer's journal and our rows were compared, and how far.
  checked_start timestamptz,
  journal_read bigint not null default 0,
  -- How far the vendor's own ledger of the account was read, and the last time that it was read to its end.
  line_cursor text,
  lines_whole_at timestamptz,
  -- What it lacks to pay what waits, and since when.
  short_of text check (short_of in ('books', 'funds', 'reading', 'payer')),
  short_since timestamptz,
  created_at timestamptz not null,
  unique (mode, vendor, name),
  check ((state = 'frozen') = (frozen_because is not null)),
  check (num_nulls(short_of, short_since) in (0, 2))
) with (fillfactor = 50);

-- What is to be paid: a working list. A row goes when its payout is opened, or when nothing is to be paid any more.
create table payout_order (
  transaction_id uuid not null,
  purpose text not null check (purpose in ('payout', 'refund')),
  leg integer not null check (leg >= 1),
  mode mode not null,
  business_id uuid not null,
  account_id uuid not null,
  bank_code text not null,
  account_number account_number not null,
  account_name filled_text not null,
  amount_minor positive_minor not null,
  cleared_at timestamptz not null,
  -- When it is (again) its turn; null: at once. What is frozen or too much for the account steps aside for a while.
  due_at timestamptz,
  primary key (transaction_id, purpose, leg)
) with (fillfactor = 70);
create index payout_order_of_account on payout_order (account_id, cleared_at);

-- One right per purpose and leg, for ever, with the beneficiary and the amount that were cleared.
create table payout_right (
  id uuid primary key,
  mode mode not null,
  transaction_id uuid not null,
  purpose text not null check (purpose in ('payout', 'refund')),
  leg integer not null check (leg >= 1),
  business_id uuid not null,
  reference text not null,
  bank_code text not null,
  account_number account_number not null,
  account_name filled_text not null,
  amount_minor positive_minor not null,
  opened_at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  unique (transaction_id, purpose, leg)
);
create index payout_right_xid on payout_right (xid);

-- A right with a reference at a vendor. A right may have several, one after the other; the next one only when the last is dead: it
-- failed or was reversed, and its naira is back.
create table payout (
  id uuid primary key,
  right_id uuid not null references payout_right (id),
  mode mode not null,
  account_id uuid not null references payout_account (id),
  attempt integer not null check (attempt >= 1),
  reference text not null,
  -- Sending: the payer may be asked, or was asked, and its answer is not written down.
  state text not null check (state in ('ordered', 'sending', 'accepted', 'unknown', 'failed', 'succeeded', 'reversed')),
  -- The opening in the ledger, and its end there.
  entry_id uuid not null,
  final_entry_id uuid,
  ordered_at timestamptz not null,
  -- When the payer was permitted to ask the bank: first, last, how often.
  first_sent_at timestamptz,
  sent_at timestamptz,
  sent_count integer not null default 0,
  repeat_count integer not null default 0,
  answered_at timestamptz,
  -- When the bank is asked about it; while it is ordered, when it may be sent. Null: nothing is due by itself.
  next_look_at timestamptz,
  look_count integer not null default 0,
  not_found_count integer not null default 0,
  first_not_found_at timestamptz,
  last_not_found_at timestamptz,
  -- How often the bank said that it failed or was reversed, in answers far enough apart.
  ended_count integer not null default 0,
  ended_told_at timestamptz,
  ended_at timestamptz,
  -- The last thing that was said of it, so that the same is not kept twice.
  last_said text,
  session_id text,
  vendor_id text,
  fee_minor nonnegative_minor,
  money_back_at timestamptz,
  evidence jsonb,
  -- The account comes second: a plan that is made while the table is small must not find payouts by their account alone.
  unique (reference, account_id),
  unique (right_id, attempt),
  check (money_back_at is null or state in ('failed', 'reversed')),
  check (state <> 'succeeded' or (final_entry_id is not null and ended_at is not null)),
  check (state <> 'ordered' or (first_sent_at is null and sent_count = 0)),
  check (state not in ('sending', 'accepted', 'unknown') or sent_at is not null)
) with (fillfactor = 70);
-- The wall: one payout of a right that is not dead, whatever any code does.
create unique index payout_alive on payout (right_id) where money_back_at is null;
-- What is to be sent, or asked about, has a time for it; what has ended has none. (Without the state in it: most changes of that stay on
-- the page where the row is.)
create index payout_look on payout (account_id, next_look_at) where next_look_at is not null;
create index payout_ordered_at on payout using brin (ordered_at) with (pages_per_range = 16, autosummarize = on);

-- Each answer that said something new, to the sending or to a question about the reference.
create table payout_reading (
  id uuid primary key,
  payout_id uuid not null references payout (id),
  at timestamptz not null,
  kind text not null check (kind in ('accepted', 'rejected', 'exists', 'unknown', 'refused', 'pending', 'needs_otp', 'not_found',
    'unavailable', 'success', 'failed', 'reversed', 'evidence')),
  code text,
  amount_minor numeric(38, 0),
  session_id text,
  vendor_id text,
  raw jsonb,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
create index payout_reading_of on payout_reading (payout_id);
create index payout_reading_xid on payout_reading (xid);
-- By the bank's own name for a payment. (Not on the payout itself, whose row changes in place.)
create index payout_reading_session on payout_reading (session_id) where session_id is not null;

-- Money of our own that people said they put into an account. It is booked when they say so; the vendor's line shows that it came.
create table payout_funding (
  id uuid primary key,
  account_id uuid not null references payout_account (id),
  amount_minor positive_minor not null,
  entry_id uuid not null,
  reason filled_text not null,
  placed_by text not null,
  placed_at timestamptz not null,
  line_id uuid unique
);
create index payout_funding_expected on payout_funding (account_id, amount_minor) where line_id is null;

-- The vendor's own ledger of our account: every debit must have a payout.
create table payout_line (
  id uuid primary key,
  account_id uuid not null references payout_account (id),
  external_id filled_text not null,
  at timestamptz not null,
  direction text not null check (direction in ('debit', 'credit')),
  amount_minor positive_minor not null,
  reference text,
  kind text not null check (kind in ('payment', 'return', 'fee', 'funding', 'other')),
  payout_id uuid,
  -- What it did to the ledger by itself, if anything; and why nobody could explain it, if so.
  entry_id uuid,
  problem text,
  seen_at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  unique (external_id, account_id)
);
create index payout_line_of on payout_line (reference, account_id) where reference is not null;
create index payout_line_xid on payout_line (xid);

-- What the payer's journal says was sent, and our rows do not have: the database was restored from a copy. References are derived,
-- so the same payout opened again has the same one, at the same account; the payer does not send it twice, and the bank is asked.
create table payout_forgotten (
  account_id uuid not null references payout_account (id),
  reference text not null,
  right_key text not null,
  attempt integer not null,
  payout_id uuid not null,
  bank_code text not null,
  account_number text not null,
  amount_minor positive_minor not null,
  noted_at timestamptz not null,
  primary key (reference, account_id)
);
create index payout_forgotten_right on payout_forgotten (right_key);

-- Banks that a vendor does not reach in this moment, by our own attempts.
create table bank_trouble (
  mode mode not null,
  vendor text not null,
  bank_code text not null,
  since timestamptz not null,
  noted_at timestamptz not null,
  attempts integer not null,
  succeeded integer not null,
  primary key (mode, vendor, bank_code)
);

-- Decided after the sell was accepted: another payee, or the name that the bank has for the one that was given.
create table sell_payee (
  transaction_id uuid not null,
  number integer not null check (number >= 1),
  mode mode not null,
  bank_code text not null,
  bank_name text not null,
  account_number account_number not null,
  account_name text not null check (account_name <> ''),
  case_id uuid not null,
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (transaction_id, number)
);

-- What a bank said about whose account it is, each time that it was asked for a decision.
create table name_answer (
  id uuid primary key,
  mode mode not null,
  transaction_id uuid not null,
  bank_code text not null,
  account_number account_number not null,
  outcome text not null check (outcome in ('found', 'not_found')),
  account_name text check ((outcome = 'found') = (account_name is not null)),
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
create index name_answer_of_transaction on name_answer (transaction_id);

-- Decided after it was decided that it goes back: the bank's record shows no whole number, or the bank there would not take it.
create table refund_redirect (
  return_id uuid not null references credit_return (id),
  number integer not null check (number >= 1),
  mode mode not null,
  transaction_id uuid not null references transaction (id),
  bank_code filled_text not null,
  account_number account_number not null,
  account_name filled_text not null,
  case_id uuid not null unique references case_file (id),
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (return_id, number)
);
create index refund_redirect_of_transaction on refund_redirect (transaction_id);

-- What two people said that a line of a vendor's own book was.
create table payout_line_answer (
  line_id uuid primary key references payout_line (id),
  mode mode not null,
  case_id uuid not null references case_file (id),
  explained_as text not null check (explained_as in ('capital', 'return', 'loss', 'charge', 'vendor', 'somebody')),
  -- Whose return it is.
  payout_id uuid references payout (id),
  -- Whose money it is, where it stays in suspense.
  whose text,
  -- None where it stays as it is booked.
  entry_id uuid,
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  check ((explained_as = 'return') = (payout_id is not null)),
  check ((explained_as = 'somebody') = (whose is not null)),
  check (entry_id is not null or explained_as in ('return', 'somebody'))
);
create index payout_line_answer_of on payout_line_answer (payout_id) where payout_id is not null;

-- A credit that has the reference of a payout and is not its naira, as two people found: it is in suspense, and whose it is is asked.
create table payout_line_disowned (
  line_id uuid primary key references payout_line (id),
  mode mode not null,
  case_id uuid not null references case_file (id),
  entry_id uuid not null,
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);

-- Who asked about which account, written before the bank is asked. Whoever may ask without end could list who banks where.
create table name_enquiry (
  id uuid primary key,
  business_id uuid not null,
  mode mode not null,
  key_id uuid not null,
  bank_code text not null,
  account_number account_number not null,
  -- Whether a name was brought along, to be compared; else initials are told.
  has_name boolean not null,
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
create index name_enquiry_of_business on name_enquiry (business_id, mode, at);
