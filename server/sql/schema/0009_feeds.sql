-- What reads the banks. feed_cursor says how far a source was read, feed_hint has notifications that the bank has to be asked about,
-- account_look schedules the polls of an account, and import_run has the statements that operators imported.

-- How far a source was read. It moves in the commit that records what was read.
create table feed_cursor (
  vendor_account_id uuid not null references vendor_account (id),
  source source_name not null,
  cursor text not null,
  read_at timestamptz not null,
  primary key (vendor_account_id, source)
);

-- A notification of a bank. It is only a hint: what it says is recorded after the bank has confirmed it.
create table feed_hint (
  mode mode not null,
  vendor text not null check (vendor ~ '^[a-z]+$'),
  -- What the bank is asked for.
  key text not null check (length(key) between 1 and 500),
  -- Null if the notification named no account of ours.
  vendor_account_id uuid,
  -- What only the notification says. It is believed where the bank's answer agrees.
  detail jsonb not null,
  received_at timestamptz not null,
  due_at timestamptz not null,
  tries integer not null default 0,
  last_error text,
  -- When we stopped asking, because the bank did not know it. The row stays for people, and the same notification revives it.
  given_up_at timestamptz,
  primary key (mode, vendor, key),
  foreign key (vendor_account_id, mode) references vendor_account (id, mode)
) with (fillfactor = 70);
create index feed_hint_due on feed_hint (vendor_account_id, due_at) where given_up_at is null;
create index feed_hint_stray on feed_hint (mode, vendor, due_at) where given_up_at is null and vendor_account_id is null;

-- When the bank of an account is asked for its list.
create table account_look (
  vendor_account_id uuid primary key references vendor_account (id),
  -- When something last happened on the account. The longer ago, the less often it is looked at.
  active_at timestamptz not null,
  -- When the bank may be asked for its list again, and when the whole list was last read.
  poll_due_at timestamptz,
  polled_at timestamptz,
  poll_failures integer not null default 0,
  poll_error text
) with (fillfactor = 70);

-- The import of a statement file. The row is written in the commit that records the last of its lines.
create table import_run (
  id uuid primary key,
  mode mode not null,
  vendor_account_id uuid not null,
  profile text not null check (profile ~ '^[a-z0-9]+$'),
  -- SHA-256 of the file.
  file_digest digest not null,
  operator_id uuid not null references operator (id),
  reason text not null check (btrim(reason) <> ''),
  -- Days in Lagos, both included.
  first_day date not null,
  last_day date not null,
  -- An account can be overdrawn.
  opening_minor numeric(38, 0) not null,
  closing_minor numeric(38, 0) not null,
  new_count integer not null check (new_count >= 0),
  known_count integer not null check (known_count >= 0),
  quarantined_count integer not null check (quarantined_count >= 0),
  imported_at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  foreign key (vendor_account_id, mode) references vendor_account (id, mode),
  unique (vendor_account_id, file_digest),
  check (first_day <= last_day)
);
create index import_run_by_last_day on import_run (vendor_account_id, last_day);
create index import_run_by_first_day on import_run (vendor_account_id, first_day);
