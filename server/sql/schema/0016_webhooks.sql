-- Webhook endpoints of businesses, their sealed secrets, and each delivery with its attempts.

create table webhook_endpoint (
  id uuid primary key,
  business_id uuid not null,
  mode mode not null,
  url text not null check (length(url) between 8 and 2048),
  -- '*', 'buy.*' or 'buy.completed'.
  event_types text[] not null default '{*}' check (cardinality(event_types) between 1 and 50 and array_position(event_types, null) is null),
  description text not null default '' check (length(description) <= 200),
  state text not null default 'active' check (state in ('active', 'paused', 'disabled', 'removed')),
  created_at timestamptz not null,
  -- The last event of the feed that was looked at for this endpoint.
  cursor_number bigint not null check (cursor_number >= 0),
  -- Tries since the last success that failed, and since when.
  failures integer not null default 0 check (failures >= 0),
  failing_since timestamptz,
  -- Whoever did not answer at all is not asked before this.
  rests_until timestamptz,
  last_success_at timestamptz,
  check ((failures = 0) = (failing_since is null)),
  foreign key (business_id, mode) references business_mode (business_id, mode)
) with (fillfactor = 70);
create index webhook_endpoint_of_business on webhook_endpoint (business_id, mode, id);
create unique index webhook_endpoint_url on webhook_endpoint (business_id, mode, url) where state <> 'removed';

-- Sealed under a key that the database does not hold.
create table webhook_secret (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoint (id),
  sealed bytea not null check (octet_length(sealed) between 45 and 200),
  created_at timestamptz not null,
  -- Set when another takes its place: until then both sign.
  expires_at timestamptz
);
create index webhook_secret_of_endpoint on webhook_secret (endpoint_id);

-- One row for each event and endpoint, however often it is sent.
create table webhook_delivery (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoint (id),
  business_id uuid not null,
  mode mode not null,
  kind text not null check (kind in ('event', 'ping', 'notice')),
  event_id uuid not null,
  -- What is not in the feed brings its own body.
  number bigint,
  body text,
  event_type text not null,
  transaction_id uuid,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'given_up')),
  -- All tries, and those since it was last asked for: the plan of retries counts the latter.
  attempts integer not null default 0 check (attempts >= 0),
  tries integer not null default 0 check (tries >= 0 and tries <= attempts),
  due_at timestamptz not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  unique (endpoint_id, event_id),
  check ((kind = 'event') = (number is not null)),
  check ((kind = 'event') = (body is null)),
  check ((state = 'pending') = (finished_at is null))
) with (fillfactor = 85);
create index webhook_delivery_due on webhook_delivery (endpoint_id, due_at, id) where state = 'pending';
create index webhook_delivery_log on webhook_delivery (endpoint_id, id);
create index webhook_delivery_finished on webhook_delivery using brin (finished_at);

create table webhook_attempt (
  id uuid primary key,
  delivery_id uuid not null,
  endpoint_id uuid not null,
  business_id uuid not null,
  mode mode not null,
  attempt integer not null check (attempt >= 1),
  at timestamptz not null,
  outcome text not null check (outcome in ('answered', 'refused_address', 'no_answer', 'too_slow')),
  status integer check (status between 100 and 999),
  -- The beginning of what the receiver answered, or why there was no answer.
  said text not null check (length(said) <= 4096),
  duration_ms integer not null check (duration_ms >= 0),
  check ((outcome = 'answered') = (status is not null))
);
create index webhook_attempt_of_delivery on webhook_attempt (delivery_id, id);
create index webhook_attempt_at on webhook_attempt using brin (at);

-- What became of an endpoint, and by whose key: what the business reads when it wonders why nothing comes.
create table webhook_notice (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoint (id),
  business_id uuid not null,
  mode mode not null,
  kind text not null check (kind in ('opened', 'changed', 'paused', 'resumed', 'disabled', 'secret_rotated', 'removed')),
  message text not null check (message <> '' and length(message) <= 500),
  key_id uuid,
  at timestamptz not null
);
create index webhook_notice_of_endpoint on webhook_notice (endpoint_id, id);
