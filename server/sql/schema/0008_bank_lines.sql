-- The lines of our bank accounts. A bank_line is one row in an account. Sources (a vendor's feed, or imported statements) report it in
-- readings: bank_line_reading, and bank_line_payer for what they add later. bank_line_assignment says which line a reading belongs to,
-- and bank_line_move keeps the changes. bank_line_slot and bank_line_key are what lines are searched by. bank_line_fee has fees that were
-- learned later, and bank_line_quarantine has readings that contradict the record.
-- A credit has a credit_fund while part of it belongs to nobody. credit_lien keeps it from moving, credit_return sends it back to the
-- payer, and credit_take_back says that the bank took it back.

create type line_direction as enum ('credit', 'debit');

create type line_kind as enum (
  'payment',     -- a payer sent money
  'reversal',    -- the bank undid an earlier line
  'recall',      -- the sending bank took its payment back
  'own_return',  -- a payment of ours came back
  'charge',      -- fees, stamp duty, tax
  'unclear'      -- the bank does not say
);

-- A group of slots of one account and amount that have the same index key but for the time.
create type slot_group as (
  named_by text[], booked_day date, kind line_kind, value_date date, has_session boolean, has_words boolean);

-- A line that may fit a reading: how well the payer agrees (payer_rank), and whether the kind is the same.
create type likely_line as (line_id uuid, payer_rank integer, is_same_kind boolean);

-- A row in a bank account of ours, as the first source reported it. It is recorded whatever the state of the account is.
create table bank_line (
  id uuid primary key,
  mode mode not null,
  vendor_account_id uuid not null,
  direction line_direction not null,
  kind line_kind not null,
  -- Gross is what the payer paid, settled what reached the account. The difference is the vendor's fee.
  gross_minor positive_minor not null,
  settled_minor nonnegative_minor not null,
  booked_at timestamptz not null,
  -- The day in Lagos.
  value_date date not null,
  -- The rail's id of the payment, if it is reported. An opaque text.
  session_id filled_text,
  narration text not null,
  -- The line that this one undoes, if that was known when it was recorded.
  undoes uuid references bank_line (id),
  seen_at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  foreign key (vendor_account_id, mode) references vendor_account (id, mode),
  check (settled_minor::numeric <= gross_minor::numeric)
);
create index bank_line_by_settled on bank_line (vendor_account_id, settled_minor, value_date);
create index bank_line_by_gross on bank_line (vendor_account_id, gross_minor, value_date) where gross_minor <> settled_minor;
create index bank_line_undoes on bank_line (undoes) where undoes is not null;
create index bank_line_xid on bank_line (xid);

-- What a source reported of a line. A source names a line by one external id, and reports it once.
create table bank_line_reading (
  id uuid primary key,
  vendor_account_id uuid not null,
  source source_name not null,
  external_id filled_text not null,
  direction line_direction not null,
  kind line_kind not null,
  gross_minor positive_minor not null,
  settled_minor nonnegative_minor not null,
  booked_at timestamptz not null,
  value_date date not null,
  session_id filled_text,
  -- All ten digits, or a mask of those that the bank shows ("******0011"), or neither.
  payer_account_number account_number,
  payer_account_mask account_mask,
  payer_name filled_text,
  -- The distinctive words of the name, which tell two payers of one amount apart.
  payer_words text[] not null,
  payer_bank_code filled_text,
  payer_bank_name filled_text,
  narration text not null,
  undoes_external_id filled_text,
  seen_at timestamptz not null,
  raw jsonb not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  unique (vendor_account_id, source, external_id)
);
create index bank_line_reading_xid on bank_line_reading (xid);
-- By the session id alone. With the account in front, the planner would choose among indexes that begin with it while the table is empty.
create index bank_line_reading_session on bank_line_reading (session_id) where session_id is not null;

-- What a source added about the payer after its reading.
create table bank_line_payer (
  reading_id uuid not null references bank_line_reading (id),
  seen_at timestamptz not null,
  payer_account_number account_number,
  payer_account_mask account_mask,
  payer_name filled_text,
  payer_words text[] not null,
  payer_bank_code filled_text,
  payer_bank_name filled_text,
  raw jsonb not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
create index bank_line_payer_of_reading on bank_line_payer (reading_id);

-- The line that a reading belongs to. Without a session id this is a conclusion. Where payments are equal, a later reading may show that it
-- was wrong: then readings move.
create table bank_line_assignment (
  reading_id uuid primary key references bank_line_reading (id),
  line_id uuid not null references bank_line (id),
  source source_name not null,
  -- It names another payer than was known of the line. Its payer is not believed.
  contradicts_payer boolean not null,
  -- reading_class_hash of the reading.
  class bigint not null,
  unique (line_id, source)
);

-- What a line is searched by: a summary of its readings. Among hundreds of one amount, those that a source has not named are found by an
-- index, and most that do not fit are left out without reading their readings.
create table bank_line_slot (
  line_id uuid primary key references bank_line (id),
  vendor_account_id uuid not null,
  direction line_direction not null,
  kind line_kind not null,
  gross_minor positive_minor not null,
  settled_minor nonnegative_minor not null,
  booked_at timestamptz not null,
  booked_day date not null,
  value_date date not null,
  -- The earliest and the latest booking day or value date that its readings report.
  first_day date not null,
  last_day date not null,
  -- The sources that have named it, and those of them that gave a full session id.
  named_by text[] not null,
  sessions_by text[] not null,
  -- The numbers and the words of the names of its payer, from readings that are believed, and word_heads of these words.
  payer_numbers text[] not null,
  payer_words text[] not null,
  payer_heads text[] not null,
  has_session boolean not null generated always as (sessions_by <> '{}') stored,
  has_words boolean not null generated always as (payer_words <> '{}') stored
);
-- Lines that differ only in the time are alike as long as nothing is known of the payer. Of these the closest in time is found without
-- reading the others.
create index bank_line_slot_by_settled on bank_line_slot
  (vendor_account_id, settled_minor, direction, named_by, booked_day, kind, value_date, has_session, has_words, booked_at);

-- A reading that moved from one line to another.
create table bank_line_move (
  reading_id uuid not null references bank_line_reading (id),
  from_line_id uuid not null references bank_line (id),
  to_line_id uuid not null references bank_line (id),
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
create index bank_line_move_of_reading on bank_line_move (reading_id);

-- A fee that was learned after the line was recorded, from a source that knows only the settled amount.
create table bank_line_fee (
  line_id uuid primary key references bank_line (id),
  fee_minor positive_minor not null,
  source source_name not null,
  entry_id uuid not null,
  seen_at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);

-- A reading that contradicts the record or cannot be read. It waits for a person. The same again for the same reason is counted.
create table bank_line_quarantine (
  id uuid primary key,
  vendor_account_id uuid not null references vendor_account (id),
  source source_name not null,
  external_id filled_text not null,
  reason filled_text not null,
  -- The line that it contradicts, if there is one.
  line_id uuid references bank_line (id),
  case_id uuid not null,
  raw jsonb not null,
  times integer not null default 1 check (times >= 1),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  unique (vendor_account_id, source, external_id, reason)
);
create index bank_line_quarantine_of_line on bank_line_quarantine (line_id) where line_id is not null;

-- The part of a payment that nobody has been given, and the best that is known of its payer. The type of left_minor refuses to take more
-- than there is. A fund that is used up has no row.
create table credit_fund (
  line_id uuid primary key references bank_line (id),
  vendor_account_id uuid not null,
  mode mode not null,
  left_minor nonnegative_minor not null,
  booked_at timestamptz not null,
  payer_account_number account_number,
  payer_account_mask account_mask,
  payer_name filled_text,
  payer_words text[] not null,
  payer_bank_code filled_text,
  narration text not null,
  -- The open case that keeps matching from using the fund.
  blocked_by uuid,
  -- A lien is in force: nothing is taken from the fund.
  has_lien boolean not null default false,
  -- When matching reads the credit again. Sooner if something about it changes or a claim comes that it may belong to.
  look_at timestamptz not null default '-infinity'
);
create index credit_fund_of_account on credit_fund (vendor_account_id, booked_at);
create index credit_fund_blocked on credit_fund (blocked_by) where blocked_by is not null;
create index credit_fund_due on credit_fund (vendor_account_id, look_at) where blocked_by is null;

-- The debit by which a bank took a credit back. Each debit and each credit appears once.
create table credit_take_back (
  debit_line_id uuid primary key references bank_line (id),
  credit_line_id uuid not null unique references bank_line (id),
  -- The part that came from the fund. The rest was taken from allocations.
  from_fund_minor nonnegative_minor not null,
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);

-- Keeps a credit from moving, because a bank or somebody with a right to it wants it back.
create table credit_lien (
  id uuid primary key,
  line_id uuid not null references bank_line (id),
  case_id uuid not null references case_file (id),
  -- The debit that waits to take the credit back.
  debit_line_id uuid references bank_line (id),
  placed_at timestamptz not null,
  placed_by text not null check (placed_by <> ''),
  reason text not null check (btrim(reason) <> ''),
  lifted_at timestamptz,
  lifted_by text check (lifted_by <> ''),
  lifted_because text check (btrim(lifted_because) <> ''),
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  check (num_nulls(lifted_at, lifted_by, lifted_because) in (0, 3))
);
create index credit_lien_of_debit on credit_lien (debit_line_id) where debit_line_id is not null;
create index credit_lien_waiting on credit_lien (debit_line_id) where debit_line_id is not null and lifted_at is null;
create unique index credit_lien_in_force on credit_lien (line_id) where lifted_at is null;
create index credit_lien_of_line on credit_lien (line_id);

-- The keys by which a line is found from its payer: each word of the name, '' without a name, and the number, for each source. Keys are
-- never deleted, so there may be more than the readings of the line have now.
create table bank_line_key (
  vendor_account_id uuid not null,
  amount_minor numeric not null,
  key text collate "C" not null,
  source source_name not null,
  -- The booking day of the line.
  booked_day date not null,
  line_id uuid not null references bank_line (id),
  primary key (vendor_account_id, amount_minor, key, source, booked_day, line_id)
);

-- A decision to return money to its payer. The payment follows from it. With a transaction it returns what that buy holds of the credit,
-- without one what the fund had.
create table credit_return (
  id uuid primary key,
  mode mode not null,
  line_id uuid not null,
  transaction_id uuid references transaction (id),
  case_id uuid not null references case_file (id),
  amount_minor positive_minor not null,
  -- The number in the bank's record, or the claimed number if it fits the mask in the record.
  account_number account_number not null,
  bank_code text,
  bank_name text,
  account_name text,
  decided_at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  foreign key (line_id) references bank_line (id)
);
create index credit_return_of_line on credit_return (line_id);
create index credit_return_of_transaction on credit_return (transaction_id) where transaction_id is not null;
-- One case returns a credit, or the part of it that a buy holds, once.
create unique index credit_return_once on credit_return (case_id, line_id, transaction_id) nulls not distinct;
