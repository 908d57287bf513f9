-- A person signs in at a terminal by confirming it in the browser, and signs in the browser what a command at a terminal decides. Both wait
-- for minutes only: after a crash the tables are empty, and the person starts again.

alter table passkey_challenge
  drop constraint passkey_challenge_purpose_check,
  add constraint passkey_challenge_purpose_check check (purpose in ('sign_in', 'accept_invitation', 'add_passkey', 'confirm_device'));
comment on column passkey_challenge.subject_id is 'The invitation, the session that adds a passkey, or the terminal that is confirmed.';

-- A terminal that asks to be signed in. The terminal has the device code, the person compares the user code. Only their hashes are stored.
create unlogged table device_login (
  id uuid primary key,
  device_hash digest not null unique,
  user_hash digest not null unique,
  -- What the terminal calls itself, and from where it asked.
  machine text not null check (machine = btrim(machine) and length(machine) between 1 and 100),
  address inet not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  -- The passkey with which its owner confirmed.
  passkey_id uuid references passkey (id),
  denied_at timestamptz,
  constraint device_login_expires check (expires_at > created_at and expires_at <= created_at + interval '10 minutes'),
  constraint device_login_confirmed_in_time check (
    num_nonnulls(confirmed_at, passkey_id) in (0, 2) and confirmed_at >= created_at and confirmed_at < expires_at),
  constraint device_login_ends_once check (num_nonnulls(confirmed_at, denied_at) < 2)
);
create index device_login_expired on device_login (expires_at);

-- The text of a decision that waits for the signature of one operator, and the signature until the command takes it.
create unlogged table signature_request (
  id uuid primary key,
  operator_id uuid not null references operator (id),
  text text not null check (text like E'Afara decision 1\n%'),
  hash digest not null check (hash = sha256(convert_to(text, 'UTF8'))),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  signed_at timestamptz,
  credential_id bytea check (octet_length(credential_id) between 1 and 1023),
  authenticator_data bytea check (octet_length(authenticator_data) between 37 and 4096),
  client_data bytea check (octet_length(client_data) between 1 and 4096),
  signature bytea check (octet_length(signature) between 1 and 1024),
  constraint signature_request_expires check (expires_at > created_at and expires_at <= created_at + interval '5 minutes'),
  constraint signature_request_signed_in_time check (
    num_nonnulls(signed_at, credential_id, authenticator_data, client_data, signature) in (0, 5)
    and signed_at >= created_at and signed_at < expires_at)
);
create index signature_request_of_text on signature_request (operator_id, hash);
create index signature_request_expired on signature_request (expires_at);
