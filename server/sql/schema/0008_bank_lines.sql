create type line_direction as enum ('credit', 'debit');

create type line_kind as enum (
  'payment',     -- somebody paid
  'reversal',    -- the bank undid an earlier line
  'recall',      -- the sending bank took its payment back
  'own_return',  -- a payment of ours came back
  'charge',      -- fees, stamp duty, tax
  'unclear'      -- the bank does not say
);

-- Where lines of one amount that a source has not named are alike in everything that a key has.
create type slot_group as (
  named_by text[], booked_day date, kind line_kind, value_date date, has_session boolean, has_words boolean);

-- A line that fits, and how well: the payer agrees, it is called the same, it is of the same day, a session id is on both
-- sides or on none, and how far apart the times are.
create type likely_line as (line_id uuid, payer_rank integer, is_same_kind boolean);

-- A row in a bank account of ours, in the words of whoever told us first. Recorded whatever the state of the account is.
create table bank_line (
  id uuid primary key,
  mode mode not null,
  vendor_account_id uuid not null,
  direction line_direction not null,
  kind line_kind not null,
  -- What was paid, and what reached the account: a vendor may keep a fee.
  gross_minor positive_minor not null,
  settled_minor nonnegative_minor not null,
  booked_at timestamptz not null,
  -- By the day in Lagos.
  value_date date not null,
  -- The rail's own name for the payment, where it is told. An opaque text.
  session_id filled_text,
  narration text not null,
  -- The line that this one undoes, if that was known when it came.
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

-- What a source said of a line, in that source's words. A source names a line once.
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
  -- All ten digits, or what the bank shows of them ("******0011"), or neither.
  payer_account_number account_number,
  payer_account_mask account_mask,
  payer_name filled_text,
  -- The distinctive words of the name: to tell two payers of one amount apart.
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
-- By the session id alone: beside an account, the planner of an empty table takes any index that begins with the account.
create index bank_line_reading_session on bank_line_reading (session_id) where session_id is not null;

-- What a source said later about the payer of a line that it had named before.
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

-- Which line a reading is taken to speak of. Without a session id that is a conclusion, and where payments are equal a later
-- reading may show that it was the wrong one: then readings change places, and each change is kept.
create table bank_line_assignment (
  reading_id uuid primary key references bank_line_reading (id),
  line_id uuid not null references bank_line (id),
  source source_name not null,
  -- It names another payer than was known of the line: not believed about that.
  contradicts_payer boolean not null,
  class bigint not null,
  unique (line_id, source)
);

-- Where lines are looked for: each with what its readings say by now, so that among hundreds of one amount those that a
-- source has not named are found by a key, and most that do not fit are passed over without reading what was said.
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
  -- The earliest and the latest day that is told of it, of booking or of value.
  first_day date not null,
  last_day date not null,
  -- The sources that have named it; those of them that gave a session id in full; and whom those that are believed saw pay.
  named_by text[] not null,
  sessions_by text[] not null,
  payer_numbers text[] not null,
  payer_words text[] not null,
  payer_heads text[] not null,
  has_session boolean not null generated always as (sessions_by <> '{}') stored,
  has_words boolean not null generated always as (payer_words <> '{}') stored
);
-- Lines that agree in all of this but the time are alike, as long as nothing is known of the payer: of those the closest in
-- time is found without reading the others.
create index bank_line_slot_by_settled on bank_line_slot
  (vendor_account_id, settled_minor, direction, named_by, booked_day, kind, value_date, has_session, has_words, booked_at);

create table bank_line_move (
  reading_id uuid not null references bank_line_reading (id),
  from_line_id uuid not null references bank_line (id),
  to_line_id uuid not null references bank_line (id),
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
create index bank_line_move_of_reading on bank_line_move (reading_id);

-- A fee that was learned after the line: a statement, which knows only what settled, was seen first.
create table bank_line_fee (
  line_id uuid primary key references bank_line (id),
  fee_minor positive_minor not null,
  source source_name not null,
  entry_id uuid not null,
  seen_at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);

-- What a source said that contradicts what we have, or that nobody can read. Counted; it waits for a person.
create table bank_line_quarantine (
  id uuid primary key,
  vendor_account_id uuid not null references vendor_account (id),
  source source_name not null,
  external_id filled_text not null,
  reason filled_text not null,
  -- The line that it contradicts.
  line_id uuid references bank_line (id),
  case_id uuid not null,
  raw jsonb not null,
  times integer not null default 1 check (times >= 1),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  unique (vendor_account_id, source, external_id, reason)
);
create index bank_line_quarantine_of_line on bank_line_quarantine (line_id) where line_id is not null;

-- What is left of a payment for somebody to have, and the best that is known of its payer. Whoever takes more than there
-- is meets the type of the column; what is used up has no row.
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
  -- An open case: while it is, nothing happens to this by itself.
  blocked_by uuid,
  -- Somebody may ask for it back: nobody takes from it.
  has_lien boolean not null default false,
  -- A credit that waits for its claim is not looked at at every turn: only when something about it changed, when a claim came
  -- that may be its own, or when it is time.
  look_at timestamptz not null default '-infinity'
);
create index credit_fund_of_account on credit_fund (vendor_account_id, booked_at);
create index credit_fund_blocked on credit_fund (blocked_by) where blocked_by is not null;
create index credit_fund_due on credit_fund (vendor_account_id, look_at) where blocked_by is null;

-- Which debit undid which credit: each once.
create table credit_take_back (
  debit_line_id uuid primary key references bank_line (id),
  credit_line_id uuid not null unique references bank_line (id),
  -- What nobody had yet; the rest was taken from those who had it.
  from_fund_minor nonnegative_minor not null,
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);

-- A credit that must not move: a bank, or somebody who may ask for it, wants it back.
create table credit_lien (
  id uuid primary key,
  line_id uuid not null references bank_line (id),
  case_id uuid not null references case_file (id),
  -- The debit that could not take it back by itself.
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

-- By what a source knows the payer of a line: each word of the name, '' where it tells no name, and the number. It may have
-- more than is true by now, never less.
create table bank_line_key (
  vendor_account_id uuid not null,
  amount_minor numeric not null,
  key text collate "C" not null,
  source source_name not null,
  -- The line's own.
  booked_day date not null,
  line_id uuid not null references bank_line (id),
  primary key (vendor_account_id, amount_minor, key, source, booked_day, line_id)
);

-- Money that goes back to where it came from. The row is the decision; the payment itself follows from it. With a
-- transaction it is what that buy holds; without, it is what was left of the credit.
create table credit_return (
  id uuid primary key,
  mode mode not null,
  line_id uuid not null,
  transaction_id uuid references transaction (id),
  case_id uuid not null references case_file (id),
  amount_minor positive_minor not null,
  -- The number in the bank's own record, or the claimed one where the record shows a part of it that fits.
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
-- One decision returns a credit, or the part of it that a buy holds, once.
create unique index credit_return_once on credit_return (case_id, line_id, transaction_id) nulls not distinct;
