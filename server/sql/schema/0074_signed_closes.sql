-- An operator signs off the close of a day with a passkey, and the console shows who did what.

-- The operator compared the figures of a closed day and signed their text. A day is signed off once.
create table daily_close_sign_off (
  mode mode not null,
  day date not null,
  operator_id uuid not null references operator (id),
  text text not null check (text like E'Afara close 1\n%' and length(text) <= 10000),
  credential_id bytea not null references passkey (credential_id),
  authenticator_data bytea not null check (octet_length(authenticator_data) between 37 and 4096),
  client_data bytea not null check (octet_length(client_data) between 1 and 4096),
  signature bytea not null check (octet_length(signature) between 1 and 1024),
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (mode, day),
  foreign key (mode, day) references daily_close (mode, day)
);
create index daily_close_sign_off_by on daily_close_sign_off (operator_id);
create index daily_close_sign_off_with on daily_close_sign_off (credential_id);

-- An operator also signs the issue of a key and a close. Their headers keep them apart from decisions.
alter table signature_request drop constraint signature_request_text_check,
  add constraint signature_request_text_check check (text ~ E'^Afara (decision|key|close) 1\n');

-- The audit lists the newest actions of all people first.
create index audit_at on audit (at, id);
create index case_step_at on case_step (at, case_id) where operator_id is not null;

-- The books of a day are exported. Entries are written in the order of their time, so this index is tiny and costs nothing to keep.
create index entry_posted_at on entry using brin (posted_at) with (pages_per_range = 16, autosummarize = on);
