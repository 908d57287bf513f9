-- Passkeys of operators, and the decisions that operators signed with them. The two operators who make a decision sign the same text. The
-- signer and the payer verify both signatures themselves before they act on a decision.

create table passkey (
  id uuid primary key,
  operator_id uuid not null references operator (id),
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  -- In COSE format, as the authenticator returned it.
  public_key bytea not null check (octet_length(public_key) between 1 and 2048),
  -- The authenticator's counter at the last sign-in. A lower counter later means that the passkey was copied.
  sign_count bigint not null default 0 check (sign_count >= 0),
  -- What its owner calls it, such as "Yubikey".
  name text not null check (name = btrim(name) and length(name) between 1 and 100),
  created_at timestamptz not null,
  revoked_at timestamptz check (revoked_at >= created_at)
);
create index passkey_of_operator on passkey (operator_id);

create table signed_decision (
  case_id uuid not null,
  -- The case's version after the proposal, which is the sequence of the proposal's step.
  version integer not null,
  mode mode not null,
  -- Repeated from the text, so that the signer and the payer find the decision. They compare them with the text.
  transaction_id uuid references transaction (id),
  line_id uuid,
  action text not null check (action <> ''),
  text text not null check (text like E'Afara decision 1\n%'),
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (case_id, version),
  foreign key (case_id, version) references case_step (case_id, sequence)
);
create index signed_decision_of_transaction on signed_decision (transaction_id) where transaction_id is not null;
create index signed_decision_of_line on signed_decision (line_id) where line_id is not null;
create index signed_decision_xid on signed_decision (xid);

create table decision_signature (
  case_id uuid not null,
  version integer not null,
  part text not null check (part in ('proposed', 'approved')),
  -- The step that this signature belongs to.
  sequence integer not null,
  operator_id uuid not null references operator (id),
  credential_id bytea not null references passkey (credential_id),
  authenticator_data bytea not null check (octet_length(authenticator_data) between 37 and 4096),
  client_data bytea not null check (octet_length(client_data) between 1 and 4096),
  signature bytea not null check (octet_length(signature) between 1 and 1024),
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (case_id, version, part),
  unique (case_id, sequence),
  foreign key (case_id, version) references signed_decision (case_id, version),
  foreign key (case_id, sequence) references case_step (case_id, sequence),
  check ((part = 'proposed') = (sequence = version))
);
create index decision_signature_xid on decision_signature (xid);

-- The functions with a signature replace these.
drop function if exists propose_resolution(uuid, integer, uuid, jsonb, jsonb, text, timestamptz);
drop function if exists approve_resolution(uuid, integer, uuid, text, timestamptz);
