-- Standing account numbers. A business obtains one for each of its customers, and every payment to it becomes a buy for that customer. The
-- request to the vendor and its answer are a collection_number, as for a number of one payment.

-- Two operators decide whether a business may have such numbers. It is a term like any other.
alter table business_mode add column may_number_customers boolean not null default false;

create table customer_number (
  id uuid primary key,
  business_id uuid not null,
  mode mode not null,
  -- The business names its customer by it. A repeated request with it returns the same number.
  reference transaction_reference not null,
  meaning digest not null,
  customer_name text not null check (btrim(customer_name) <> '' and length(customer_name) <= 100),
  identity_type text not null check (identity_type in ('bvn', 'nin')),
  -- The identity provider's name for the checked BVN or NIN. The number itself is never stored: it has eleven digits.
  identity_reference text not null check (length(identity_reference) between 6 and 100 and identity_reference ~ '^[A-Za-z0-9._:-]+$'
    and length(regexp_replace(identity_reference, '[^0-9]', '', 'g')) <> 11),
  -- Where the tokens go. Neither: to the balance of the business.
  network text,
  wallet_address text,
  -- The account that the buys name. Payments arrive on a pool, which no buy names.
  vendor_account_id uuid not null,
  created_at timestamptz not null,
  unique (business_id, mode, reference),
  check ((network is null) = (wallet_address is null)),
  foreign key (business_id, mode) references business_mode (business_id, mode),
  foreign key (vendor_account_id, mode) references vendor_account (id, mode)
);
create index customer_number_of_business on customer_number (business_id, mode, id);

-- What is booked after this time goes back to its payer.
create table customer_number_end (
  customer_number_id uuid primary key references customer_number (id),
  business_id uuid not null,
  mode mode not null,
  ended_at timestamptz not null
);

-- The buy that a payment to a standing number became. One payment is one buy.
create table customer_number_payment (
  line_id uuid primary key,
  customer_number_id uuid not null references customer_number (id),
  transaction_id uuid not null unique references transaction (id),
  business_id uuid not null,
  mode mode not null,
  at timestamptz not null
);

-- A number is for one buy, or for all payments of one customer.
alter table collection_number add column customer_number_id uuid references customer_number (id);
alter table collection_number alter column transaction_id drop not null;
alter table collection_number alter column amount_minor drop not null;
alter table collection_number add check (num_nonnulls(transaction_id, customer_number_id) = 1);
alter table collection_number add check ((transaction_id is null) = (amount_minor is null));
create index collection_number_of_customer on collection_number (customer_number_id, asked_at) where customer_number_id is not null;
create index collection_number_standing on collection_number (vendor_account_id, number)
  where customer_number_id is not null and number is not null;
