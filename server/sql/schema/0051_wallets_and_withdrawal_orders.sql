-- Members of a business withdraw from its balance to wallets that they enrolled. They sign the wallet and each withdrawal with their
-- passkeys. The signer verifies the signatures itself before it signs a transfer. Nothing here is changed or deleted.

-- A wallet that members may withdraw to, as its proposer wrote it. It counts for nothing before its proposer signed it.
create table enrolled_wallet (
  id uuid primary key,
  business_id uuid not null references business (id),
  mode mode not null,
  network filled_text not null,
  -- As our records spell it: an account has one spelling.
  address filled_text not null,
  label text not null check (length(label) between 1 and 60),
  -- The bytes that members sign.
  text text not null check (text like E'Afara wallet 1\n%' and length(text) <= 2000),
  added_by uuid not null references member (id),
  created_at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
create index enrolled_wallet_of_business on enrolled_wallet (business_id, mode, id);
create index enrolled_wallet_xid on enrolled_wallet (xid);

-- The proposer signs first. A second member may sign the same text, which ends the cooling-off at once.
create table wallet_signature (
  wallet_id uuid not null references enrolled_wallet (id),
  part text not null check (part in ('proposed', 'approved')),
  business_id uuid not null,
  mode mode not null,
  member_id uuid not null references member (id),
  credential_id bytea not null references passkey (credential_id),
  authenticator_data bytea not null check (octet_length(authenticator_data) between 37 and 4096),
  client_data bytea not null check (octet_length(client_data) between 1 and 4096),
  signature bytea not null check (octet_length(signature) between 1 and 1024),
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (wallet_id, part),
  unique (wallet_id, member_id)
);
create index wallet_signature_at on wallet_signature (at);
create index wallet_signature_xid on wallet_signature (xid);

-- One member removes a wallet, at once and for ever. The same address can be enrolled again.
create table wallet_end (
  wallet_id uuid primary key references enrolled_wallet (id),
  business_id uuid not null,
  mode mode not null,
  member_id uuid not null references member (id),
  at timestamptz not null
);
create index wallet_end_at on wallet_end (at);

create table withdrawal_order (
  id uuid primary key,
  business_id uuid not null references business (id),
  mode mode not null,
  -- The reference of the withdrawal. A repeated proposal with it finds the first one.
  reference transaction_reference not null,
  wallet_id uuid not null references enrolled_wallet (id),
  network filled_text not null,
  address filled_text not null,
  amount_minor positive_minor not null,
  text text not null check (text like E'Afara withdrawal 1\n%' and length(text) <= 2000),
  proposed_by uuid not null references member (id),
  created_at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  unique (business_id, mode, reference)
);
create index withdrawal_order_of_business on withdrawal_order (business_id, mode, id);
create index withdrawal_order_xid on withdrawal_order (xid);

create table withdrawal_signature (
  order_id uuid not null references withdrawal_order (id),
  part text not null check (part in ('proposed', 'approved')),
  business_id uuid not null,
  mode mode not null,
  member_id uuid not null references member (id),
  credential_id bytea not null references passkey (credential_id),
  authenticator_data bytea not null check (octet_length(authenticator_data) between 37 and 4096),
  client_data bytea not null check (octet_length(client_data) between 1 and 4096),
  signature bytea not null check (octet_length(signature) between 1 and 1024),
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (order_id, part),
  -- One person signs once, so nobody approves their own order.
  unique (order_id, member_id)
);
create index withdrawal_signature_xid on withdrawal_signature (xid);

-- From here on the withdrawal is made. An order is approved or ended, never both.
create table withdrawal_outcome (
  order_id uuid primary key references withdrawal_order (id),
  business_id uuid not null,
  mode mode not null,
  outcome text not null check (outcome in ('approved', 'cancelled', 'refused')),
  -- How many people had to sign an approved order.
  people integer check (people in (1, 2)),
  -- Who cancelled or refused it.
  member_id uuid references member (id),
  at timestamptz not null,
  check ((outcome = 'approved') = (people is not null)),
  check ((outcome = 'approved') = (member_id is null))
);
create index withdrawal_outcome_alone on withdrawal_outcome (business_id, mode, at) where people = 1;

-- The withdrawal of an order. The commit that accepts the withdrawal writes it, so an order has at most one.
create table ordered_withdrawal (
  transaction_id uuid primary key references transaction (id),
  order_id uuid not null unique references withdrawal_order (id),
  business_id uuid not null,
  mode mode not null
);

-- Why no withdrawal was accepted for an approved order. Nothing was debited, and nothing will be: a member orders it again.
create table withdrawal_refusal (
  order_id uuid primary key references withdrawal_order (id),
  business_id uuid not null,
  mode mode not null,
  code text not null check (code ~ '^[a-z_]+$'),
  message text not null check (length(message) between 1 and 500),
  at timestamptz not null
);

alter table mail drop constraint mail_kind_check,
  add constraint mail_kind_check check (kind in (
    'invitation', 'confirmation', 'sign_in', 'recovery', 'team_invitation', 'reenrolled', 'break_glass', 'team_changed',
    'go_live_refused', 'went_live', 'wallet_changed'));
