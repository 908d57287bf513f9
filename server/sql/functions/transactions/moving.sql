-- Opens a transaction in the status to which its first event leads. Only the functions that accept a transaction and open_return call it.
create or replace function open_transaction(
  id uuid, business_id uuid, mode mode, type transaction_type, event text, amount_minor numeric, reference text,
  at timestamptz, due_at timestamptz, data jsonb default '{}'
) returns text language plpgsql as $$
declare
  first_status text;
begin
  select t.to_status into first_status from transition t
    where t.type = open_transaction.type and t.from_status = '' and t.event = open_transaction.event;
  if first_status is null then
    raise exception 'a % cannot start with event %', type, event using errcode = 'AF001';
  end if;
  insert into transaction values (id, business_id, mode, type, first_status, 1, amount_minor, reference, at);
  insert into transaction_event values (id, 1, afara_uuid(), business_id, mode, type, event, '', first_status, data, at);
  if due_at is not null then
    insert into wake (subject_id, type, due_at) values (id, type, due_at);
  end if;
  return first_status;
end $$;

-- Moves a transaction along one edge. Returns the new status and version. Returns no row if the version is not the one that the caller
-- read, or if there is no such edge from the current status; the caller then reads again and decides again. Without a due_at the new status
-- decides when the transaction is due. If the status has no such time, the transaction sleeps until something wakes it.
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
    select m.id, m.version, afara_uuid(), m.business_id, m.mode, m.type, move_transaction.event, m.from_status, m.status,
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

-- Moves each transaction along one edge, as move_transaction does, and returns how many it moved. A transaction without such an edge stays
-- unchanged, and the caller sees from the number that one is missing. A transaction may be named only once.
--
-- A transaction whose transfer was signed or whose payout was ordered keeps its wake-up if that comes earlier than the new status asks for.
-- It only serves to find out whether they are late. A wake-up that comes early finds nothing and sets the right time, but hardly any comes:
-- nearly all transactions have ended by then.
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
    select m.id, m.version, afara_uuid(), m.business_id, m.mode, m.type, m.event, m.from_status, m.status, m.data, p_at
    from moved m
  ), looked as (
    select m.id, m.type, coalesce(m.due_at, p_at + s.look_after) as due_at,
      m.due_at is null and m.event in ('transfer_signed', 'payout_ordered') as may_keep
    from moved m left join status_time s on s.type = m.type and s.status = m.status
  ), woken as (
    -- This commit holds the transaction's row, for which other writers of its wake-up wait, so nothing is inserted twice.
    merge into wake w using looked k on w.subject_id = any (p_ids) and w.subject_id = k.id
    when matched and k.due_at is null then delete
    when matched and k.may_keep and w.due_at > p_at + interval '1 minute' and w.due_at <= k.due_at and w.nudge_due_at is null
      and w.failure_count = 0 and w.last_error is null then do nothing
    when matched then update set due_at = k.due_at, nudge_due_at = null, failure_count = 0, last_error = null
    when not matched and k.due_at is not null then insert (subject_id, type, due_at) values (k.id, k.type::text, k.due_at)
  )
  select count(*) into v_count from moved;
  return v_count;
end $$;

-- Moves a transaction for the driver, by the steps that need no other function: a window closes, or a drill continues. Every other event
-- moves in the commit of the function that carries it out. The driver can therefore neither clear a buy without screening nor release one
-- without two operators.
create or replace function drive_transaction(id uuid, expected_version integer, event text, data jsonb, at timestamptz, due_at timestamptz)
returns table (status text, version integer)
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  if event <> 'window_closed' and exists (select from transaction t where t.id = drive_transaction.id and t.type <> 'drill') then
    raise exception 'the driver may not apply event %', event using errcode = 'insufficient_privilege';
  end if;
  if event = 'window_closed' and not is_read_past(id, status_since(id, expected_version) + deposit_window()) then
    raise exception 'blocks after the deadline of sell % were not read yet', id using errcode = 'AF412';
  end if;
  return query select * from move_transaction(id, expected_version, event, data, at, due_at);
end $$;

-- Returns since when a transaction has been in its status. This is the only definition of that time; it includes the age that a sandbox
-- added.
create or replace function status_since(p_transaction uuid, p_version integer) returns timestamptz language sql stable as $$
  select e.happened_at - coalesce((
    select a.aged from sandbox_age a where a.transaction_id = e.transaction_id and a.version = e.sequence), interval '0')
  from transaction_event e where e.transaction_id = p_transaction and e.sequence = p_version
$$;

-- Returns the terms of a request for the first event, where they are sealed.
create or replace function terms_of(amount_minor numeric, fee_minor numeric, reference text, meaning bytea)
returns jsonb language sql stable
  return jsonb_build_object('amount_minor', amount_minor::text, 'fee_minor', fee_minor::text, 'reference', reference,
    'meaning', encode(meaning, 'hex'));

-- Refuses to end an allocation whose transfer is in flight. Taking a credit back and opening a transfer both lock the transaction's row, so
-- the second sees the first.
create or replace function refuse_end_in_flight() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  if exists (select from allocation a where a.id = new.allocation_id and live_transfer(a.transaction_id) is not null) then
    raise exception 'allocation % cannot end, because its naira is committed to a transfer', new.allocation_id using errcode = 'AF047';
  end if;
  return new;
end $$;
