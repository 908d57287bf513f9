-- Account numbers for one payment each. collection_number is a request to a vendor and the number that it gave. The money arrives on one
-- of our accounts at that vendor, a pool, and bank_line_number says which number a source reports as paid.

alter type allocation_evidence add value if not exists 'own_number';

-- A pool is shown to nobody and named by no buy: only numbers of their own lead to it.
alter table vendor_account add column is_pool boolean not null default false;

-- A request for a number, committed before the vendor is asked. Its id is our reference at the vendor.
create table collection_number (
  id uuid primary key,
  mode mode not null,
  business_id uuid not null,
  transaction_id uuid not null references transaction (id),
  vendor text not null check (vendor ~ '^[a-z]+$'),
  -- The pool on which payments to the number arrive.
  vendor_account_id uuid not null,
  amount_minor positive_minor not null,
  -- Unknown: no answer came in time, so the vendor may have given a number that nobody was told.
  state text not null default 'asked' check (state in ('asked', 'given', 'refused', 'unknown')),
  asked_at timestamptz not null,
  answered_at timestamptz,
  number account_number,
  bank_name text check (btrim(bank_name) <> '' and length(bank_name) <= 200),
  account_name text check (btrim(account_name) <> '' and length(account_name) <= 200),
  -- A vendor gives a number to somebody else later. A payment counts only from asked_at until then.
  valid_until timestamptz,
  -- The payer sees it. An answer that came too late is kept but not shown.
  is_shown boolean not null default false,
  problem text,
  check ((state = 'given') = (num_nonnulls(number, bank_name, account_name, valid_until) = 4)),
  check (num_nonnulls(number, bank_name, account_name, valid_until) in (0, 4)),
  check ((state = 'asked') = (answered_at is null)),
  check (state = 'given' or not is_shown),
  foreign key (business_id, mode) references business_mode (business_id, mode),
  foreign key (vendor_account_id, mode) references vendor_account (id, mode)
);
create index collection_number_of_transaction on collection_number (transaction_id, asked_at);
create index collection_number_of_pool on collection_number (vendor_account_id, number) where number is not null;
create index collection_number_asked on collection_number (vendor_account_id, asked_at);

-- The number that a payer paid to, as a source reports it. It belongs to the reading with the same account, source and name, whose
-- raw content is sealed.
create table bank_line_number (
  vendor_account_id uuid not null,
  source source_name not null,
  external_id filled_text not null,
  number account_number not null,
  primary key (vendor_account_id, source, external_id)
);

-- The page of a link also says whether the number is its own, and until when it is valid.
drop function if exists pay_page(text);
