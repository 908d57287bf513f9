-- What a transaction earns. The fee, the vendor's fee and the gas are in the ledger and the bank lines already; the margin is read from
-- them. Only what our rails declare, and a way to find the price of gas at a time, are added here.

-- How a vendor that collects payments says that it behaves, as the code of its rail declares it. The newest row of a vendor counts.
create table rail_terms (
  mode mode not null,
  vendor text not null check (vendor ~ '^[a-z]+$'),
  declared_at timestamptz not null,
  settles text not null check (settles in ('at_once', 'next_working_day')),
  -- What it says a payment costs: a share in millionths plus a fixed amount, and at most most_minor. An estimate: what it kept is in the
  -- bank lines.
  millionths integer not null check (millionths between 0 and 1000000),
  fixed_minor nonnegative_minor not null,
  most_minor nonnegative_minor not null,
  primary key (mode, vendor, declared_at)
);

-- Prices of gas are looked up by time. Published rates are not read this way.
create index rate_quote_of_gas on rate_quote (pair, observed_at desc) where pair not like 'USD%';

-- Businesses whose fees cost us more than they brought, as of the last look. A worker looks every hour, because it reads a week.
create table plan_flag (
  business_id uuid not null,
  mode mode not null,
  transactions bigint not null check (transactions > 0),
  -- Below zero: that much was lost in seven days.
  margin_minor numeric(38, 0) not null check (margin_minor < 0),
  since timestamptz not null,
  noted_at timestamptz not null,
  primary key (business_id, mode),
  foreign key (business_id, mode) references business_mode (business_id, mode)
);
