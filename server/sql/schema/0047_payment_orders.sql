-- Members of a business pay others from its balance. They keep beneficiaries, put payments into an order, and sign the order with their
-- passkeys. The payer verifies the signatures itself before it pays. Nothing here is deleted.

-- A bank account that members may pay. The name is the bank's own answer.
create table beneficiary (
  id uuid primary key,
  business_id uuid not null references business (id),
  mode mode not null,
  bank_code filled_text not null,
  account_number account_number not null,
  account_name filled_text not null,
  added_by uuid not null references member (id),
  created_at timestamptz not null,
  -- Before this time a second member must approve every payment to it.
  settled_at timestamptz not null,
  ended_at timestamptz check (ended_at >= created_at),
  ended_by uuid references member (id),
  constraint beneficiary_settles check (
    settled_at >= created_at + case mode when 'live' then interval '24 hours' else interval '1 minute' end),
  constraint beneficiary_ended_by check ((ended_at is null) = (ended_by is null))
);
create unique index beneficiary_in_use on beneficiary (business_id, mode, bank_code, account_number) where ended_at is null;
create index beneficiary_of_business on beneficiary (business_id, mode, created_at);
create index beneficiary_created on beneficiary (created_at);

-- Which names a member asked a bank for, written before the bank is asked. Whoever may ask without end could list who banks where.
create table payee_enquiry (
  id uuid primary key,
  business_id uuid not null references business (id),
  mode mode not null,
  member_id uuid not null references member (id),
  bank_code filled_text not null,
  account_number account_number not null,
  at timestamptz not null
);
create index payee_enquiry_of_business on payee_enquiry (business_id, mode, at);

create table payment_order (
  id uuid primary key,
  business_id uuid not null references business (id),
  mode mode not null,
  -- The business's own name of the order. A repeated proposal with it finds the first one.
  reference transaction_reference not null,
  -- Digest of what was proposed, without what the server adds.
  meaning digest not null,
  item_count integer not null check (item_count between 1 and 1000),
  total_minor positive_minor not null,
  -- The bytes that members sign: everything that the order does.
  text text not null check (text like E'Afara payment 1\n%' and length(text) <= 200000),
  proposed_by uuid not null references member (id),
  created_at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  unique (business_id, mode, reference)
);
create index payment_order_of_business on payment_order (business_id, mode, id);
create index payment_order_xid on payment_order (xid);

create table payment_item (
  order_id uuid not null references payment_order (id),
  number integer not null check (number between 1 and 1000),
  business_id uuid not null,
  mode mode not null,
  beneficiary_id uuid not null references beneficiary (id),
  bank_code filled_text not null,
  account_number account_number not null,
  account_name filled_text not null,
  amount_minor positive_minor not null,
  -- The reference of the sell that pays it.
  reference transaction_reference not null,
  note text not null check (length(note) <= 100),
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (order_id, number),
  unique (order_id, reference)
);
create index payment_item_of_reference on payment_item (business_id, mode, reference);
create index payment_item_xid on payment_item (xid);

-- The proposer signs first, then at most one other member.
create table payment_signature (
  order_id uuid not null references payment_order (id),
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
create index payment_signature_xid on payment_signature (xid);

-- From here on the items are paid. An order is approved or ended, never both.
create table payment_outcome (
  order_id uuid primary key references payment_order (id),
  business_id uuid not null,
  mode mode not null,
  outcome text not null check (outcome in ('approved', 'withdrawn', 'refused')),
  -- How many people had to sign an approved order.
  people integer check (people in (1, 2)),
  -- Who withdrew or refused it.
  member_id uuid references member (id),
  at timestamptz not null,
  check ((outcome = 'approved') = (people is not null)),
  check ((outcome = 'approved') = (member_id is null))
);
create index payment_outcome_alone on payment_outcome (business_id, mode, at) where people = 1;

-- The sell that pays an item. The commit that accepts the sell writes it, so an item has at most one sell.
create table payment_sell (
  transaction_id uuid primary key references transaction (id),
  order_id uuid not null,
  number integer not null,
  business_id uuid not null,
  mode mode not null,
  unique (order_id, number),
  foreign key (order_id, number) references payment_item (order_id, number)
);

-- Why no sell was accepted for an item. Nothing was debited. A member may have it tried again, under the same reference.
create table payment_refusal (
  order_id uuid not null,
  number integer not null,
  attempt integer not null check (attempt >= 1),
  business_id uuid not null,
  mode mode not null,
  code text not null check (code ~ '^[a-z_]+$'),
  message text not null check (length(message) between 1 and 500),
  at timestamptz not null,
  primary key (order_id, number, attempt),
  foreign key (order_id, number) references payment_item (order_id, number)
);

create table payment_retry (
  order_id uuid not null,
  number integer not null,
  attempt integer not null,
  business_id uuid not null,
  mode mode not null,
  member_id uuid not null references member (id),
  at timestamptz not null,
  primary key (order_id, number, attempt),
  foreign key (order_id, number, attempt) references payment_refusal (order_id, number, attempt)
);

-- How much one member may pay out alone in 24 hours. An owner signs it. Without a row it is nothing: two members sign every order.
create table payment_limit (
  business_id uuid not null references business (id),
  mode mode not null,
  version integer not null check (version >= 1),
  limit_minor nonnegative_minor not null,
  text text not null check (text like E'Afara payment limit 1\n%'),
  member_id uuid not null references member (id),
  credential_id bytea not null references passkey (credential_id),
  authenticator_data bytea not null check (octet_length(authenticator_data) between 37 and 4096),
  client_data bytea not null check (octet_length(client_data) between 1 and 4096),
  signature bytea not null check (octet_length(signature) between 1 and 1024),
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (business_id, mode, version)
);
create index payment_limit_xid on payment_limit (xid);
