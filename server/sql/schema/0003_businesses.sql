-- Businesses, their terms in each mode, API keys, operators, the audit of what people changed, and the accounts that buyers pay into.

create table business (
  id uuid primary key,
  name text not null check (name = btrim(name) and length(name) between 1 and 200),
  -- What customers type and links carry: short, lower case, unmistakable.
  link_tag text not null unique check (link_tag ~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' and length(link_tag) between 3 and 32),
  created_at timestamptz not null default now()
);

-- What differs by mode. Fees are inside the amount: flat + basis points, at most the cap.
create table business_mode (
  business_id uuid not null references business (id),
  mode mode not null,
  status text not null default 'active' check (status in ('active', 'suspended')),
  fee_flat_minor numeric(38, 0) not null default 0 check (fee_flat_minor >= 0),
  fee_bps integer not null default 0 check (fee_bps between 0 and 10000),
  fee_cap_minor numeric(38, 0) check (fee_cap_minor >= 0),
  -- A balance is a liability and a matter of licence: on in test, off in live until it is switched on.
  may_hold_balance boolean not null,
  -- Where the tokens of a buy go that names no wallet.
  default_network text check (default_network <> ''),
  default_wallet_address text check (default_wallet_address <> ''),
  -- The most it may move in a day; null is without limit.
  daily_limit_minor numeric(38, 0) check (daily_limit_minor > 0),
  -- How much a business may be given on trust at a time.
  exposure_cap_minor nonnegative_minor not null default 0,
  -- How much of a business's buys may be cleared within an hour, and go to one wallet within a day. None: no such limit.
  velocity_hour_minor nonnegative_minor,
  velocity_wallet_day_minor nonnegative_minor,
  primary key (business_id, mode),
  check ((default_network is null) = (default_wallet_address is null))
);

-- The secret is never stored. Its HMAC is, under a pepper that the database does not hold, so that neither a copy of
-- this table nor a copy of the settings alone can make or guess a key.
create table api_key (
  id uuid primary key,
  business_id uuid not null,
  mode mode not null,
  hmac bytea not null unique check (octet_length(hmac) = 32),
  pepper_version integer not null check (pepper_version >= 1),
  -- A program that only receives webhooks needs no right to money, so `webhooks` is a scope of its own.
  scopes text[] not null
    check (cardinality(scopes) > 0 and scopes <@ array['read', 'buy', 'sell', 'payouts', 'webhooks']),
  -- Empty: from anywhere.
  ip_list cidr[] not null default '{}' check (array_position(ip_list, null) is null),
  label text not null default '' check (length(label) <= 100),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  -- Set when the key is rotated: until then the old and the new key both work.
  expires_at timestamptz,
  revoked_at timestamptz,
  -- A window is ten seconds.
  requests_per_window integer not null default 1000 check (requests_per_window between 1 and 10000000),
  foreign key (business_id, mode) references business_mode (business_id, mode)
);
create index api_key_of_business on api_key (business_id, mode);

create table operator (
  id uuid primary key,
  email text not null unique check (email = lower(email) and email ~ '^[^@\s]+@[^@\s]+$'),
  name text not null check (name = btrim(name) and length(name) between 1 and 200),
  status text not null default 'active' check (status in ('active', 'disabled')),
  created_at timestamptz not null default now()
);

-- One line per deliberate change, in the commit of the change. Where two people are needed both are on the line.
create table audit (
  id uuid primary key,
  at timestamptz not null default now(),
  actor text not null check (actor ~ '^([0-9a-f-]{36}|system:[a-z0-9-]+)$'),
  approved_by text check (approved_by ~ '^[0-9a-f-]{36}$' and approved_by <> actor),
  action text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  subject text not null check (subject <> ''),
  reason text not null check (btrim(reason) <> ''),
  details jsonb not null default '{}',
  -- The writing transaction's number, for whoever follows the lines in the order of commit.
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
create index audit_of_subject on audit (subject, at);
create index audit_xid on audit (xid);

-- For collection only: nothing is paid out of these. Without a business it is shared by all; with one, that
-- business alone is shown it.
create table vendor_account (
  id uuid primary key,
  mode mode not null,
  business_id uuid,
  name text not null check (name = btrim(name) and length(name) between 1 and 200),
  account_number text not null check (account_number ~ '^[0-9]{10}$'),
  -- The bank's key in the directory of banks.
  bank_code text not null check (bank_code <> ''),
  bank_name text not null check (bank_name <> ''),
  state text not null default 'active' check (state in ('active', 'draining', 'frozen', 'closed')),
  created_at timestamptz not null default now(),
  -- Whose feed tells about it; null: statements only. It may change, unlike what the account is.
  feed text check (feed ~ '^[a-z]+$'),
  unique (mode, bank_code, account_number),
  -- For rows that must be of the account's mode.
  unique (id, mode),
  foreign key (business_id, mode) references business_mode (business_id, mode),
  -- Real naira must not reach a test account, nor a live buyer a test bank: test accounts are at a bank that does
  -- not exist and say so in their name.
  check ((mode = 'test') = (bank_code like 'test-%')),
  check (mode = 'live' or name like 'TEST %')
);
create index vendor_account_of_business on vendor_account (business_id, mode) where business_id is not null;
-- A number names one account at a vendor: it is all that a notification tells.
create unique index vendor_account_of_feed on vendor_account (mode, feed, account_number) where feed is not null;
create index vendor_account_frozen on vendor_account (id) where state = 'frozen';

-- The one list of moves. Draining accounts are still honoured but no longer shown; frozen ones are neither. Stopping
-- is for anyone at once; everything else about an account of ours takes a second person.
create table vendor_account_edge (
  from_state text not null,
  to_state text not null,
  needs_approval boolean not null,
  primary key (from_state, to_state)
);

-- One row per key, of the newest window only, so that nothing has to be cleaned up. A crash may forget it: the worst
-- is that a key gets one window twice.
create unlogged table request_window (
  key_id uuid primary key,
  -- Tens of seconds since 1970, by this server's clock: the api's clocks need not agree.
  number bigint not null,
  taken integer not null
) with (fillfactor = 50);

-- As with the keys of businesses, the secret is never stored: only its HMAC, under a pepper the database does not hold.
create table operator_key (
  id uuid primary key,
  operator_id uuid not null references operator (id),
  hmac bytea not null unique check (octet_length(hmac) = 32),
  pepper_version integer not null check (pepper_version >= 1),
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
-- A person has one key: a new one ends the old.
create unique index operator_key_in_use on operator_key (operator_id) where revoked_at is null;

insert into vendor_account_edge values
  ('active', 'draining', true),
  ('active', 'frozen', false),
  ('draining', 'active', true),
  ('draining', 'closed', true),
  ('draining', 'frozen', false),
  ('frozen', 'active', true),
  ('frozen', 'draining', true),
  ('frozen', 'closed', true);
