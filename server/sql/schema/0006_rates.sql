-- Published rates: what the sources said, what operators set, what was decided of both, and the tables that were published.

create domain rate_pair as text check (value ~ '^[A-Z]{3,5}/[A-Z]{3,5}$');

create domain rate_value as numeric(38, 18) check (value > 0);

create table rate_reading (
  id uuid primary key,
  source text not null check (source ~ '^[a-z]+$'),
  read_at timestamptz not null,
  -- Why nothing could be taken from the answer; null when it had quotes.
  failure text check (failure <> '')
);
create index rate_reading_newest on rate_reading (source, read_at desc);
create index rate_reading_newest_good on rate_reading (source, read_at desc) where failure is null;

create table rate_quote (
  reading_id uuid not null references rate_reading (id),
  pair rate_pair not null,
  bid rate_value not null,
  ask rate_value not null,
  -- The source's own time, never ours.
  observed_at timestamptz not null,
  primary key (reading_id, pair),
  check (bid <= ask)
);

-- The newest that has not expired is in force. Two people, and the audit has the line in the same commit.
create table operator_rate (
  id uuid primary key,
  pair rate_pair not null,
  bid rate_value not null,
  ask rate_value not null,
  actor uuid not null references operator (id),
  approved_by uuid not null references operator (id),
  reason text not null check (btrim(reason) <> ''),
  set_at timestamptz not null,
  expires_at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  check (bid <= ask),
  check (actor <> approved_by),
  check (expires_at > set_at and expires_at <= set_at + interval '7 days')
);
create index operator_rate_newest on operator_rate (pair, set_at desc);

-- One row for each pair at each look. Held back: the rate is what would have been published, if there was one.
create table rate_decision (
  id uuid primary key,
  pair rate_pair not null,
  decided_at timestamptz not null,
  bid rate_value,
  ask rate_value,
  as_of timestamptz,
  expires_at timestamptz,
  held_because text check (held_because <> ''),
  used text[] not null,
  -- A list of {source, reason}.
  dropped jsonb not null,
  check (bid <= ask),
  check (num_nulls(bid, ask, as_of, expires_at) in (0, 4)),
  check (held_because is not null or bid is not null),
  check ((bid is null) = (used = '{}'))
);
create index rate_decision_newest on rate_decision (pair, decided_at desc);
create index rate_decision_published on rate_decision (pair, decided_at desc) where held_because is null;

-- What callers were given, as it was given.
create table rate_table (
  id uuid primary key,
  name text not null check (name in ('otc_buy', 'usdc_ngnc')),
  published_at timestamptz not null,
  as_of timestamptz not null,
  expires_at timestamptz not null,
  body text not null check (body is json object with unique keys),
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  check (expires_at > published_at)
);
-- The newest is the one that was written last: a worker's clock may have been ahead of it.
create index rate_table_newest on rate_table (name, xid desc);
create index rate_table_by_time on rate_table (name, published_at desc);

-- A worker takes a turn before it asks the sources, so that many workers do not ask many times, and must still have it
-- when it publishes: one that was asleep in between finds that the turn has passed on.
create table rate_turn (
  one boolean primary key default true check (one),
  number bigint not null,
  taken_at timestamptz not null
);
insert into rate_turn (number, taken_at) values (0, '-infinity');
