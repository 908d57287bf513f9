-- A business pays many bank accounts with one file. A batch is checked row by row without any effect on money, shown to the business, and
-- confirmed once. Then each row that can be paid becomes one sell from the balance. Rows are only added, never changed.

create table payout_batch (
  id uuid primary key,
  business_id uuid not null references business (id),
  mode mode not null,
  row_count integer not null check (row_count between 1 and 10000),
  -- The API key that sent it.
  created_by uuid not null,
  created_at timestamptz not null
);
create index payout_batch_of_business on payout_batch (business_id, mode, id);

create table batch_row (
  batch_id uuid not null references payout_batch (id),
  number integer not null check (number between 1 and 10000),
  business_id uuid not null,
  mode mode not null,
  -- As the business wrote it.
  bank_name text not null,
  account_number text not null,
  account_name filled_text,
  amount text not null,
  given_reference filled_text,
  -- As we read it. Null: it cannot be read, and the row has a problem.
  bank_code filled_text,
  amount_minor positive_minor,
  fee_minor nonnegative_minor,
  -- The reference of the sell that pays it: the given one, or one made of the batch and the number.
  reference transaction_reference not null,
  has_own_reference boolean not null,
  primary key (batch_id, number),
  unique (batch_id, reference)
);
create index batch_row_of_account on batch_row (business_id, account_number);

-- Why a row is not paid. A row has its problems before the batch is ready, and gets none later.
create table batch_problem (
  batch_id uuid not null,
  number integer not null,
  business_id uuid not null,
  mode mode not null,
  code text not null check (code ~ '^[a-z_]+$'),
  field text not null check (field ~ '^[a-z_]+$'),
  message text not null check (length(message) between 1 and 500),
  primary key (batch_id, number, code),
  foreign key (batch_id, number) references batch_row (batch_id, number)
);

-- What the bank answered about the account of a row. An outcome is null if there was no account to ask about.
create table batch_check (
  batch_id uuid not null,
  number integer not null,
  business_id uuid not null,
  mode mode not null,
  outcome text check (outcome in ('match', 'near', 'different', 'unknown', 'found', 'not_found', 'no_answer')),
  account_name filled_text,
  at timestamptz not null,
  primary key (batch_id, number),
  foreign key (batch_id, number) references batch_row (batch_id, number)
);

-- Every row is checked. These figures are what a business confirms.
create table batch_ready (
  batch_id uuid primary key references payout_batch (id),
  business_id uuid not null,
  mode mode not null,
  payable_rows integer not null check (payable_rows >= 0),
  total_minor nonnegative_minor not null,
  fee_minor nonnegative_minor not null,
  at timestamptz not null
);

-- A batch is confirmed or cancelled, never both.
create table batch_outcome (
  batch_id uuid primary key references payout_batch (id),
  business_id uuid not null,
  mode mode not null,
  outcome text not null check (outcome in ('confirmed', 'cancelled')),
  -- The API key that did it.
  decided_by uuid not null,
  at timestamptz not null
);

-- The sell that pays a row. The commit that accepts the sell writes it, so a row has at most one sell.
create table batch_sell (
  transaction_id uuid primary key references transaction (id),
  batch_id uuid not null,
  number integer not null,
  business_id uuid not null,
  mode mode not null,
  unique (batch_id, number),
  foreign key (batch_id, number) references batch_row (batch_id, number)
);

-- Why no sell was accepted for a confirmed row. Nothing was debited for it.
create table batch_refusal (
  batch_id uuid not null,
  number integer not null,
  business_id uuid not null,
  mode mode not null,
  code text not null check (code ~ '^[a-z_]+$'),
  message text not null check (length(message) between 1 and 500),
  at timestamptz not null,
  primary key (batch_id, number),
  foreign key (batch_id, number) references batch_row (batch_id, number)
);

-- When the last sell of a confirmed batch ended.
create table batch_end (
  batch_id uuid primary key references payout_batch (id),
  business_id uuid not null,
  mode mode not null,
  at timestamptz not null
);
