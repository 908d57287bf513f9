-- Why: not only transactions have a next look. A bank account is looked at again and again, for as long as we have it. The
-- same row, the same nudge and the same sweeper serve every durable object: its type is the engine's name for it, its
-- subject the key.

set local role afara_owner;
set local search_path = afara;

create domain object_type as text check (value ~ '^[a-z]+(-[a-z]+)*$');

alter table wake rename column transaction_id to subject_id;
alter table wake alter column type type object_type using type::text;

-- Accepting is as it was but for the name of this column, so it is not written down a second time.
do $$
declare
  writer regprocedure;
begin
  for writer in select p.oid from pg_proc p where p.pronamespace = 'afara'::regnamespace
    and p.proname in ('open_transaction', 'accept_buys') loop
    execute replace(pg_get_functiondef(writer), 'into wake (transaction_id,', 'into wake (subject_id,');
  end loop;
end $$;

-- ── a transaction's next look ─────────────────────────────────────────────────────────────────────────────────

-- Sets (or with null removes) the time of the next look. A successful step clears the count of failures.
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

-- ── the next look at what never ends ──────────────────────────────────────────────────────────────────────────

-- Something happened that concerns it: due now. What is outstanding and what failed before stay as they are.
create function wake_now(p_type text, p_subject uuid, p_at timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  insert into wake (subject_id, type, due_at) values (p_subject, p_type, p_at)
  on conflict (subject_id) do update set due_at = excluded.due_at
$$;

-- A look is over and the next is due then. Whoever called for one in the meantime (the time is not the one that was
-- read before the look) is not put off: it may have come too late for this one. Those who read know milliseconds only.
create function settle_wake(p_subject uuid, p_seen timestamptz, p_due_at timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update wake w set nudge_due_at = null, failure_count = 0, last_error = null,
    due_at = case when date_trunc('milliseconds', w.due_at) = date_trunc('milliseconds', p_seen) then p_due_at
      else least(w.due_at, p_due_at) end
  where w.subject_id = p_subject
$$;

-- ── failures and nudges ───────────────────────────────────────────────────────────────────────────────────────

-- The world failed: remember why and look again later. The status does not move.
create or replace function record_failure(id uuid, error text, due_at timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update wake w set due_at = record_failure.due_at, nudge_due_at = null,
      failure_count = w.failure_count + 1, last_error = left(record_failure.error, 500)
    where w.subject_id = record_failure.id
$$;

-- Takes up to `most` due objects that no outstanding nudge covers, and marks each as nudged.
drop function claim_nudges(timestamptz, integer, integer);
create function claim_nudges(at timestamptz, most integer, lease_seconds integer)
returns table (subject_id uuid, type text, nudge_number integer)
language sql security definer set search_path = afara, pg_temp as $$
  update wake w set nudge_number = w.nudge_number + 1, nudge_due_at = at
  where w.subject_id in (
    select d.subject_id from wake d
    where d.due_at <= at and nudge_is_needed(d.nudge_due_at, d.due_at, at, lease_seconds)
    order by d.due_at limit most for update skip locked)
  returning w.subject_id, w.type, w.nudge_number
$$;

-- The same for one object, right after the commit that made it due (or for a timer in the engine, when it is due
-- later). No row: a nudge is outstanding already, or there is no next look.
drop function claim_nudge(uuid, timestamptz, integer);
create function claim_nudge(id uuid, at timestamptz, lease_seconds integer)
returns table (type text, nudge_number integer, due_at timestamptz)
language sql security definer set search_path = afara, pg_temp as $$
  update wake w set nudge_number = w.nudge_number + 1, nudge_due_at = greatest(w.due_at, at)
  where w.subject_id = id and nudge_is_needed(w.nudge_due_at, w.due_at, at, lease_seconds)
  returning w.type, w.nudge_number, w.due_at
$$;

-- ── checks ────────────────────────────────────────────────────────────────────────────────────────────────────

create or replace function check_wake(since_xid bigint) returns setof finding language sql stable as $$
  select row(t.id::text, 'unfinished, and nothing wakes it')::finding
  from transaction t left join wake w on w.subject_id = t.id
  where t.type = 'drill' and w.subject_id is null
    and exists (select from transition e where e.type = t.type and e.from_status = t.status)
$$;

create or replace function check_parts(since_xid bigint) returns setof finding language sql stable as $$
  select row(p.transaction_id::text, 'has a ' || p.part || ' and no transaction')::finding
  from (
    select transaction_id, 'buy' as part from buy
    union all
    select transaction_id, 'sell' from sell
    union all
    select transaction_id, 'request key' from request_key
    union all
    select subject_id, 'wake-up' from wake where type = any (enum_range(null::transaction_type)::text[])
  ) p
  where not exists (select from transaction t where t.id = p.transaction_id)
$$;

grant execute on function wake_now, settle_wake, claim_nudges, claim_nudge to afara_worker;
-- The api may pass on a nudge for what it has just accepted. A nudge moves nothing by itself.
grant execute on function claim_nudge to afara_api;
