-- Why: tokens leave us here, and each right to them is used once. A lane is one wallet of ours with its own row of locks (nonces);
-- one holder at a time works in it, for many transfers at once. A lock is reserved, with the money behind it, before anything is
-- signed; signed bytes are kept before they are sent; and only what a chain shows at finality ends a lock.
--
-- Besides: each status of a transaction has a time after which it is looked at.

set local role afara_owner;
set local search_path = afara;

-- ── status times ──────────────────────────────────────────────────────────────────────────────────────────────

-- Filled from the machines in the code (generated/machines.sql).
create table status_time (
  type transaction_type not null,
  status text not null,
  -- When the driver looks at what is in this status; null: nothing is due by itself.
  look_after interval,
  -- How long it should take; null: it is final, or it waits for the world without a promise.
  expected_within interval,
  primary key (type, status)
);

-- Moves a transaction along one edge. Returns the new status and version, or no row when the version is not the one the caller
-- read (re-read and decide, never force) or the machine has no such edge from here. Without a due_at it is looked at when its
-- new status says, and if that says nothing, it sleeps until something wakes it.
create or replace function move_transaction(
  id uuid, expected_version integer, event text, data jsonb, at timestamptz, due_at timestamptz
) returns table (status text, version integer)
language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  v_type transaction_type;
begin
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
  select m.status, m.version, m.type into status, version, v_type from moved m;
  if not found then
    return;
  end if;
  perform schedule_wake(move_transaction.id, coalesce(move_transaction.due_at, move_transaction.at + (
    select s.look_after from status_time s where s.type = v_type and s.status = move_transaction.status)));
  return next;
end $$;

-- The steps that a driver takes by itself: a window closes, a drill goes on. All others move in the commit of a function that does what
-- the event says, so that whoever drives can neither clear a buy past the list nor release one past two people.
create function drive_transaction(id uuid, expected_version integer, event text, data jsonb, at timestamptz, due_at timestamptz)
returns table (status text, version integer)
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  if event <> 'window_closed' and exists (select from transaction t where t.id = drive_transaction.id and t.type <> 'drill') then
    raise exception '% is not a step of the driver', event using errcode = 'insufficient_privilege';
  end if;
  return query select * from move_transaction(id, expected_version, event, data, at, due_at);
end $$;

-- Moves each transaction along one edge, as move_transaction does, and returns how many it moved: one that has no such edge
-- from where it is stays where it is, and the caller finds one too few. A transaction is named once.
create or replace function move_transactions(
  p_ids uuid[], p_events text[], p_data jsonb[], p_due_ats timestamptz[], p_at timestamptz
) returns integer language plpgsql as $$
declare
  v_count integer;
begin
  with moved as (
    update transaction t set status = edge.to_status, version = t.version + 1
    from unnest(p_ids, p_events, p_data, p_due_ats) as m (id, event, data, due_at), transition edge
    where t.id = any (p_ids) and t.id = m.id and edge.type = t.type and edge.from_status = t.status and edge.event = m.event
    returning new.*, old.status as from_status, m.event, m.data, m.due_at
  ), logged as (
    insert into transaction_event
      (transaction_id, sequence, id, business_id, mode, type, event, from_status, to_status, data, happened_at)
    select m.id, m.version, uuidv7(), m.business_id, m.mode, m.type, m.event, m.from_status, m.status, m.data, p_at
    from moved m
  ), looked as (
    select m.id, m.type, coalesce(m.due_at, p_at + s.look_after) as due_at
    from moved m left join status_time s on s.type = m.type and s.status = m.status
  ), woken as (
    -- Whoever else would write it waits for the transaction, which is held: so nothing is inserted twice.
    merge into wake w using looked k on w.subject_id = any (p_ids) and w.subject_id = k.id
    when matched and k.due_at is null then delete
    when matched then update set due_at = k.due_at, nudge_due_at = null, failure_count = 0, last_error = null
    when not matched and k.due_at is not null then insert (subject_id, type, due_at) values (k.id, k.type::text, k.due_at)
  )
  select count(*) into v_count from moved;
  return v_count;
end $$;

-- ── many entries of several postings ──────────────────────────────────────────────────────────────────────────

-- Posts many entries at once, by the rules of post_entry. p_ids and p_transactions name the entries; the other arrays run in
-- parallel, one element a posting, each with the entry that it belongs to, in their order. It is stricter in one thing: what is
-- taken from an account must have been there before, whatever the same call adds to it.
--
-- Here and below rows are found by a list of their keys, all at once, and joined as sets: a plan that is made while a table is
-- small would else read all of it ever after.
create function post_mixed_entries(
  p_mode mode, p_step text, p_at timestamptz, p_ids uuid[], p_transactions uuid[], p_entries uuid[],
  p_debit_kinds account_kind[], p_debit_owners text[], p_credit_kinds account_kind[], p_credit_owners text[],
  p_assets asset[], p_amounts positive_minor[]
) returns void language plpgsql security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_xid bigint := pg_current_xact_id()::text::bigint;
  v_owners text[] := p_debit_owners || p_credit_owners;
  v_wrong text;
  v_told integer;
  v_done integer;
begin
  if (select count(*) from transaction t where t.id = any (p_transactions) and t.mode = p_mode)
    <> (select count(distinct u.id) from unnest(p_transactions) as u (id)) then
    raise exception 'a transaction is not in % mode', p_mode using errcode = 'AF011';
  end if;
  select format('%s:%s / %s:%s cannot carry %s', u.debit_kind, u.debit_owner, u.credit_kind, u.credit_owner, u.asset) into v_wrong
    from unnest(p_entries, p_debit_kinds, p_debit_owners, p_credit_kinds, p_credit_owners, p_assets, p_amounts)
      as u (entry_id, debit_kind, debit_owner, credit_kind, credit_owner, asset, amount)
    where (u.entry_id = any (p_ids) and u.amount is not null
      and account_fits(u.debit_kind, u.debit_owner, u.asset) and account_fits(u.credit_kind, u.credit_owner, u.asset)
      and (u.debit_kind <> u.credit_kind or u.debit_owner <> u.credit_owner)) is not true
    limit 1;
  if found then
    raise exception '%', v_wrong using errcode = 'AF012';
  end if;
  if cardinality(p_ids) <> (select count(distinct u.id) from unnest(p_entries) as u (id)) then
    raise exception 'an entry has at least one posting' using errcode = 'AF012';
  end if;
  -- One NGNC is one naira: whatever leaves clearing in one asset enters it in the other, in the same entry.
  select u.entry_id::text into v_wrong
    from unnest(p_entries, p_debit_kinds, p_credit_kinds, p_amounts) as u (entry_id, debit_kind, credit_kind, amount)
    where 'clearing' in (u.debit_kind, u.credit_kind) group by u.entry_id
    having sum(case u.debit_kind when 'clearing' then u.amount::numeric else -u.amount::numeric end) <> 0 limit 1;
  if found then
    raise exception 'clearing would not be square after % (entry %)', p_step, v_wrong using errcode = 'AF013';
  end if;

  insert into entry select u.id, p_mode, u.transaction_id, p_step, null, p_at, v_xid
    from unnest(p_ids, p_transactions) as u (id, transaction_id);
  insert into posting
    select u.entry_id, row_number() over (partition by u.entry_id order by u.place), p_mode, u.debit_kind, u.debit_owner,
      u.credit_kind, u.credit_owner, u.asset, u.amount, v_xid
    from unnest(p_entries, p_debit_kinds, p_debit_owners, p_credit_kinds, p_credit_owners, p_assets, p_amounts) with ordinality
      as u (entry_id, debit_kind, debit_owner, credit_kind, credit_owner, asset, amount, place);

  perform lock_balances(p_mode, p_debit_kinds || p_credit_kinds, v_owners, p_assets || p_assets);
  with change as materialized (
    select s.owner collate "C" as owner, s.kind, s.asset, sum(s.up) as up, sum(s.down) as down from (
      select u.owner, u.kind, u.asset, case when account_is_debit_normal(u.kind) then u.amount::numeric else 0 end as up,
        case when account_is_debit_normal(u.kind) then 0 else u.amount::numeric end as down
      from unnest(p_debit_owners, p_debit_kinds, p_assets, p_amounts) as u (owner, kind, asset, amount)
      where account_has_floor(u.kind)
      union all
      select u.owner, u.kind, u.asset, case when account_is_debit_normal(u.kind) then 0 else u.amount::numeric end,
        case when account_is_debit_normal(u.kind) then u.amount::numeric else 0 end
      from unnest(p_credit_owners, p_credit_kinds, p_assets, p_amounts) as u (owner, kind, asset, amount)
      where account_has_floor(u.kind)
    ) s group by s.owner collate "C", s.kind, s.asset
  ), changed as (
    merge into balance b using change c
    on b.owner = any (v_owners) and b.owner = c.owner and b.kind = c.kind and b.asset = c.asset and b.mode = p_mode
    -- A held account that reaches zero is dropped: a finished transaction leaves no row behind.
    when matched and b.amount_minor >= c.down and c.kind = 'held' and b.amount_minor + c.up = c.down then delete
    when matched and b.amount_minor >= c.down then update set amount_minor = b.amount_minor + c.up - c.down
    when not matched and c.down = 0 then insert values (c.owner, c.kind, c.asset, p_mode, c.up)
    returning 1
  )
  select (select count(*) from change), (select count(*) from changed) into v_told, v_done;
  if v_done <> v_told then
    raise exception 'an account would fall below zero by %', p_step using errcode = 'AF010';
  end if;
end $$;

-- ── lanes ─────────────────────────────────────────────────────────────────────────────────────────────────────

-- What a network takes as gas.
create function gas_asset(p_network text) returns asset language sql immutable
  return case p_network when 'Polygon' then 'POL'::asset when 'Avalanche' then 'AVAX' when 'Stellar' then 'XLM'
    when 'Solana' then 'SOL' end;

create table lane (
  id uuid primary key,
  mode mode not null,
  network text not null check (gas_asset(network) is not null),
  number integer not null check (number >= 1),
  address text not null check (address <> ''),
  -- Draining: it takes no new deliveries and works off what it has. Halted: it is watched, and nothing is opened or sent.
  state text not null default 'active' check (state in ('active', 'draining', 'halted')),
  -- Locks below it are taken, each by one transfer, without a gap since the lane was opened.
  next_lock numeric(38, 0) not null check (next_lock >= 0),
  first_lock numeric(38, 0) not null check (first_lock >= 0),
  -- Whoever works in it holds a lease; each holder has a number of its own, and an older number can do nothing any more.
  fence bigint not null default 0,
  holder text,
  lease_until timestamptz,
  -- The start of the database server under which chain, journal and rows were compared.
  checked_start timestamptz,
  halted_because text,
  -- What the chain showed last: tokens, gas, and what one transfer may cost at most.
  tokens_minor numeric(38, 0),
  gas_units numeric(78, 0),
  gas_each_units numeric(78, 0),
  read_at timestamptz,
  -- What it lacks to deliver what waits, and since when.
  short_of text check (short_of in ('float', 'tokens', 'gas', 'reading', 'signatures')),
  short_since timestamptz,
  unique (mode, network, number),
  unique (mode, network, address),
  check ((state = 'halted') = (halted_because is not null)),
  check (num_nulls(short_of, short_since) in (0, 2))
) with (fillfactor = 50);

-- What is to be delivered: a working list. A row goes when its transfer is opened, or when nothing is to be sent any more.
create table delivery (
  transaction_id uuid primary key,
  mode mode not null,
  business_id uuid not null,
  lane_id uuid not null,
  network text not null,
  address text not null,
  amount_minor positive_minor not null,
  fee_minor nonnegative_minor not null,
  tokens_minor positive_minor not null,
  cleared_at timestamptz not null,
  -- When it is (again) its turn: what is frozen or too much for the lane steps aside for a while.
  due_at timestamptz not null
) with (fillfactor = 70);
create index delivery_of_lane on delivery (lane_id, due_at, transaction_id);

-- ── rights, transfers, attempts ───────────────────────────────────────────────────────────────────────────────

-- One right per purpose and leg, for ever, with the destination and the amount that were cleared.
create table transfer_right (
  id uuid primary key,
  mode mode not null,
  transaction_id uuid not null,
  purpose text not null check (purpose in ('delivery')),
  leg integer not null check (leg >= 1),
  business_id uuid not null,
  reference text not null,
  network text not null,
  address text not null,
  tokens_minor positive_minor not null,
  opened_at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  unique (transaction_id, purpose, leg)
);

-- A right on a lock. A right may have several, one after the other; the next one only when the last is dead.
create table transfer (
  id uuid primary key,
  right_id uuid not null references transfer_right (id),
  mode mode not null,
  network text not null,
  lane_id uuid not null,
  lock numeric(38, 0) not null,
  state text not null check (state in ('reserved', 'signed', 'final_ok', 'final_failed', 'final_void', 'conflict')),
  -- The opening in the ledger.
  entry_id uuid not null,
  opened_at timestamptz not null,
  signed_at timestamptz,
  -- When its bytes were last permitted to go out. That they did, only the chain can say.
  sent_at timestamptz,
  sent_count integer not null default 0,
  ended_at timestamptz,
  -- Of the newest attempt, and in the end of the one that the chain took.
  hash text,
  evidence jsonb,
  gas_units numeric(78, 0) check (gas_units >= 0),
  unique (lane_id, lock),
  check ((state in ('final_ok', 'final_failed', 'final_void')) = (ended_at is not null)),
  check (state <> 'reserved' or (signed_at is null and sent_at is null and hash is null)),
  check (state not in ('signed', 'final_ok', 'final_failed') or (signed_at is not null and hash is not null))
) with (fillfactor = 70);
create unique index transfer_alive on transfer (right_id) where state in ('reserved', 'signed', 'final_ok', 'conflict');
create index transfer_of_right on transfer (right_id);
create index transfer_out on transfer (lane_id, lock) where state in ('reserved', 'signed', 'conflict');

create table transfer_attempt (
  id uuid primary key,
  transfer_id uuid not null references transfer (id),
  number integer not null check (number >= 1),
  kind text not null check (kind in ('pay', 'bump', 'cancel')),
  -- What may be sent, as it was signed. It is never signed again for the sake of sending.
  raw bytea not null,
  hash text not null unique,
  fees jsonb not null check (jsonb_typeof(fees) = 'object'),
  signed_at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  unique (transfer_id, number)
);
alter table transfer_attempt alter column raw set storage external;
create index transfer_attempt_xid on transfer_attempt using brin (xid) with (pages_per_range = 16, autosummarize = on);

-- What a transfer is never changes, and an end is an end. The rule stands in the trigger's condition, so that nothing is called for what
-- keeps to it.
create function guard_transfer() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  raise exception 'transfer % is % and does not become % like this', old.id, old.state, new.state using errcode = 'AF002';
end $$;

create trigger transfer_guard before update on transfer for each row
  when ((new.id, new.right_id, new.mode, new.network, new.lane_id, new.lock, new.entry_id, new.opened_at)
      is distinct from (old.id, old.right_id, old.mode, old.network, old.lane_id, old.lock, old.entry_id, old.opened_at)
    or (new.state <> old.state and (old.state in ('final_ok', 'final_failed', 'final_void') or new.state = 'reserved'
      or (old.state = 'conflict' and new.state = 'signed'))))
  execute function guard_transfer();
create trigger transfer_stays before delete or truncate on transfer for each statement execute function refuse_change();
create trigger transfer_right_is_history before update or delete or truncate on transfer_right
  for each statement execute function refuse_change();
create trigger transfer_attempt_is_history before update or delete or truncate on transfer_attempt
  for each statement execute function refuse_change();
create trigger lane_stays before delete or truncate on lane for each statement execute function refuse_change();

-- The live transfer of a transaction, if it has one: its tokens are committed, and only the chain ends that.
create function live_transfer(p_transaction uuid) returns uuid
language sql stable security definer set search_path = afara, pg_temp set enable_seqscan = off as $$
  select f.id from transfer_right r
  cross join lateral (select f.id from transfer f where f.right_id = r.id and f.state in ('reserved', 'signed', 'conflict') limit 1) f
  where r.transaction_id = p_transaction
$$;

-- ── a lien and a taking back meet the transfers ───────────────────────────────────────────────────────────────

-- As before, and: what is committed to a transfer cannot be taken back before the chain has ended that, whatever its status.
create or replace function take_back_problem(d bank_line, c bank_line) returns text language plpgsql stable as $$
declare
  v_gross numeric := c.gross_minor::numeric + coalesce((select f.fee_minor::numeric from bank_line_fee f where f.line_id = c.id), 0);
  v_status text;
begin
  if d.settled_minor::numeric not in (c.settled_minor::numeric, v_gross) then
    return 'the bank took back another amount than it had given';
  end if;
  select t.status into v_status from standing_allocation a join transaction t on t.id = a.transaction_id
    where a.line_id = c.id and t.status <> 'recalled' and (live_transfer(t.id) is not null or not exists (
      select from transition e where e.type = t.type and e.from_status = t.status and e.event = 'credit_recalled')) limit 1;
  if found then
    return format('the bank took it back while its buy was %s', v_status);
  end if;
  if exists (select from credit_return r where r.line_id = c.id) then
    return 'the bank took it back while it was on its way back to the payer';
  end if;
  return null;
end $$;

-- Whoever takes back has the transaction's row, and so has whoever opens a transfer: the second of them finds the first.
create function refuse_end_in_flight() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  if exists (select from allocation a where a.id = new.allocation_id and live_transfer(a.transaction_id) is not null) then
    raise exception 'allocation % is committed to a transfer', new.allocation_id using errcode = 'AF042';
  end if;
  return new;
end $$;
create trigger allocation_end_in_flight before insert on allocation_end for each row execute function refuse_end_in_flight();

-- A lien waits for whoever is opening transfers for the buys that have the credit; whoever opens later sees it.
create function await_opening() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  perform from transaction t where t.id in (select a.transaction_id from standing_allocation a where a.line_id = new.line_id)
    order by t.id for no key update;
  return new;
end $$;
create trigger credit_lien_awaits before insert on credit_lien for each row execute function await_opening();

-- ── who works in a lane ───────────────────────────────────────────────────────────────────────────────────────

-- Opens a lane whose next lock is the chain's. It is looked at from its first moment.
create function open_lane(
  p_id uuid, p_mode mode, p_network text, p_number integer, p_address text, p_next_lock numeric, p_at timestamptz
) returns void language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  insert into lane (id, mode, network, number, address, next_lock, first_lock)
    values (p_id, p_mode, p_network, p_number, p_address, p_next_lock, p_next_lock);
  insert into wake (subject_id, type, due_at) values (p_id, 'lane', p_at);
end $$;

-- What people decide about a lane. A lane that was halted is compared with the chain anew before anything is opened. False: it
-- was so already.
create function move_lane(p_lane uuid, p_state text, p_because text, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  update lane set state = p_state, halted_because = case p_state when 'halted' then p_because end,
      checked_start = case when state = 'halted' then null else checked_start end
    where id = p_lane and state <> p_state;
  if not found then
    return false;
  end if;
  perform wake_now('lane', p_lane, p_at);
  return true;
end $$;

-- The number of the holder's lease, or null while another's runs. Whoever holds it already keeps the number, for longer.
create function take_lane(p_lane uuid, p_holder text, p_at timestamptz, p_lease_ms integer) returns bigint
language sql security definer set search_path = afara, pg_temp as $$
  update lane set holder = p_holder, lease_until = clock_timestamp() + make_interval(secs => p_lease_ms / 1000.0),
    fence = fence + (holder is distinct from p_holder or lease_until is null or lease_until <= clock_timestamp())::integer
  where id = p_lane and (holder = p_holder or lease_until is null or lease_until <= clock_timestamp())
  returning fence
$$;

create function release_lane(p_lane uuid, p_fence bigint) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update lane set holder = null, lease_until = null where id = p_lane and fence = p_fence
$$;

-- The lane, for whoever holds it in this moment: nobody else changes anything in it before this commit is over.
create function require_lane(p_lane uuid, p_fence bigint) returns lane language plpgsql as $$
declare
  l lane;
begin
  select * into l from lane where id = p_lane for no key update;
  if l.fence is distinct from p_fence or l.lease_until is null or l.lease_until <= clock_timestamp() then
    raise exception 'lane % is not held under %', p_lane, p_fence using errcode = 'AF050';
  end if;
  return l;
end $$;

create function halt_lane(p_lane uuid, p_fence bigint, p_because text, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  l lane := require_lane(p_lane, p_fence);
begin
  update lane set state = 'halted', halted_because = p_because, checked_start = null where id = p_lane;
  perform open_case(uuidv7(), l.mode, 'lane_halted', null, null, null, null,
    format('%s lane %s is halted: %s', l.network, l.number, p_because),
    jsonb_build_object('subject', p_lane, 'network', l.network, 'number', l.number, 'because', p_because), null, p_at,
    p_at + interval '1 hour');
end $$;

-- Compares our rows with what the chain and the signer's own journal know. A journal that is ahead means that the database has forgotten
-- what it did, because it was restored from a copy: then nothing leaves any more before people have looked. A chain that alone is ahead
-- means that somebody else has the key of this wallet: that stops its network in its mode, and no more, or whoever has a key of
-- the test mode could stop the live one. True when all is well.
create function check_lane(p_lane uuid, p_fence bigint, p_chain_latest numeric, p_journal_next numeric, p_at timestamptz)
returns boolean language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  l lane := require_lane(p_lane, p_fence);
  v_is_restore boolean := p_journal_next > l.next_lock;
  v_because text;
begin
  if greatest(p_chain_latest, p_journal_next) <= l.next_lock then
    update lane set checked_start = pg_postmaster_start_time() where id = p_lane;
    return true;
  end if;
  v_because := format('%s lane %s: the next lock is %s here, %s on the chain and %s in the signer''s journal', l.network, l.number,
    l.next_lock, p_chain_latest, p_journal_next);
  perform place_freeze(case when v_is_restore then 'all' else 'network' end, case when v_is_restore then '' else l.mode || ':' || l.network end,
    case when v_is_restore then 'the world is ahead of the database: ' else 'somebody else has the key of a lane: ' end || v_because,
    'system:lanes', p_at);
  perform open_case(uuidv7(), l.mode, (case when v_is_restore then 'restored' else 'lane_halted' end)::case_kind, null, null, null, null,
    case when v_is_restore then 'The world is ahead of the database: '
      else 'The chain has locks that neither we nor the signer know of: somebody else has the key. ' end || v_because,
    jsonb_build_object('subject', p_lane, 'network', l.network, 'number', l.number, 'next_lock', l.next_lock::text,
      'chain_latest', p_chain_latest::text, 'journal_next', p_journal_next::text), null, p_at, p_at + interval '1 hour');
  update lane set state = 'halted', halted_because = v_because, checked_start = null where id = p_lane;
  return false;
end $$;

-- What the chain shows of the lane's wallet, and what one transfer may cost at most at the fees of this moment.
create function note_reading(
  p_lane uuid, p_fence bigint, p_tokens_minor numeric, p_gas_units numeric, p_gas_each_units numeric, p_at timestamptz
) returns void language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  l lane := require_lane(p_lane, p_fence);
begin
  update lane set tokens_minor = p_tokens_minor, gas_units = p_gas_units, gas_each_units = p_gas_each_units, read_at = p_at
    where id = p_lane;
  -- Whatever was too much for it is gone elsewhere, or was taken back: it lacks nothing. While something waits, whoever opens says so.
  if l.short_of is not null and not exists (select from delivery d where d.lane_id = p_lane)
      and not exists (select from transfer f where f.lane_id = p_lane and f.state = 'reserved') then
    perform note_short(l, null, p_at);
  end if;
end $$;

-- What a lane lacks, once: people are asked when it begins, and the question ends by itself.
create function note_short(l lane, p_short_of text, p_at timestamptz, p_because text default null) returns void language plpgsql as $$
begin
  if l.short_of is not distinct from p_short_of then
    return;
  end if;
  update lane set short_of = p_short_of, short_since = case when p_short_of is not null then p_at end where id = l.id;
  if p_short_of in ('float', 'tokens', 'gas', 'signatures') then
    perform open_case(uuidv7(), l.mode, 'cannot_deliver', null, null, null, null,
      format('%s lane %s has not enough %s for what waits', l.network, l.number,
        case p_short_of when 'float' then 'float in the books' when 'tokens' then 'tokens on the chain' else p_short_of end),
      jsonb_strip_nulls(jsonb_build_object('subject', l.id, 'network', l.network, 'number', l.number, 'short_of', p_short_of,
        'because', p_because)), null, p_at, p_at + interval '1 hour');
  elsif p_short_of is null then
    perform close_case(c.id, '{"action": "dismiss", "reason": "the lane has enough again"}', p_at) from case_file c
      where c.kind = 'cannot_deliver' and c.state <> 'resolved' and c.mode = l.mode and c.transaction_id is null
        and c.facts ->> 'subject' = l.id::text;
  end if;
end $$;

-- The signer says "not now" to all payments of the lane: a cap of its policy, or a journal that lacks something. Null: it signs again.
create function note_not_now(p_lane uuid, p_fence bigint, p_because text, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  l lane := require_lane(p_lane, p_fence);
begin
  if p_because is not null or l.short_of = 'signatures' then
    perform note_short(l, case when p_because is not null then 'signatures' end, p_at, p_because);
  end if;
end $$;

-- ── what is to be delivered ───────────────────────────────────────────────────────────────────────────────────

-- The lane that can pay it and has the fewest waiting; of two, the one with more left. Queues beyond two hundred count as two
-- hundred: whoever finds a lane short later moves on.
create function choose_lane(p_mode mode, p_network text, p_tokens numeric, p_besides uuid) returns uuid language sql stable
set enable_seqscan = off as $$
  select l.id from lane l
  left join lateral (
    select b.amount_minor from balance b
    where b.owner = l.network || ':' || l.number and b.kind = 'float' and b.asset = 'NGNC' and b.mode = l.mode limit 1) b on true
  cross join lateral (
    select count(*) as waiting, coalesce(sum(d.tokens_minor), 0) as tokens from (
      select d.tokens_minor::numeric as tokens_minor from delivery d where d.lane_id = l.id limit 200) d) q
  where l.mode = p_mode and l.network = p_network and l.state = 'active' and l.id is distinct from p_besides
    and (p_besides is null or (coalesce(b.amount_minor::numeric, 0) - q.tokens >= p_tokens and l.short_of is null))
  order by (coalesce(b.amount_minor::numeric, 0) - q.tokens >= p_tokens) desc, (l.short_of is null) desc, q.waiting,
    coalesce(b.amount_minor::numeric, 0) - q.tokens desc, l.number
  limit 1
$$;

-- Puts what a buy holds on the list of a lane, in the commit that clears it (or sets it going again after a failed send). Null
-- when no lane of its network is active, or it has nothing to deliver.
create function queue_delivery(p_transaction uuid, p_at timestamptz) returns uuid
language plpgsql security definer set search_path = afara, pg_temp set enable_seqscan = off as $$
declare
  v record;
  v_lane uuid;
begin
  select t.mode, t.business_id, b.network, b.wallet_address, h.amount_minor::numeric as amount, b.fee_minor::numeric as fee into v
    from transaction t join buy b on b.transaction_id = t.id
    join balance h on h.owner = p_transaction::text and h.kind = 'held' and h.asset = 'NGN' and h.mode = t.mode
    where t.id = p_transaction and t.status in ('cleared', 'send_failed') and b.network is not null
      and h.amount_minor::numeric > b.fee_minor::numeric;
  if not found then
    return null;
  end if;
  v_lane := choose_lane(v.mode, v.network, v.amount - v.fee, null);
  if v_lane is null then
    return null;
  end if;
  insert into delivery values (p_transaction, v.mode, v.business_id, v_lane, v.network, v.wallet_address, v.amount, v.fee,
      v.amount - v.fee, p_at, p_at)
    on conflict (transaction_id) do update set lane_id = excluded.lane_id, due_at = excluded.due_at;
  -- Last: whoever else is cleared for this lane waits for this row until the commit.
  perform wake_now('lane', v_lane, p_at);
  return v_lane;
end $$;

-- A freeze was lifted: what stepped aside is due at once.
create function hasten_deliveries(p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  update delivery set due_at = p_at where due_at > p_at;
  perform wake_now('lane', l.id, p_at) from lane l order by l.id;
end $$;

-- It will not be delivered as it stands: people look at it.
create function stop_delivery(p_transaction uuid, p_kind case_kind, p_summary text, p_facts jsonb, p_at timestamptz) returns void
language plpgsql as $$
declare
  t transaction;
  v_account uuid;
begin
  delete from delivery where transaction_id = p_transaction;
  select * into strict t from transaction where id = p_transaction;
  select b.vendor_account_id into strict v_account from buy b where b.transaction_id = p_transaction;
  perform from move_transaction(t.id, t.version, 'stopped', jsonb_build_object('reason', p_kind), p_at, null);
  if not found then
    raise exception 'transaction % cannot be stopped from %', t.id, t.status using errcode = 'AF001';
  end if;
  perform open_case(uuidv7(), t.mode, p_kind, v_account, null, t.id, t.business_id, p_summary, p_facts, null, p_at,
    p_at + interval '4 hours');
end $$;

-- What is out of a lane may or may not have left its wallet yet: it is taken to be there still to leave, with its gas.
create function lane_out(p_lane uuid, out transfers integer, out tokens numeric) language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  v_rights uuid[] := array(select f.right_id from transfer f where f.lane_id = p_lane and f.state in ('reserved', 'signed'));
begin
  select count(*), coalesce(sum(r.tokens_minor::numeric), 0) into transfers, tokens from transfer_right r where r.id = any (v_rights);
  select transfers + count(*), tokens + coalesce(sum(x.tokens_minor::numeric), 0) into transfers, tokens from adopted_lock x
    where x.lane_id = p_lane and x.state = 'waiting' and x.end_state is null;
end $$;

-- Whether any freeze is in force at all. Mostly none is: whoever asks about many asks this first, once, in the same statement.
create function is_anything_frozen() returns boolean language sql stable as $$
  select exists (select from freeze_order where lifted_at is null) or exists (select from vendor_account where state = 'frozen')
$$;

-- ── commit 1: rights, locks, money ────────────────────────────────────────────────────────────────────────────

-- Takes what is due of a lane's list: each with its right, the next lock and the money behind it. What it returns must be signed.
-- Nothing is opened before the lane was compared with the chain since the database server started.
create function open_transfers(p_lane uuid, p_fence bigint, p_most integer, p_at timestamptz)
returns table (transfer_id uuid, transaction_id uuid, lock numeric, address text, tokens_minor numeric)
language plpgsql security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  l lane := require_lane(p_lane, p_fence);
  v_owner text := l.network || ':' || l.number;
  v_due uuid[];
  v_known uuid[];
  v_stale uuid[];
  v_may_lien boolean;
  v_float numeric;
  v_tokens numeric;
  v_room integer;
  v_out integer;
  v_out_tokens numeric;
  v_other uuid;
  v_short text;
  v_count integer := 0;
  v_transactions uuid[] := '{}';
  v_transfers uuid[] := '{}';
  v_entries uuid[] := '{}';
  v_rights uuid[] := '{}';
  v_addresses text[] := '{}';
  v_references text[] := '{}';
  v_businesses uuid[] := '{}';
  v_new boolean[] := '{}';
  v_amounts numeric[] := '{}';
  v_sums numeric[] := '{}';
  d record;
begin
  if l.checked_start is distinct from pg_postmaster_start_time() then
    raise exception 'lane % was not compared with its chain since the database started', p_lane using errcode = 'AF051';
  end if;
  v_due := array(select w.transaction_id from delivery w where w.lane_id = p_lane and w.due_at <= p_at
    order by w.due_at, w.transaction_id limit p_most);
  if l.state = 'halted' or cardinality(v_due) = 0 then
    return;
  end if;
  if l.read_at is null or l.read_at < p_at - interval '60 seconds' then
    perform note_short(l, 'reading', p_at);
    return;
  end if;

  -- From here on nobody takes back, stops or places a lien on these; each statement sees what was committed before.
  perform from transaction t where t.id = any (v_due) order by t.id for no key update;
  -- A right that is there already is a second try; while the first is alive, nothing is opened.
  v_known := array(select r.id from transfer_right r where r.transaction_id = any (v_due));
  v_stale := array(select t.id from transaction t where t.id = any (v_due) and t.status not in ('cleared', 'send_failed'));
  if v_known <> '{}' then
    v_stale := v_stale || array(
      select r.transaction_id from transfer_right r join transfer f on f.right_id = r.id and f.right_id = any (v_known)
      where r.id = any (v_known) and f.state in ('reserved', 'signed', 'final_ok', 'conflict'));
  end if;
  if v_stale <> '{}' then
    delete from delivery w where w.transaction_id = any (v_stale);
  end if;
  v_may_lien := exists (select from credit_lien n where n.lifted_at is null);
  select coalesce(b.amount_minor::numeric, 0) into v_float from balance b
    where b.owner = v_owner and b.kind = 'float' and b.asset = 'NGNC' and b.mode = l.mode for no key update;
  v_float := coalesce(v_float, 0);
  select o.transfers, o.tokens into v_out, v_out_tokens from lane_out(p_lane) o;
  v_tokens := l.tokens_minor - v_out_tokens;
  v_room := greatest(0, least(p_most, case when l.gas_each_units > 0 then floor(l.gas_units / l.gas_each_units) - v_out else p_most end));

  for d in
    select w.*, t.reference, case when (select is_anything_frozen()) then freeze_of(w.transaction_id, w.network) end as frozen, h.amount_minor::numeric as held, r.id as right_id,
      (r.id is null or (r.network, r.address, r.tokens_minor::numeric) = (w.network, w.address, w.tokens_minor::numeric)) as is_same,
      case when v_may_lien then (select n.line_id from standing_allocation a join credit_lien n on n.line_id = a.line_id and n.lifted_at is null
        where a.transaction_id = w.transaction_id limit 1) end as lien
    from delivery w join transaction t on t.id = w.transaction_id and t.id = any (v_due)
    left join balance h on h.owner = any (v_due::text[]) and h.owner = w.transaction_id::text and h.kind = 'held' and h.asset = 'NGN'
      and h.mode = w.mode
    left join transfer_right r on r.id = any (v_known) and r.transaction_id = w.transaction_id and r.purpose = 'delivery' and r.leg = 1
    where w.transaction_id = any (v_due) and w.lane_id = p_lane
    order by w.due_at, w.transaction_id
  loop
    if d.lien is not null then
      perform stop_delivery(d.transaction_id, 'recall', 'A credit that it was paid with is under a lien.',
        jsonb_build_object('credit', 'crd_' || replace(d.lien::text, '-', '')), p_at);
    elsif d.held is distinct from d.amount_minor::numeric or not d.is_same then
      perform stop_delivery(d.transaction_id, 'cannot_deliver', 'What it holds is not what was cleared.',
        jsonb_build_object('cleared_minor', d.amount_minor::text, 'held_minor', d.held::text), p_at);
    elsif d.frozen is not null then
      update delivery set due_at = p_at + interval '1 minute' where transaction_id = d.transaction_id;
    elsif v_count >= v_room then
      v_short := coalesce(v_short, 'gas');
    elsif d.tokens_minor::numeric > least(v_float, v_tokens) then
      v_short := case when d.tokens_minor::numeric > v_float then 'float' else 'tokens' end;
      v_other := choose_lane(l.mode, l.network, d.tokens_minor::numeric, p_lane);
      update delivery set lane_id = coalesce(v_other, p_lane), due_at = p_at + case when v_other is null then interval '10 seconds' else '0' end
        where transaction_id = d.transaction_id;
      if v_other is not null then
        perform wake_now('lane', v_other, p_at);
      end if;
    else
      v_count := v_count + 1;
      v_float := v_float - d.tokens_minor::numeric;
      v_tokens := v_tokens - d.tokens_minor::numeric;
      v_transactions[v_count] := d.transaction_id;
      v_transfers[v_count] := uuidv7();
      v_entries[v_count] := uuidv7();
      v_rights[v_count] := coalesce(d.right_id, uuidv7());
      v_new[v_count] := d.right_id is null;
      v_addresses[v_count] := d.address;
      v_references[v_count] := d.reference;
      v_businesses[v_count] := d.business_id;
      v_amounts[v_count] := d.amount_minor::numeric;
      v_sums[v_count] := d.tokens_minor::numeric;
    end if;
  end loop;
  perform note_short(l, v_short, p_at);
  if v_count = 0 then
    return;
  end if;

  insert into transfer_right (id, mode, transaction_id, purpose, leg, business_id, reference, network, address, tokens_minor, opened_at)
    select u.id, l.mode, u.transaction_id, 'delivery', 1, u.business_id, u.reference, l.network, u.address, u.tokens, p_at
    from unnest(v_rights, v_transactions, v_businesses, v_references, v_addresses, v_sums, v_new)
      as u (id, transaction_id, business_id, reference, address, tokens, is_new)
    where u.is_new;
  insert into transfer (id, right_id, mode, network, lane_id, lock, state, entry_id, opened_at)
    select u.id, u.right_id, l.mode, l.network, p_lane, l.next_lock + u.place - 1, 'reserved', u.entry_id, p_at
    from unnest(v_transfers, v_rights, v_entries) with ordinality as u (id, right_id, entry_id, place);
  perform post_mixed_entries(l.mode, 'delivery_opened', p_at, v_entries, v_transactions, array_agg(p.entry_id order by p.place, p.part),
      array_agg(p.debit_kind order by p.place, p.part), array_agg(p.debit_owner order by p.place, p.part),
      array_agg(p.credit_kind order by p.place, p.part), array_agg(p.credit_owner order by p.place, p.part),
      array_agg(p.asset order by p.place, p.part), array_agg(p.amount order by p.place, p.part)::positive_minor[])
    from unnest(v_entries, v_transactions, v_amounts, v_sums) with ordinality as u (entry_id, transaction_id, amount, tokens, place)
    cross join lateral (values
      (u.place, 1, u.entry_id, 'held'::account_kind, u.transaction_id::text, 'committed'::account_kind, u.transaction_id::text, 'NGN'::asset, u.amount),
      (u.place, 2, u.entry_id, 'outgoing', l.network, 'float', v_owner, 'NGNC', u.tokens)
    ) as p (place, part, entry_id, debit_kind, debit_owner, credit_kind, credit_owner, asset, amount);
  update lane set next_lock = next_lock + v_count where id = p_lane;
  delete from delivery where transaction_id = any (v_transactions);
  return query
    select u.id, u.transaction_id, l.next_lock + u.place - 1, u.address, u.tokens
    from unnest(v_transfers, v_transactions, v_addresses, v_sums) with ordinality as u (id, transaction_id, address, tokens, place);
end $$;

-- Locks without bytes, left by whoever ended between the first commit and the second. They are signed on the same lock.
create function list_unsigned(p_lane uuid)
returns table (transfer_id uuid, transaction_id uuid, lock numeric, address text, tokens_minor numeric, frozen text)
language sql stable security definer set search_path = afara, pg_temp set enable_seqscan = off as $$
  select f.id, r.transaction_id, f.lock, r.address, r.tokens_minor::numeric, freeze_of(r.transaction_id, f.network)
  from transfer f cross join lateral (select * from transfer_right r where r.id = f.right_id limit 1) r
  where f.lane_id = p_lane and f.state = 'reserved' order by f.lock
$$;

-- The signer would not sign a payment: people are asked. The lock itself is used up by a cancel, which is no payment.
create function note_refusal(p_lane uuid, p_fence bigint, p_transfer uuid, p_code text, p_message text, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  l lane := require_lane(p_lane, p_fence);
  v record;
begin
  select r.transaction_id, r.business_id, b.vendor_account_id into strict v
    from transfer f join transfer_right r on r.id = f.right_id join buy b on b.transaction_id = r.transaction_id
    where f.id = p_transfer and f.lane_id = p_lane;
  perform open_case(uuidv7(), l.mode, 'signer_refused', v.vendor_account_id, null, v.transaction_id, v.business_id,
    'The signer refused to sign the transfer: ' || p_message,
    jsonb_build_object('transfer', 'trf_' || replace(p_transfer::text, '-', ''), 'code', p_code, 'message', p_message), null, p_at,
    p_at + interval '1 hour');
end $$;

-- ── commit 2: bytes ───────────────────────────────────────────────────────────────────────────────────────────

-- Keeps signed bytes: [{transfer_id, kind, raw (hex), hash, fees}]. Says which of them may go out now: what is frozen waits, but for
-- cancels; in a halted lane all of it does. Bytes that are here already are not kept twice.
create function store_signed(p_lane uuid, p_fence bigint, p_signed json, p_at timestamptz)
returns table (transfer_id uuid, attempt_id uuid, may_send boolean)
language plpgsql security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  l lane := require_lane(p_lane, p_fence);
  v_ids uuid[];
  v_kinds text[];
  v_raws bytea[];
  v_hashes text[];
  v_fees jsonb[];
  v_rights uuid[];
  v_moving uuid[];
  v_data jsonb[];
  v_moved integer;
begin
  select array_agg(s.transfer_id), array_agg(s.kind), array_agg(decode(s.raw, 'hex')), array_agg(s.hash), array_agg(s.fees)
    into v_ids, v_kinds, v_raws, v_hashes, v_fees
    from json_to_recordset(p_signed) as s (transfer_id uuid, kind text, raw text, hash text, fees jsonb);
  v_rights := array(select f.right_id from transfer f where f.id = any (v_ids));
  select array_agg(r.transaction_id order by r.transaction_id),
      array_agg(jsonb_build_object('transfer', 'trf_' || replace(f.id::text, '-', ''), 'network', f.network) order by r.transaction_id)
    into v_moving, v_data
    from transfer f join transfer_right r on r.id = any (v_rights) and r.id = f.right_id
    where f.id = any (v_ids) and f.state = 'reserved' and f.lane_id = p_lane;
  if v_moving is not null then
    perform from transaction t where t.id = any (v_moving) order by t.id for no key update;
    v_moved := move_transactions(v_moving, array_fill('transfer_signed'::text, array[cardinality(v_moving)]), v_data, null, p_at);
    if v_moved <> cardinality(v_moving) then
      raise exception 'a transaction is not where its transfer is' using errcode = 'AF001';
    end if;
  end if;
  return query
    with signed as materialized (
      select s.id, s.kind, s.raw, s.hash, s.fees,
        l.state <> 'halted' and (s.kind = 'cancel' or not (select is_anything_frozen()) or freeze_of(r.transaction_id, f.network) is null)
          as may_send
      from unnest(v_ids, v_kinds, v_raws, v_hashes, v_fees) as s (id, kind, raw, hash, fees)
      join transfer f on f.id = any (v_ids) and f.id = s.id
      join transfer_right r on r.id = any (v_rights) and r.id = f.right_id
      where f.lane_id = p_lane and f.state in ('reserved', 'signed')
    ), kept as (
      insert into transfer_attempt (id, transfer_id, number, kind, raw, hash, fees, signed_at)
        select uuidv7(), s.id, 1 + coalesce(b.attempts, 0), s.kind, s.raw, s.hash, s.fees, p_at
        from signed s left join (
          select a.transfer_id, count(*) as attempts from transfer_attempt a where a.transfer_id = any (v_ids) group by a.transfer_id) b
          on b.transfer_id = s.id
        on conflict (hash) do nothing returning id, transfer_id
    ), marked as (
      update transfer f set state = 'signed', signed_at = coalesce(f.signed_at, p_at), hash = s.hash,
          sent_at = case when s.may_send then p_at else f.sent_at end, sent_count = f.sent_count + s.may_send::integer
        from signed s join kept k on k.transfer_id = s.id where f.id = any (v_ids) and f.id = s.id
    )
    select k.transfer_id, k.id, s.may_send from kept k join signed s on s.id = k.transfer_id;
end $$;

-- Stored bytes that may (again) go out now, the newest of each lock: never sent, or not for a while. Freeze and lease are looked at in
-- this commit, which is the last before the network. Locks below p_from_lock are in a block already.
create function permit_sending(
  p_lane uuid, p_fence bigint, p_most integer, p_at timestamptz, p_resend_ms integer default 30000, p_from_lock numeric default 0
) returns table (transfer_id uuid, attempt_id uuid, raw bytea)
language plpgsql security definer set search_path = afara, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
declare
  l lane := require_lane(p_lane, p_fence);
begin
  return query
    with due as materialized (
      select f.id, a.id as attempt_id, a.raw from transfer f
      cross join lateral (select r.transaction_id from transfer_right r where r.id = f.right_id limit 1) r
      cross join lateral (
        select a.id, a.raw, a.kind from transfer_attempt a where a.transfer_id = f.id order by a.number desc limit 1) a
      where f.lane_id = p_lane and f.state = 'signed' and f.lock >= p_from_lock
        and (f.sent_at is null or f.sent_at <= p_at - make_interval(secs => p_resend_ms / 1000.0))
        and l.state <> 'halted' and (a.kind = 'cancel' or freeze_of(r.transaction_id, f.network) is null)
      order by f.lock limit p_most
    ), marked as (
      update transfer f set sent_at = p_at, sent_count = f.sent_count + 1 from due d where f.id = d.id
    )
    select d.id, d.attempt_id, d.raw from due d;
end $$;

-- ── what is out ───────────────────────────────────────────────────────────────────────────────────────────────

-- Signed transfers with all their attempts ([{kind, hash, fees, signed_at}], oldest first), by lock. While a lane is halted those in
-- conflict are among them: a node may have been wrong, and the chain may still say what became of them.
create function list_out(p_lane uuid, p_most integer)
returns table (
  transfer_id uuid, transaction_id uuid, lock numeric, address text, tokens_minor numeric, sent_at timestamptz, is_doubtful boolean,
  attempts jsonb)
language sql stable security definer set search_path = afara, pg_temp set enable_seqscan = off as $$
  select f.id, r.transaction_id, f.lock, r.address, r.tokens_minor::numeric, f.sent_at, f.state = 'conflict', (
    select jsonb_agg(jsonb_build_object('kind', a.kind, 'hash', a.hash, 'fees', a.fees, 'signed_at', a.signed_at) order by a.number)
    from transfer_attempt a where a.transfer_id = f.id)
  from transfer f cross join lateral (select * from transfer_right r where r.id = f.right_id limit 1) r
  where f.lane_id = p_lane and f.state in ('signed', 'conflict')
    and (f.state = 'signed' or exists (select from lane l where l.id = p_lane and l.state = 'halted'))
  order by f.lock limit p_most
$$;

-- Transfers that a freeze of their business or of a bank account keeps here, since before then, while the lane itself may send:
-- their locks hold up all the later ones, and are cancelled.
create function list_frozen(p_lane uuid, p_from_lock numeric, p_before timestamptz, p_most integer)
returns table (transfer_id uuid, lock numeric, attempts jsonb)
language sql stable security definer set search_path = afara, pg_temp set enable_seqscan = off as $$
  select f.id, f.lock, coalesce((
    select jsonb_agg(jsonb_build_object('kind', a.kind, 'hash', a.hash, 'fees', a.fees, 'signed_at', a.signed_at) order by a.number)
    from transfer_attempt a where a.transfer_id = f.id), '[]')
  from transfer f cross join lateral (select * from transfer_right r where r.id = f.right_id limit 1) r
  where f.lane_id = p_lane and f.state in ('reserved', 'signed') and f.lock >= p_from_lock
    and coalesce(f.sent_at, f.opened_at) < p_before and freeze_of(r.transaction_id, f.network) is not null
    and not exists (select from transfer_attempt a where a.transfer_id = f.id and a.kind = 'cancel')
  order by f.lock limit p_most
$$;

-- ── commit 3: ends ────────────────────────────────────────────────────────────────────────────────────────────

-- Something that we do not know used the lock: nobody can tell by itself whether the tokens have left. They stay committed, the lane
-- is halted, and people find out, unless the chain says it before them.
create function doubt_transfer(f transfer, p_at timestamptz) returns void language sql as $$
  select open_case(uuidv7(), f.mode, 'lane_halted', b.vendor_account_id, null, r.transaction_id, r.business_id,
    'The lock of its transfer was used by what we do not know. Its tokens may have left, or not.',
    jsonb_strip_nulls(jsonb_build_object('transfer', 'trf_' || replace(f.id::text, '-', ''), 'network', f.network, 'lock', f.lock::text,
      'hash', f.hash, 'evidence', f.evidence)), null, p_at, p_at + interval '4 hours')
  from transfer_right r join buy b on b.transaction_id = r.transaction_id where r.id = f.right_id
$$;

-- A transfer did not move its tokens, and never will: the money is held again, and people or the driver decide what next.
create function bury_transfer(f transfer, p_at timestamptz) returns void language plpgsql as $$
declare
  t transaction;
  v_account uuid;
  v_gas asset := gas_asset(f.network);
begin
  select x.* into strict t from transfer_right r join transaction x on x.id = r.transaction_id where r.id = f.right_id;
  perform reverse_entry(uuidv7(), f.entry_id, 'delivery_dead', p_at);
  if f.gas_units > 0 then
    perform post_entry(uuidv7(), f.mode, t.id, 'gas_spent', p_at, array['expense']::account_kind[], array['gas'],
      array['gas']::account_kind[], array[f.network], array[v_gas], array[f.gas_units]::positive_minor[]);
  end if;
  perform from move_transaction(t.id, t.version, 'transfer_dead',
    jsonb_build_object('transfer', 'trf_' || replace(f.id::text, '-', ''), 'state', f.state, 'hash', f.hash), p_at, null);
  if not found then
    raise exception 'transaction % is % and its transfer is dead', t.id, t.status using errcode = 'AF001';
  end if;
  perform close_case(c.id, '{"action": "dismiss", "reason": "no tokens left us"}', p_at) from case_file c
    where c.transaction_id = t.id and c.state <> 'resolved' and c.kind = 'lane_halted';
  -- Where the signer refused, that question stands already.
  if not exists (select from case_file c where c.transaction_id = t.id and c.kind = 'signer_refused' and c.state <> 'resolved') then
    select b.vendor_account_id into strict v_account from buy b where b.transaction_id = t.id;
    perform open_case(uuidv7(), t.mode, 'send_failed', v_account, null, t.id, t.business_id,
      case f.state when 'final_failed' then 'The network refused the transfer; no tokens left us.'
        else 'The transfer was cancelled; no tokens left us.' end,
      jsonb_strip_nulls(jsonb_build_object('transfer', 'trf_' || replace(f.id::text, '-', ''), 'network', f.network, 'hash', f.hash,
        'evidence', f.evidence)), '{"action": "retry_send"}', p_at, p_at + interval '1 day');
  end if;
end $$;

-- Ends transfers of a lane: [{transfer_id, state, hash, evidence, gas_units}], state one of final_ok, final_failed, final_void,
-- conflict. Returns how many ended; those that had ended before are passed over.
create function end_transfers(l lane, p_ends json, p_at timestamptz) returns integer
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_ids uuid[];
  v_rights uuid[];
  v_openings uuid[];
  v_ended transfer[];
  v_entries uuid[];
  v_transactions uuid[];
  v_amounts numeric[];
  v_tokens numeric[];
  v_gas numeric[];
  v_data jsonb[];
  v_count integer;
  f transfer;
begin
  v_ids := array(select e.transfer_id from json_to_recordset(p_ends) as e (transfer_id uuid));
  v_rights := array(select x.right_id from transfer x where x.id = any (v_ids));
  v_transactions := array(select r.transaction_id from transfer_right r where r.id = any (v_rights));
  perform from transaction t where t.id = any (v_transactions) order by t.id for no key update;
  with told as materialized (
    select e.* from json_to_recordset(p_ends) as e (transfer_id uuid, state text, hash text, evidence jsonb, gas_units numeric)
  ), ended as (
    update transfer x set state = e.state, ended_at = case when e.state <> 'conflict' then p_at end,
        hash = coalesce(e.hash, x.hash), evidence = e.evidence, gas_units = e.gas_units
      from told e
      where x.id = any (v_ids) and x.id = e.transfer_id and x.lane_id = l.id
        and (x.state in ('reserved', 'signed') or (x.state = 'conflict' and e.state <> 'conflict'))
      returning x
  )
  select array_agg(x order by (x).lock) into v_ended from ended;
  if v_ended is null then
    return 0;
  end if;

  v_openings := array(select x.entry_id from unnest(v_ended) as x);
  select array_agg(uuidv7() order by x.lock), array_agg(r.transaction_id order by x.lock), array_agg(p.amount_minor::numeric order by x.lock),
      array_agg(r.tokens_minor::numeric order by x.lock), array_agg(coalesce(x.gas_units, 0) order by x.lock),
      array_agg(jsonb_build_object('transfer', 'trf_' || replace(x.id::text, '-', ''), 'hash', x.hash) order by x.lock)
    into v_entries, v_transactions, v_amounts, v_tokens, v_gas, v_data
    from unnest(v_ended) as x
    join transfer_right r on r.id = any (v_rights) and r.id = x.right_id
    join posting p on p.entry_id = any (v_openings) and p.entry_id = x.entry_id and p.ordinal = 1
    where x.state = 'final_ok';
  if v_entries is not null then
    perform post_mixed_entries(l.mode, 'delivery_final', p_at, v_entries, v_transactions, array_agg(p.entry_id order by p.place, p.part),
        array_agg(p.debit_kind order by p.place, p.part), array_agg(p.debit_owner order by p.place, p.part),
        array_agg(p.credit_kind order by p.place, p.part), array_agg(p.credit_owner order by p.place, p.part),
        array_agg(p.asset order by p.place, p.part), array_agg(p.amount order by p.place, p.part)::positive_minor[])
      from unnest(v_entries, v_transactions, v_amounts, v_tokens, v_gas) with ordinality
        as u (entry_id, transaction_id, amount, tokens, gas, place)
      cross join lateral (values
        (u.place, 1, u.entry_id, 'clearing'::account_kind, '', 'outgoing'::account_kind, l.network, 'NGNC'::asset, u.tokens),
        (u.place, 2, u.entry_id, 'committed', u.transaction_id::text, 'clearing', '', 'NGN', u.tokens),
        (u.place, 3, u.entry_id, 'committed', u.transaction_id::text, 'income', 'fees', 'NGN', u.amount - u.tokens),
        (u.place, 4, u.entry_id, 'expense', 'gas', 'gas', l.network, gas_asset(l.network), u.gas)
      ) as p (place, part, entry_id, debit_kind, debit_owner, credit_kind, credit_owner, asset, amount)
      where p.amount > 0;
    v_count := move_transactions(v_transactions, array_fill('transfer_final'::text, array[cardinality(v_transactions)]), v_data, null, p_at);
    if v_count <> cardinality(v_transactions) then
      raise exception 'a transaction is not where its transfer is' using errcode = 'AF001';
    end if;
    perform close_case(c.id, '{"action": "dismiss", "reason": "the tokens have arrived"}', p_at) from case_file c
      where c.transaction_id = any (v_transactions) and c.state <> 'resolved'
        and c.kind in ('overdue', 'signer_refused', 'send_failed', 'cannot_deliver', 'lane_halted');
  end if;
  foreach f in array v_ended loop
    if f.state in ('final_failed', 'final_void') then
      perform bury_transfer(f, p_at);
    elsif f.state = 'conflict' then
      perform doubt_transfer(f, p_at);
    end if;
  end loop;
  return cardinality(v_ended);
end $$;

-- What the chain showed at finality, told by whoever works in the lane.
create function finish_transfers(p_lane uuid, p_fence bigint, p_ends json, p_at timestamptz) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  return end_transfers(require_lane(p_lane, p_fence), p_ends, p_at);
end $$;

-- ── checks ────────────────────────────────────────────────────────────────────────────────────────────────────

-- A transfer, its right, its buy, its bytes and its postings say the same.
create function check_transfers(since_xid bigint) returns setof finding language sql stable as $$
  select row(f.id::text, problem)::finding
  from transfer f
  left join transfer_right r on r.id = f.right_id
  left join transaction t on t.id = r.transaction_id
  left join buy b on b.transaction_id = r.transaction_id
  left join lane l on l.id = f.lane_id
  left join entry e on e.id = f.entry_id
  left join posting p on p.entry_id = f.entry_id and p.ordinal = 1
  left join posting q on q.entry_id = f.entry_id and q.ordinal = 2
  cross join lateral (select count(*) as attempts, coalesce(bool_or(a.kind = 'pay'), false) as has_pay,
    coalesce(bool_or(a.hash = f.hash), false) as has_hash from transfer_attempt a where a.transfer_id = f.id) a
  cross join lateral (select case
    when r.id is null or l.id is null or t.id is null then 'it has no right, no lane or no transaction'
    when (f.mode, f.network) is distinct from (r.mode, r.network) or (f.mode, f.network) is distinct from (l.mode, l.network)
      or (r.mode, r.business_id, r.reference) is distinct from (t.mode, t.business_id, t.reference)
      or (r.network, r.address) is distinct from (b.network, b.wallet_address) then 'it is not for its buy, or not of its lane'
    when (e.transaction_id, e.mode) is distinct from (r.transaction_id, f.mode)
      or (p.debit_kind, p.debit_owner, p.credit_kind, p.credit_owner, p.asset)
        is distinct from ('held'::account_kind, t.id::text, 'committed'::account_kind, t.id::text, 'NGN'::asset)
      or (q.debit_kind, q.debit_owner, q.credit_kind, q.credit_owner, q.asset, q.amount_minor::numeric)
        is distinct from ('outgoing'::account_kind, f.network, 'float'::account_kind, l.network || ':' || l.number, 'NGNC'::asset, r.tokens_minor::numeric)
      or p.amount_minor::numeric - r.tokens_minor::numeric is distinct from b.fee_minor::numeric
      then 'the ledger does not have its opening'
    when (f.state = 'reserved') and a.attempts > 0 or f.state in ('signed', 'final_ok', 'final_failed') and a.attempts = 0
      or f.state in ('final_ok', 'final_failed', 'final_void') and f.hash is not null and not a.has_hash
      or f.state = 'final_ok' and not a.has_pay then 'its bytes are not what its state says'
    when f.state in ('final_failed', 'final_void') and not exists (select from entry x where x.reverses = f.entry_id)
      or f.state not in ('final_failed', 'final_void') and exists (select from entry x where x.reverses = f.entry_id)
      then 'it is ' || f.state || ', and the ledger says otherwise'
    when f.state = 'final_ok' and (select count(*) from entry x join posting y on y.entry_id = x.id
        where x.transaction_id = t.id and x.step = 'delivery_final' and y.debit_kind = 'clearing' and y.asset = 'NGNC'
          and y.amount_minor::numeric = r.tokens_minor::numeric) <> 1 then 'it is final, and the ledger does not have that once'
    when case f.state when 'reserved' then t.status not in ('cleared', 'send_failed') when 'signed' then t.status <> 'sending'
      when 'final_ok' then t.status not in ('completed', 'recalled') else false end
      then 'it is ' || f.state || ', and its transaction is ' || t.status
    end as problem) c
  where problem is not null and (e.xid > since_xid or e.xid is null or f.state in ('reserved', 'signed', 'conflict'))
  union all
  select row(r.id::text, 'it was used ' || count(*) || ' times')::finding
  from transfer_right r join transfer f on f.right_id = r.id and f.state in ('reserved', 'signed', 'final_ok', 'conflict')
  group by r.id having count(*) > 1
  union all
  select row(t.id::text, 'it is ' || t.status || ', and nothing was delivered')::finding
  from transaction t join buy b on b.transaction_id = t.id
  where t.type = 'buy' and b.network is not null and t.status in ('sending', 'completed') and not exists (
    select from transfer_right r join transfer f on f.right_id = r.id where r.transaction_id = t.id
      and f.state = any (case t.status when 'completed' then '{final_ok}'::text[] else '{signed,conflict}' end))
$$;

-- The locks of a lane have no gap, from its first to its next.
create function check_locks(since_xid bigint) returns setof finding language sql stable as $$
  select row(l.id::text, format('%s locks from %s to %s, the first is %s and the next %s', f.locks, f.first, f.last, l.first_lock, l.next_lock))::finding
  from lane l
  left join (select lane_id, count(*) as locks, min(lock) as first, max(lock) as last from transfer group by lane_id) f on f.lane_id = l.id
  where case when f.lane_id is null then l.next_lock <> l.first_lock
    else f.first <> l.first_lock or f.last <> l.next_lock - 1 or f.locks <> l.next_lock - l.first_lock end
$$;

-- What waits to be delivered is cleared and holds its naira; and what is cleared waits, or is under way.
create function check_deliveries(since_xid bigint) returns setof finding language sql stable as $$
  select row(d.transaction_id::text, case
      when t.id is null then 'waits to be delivered and is no transaction'
      when t.status not in ('cleared', 'send_failed') then 'waits to be delivered and is ' || t.status
      else 'waits to be delivered, and not as it was cleared' end)::finding
  from delivery d
  left join transaction t on t.id = d.transaction_id
  left join buy b on b.transaction_id = d.transaction_id
  left join lane l on l.id = d.lane_id
  where t.id is null or t.status not in ('cleared', 'send_failed', 'recalled')
    or (d.mode, d.business_id, d.network, d.address, d.fee_minor::numeric) is distinct from (t.mode, t.business_id, b.network, b.wallet_address, b.fee_minor::numeric)
    or (d.mode, d.network) is distinct from (l.mode, l.network) or d.tokens_minor::numeric <> d.amount_minor::numeric - d.fee_minor::numeric
    or live_transfer(d.transaction_id) is not null
  union all
  select row(t.id::text, 'it is cleared, and nothing delivers it')::finding
  from transaction t join buy b on b.transaction_id = t.id
  where t.type = 'buy' and t.status = 'cleared' and b.network is not null and live_transfer(t.id) is null
    and not exists (select from delivery d where d.transaction_id = t.id)
$$;

create or replace function check_wake(since_xid bigint) returns setof finding language sql stable as $$
  select row(t.id::text, 'unfinished, and nothing wakes it')::finding
  from transaction t left join wake w on w.subject_id = t.id
  where w.subject_id is null and case t.type
    when 'drill' then exists (select from transition e where e.type = t.type and e.from_status = t.status)
    else exists (select from status_time s where s.type = t.type and s.status = t.status and s.look_after is not null) end
  union all
  select row(a.id::text, 'an account of ours, and nothing looks at it')::finding
  from vendor_account a
  where not exists (select from wake w where w.subject_id = a.id and w.type = 'bank-account')
    or not exists (select from account_look l where l.vendor_account_id = a.id)
  union all
  select row(l.id::text, 'a lane of ours, and nothing looks at it')::finding
  from lane l where not exists (select from wake w where w.subject_id = l.id and w.type = 'lane')
  union all
  select row(w.subject_id::text, 'a wake-up of what we do not have')::finding
  from wake w
  where w.type = 'bank-account' and not exists (select from vendor_account a where a.id = w.subject_id)
    or w.type = 'lane' and not exists (select from lane l where l.id = w.subject_id)
$$;

-- ── walls ─────────────────────────────────────────────────────────────────────────────────────────────────────

do $$
declare
  name text;
begin
  foreach name in array array['delivery', 'transfer_right', 'transfer', 'transfer_attempt'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy house on %I to afara_owner, afara_worker, afara_sealer using (true) with check (true)', name);
    execute format('grant select on %I to afara_worker', name);
  end loop;
end $$;

grant select on status_time to afara_worker, afara_api;
grant select on lane to afara_worker;
grant select on transfer_attempt to afara_sealer;
revoke execute on function move_transaction from afara_worker;
-- Not queue_delivery: what is sent again is decided by people, and what is cleared is queued in the commit that clears it.
grant execute on function drive_transaction, gas_asset, live_transfer, take_lane, release_lane, halt_lane, check_lane, note_reading, open_transfers,
  list_unsigned, note_refusal, note_not_now, store_signed, permit_sending, list_out, list_frozen, finish_transfers, check_transfers, check_locks,
  check_deliveries to afara_worker;
