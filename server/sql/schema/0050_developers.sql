-- What the developers of a business see: the latest requests of their programs, and the scenarios of the sandbox that they ran.

-- The latest requests that came with a key. The api writes them in groups, after it answered. A crash of PostgreSQL empties the table, and
-- a crash of an api process loses its last second: people find their mistakes here, and no decision reads it. It has no bodies, no headers
-- and no query, so it has no secret and no customer.
create unlogged table request_log (
  business_id uuid not null,
  mode mode not null,
  at timestamptz not null,
  request_id uuid not null,
  key_id uuid not null,
  method text not null check (length(method) <= 10),
  path text not null check (length(path) <= 200),
  status smallint not null check (status between 100 and 599),
  -- The code of the refusal. Null if the request succeeded.
  code text check (code ~ '^[a-z0-9_]{1,60}$'),
  duration_ms integer not null check (duration_ms >= 0),
  -- Whether an earlier request with the same Idempotency-Key had made the transaction.
  is_replay boolean not null,
  primary key (business_id, mode, at, request_id)
);
create index request_log_at on request_log (at);

-- A scenario that a business ran, with the transactions that it made. The certification report is made of it.
create table scenario_run (
  id uuid primary key,
  business_id uuid not null,
  mode mode not null check (mode = 'test'),
  name text not null check (name ~ '^[a-z_]{1,60}$'),
  transactions uuid[] not null,
  at timestamptz not null,
  foreign key (business_id, mode) references business_mode (business_id, mode)
);
create index scenario_run_of_business on scenario_run (business_id, mode, name, id);
