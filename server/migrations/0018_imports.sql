-- Why: a statement is the bank's last word on an account, and a person brings it. Who brought which file, of which days, and
-- what came of it is history: the next file must go on where this one ended, and the same file is not worked through twice.

set local role afara_owner;
set local search_path = afara;

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
  aside_count integer not null check (aside_count >= 0),
  imported_at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  foreign key (vendor_account_id, mode) references vendor_account (id, mode),
  unique (vendor_account_id, file_digest),
  check (first_day <= last_day)
);
create index import_run_by_last_day on import_run (vendor_account_id, last_day);
create index import_run_by_first_day on import_run (vendor_account_id, first_day);

create trigger import_run_is_history before update or delete or truncate on import_run
  for each statement execute function refuse_change();

grant select on import_run to afara_worker;
