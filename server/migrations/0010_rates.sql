-- Why: a rate that a customer saw must be explicable later: what each source said and when by its own clock, what was
-- used, what was dropped and why, who set a rate by hand. All of it is history. Rates belong to nobody, so there is no
-- tenant here: the api may read what is published and nothing else.

set local role afara_owner;
set local search_path = afara;

create domain rate_pair as text check (value ~ '^[A-Z]{3,5}/[A-Z]{3,5}$');
create domain rate_value as numeric(38, 18) check (value > 0);

-- ── what sources say ──────────────────────────────────────────────────────────────────────────────────────────

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

-- ── what people set ───────────────────────────────────────────────────────────────────────────────────────────

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

-- ── what was decided ──────────────────────────────────────────────────────────────────────────────────────────

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

-- ── one publisher at a time ───────────────────────────────────────────────────────────────────────────────────

-- A worker takes a turn before it asks the sources, so that many workers do not ask many times, and must still have it
-- when it publishes: one that was asleep in between finds that the turn has passed on.
create table rate_turn (
  one boolean primary key default true check (one),
  number bigint not null,
  taken_at timestamptz not null
);
insert into rate_turn (number, taken_at) values (0, '-infinity');

-- Null while somebody else's turn is not over. A turn far in the future is of a clock that was set back.
create function take_rate_turn(at timestamptz, turn_ms integer) returns bigint
language sql security definer set search_path = afara, pg_temp as $$
  update rate_turn set number = number + 1, taken_at = at
  where taken_at <= at - make_interval(secs => turn_ms / 1000.0) or taken_at > at + interval '1 minute'
  returning number
$$;

-- Keeps the turn until the caller's transaction ends; false when it has passed on.
create function hold_rate_turn(number bigint) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform from rate_turn t where t.number = hold_rate_turn.number for update;
  return found;
end $$;

-- ── walls ─────────────────────────────────────────────────────────────────────────────────────────────────────

do $$
declare
  name text;
begin
  foreach name in array array['rate_reading', 'rate_quote', 'operator_rate', 'rate_decision', 'rate_table'] loop
    execute format('create trigger %I before update or delete or truncate on %I
      for each statement execute function refuse_change()', name || '_is_history', name);
    execute format('grant select on %I to afara_worker', name);
  end loop;
end $$;

grant insert on rate_reading, rate_quote, rate_decision, rate_table to afara_worker;
grant execute on function take_rate_turn, hold_rate_turn to afara_worker;
grant select on rate_table to afara_api;

-- ── checks ────────────────────────────────────────────────────────────────────────────────────────────────────

-- While two tables hold at once, we never pay more for a currency than we ask for it.
create function check_rate_tables(since_xid bigint) returns setof finding language sql stable as $$
  select row(newer.id::text, format('beside %s, it pays more for %s than is asked for it', older.id, mine.key))::finding
  from rate_table newer
  cross join lateral (
    select t.* from rate_table t
    where t.name = case newer.name when 'otc_buy' then 'usdc_ngnc' else 'otc_buy' end and t.published_at <= newer.published_at
    order by t.published_at desc limit 1) older
  cross join lateral jsonb_each(newer.body::jsonb) mine
  join lateral jsonb_each(older.body::jsonb) other on other.key = mine.key
  where newer.xid > since_xid and older.expires_at > newer.published_at
    and case newer.name when 'otc_buy' then other.value > mine.value else mine.value > other.value end
$$;

-- A rate set by hand is in the audit, with the same two people, in the same commit.
create function check_operator_rates(since_xid bigint) returns setof finding language sql stable as $$
  select row(r.id::text, format('%s was set by hand without a line in the audit', r.pair))::finding
  from operator_rate r
  where r.xid > since_xid and not exists (
    select from audit a where a.xid = r.xid and a.action = 'rate.set' and a.subject = r.pair
      and a.actor = r.actor::text and a.approved_by = r.approved_by::text)
$$;

grant execute on function check_rate_tables, check_operator_rates to afara_worker;
