-- Why: a transaction is a row that moves along one table of edges, and its history is the list of events that
-- moved it. Status, version and event change in one statement, so neither can be ahead of the other.
--
-- The waking of a transaction lives in a table of its own: only unfinished transactions have a row there, so the
-- sweeper's index stays small however long the history grows.

set local role afara_owner;
set local search_path = afara;

create type transaction_type as enum ('buy', 'sell', 'drill');

-- Filled from the machines in the code (generated/machines.sql). An empty from_status is the start.
create table transition (
  type transaction_type not null,
  from_status text not null,
  event text not null,
  to_status text not null,
  primary key (type, from_status, event)
);

create table transaction (
  id uuid primary key,
  business_id uuid not null,
  mode mode not null,
  type transaction_type not null,
  status text not null,
  version integer not null check (version >= 1),
  amount_minor numeric(38, 0) not null,
  reference text not null check (reference ~ '^[A-Za-z0-9._-]{1,64}$'),
  created_at timestamptz not null,
  foreign key (business_id, mode) references business_mode (business_id, mode),
  -- A drill moves no money and never touches live rails.
  check (case type when 'drill' then amount_minor = 0 and mode = 'test' else amount_minor > 0 end)
);
create index transaction_of_business on transaction (business_id, mode, id);

-- Unique for ever, and therefore never partitioned: a reference or an idempotency key names one transaction.
create table request_key (
  business_id uuid not null,
  mode mode not null,
  key text not null,
  transaction_id uuid not null references transaction (id),
  primary key (business_id, mode, key)
);

create table transaction_event (
  transaction_id uuid not null,
  sequence integer not null,
  id uuid not null,
  business_id uuid not null,
  mode mode not null,
  type transaction_type not null,
  event text not null,
  from_status text not null,
  to_status text not null,
  data jsonb not null default '{}',
  happened_at timestamptz not null,
  -- The writing transaction's number: below the oldest running one, nothing new can appear.
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (transaction_id, sequence)
);
create index transaction_event_xid on transaction_event using brin (xid) with (pages_per_range = 16, autosummarize = on);

-- Ids and numbers are taken before commit, so a reader that follows them would skip a late committer. Positions are
-- given after commit, by one sequencer, and have no gaps: the feed follows these.
create table event_position (
  position bigint primary key,
  transaction_id uuid not null,
  sequence integer not null,
  business_id uuid not null,
  mode mode not null,
  unique (transaction_id, sequence)
);
create index event_position_feed on event_position (business_id, mode, position);

create table sequencer (
  one boolean primary key default true check (one),
  last_position bigint not null,
  last_xid bigint not null
);
insert into sequencer (last_position, last_xid) values (0, 0);

-- When an unfinished transaction is to be looked at next. A nudge is a call handed to the engine that is due at
-- nudge_due_at; while one is outstanding no other is made. Its number changes every time, because the engine
-- swallows a call that repeats an idempotency key.
create table wake (
  transaction_id uuid primary key references transaction (id),
  type transaction_type not null,
  due_at timestamptz not null,
  nudge_number integer not null default 0,
  nudge_due_at timestamptz,
  failure_count integer not null default 0,
  last_error text
) with (fillfactor = 70);
create index wake_due on wake (due_at);

-- ── moving ────────────────────────────────────────────────────────────────────────────────────────────────────

-- Opens a transaction at the status its first event leads to. Only the accept_… functions call it.
create function open_transaction(
  id uuid, business_id uuid, mode mode, type transaction_type, event text, amount_minor numeric, reference text,
  at timestamptz, due_at timestamptz
) returns text language plpgsql as $$
declare
  first_status text;
begin
  select t.to_status into first_status from transition t
    where t.type = open_transaction.type and t.from_status = '' and t.event = open_transaction.event;
  if first_status is null then
    raise exception 'a % does not start with %', type, event using errcode = 'AF001';
  end if;
  insert into transaction values (id, business_id, mode, type, first_status, 1, amount_minor, reference, at);
  insert into transaction_event values (id, 1, uuidv7(), business_id, mode, type, event, '', first_status, '{}', at);
  if due_at is not null then
    insert into wake (transaction_id, type, due_at) values (id, type, due_at);
  end if;
  return first_status;
end $$;

-- Moves a transaction along one edge. Returns the new status and version, or no row when the version is not the
-- one the caller read (re-read and decide, never force) or the machine has no such edge from here.
-- A transaction without a due_at sleeps until something wakes it.
create function move_transaction(
  id uuid, expected_version integer, event text, data jsonb, at timestamptz, due_at timestamptz
) returns table (status text, version integer)
language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
begin
  return query
    with moved as (
      update transaction t
      set status = edge.to_status, version = t.version + 1
      from transition edge
      where t.id = move_transaction.id and t.version = move_transaction.expected_version
        and edge.type = t.type and edge.from_status = t.status and edge.event = move_transaction.event
      returning new.*, old.status as from_status
    ), logged as (
      insert into transaction_event
        (transaction_id, sequence, id, business_id, mode, type, event, from_status, to_status, data, happened_at)
      select m.id, m.version, uuidv7(), m.business_id, m.mode, m.type, move_transaction.event, m.from_status, m.status,
        move_transaction.data, move_transaction.at
      from moved m
    )
    select m.status, m.version from moved m;
  if not found then
    return;
  end if;
  perform schedule_wake(move_transaction.id, move_transaction.due_at);
end $$;

-- Sets (or with null removes) the time of the next look. A successful step clears the count of failures.
create function schedule_wake(id uuid, due_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  if due_at is null then
    delete from wake w where w.transaction_id = schedule_wake.id;
  else
    insert into wake (transaction_id, type, due_at)
      select t.id, t.type, schedule_wake.due_at from transaction t where t.id = schedule_wake.id
      on conflict (transaction_id) do update
        set due_at = excluded.due_at, nudge_due_at = null, failure_count = 0, last_error = null;
  end if;
end $$;

-- The world failed: remember why and look again later. The status does not move.
create function record_failure(id uuid, error text, due_at timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update wake w set due_at = record_failure.due_at, nudge_due_at = null,
      failure_count = w.failure_count + 1, last_error = left(record_failure.error, 500)
    where w.transaction_id = record_failure.id
$$;

-- Whether no outstanding nudge covers a wake-up: there is none, it would come too late, or it was lost (engine gone,
-- message dropped), which is assumed when its lease is over. The second of slack is for callers whose clocks differ.
create function nudge_is_needed(nudge_due_at timestamptz, due_at timestamptz, at timestamptz, lease_seconds integer)
returns boolean language sql immutable
  return nudge_due_at is null
    or nudge_due_at > greatest(due_at, at) + interval '1 second'
    or nudge_due_at < at - make_interval(secs => lease_seconds);

-- Takes up to `most` due transactions that no outstanding nudge covers, and marks each as nudged.
create function claim_nudges(at timestamptz, most integer, lease_seconds integer)
returns table (transaction_id uuid, type transaction_type, nudge_number integer)
language sql security definer set search_path = afara, pg_temp as $$
  update wake w set nudge_number = w.nudge_number + 1, nudge_due_at = at
  where w.transaction_id in (
    select d.transaction_id from wake d
    where d.due_at <= at and nudge_is_needed(d.nudge_due_at, d.due_at, at, lease_seconds)
    order by d.due_at limit most for update skip locked)
  returning w.transaction_id, w.type, w.nudge_number
$$;

-- The same for one transaction, right after the commit that made it due (or for a timer in the engine, when it is
-- due later). No row: a nudge is outstanding already, or the transaction is finished.
create function claim_nudge(id uuid, at timestamptz, lease_seconds integer)
returns table (type transaction_type, nudge_number integer, due_at timestamptz)
language sql security definer set search_path = afara, pg_temp as $$
  update wake w set nudge_number = w.nudge_number + 1, nudge_due_at = greatest(w.due_at, at)
  where w.transaction_id = id and nudge_is_needed(w.nudge_due_at, w.due_at, at, lease_seconds)
  returning w.type, w.nudge_number, w.due_at
$$;

-- ── the order of the feed ─────────────────────────────────────────────────────────────────────────────────────

-- Gives positions to events whose writers, and all writers before them, have ended. One caller at a time: the row
-- of the sequencer is its lock. Returns how many it placed.
create function sequence_events(most integer) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  horizon bigint;
  last record;
  upto bigint;
  placed integer;
begin
  select * into last from sequencer for update skip locked;
  if not found then
    return 0;
  end if;
  horizon := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  if horizon <= last.last_xid then
    raise exception 'the transaction counter (%) is behind the last sequenced event (%)', horizon, last.last_xid
      using hint = 'the database was restored from a dump: advance the counter with pg_resetwal before starting';
  end if;
  -- Cut between two writers, never inside one.
  select max(e.xid) into upto from (
    select xid from transaction_event where xid > last.last_xid and xid < horizon order by xid limit most) e;
  if upto is null then
    return 0;
  end if;
  insert into event_position (position, transaction_id, sequence, business_id, mode)
    select last.last_position + row_number() over (order by e.xid, e.id), e.transaction_id, e.sequence, e.business_id, e.mode
    from transaction_event e where e.xid > last.last_xid and e.xid <= upto;
  get diagnostics placed = row_count;
  update sequencer set last_position = last.last_position + placed, last_xid = upto;
  return placed;
end $$;

-- ── walls ─────────────────────────────────────────────────────────────────────────────────────────────────────

create trigger transaction_event_is_history before update or delete or truncate on transaction_event
  for each statement execute function refuse_change();
create trigger event_position_is_history before update or delete or truncate on event_position
  for each statement execute function refuse_change();

do $$
declare
  name text;
begin
  foreach name in array array['transaction', 'transaction_event', 'event_position', 'request_key'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy house on %I to afara_owner, afara_worker, afara_sealer using (true) with check (true)', name);
    execute format('create policy own_rows on %I for select to afara_api using (business_id = tenant_business() and mode = tenant_mode())', name);
    execute format('grant select on %I to afara_api, afara_worker, afara_sealer', name);
  end loop;
end $$;

grant select on transition, wake, sequencer to afara_worker, afara_sealer;
grant execute on function
  move_transaction, schedule_wake, record_failure, claim_nudges, claim_nudge, sequence_events to afara_worker;
-- The api may pass on a nudge for what it has just accepted. A nudge moves nothing by itself.
grant execute on function claim_nudge to afara_api;
