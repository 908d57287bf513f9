-- Questions about its transactions that a business decides itself, and how each ended. Rows are only added.

create table business_case (
  id uuid primary key,
  business_id uuid not null references business (id),
  mode mode not null,
  transaction_id uuid not null references transaction (id),
  -- The version of the transaction that waits.
  sequence integer not null check (sequence >= 1),
  code filled_text not null,
  opened_at timestamptz not null,
  due_at timestamptz not null check (due_at > opened_at),
  -- The id of the event case.opened.
  event_id uuid not null unique,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
create index business_case_of_transaction on business_case (transaction_id);
create index business_case_of_business on business_case (business_id, mode, id);
create index business_case_xid on business_case (xid);

-- A case ends once: the business decides, or something else answers the question. The signer and the payer read what was decided.
create table business_case_end (
  case_id uuid primary key references business_case (id),
  business_id uuid not null references business (id),
  mode mode not null,
  transaction_id uuid not null references transaction (id),
  -- The version of the transaction after the decision.
  sequence integer not null check (sequence >= 1),
  outcome text not null check (outcome in ('decided', 'overtaken')),
  choice text check (choice in ('accept', 'return', 'wallet', 'beneficiary', 'confirm_name', 'retry')),
  -- What the transaction held when the business decided.
  amount_minor positive_minor,
  network filled_text,
  address filled_text,
  bank_code filled_text,
  bank_name filled_text,
  account_number account_number,
  account_name filled_text,
  -- The wallet of a buy until then. Events before the decision are told with it.
  former_network filled_text,
  former_address filled_text,
  -- key:<id>, or member:<id> for a person on the dashboard.
  decided_by filled_text,
  at timestamptz not null,
  -- The id of the event case.decided.
  event_id uuid unique,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  constraint business_case_end_decided check (
    (outcome = 'decided') = (num_nonnulls(choice, amount_minor, decided_by, event_id) = 4)
    and (outcome = 'decided' or num_nonnulls(choice, amount_minor, decided_by, event_id) = 0)),
  constraint business_case_end_wallet check (
    coalesce(choice = 'wallet', false) = (num_nonnulls(network, address) = 2) and (network is null) = (address is null)),
  constraint business_case_end_account check (
    coalesce(choice in ('beneficiary', 'confirm_name'), false)
      = (num_nonnulls(bank_code, bank_name, account_number, account_name) = 4)
    and num_nonnulls(bank_code, bank_name, account_number, account_name) in (0, 4))
);
create index business_case_end_of_transaction on business_case_end (transaction_id);
create index business_case_end_xid on business_case_end (xid);

-- The position of an event about a case has no step of its transaction: business_case and business_case_end have its id.
alter table event_position alter column sequence drop not null;
