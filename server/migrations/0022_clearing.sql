-- Why: naira that has arrived is not yet a reason to send tokens. Between the two stand the questions of this file: is anything
-- frozen, does somebody want the naira back, is a name or the address on a list, is it more than was agreed. All of them are
-- asked in the one commit that clears the buy, so that nothing can change between the answer and what follows from it.
--
-- What is frozen waits where it is and goes on by itself. What needs a person is on hold, under one case that names every
-- reason: whoever releases it has seen them all, and none is released behind another.

set local role afara_owner;
set local search_path = afara;

-- What was asked of which list, and what it answered. It is kept for whoever asks later why a buy went on; no business sees it.
create table screening_result (
  id uuid primary key,
  mode mode not null,
  transaction_id uuid not null,
  -- Neither: there was no list, which only test mode may do without.
  list_name text,
  list_version text,
  list_loaded_at timestamptz,
  subjects jsonb not null,
  hits jsonb not null,
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
create index screening_result_of_transaction on screening_result (transaction_id);
create index screening_result_xid on screening_result using brin (xid) with (pages_per_range = 16, autosummarize = on);
create trigger screening_result_is_history before update or delete or truncate on screening_result
  for each statement execute function refuse_change();

-- How much of a business's buys may be cleared within an hour, and go to one wallet within a day. None: no such limit.
alter table business_mode
  add column velocity_hour_minor nonnegative_minor,
  add column velocity_wallet_day_minor nonnegative_minor;

-- What was cleared lately, for businesses with such a limit only.
create table velocity_use (
  business_id uuid not null,
  mode mode not null,
  at timestamptz not null,
  transaction_id uuid not null,
  network text,
  wallet_address text,
  amount_minor positive_minor not null,
  primary key (business_id, mode, at, transaction_id)
);

-- ── where a cleared buy goes ───────────────────────────────────────────────────────────────────────────────────────

-- A cleared buy without a wallet ends in the balance of its business, in the caller's commit.
create function credit_buy_to_balance(p_transaction uuid, p_at timestamptz) returns void language plpgsql as $$
declare
  t transaction;
  v_amount numeric;
  v_fee numeric;
begin
  select * into strict t from transaction where id = p_transaction and type = 'buy' and status = 'cleared' for update;
  select h.amount_minor::numeric, b.fee_minor::numeric into strict v_amount, v_fee
    from buy b join balance h on h.owner = t.id::text and h.kind = 'held' and h.asset = 'NGN' and h.mode = t.mode
    where b.transaction_id = t.id;
  if v_fee = 0 then
    perform post_entry(uuidv7(), t.mode, t.id, 'credited_to_balance', p_at,
      array['held', 'clearing']::account_kind[], array[t.id::text, ''],
      array['clearing', 'business']::account_kind[], array['', t.business_id::text],
      array['NGN', 'NGNC']::asset[], array[v_amount, v_amount]::positive_minor[]);
  else
    perform post_entry(uuidv7(), t.mode, t.id, 'credited_to_balance', p_at,
      array['held', 'held', 'clearing']::account_kind[], array[t.id::text, t.id::text, ''],
      array['clearing', 'income', 'business']::account_kind[], array['', 'fees', t.business_id::text],
      array['NGN', 'NGN', 'NGNC']::asset[], array[v_amount - v_fee, v_fee, v_amount - v_fee]::positive_minor[]);
  end if;
  perform from move_transaction(t.id, t.version, 'credited_to_balance', jsonb_build_object('amount_minor', (v_amount - v_fee)::text),
    p_at, null);
  if not found then
    raise exception 'transaction % cannot be credited from %', t.id, t.status using errcode = 'AF001';
  end if;
end $$;

-- Sends a cleared buy on its way: to a lane of its network, or into the balance. Returns the lane; false in `done` when no lane
-- takes transfers now. Whoever clears a buy calls this in the same commit.
create function deliver_buy(p_transaction uuid, p_at timestamptz) returns table (done boolean, lane_id uuid)
language plpgsql as $$
begin
  if exists (select from buy b where b.transaction_id = p_transaction and b.network is null) then
    perform credit_buy_to_balance(p_transaction, p_at);
    done := true;
  else
    lane_id := queue_delivery(p_transaction, p_at);
    done := lane_id is not null;
  end if;
  return next;
end $$;

-- ── clearing ──────────────────────────────────────────────────────────────────────────────────────────────────

-- Takes the amount from what the business may have cleared in this time, and returns the limit that it would pass; null when it
-- fits. What people release is not counted: they have seen it.
create function take_velocity(
  m business_mode, t transaction, b buy, p_amount numeric, p_at timestamptz
) returns text language plpgsql as $$
declare
  v_hour numeric;
  v_wallet numeric;
begin
  perform pg_advisory_xact_lock(hashtextextended('velocity' || m.business_id || m.mode, 0));
  select sum(u.amount_minor::numeric) filter (where u.at > p_at - interval '1 hour'),
      sum(u.amount_minor::numeric) filter (where (u.network, u.wallet_address) is not distinct from (b.network, b.wallet_address))
    into v_hour, v_wallet
    from velocity_use u where u.business_id = m.business_id and u.mode = m.mode and u.at > p_at - interval '1 day';
  if coalesce(v_hour, 0) + p_amount > m.velocity_hour_minor then
    return 'velocity_hour';
  end if;
  if b.wallet_address is not null and coalesce(v_wallet, 0) + p_amount > m.velocity_wallet_day_minor then
    return 'velocity_wallet_day';
  end if;
  delete from velocity_use u where u.business_id = m.business_id and u.mode = m.mode and u.at <= p_at - interval '1 day';
  insert into velocity_use values (m.business_id, m.mode, p_at, t.id, b.network, b.wallet_address, p_amount);
  return null;
end $$;

-- What is frozen, under a lien or without a lane in this moment is looked at again in a minute, and at once when it is set free.
create function let_buy_wait(p_transaction uuid, p_why text, p_at timestamptz) returns timestamptz language sql as $$
  insert into wake (subject_id, type, due_at, last_error) values (p_transaction, 'buy', p_at + interval '1 minute', left('waits: ' || p_why, 500))
  on conflict (subject_id) do update set due_at = excluded.due_at, nudge_due_at = null, failure_count = 0, last_error = excluded.last_error
  returning due_at
$$;

-- Asks everything that is to be asked about a buy whose naira is here, and moves it: cleared and on its way, on hold, or for the
-- business to decide. Returns what became of it, and when it is to be looked at next; with the lane, if its nudge was claimed.
-- facts: {screening_id, list: {name, version, loaded_at} or null, subjects: [{kind, text}], hits: [{…}]}.
create function clear_buy(p_transaction uuid, p_version integer, p_facts json, p_at timestamptz, p_lease_seconds integer)
returns table (outcome text, due_at timestamptz, lane_id uuid, nudge_number integer)
language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  t transaction;
  b buy;
  m business_mode;
  q record;
  f record;
  v_why text;
  v_reasons text[] := '{}';
  v_moved record;
  v_delivered record;
begin
  select * into t from transaction where id = p_transaction and version = p_version and type = 'buy'
    and status = 'payment_received' for update;
  if not found then
    outcome := 'moved_on';
    due_at := p_at;
    return next;
    return;
  end if;
  select * into strict b from buy where transaction_id = t.id;
  select * into strict m from business_mode where business_id = t.business_id and mode = t.mode;
  select * into strict f from json_to_record(p_facts) as f (screening_id uuid, list json, subjects jsonb, hits jsonb);
  if f.list is null and t.mode = 'live' then
    raise exception 'buy % was screened against no list', t.id using errcode = 'AF051';
  end if;
  select
    (select bool_or(l.state = 'active') from lane l where l.mode = t.mode and l.network = b.network) as has_lane,
    h.amount_minor::numeric as amount_minor,
    exists (select from standing_allocation s join credit_lien l on l.line_id = s.line_id
      where s.transaction_id = t.id and l.lifted_at is null) as has_lien,
    -- Given on trust when it was matched: what may be given on trust may have become less since.
    exists (select from standing_allocation s where s.transaction_id = t.id and s.ground = 'within_cap')
      and m.exposure_cap_minor::numeric < (select sum(e.amount_minor::numeric) from exposure_day e
        where e.business_id = t.business_id and e.mode = t.mode and e.aged_from > p_at) as is_over_cap
    into strict q from balance h where h.owner = t.id::text and h.kind = 'held' and h.asset = 'NGN' and h.mode = t.mode;

  v_why := coalesce(freeze_of(t.id, b.network), case
      when m.status = 'suspended' then 'the business is suspended'
      when q.has_lien then 'somebody may want its naira back'
      when b.network is not null and not q.has_lane then 'no lane of ' || b.network || ' takes new transfers' end);
  if v_why is not null then
    outcome := 'waits';
    due_at := let_buy_wait(t.id, v_why, p_at);
    return next;
    return;
  end if;

  insert into screening_result (id, mode, transaction_id, list_name, list_version, list_loaded_at, subjects, hits, at)
    values (f.screening_id, t.mode, t.id, f.list ->> 'name', f.list ->> 'version', (f.list ->> 'loaded_at')::timestamptz,
      f.subjects, f.hits, p_at);
  if f.hits <> '[]' then
    v_reasons := v_reasons || 'screening'::text;
  end if;
  if q.is_over_cap then
    v_reasons := v_reasons || 'exposure'::text;
  end if;
  v_reasons := v_reasons || b.needs;
  if v_reasons = '{}' and num_nonnulls(m.velocity_hour_minor, m.velocity_wallet_day_minor) > 0 then
    v_reasons := array_remove(array[take_velocity(m, t, b, q.amount_minor, p_at)], null);
  end if;

  if v_reasons <> '{}' then
    -- The event says nothing of why: outside, one hold looks like any other.
    select * into v_moved from move_transaction(t.id, t.version, 'check_failed', '{}', p_at, null);
    perform open_case(uuidv7(), t.mode,
      (case when 'screening' = any (v_reasons) then 'screening_hit' else 'over_limit' end)::case_kind,
      b.vendor_account_id, null, t.id, t.business_id,
      case when 'screening' = any (v_reasons) then 'A name or the address of this buy is like one on a list of sanctions.'
        else 'This buy is more than the business may move now.' end,
      jsonb_build_object('reasons', to_jsonb(v_reasons), 'amount_minor', q.amount_minor::text, 'hits', f.hits,
        'list', f.list ->> 'version', 'network', b.network, 'wallet_address', b.wallet_address),
      null, p_at, p_at + interval '24 hours');
    outcome := 'held';
  elsif (b.network is not null and q.has_lane is null) or q.amount_minor <= b.fee_minor then
    select * into v_moved from move_transaction(t.id, t.version, 'choice_needed', '{}', p_at, null);
    perform open_case(uuidv7(), t.mode, 'cannot_deliver', b.vendor_account_id, null, t.id, t.business_id,
      case when q.amount_minor <= b.fee_minor then 'The fee would take all that arrived.'
        else 'We have no wallet on ' || b.network || ' to send from.' end,
      jsonb_build_object('amount_minor', q.amount_minor::text, 'fee_minor', b.fee_minor::text, 'network', b.network),
      jsonb_build_object('action', 'return_all'), p_at, p_at + interval '24 hours');
    outcome := 'cannot_deliver';
  else
    select * into v_moved from move_transaction(t.id, t.version, 'checks_passed', '{}', p_at, null);
    select * into v_delivered from deliver_buy(t.id, p_at);
    if not v_delivered.done then
      raise exception 'the last lane of % has stopped in this moment', b.network using errcode = 'AF051';
    end if;
    lane_id := v_delivered.lane_id;
    outcome := case when lane_id is null then 'credited' else 'queued' end;
    if lane_id is not null then
      select n.nudge_number into nudge_number from claim_nudge(lane_id, p_at, p_lease_seconds) n;
    end if;
  end if;
  if v_moved is null then
    raise exception 'buy % cannot be cleared from %', t.id, t.status using errcode = 'AF001';
  end if;
  select w.due_at into due_at from wake w where w.subject_id = t.id;
  return next;
end $$;

-- ── what takes too long ───────────────────────────────────────────────────────────────────────────────────────

-- Looks at a buy that waits for others. If it has been where it is for longer than it should, people are asked, once for each time
-- that it came here. A cleared buy that no lane has (its lane was full of others, or gone, when people released it) is given
-- to one. Returns when it is to be looked at next, or null when it is not as it was read any more.
create function look_at_buy(p_transaction uuid, p_version integer, p_at timestamptz) returns timestamptz
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  t transaction;
  s status_time;
  v_since timestamptz;
  v_next timestamptz;
begin
  select * into t from transaction where id = p_transaction and version = p_version and type = 'buy' for update;
  if not found then
    return null;
  end if;
  if t.status = 'cleared' and not exists (select from delivery d where d.transaction_id = t.id)
      and live_transfer(t.id) is null then
    perform from deliver_buy(t.id, p_at);
    select version into t.version from transaction where id = t.id;
  end if;
  -- Whoever moved it here has asked; if not, somebody must.
  if t.status = 'send_failed' and not exists (select from delivery d where d.transaction_id = t.id)
      and not exists (select from case_file c where c.transaction_id = t.id and c.state <> 'resolved' and c.kind in ('send_failed', 'signer_refused')) then
    perform open_case(uuidv7(), t.mode, 'send_failed', null, null, t.id, t.business_id, 'The transfer is dead, and no tokens left us.',
      '{}', jsonb_build_object('action', 'retry_send'), p_at, p_at + interval '24 hours');
  end if;
  select * into strict s from status_time where type = 'buy' and status = t.status;
  select e.happened_at into strict v_since from transaction_event e where e.transaction_id = t.id and e.sequence = p_version;
  if t.version <> p_version or s.expected_within is null then
    v_next := null;
  elsif p_at < v_since + s.expected_within then
    v_next := v_since + s.expected_within;
  else
    perform open_overdue_case(t, s, v_since, p_at);
    v_next := p_at + greatest(s.expected_within, interval '1 hour');
  end if;
  if t.version = p_version then
    perform schedule_wake(t.id, v_next);
  end if;
  return v_next;
end $$;

create function open_overdue_case(t transaction, s status_time, p_since timestamptz, p_at timestamptz) returns void language plpgsql as $$
begin
  if exists (select from case_file c where c.transaction_id = t.id and c.kind = 'overdue' and c.opened_at >= p_since) then
    return;
  end if;
  perform open_case(uuidv7(), t.mode, 'overdue', null, null, t.id, t.business_id,
    format('It has been %s since %s.', t.status, to_char(p_since at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC'),
    jsonb_build_object('status', t.status, 'since', p_since, 'expected_by', p_since + s.expected_within,
      'last_error', (select w.last_error from wake w where w.subject_id = t.id)),
    null, p_at, p_at + interval '4 hours');
end $$;

-- The same for a buy whose step fails again and again: the next try is as it was set.
create function note_overdue_buy(p_transaction uuid, p_version integer, p_at timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  select open_overdue_case(t, s, e.happened_at, p_at)
  from transaction t
  join status_time s on s.type = t.type and s.status = t.status
  join transaction_event e on e.transaction_id = t.id and e.sequence = t.version
  where t.id = p_transaction and t.version = p_version and p_at >= e.happened_at + s.expected_within
$$;

-- ── nudges ────────────────────────────────────────────────────────────────────────────────────────────────────

-- As claim_nudges, for those of a list that one commit has made due.
create function claim_nudges_of(p_subjects uuid[], p_at timestamptz, p_lease_seconds integer)
returns table (subject_id uuid, type text, nudge_number integer)
language sql security definer set search_path = afara, pg_temp as $$
  update wake w set nudge_number = w.nudge_number + 1, nudge_due_at = p_at
  where w.subject_id = any (p_subjects) and w.due_at <= p_at and nudge_is_needed(w.nudge_due_at, w.due_at, p_at, p_lease_seconds)
  returning w.subject_id, w.type, w.nudge_number
$$;

-- What waits for a freeze or a lien to be lifted goes on when it is.
create function wake_waiting_buys() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  update wake w set due_at = least(w.due_at, clock_timestamp()) where w.type = 'buy' and w.last_error like 'waits: %';
  return null;
end $$;

create trigger freeze_order_lifted after update on freeze_order for each row
  when (old.lifted_at is null and new.lifted_at is not null) execute function wake_waiting_buys();
create trigger credit_lien_lifted after update on credit_lien for each row
  when (old.lifted_at is null and new.lifted_at is not null) execute function wake_waiting_buys();
create trigger vendor_account_goes_on after update of state on vendor_account for each row
  when (old.state = 'frozen' and new.state <> 'frozen') execute function wake_waiting_buys();

-- ── when a bank takes it back ─────────────────────────────────────────────────────────────────────────────────

-- A buy that a bank has taken back asks nothing any more, and nothing is sent for it.
create function end_recalled_buy() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_transaction uuid := (select a.transaction_id from allocation a where a.id = new.allocation_id);
begin
  delete from delivery d where d.transaction_id = v_transaction;
  perform close_case(c.id, jsonb_build_object('action', 'took_back', 'line_id', new.line_id, 'reason', 'the bank took it back'), new.at)
    from case_file c
    where c.transaction_id = v_transaction and c.line_id is null and c.state <> 'resolved';
  return null;
end $$;

create trigger allocation_end_ends_buy after insert on allocation_end for each row execute function end_recalled_buy();

-- ── checks ────────────────────────────────────────────────────────────────────────────────────────────────────

-- What left for a wallet or a balance was screened or released; what is on hold has a case; what is cleared is on its way.
create function check_cleared_buys(since_xid bigint) returns setof finding language sql stable as $$
  select row(e.transaction_id::text, 'it was cleared, and nobody asked a list')::finding
  from transaction_event e
  where e.type = 'buy' and e.event = 'checks_passed' and e.xid > since_xid and not exists (
    select from screening_result s where s.transaction_id = e.transaction_id and s.xid = e.xid and s.hits = '[]'
      and (s.mode = 'test' or s.list_version is not null))
  union all
  select row(t.id::text, 'it is ' || t.status || ', and nobody is asked')::finding
  from transaction t
  where t.type = 'buy' and t.status in ('on_hold', 'action_required') and not exists (
    select from case_file c where c.transaction_id = t.id and c.state <> 'resolved')
  union all
  select row(t.id::text, 'it is in the balance, and the ledger does not have that')::finding
  from transaction_event v join transaction t on t.id = v.transaction_id
  where v.type = 'buy' and v.event = 'credited_to_balance' and v.xid > since_xid and not exists (
    select from entry e join posting p on p.entry_id = e.id
    where e.transaction_id = v.transaction_id and e.step = 'credited_to_balance' and e.xid = v.xid
      and (p.debit_kind, p.credit_kind, p.credit_owner, p.asset) = ('clearing', 'business', t.business_id::text, 'NGNC')
      and p.amount_minor::text = v.data ->> 'amount_minor')
  union all
  select row(s.id::text, 'it is about no buy')::finding
  from screening_result s
  where s.xid > since_xid and not exists (select from transaction t where t.id = s.transaction_id and t.mode = s.mode and t.type = 'buy')
$$;

-- ── walls ─────────────────────────────────────────────────────────────────────────────────────────────────────

do $$
declare
  name text;
begin
  foreach name in array array['screening_result', 'velocity_use'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy house on %I to afara_owner, afara_worker, afara_sealer using (true) with check (true)', name);
    execute format('grant select on %I to afara_worker', name);
  end loop;
end $$;

grant execute on function clear_buy, look_at_buy, note_overdue_buy, claim_nudges_of, check_cleared_buys to afara_worker;
