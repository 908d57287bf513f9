-- Sets the time of the next step, or removes it with null. Resets the count of failures.
create or replace function schedule_wake(id uuid, due_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  if due_at is null then
    delete from wake w where w.subject_id = schedule_wake.id;
  else
    insert into wake (subject_id, type, due_at)
      select t.id, t.type, schedule_wake.due_at from transaction t where t.id = schedule_wake.id
      on conflict (subject_id) do update
        set due_at = excluded.due_at, nudge_due_at = null, failure_count = 0, last_error = null;
  end if;
end $$;

-- Records a failed step and schedules its retry. The status does not change.
create or replace function record_failure(id uuid, error text, due_at timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update wake w set due_at = record_failure.due_at, nudge_due_at = null,
      failure_count = w.failure_count + 1, last_error = left(record_failure.error, 500)
    where w.subject_id = record_failure.id
$$;

-- Returns whether an object needs a nudge: none is outstanding, the outstanding one comes later than needed, or it is older than the lease.
-- Marked stable, because adding an interval to a time depends on the session's time zone. If it were wrongly marked immutable, it would not
-- be inlined and would be called for each row.
create or replace function nudge_is_needed(nudge_due_at timestamptz, due_at timestamptz, at timestamptz, lease_seconds integer)
returns boolean language sql stable
  return nudge_due_at is null
    or nudge_due_at > greatest(due_at, at) + interval '1 second'
    or nudge_due_at < at - make_interval(secs => lease_seconds);

-- Takes up to `most` due objects that no outstanding nudge covers, and marks each as nudged.
create or replace function claim_nudges(at timestamptz, most integer, lease_seconds integer)
returns table (subject_id uuid, type text, nudge_number integer)
language sql security definer set search_path = afara, pg_temp as $$
  update wake w set nudge_number = w.nudge_number + 1, nudge_due_at = at
  where w.subject_id in (
    select d.subject_id from wake d
    where d.due_at <= at and nudge_is_needed(d.nudge_due_at, d.due_at, at, lease_seconds)
    order by d.due_at limit most for update skip locked)
  returning w.subject_id, w.type, w.nudge_number
$$;

-- Claims the nudge of one object right after the commit that made it due, or for a timer of the engine if it is due later. Returns no row
-- if a nudge is outstanding already or nothing is due.
create or replace function claim_nudge(id uuid, at timestamptz, lease_seconds integer)
returns table (type text, nudge_number integer, due_at timestamptz)
language sql security definer set search_path = afara, pg_temp as $$
  update wake w set nudge_number = w.nudge_number + 1, nudge_due_at = greatest(w.due_at, at)
  where w.subject_id = id and nudge_is_needed(w.nudge_due_at, w.due_at, at, lease_seconds)
  returning w.type, w.nudge_number, w.due_at
$$;

-- Does what claim_nudges does, for the objects of a list that one commit has made due.
create or replace function claim_nudges_of(p_subjects uuid[], p_at timestamptz, p_lease_seconds integer)
returns table (subject_id uuid, type text, nudge_number integer)
language sql security definer set search_path = afara, pg_temp as $$
  update wake w set nudge_number = w.nudge_number + 1, nudge_due_at = p_at
  where w.subject_id = any (p_subjects) and w.due_at <= p_at and nudge_is_needed(w.nudge_due_at, w.due_at, p_at, p_lease_seconds)
  returning w.subject_id, w.type, w.nudge_number
$$;

-- Makes an object due now, because of something that concerns it. Outstanding nudges and recorded failures stay unchanged.
create or replace function wake_now(p_type text, p_subject uuid, p_at timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  insert into wake (subject_id, type, due_at) values (p_subject, p_type, p_at)
  on conflict (subject_id) do update set due_at = excluded.due_at
$$;

-- Ends a run and schedules the next. If a call made the object due in the meantime (the time differs from p_seen, which was read before the
-- run), it stays due, because this run may have missed it. Times are compared in milliseconds, because callers know them only to the
-- millisecond.
create or replace function settle_wake(p_subject uuid, p_seen timestamptz, p_due_at timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update wake w set nudge_due_at = null, failure_count = 0, last_error = null,
    due_at = case when date_trunc('milliseconds', w.due_at) = date_trunc('milliseconds', p_seen) then p_due_at
      else least(w.due_at, p_due_at) end
  where w.subject_id = p_subject
$$;

-- Starts a run by moving the due time to p_until. A call from now on finds the object not due and makes it due. If the run never ends, the
-- next is due at p_until.
create or replace function begin_look(p_subject uuid, p_until timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update wake set due_at = p_until where subject_id = p_subject
$$;

-- Makes waiting transactions due when a freeze or a lien is lifted.
create or replace function wake_waiting() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  update wake w set due_at = least(w.due_at, afara_now())
    where w.type in ('buy', 'sell', 'withdrawal', 'return') and w.last_error like 'waits: %';
  return null;
end $$;

-- Postpones a transaction that is frozen, under a lien or without a lane. It is due again in a minute, or as soon as it is released.
create or replace function let_wait(p_type text, p_transaction uuid, p_why text, p_at timestamptz) returns timestamptz language sql as $$
  insert into wake (subject_id, type, due_at, last_error)
    values (p_transaction, p_type, p_at + interval '1 minute', left('waits: ' || p_why, 500))
  on conflict (subject_id) do update set due_at = excluded.due_at, nudge_due_at = null, failure_count = 0, last_error = excluded.last_error
  returning due_at
$$;
