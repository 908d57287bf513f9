-- Accounts to which payers want their naira back, because the bank hides the number of the account that they paid from. The pay page asks.
-- Rows are only added.

-- Each try, whatever came of it.
create table return_account_try (
  id uuid primary key,
  transaction_id uuid not null references transaction (id),
  business_id uuid not null,
  mode mode not null,
  bank_code filled_text not null,
  account_number account_number not null,
  at timestamptz not null
);
create index return_account_try_of_transaction on return_account_try (transaction_id, at);

-- An account whose holder has the name of the payer of this credit, as their banks have both. The payer process compares them itself.
create table return_account (
  line_id uuid primary key references bank_line (id),
  transaction_id uuid not null references transaction (id),
  business_id uuid not null,
  mode mode not null,
  bank_code filled_text not null,
  bank_name filled_text not null,
  account_number account_number not null,
  -- As the bank of the account has it.
  account_name filled_text not null,
  try_id uuid not null references return_account_try (id),
  at timestamptz not null
);
create index return_account_of_transaction on return_account (transaction_id);
