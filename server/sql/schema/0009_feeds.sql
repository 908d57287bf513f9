-- How far a source has been read; moves in the commit that records what was read.
create table feed_cursor (
  vendor_account_id uuid not null references vendor_account (id),
  source source_name not null,
  cursor text not null,
  read_at timestamptz not null,
  primary key (vendor_account_id, source)
);

create table feed_hint (
  mode mode not null,
  vendor text not null check (vendor ~ '^[a-z]+$'),
  -- What the bank has to be asked for.
  key text not null check (length(key) between 1 and 500),
  -- Null: the notification did not say, or named an account that we do not have.
  vendor_account_id uuid,
  -- What only the notification says; believed where the bank's own answer bears it out.
  detail jsonb not null,
  received_at timestamptz not null,
  due_at timestamptz not null,
  tries integer not null default 0,
  last_error text,
  -- The bank did not know it for so long that we stopped asking. It stays, for people; the same again revives it.
  given_up_at timestamptz,
  primary key (mode, vendor, key),
  foreign key (vendor_account_id, mode) references vendor_account (id, mode)
) with (fillfactor = 70);
create index feed_hint_due on feed_hint (vendor_account_id, due_at) where given_up_at is null;
create index feed_hint_stray on feed_hint (mode, vendor, due_at) where given_up_at is null and vendor_account_id is null;

create table account_look (
  vendor_account_id uuid primary key references vendor_account (id),
  -- When something last happened on it: it is looked at less often the longer that is ago.
  active_at timestamptz not null,
  -- When its bank may be asked for its list again, and when the whole of it was last read.
  poll_due_at timestamptz,
  polled_at timestamptz,
  poll_failures integer not null default 0,
  poll_error text
) with (fillfactor = 70);

-- One import of one file, in the commit that recorded its lines.
create table import_run (
  id uuid primary key,
  mode mode not null,
  vendor_account_id uuid not null,
  profile text not null check (profile ~ '^[a-z0-9]+$'),
  -- SHA-256 of the file as it came.
  file_digest digest not null,
  operator_id uuid not null references operator (id),
  reason text not null check (btrim(reason) <> ''),
  -- By the day in Lagos, both included.
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
