-- Pay links, and the clock of the sandbox.

create table pay_link (
  id uuid primary key,
  business_id uuid not null,
  mode mode not null,
  transaction_id uuid not null unique references transaction (id),
  -- 128 bits by chance: whoever has it sees the page, and nobody can guess it.
  token text not null unique check (length(token) = 22 and token ~ '^[A-Za-z0-9_-]+$'),
  description text check (btrim(description) <> '' and length(description) <= 140),
  -- Where the payer is led back to. Only a test page may lead to a plain address.
  return_url text check (length(return_url) <= 500
    and (starts_with(return_url, 'https://') or mode = 'test' and starts_with(return_url, 'http://'))),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  foreign key (business_id, mode) references business_mode (business_id, mode)
);

-- How far a business has moved ahead in test mode. It only grows, and begins anew at a reset.
create table sandbox_clock (
  business_id uuid primary key references business (id),
  ahead_seconds bigint not null check (ahead_seconds between 0 and 315360000),
  moved_at timestamptz not null
);

-- By how much a test transaction is older in the status of this version than its event tells.
create table sandbox_age (
  transaction_id uuid primary key references transaction (id),
  version integer not null,
  aged interval not null check (aged > interval '0')
);
