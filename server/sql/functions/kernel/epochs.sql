-- Begins an epoch on a standby that has just become the primary, and returns its number. Calls of the worker that the loss interrupted give
-- up their leases, so that the next ones need not wait. Every nudge is sent again under a new number, because Restate may remember numbers
-- that the database has lost. Every lane and payout account is compared with its journal at once.
create or replace function begin_epoch(p_at timestamptz) returns bigint
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_epoch bigint;
begin
  if pg_is_in_recovery() then
    raise exception 'this PostgreSQL is still a standby: promote it first' using errcode = 'AF001';
  end if;
  insert into database_epoch (epoch, began_at, postmaster_start)
    select coalesce(max(e.epoch), 0) + 1, p_at, pg_postmaster_start_time() from database_epoch e returning epoch into v_epoch;
  update lane set holder = null, lease_until = null where holder is not null;
  update payout_account set holder = null, lease_until = null where holder is not null;
  update wake set nudge_number = nudge_number + 1000000, nudge_due_at = null,
    due_at = case when type in ('lane', 'payout-account') then least(due_at, p_at) else due_at end;
  return v_epoch;
end $$;

-- Returns whether this server was promoted and has not restarted since. Then at most the last commits before the promotion are lost, and
-- the journals name them. After a restart the database may also be a copy of any age.
create or replace function is_promoted() returns boolean
language sql stable security definer set search_path = afara, pg_temp as $$
  select coalesce((select e.postmaster_start = pg_postmaster_start_time() from database_epoch e order by e.epoch desc limit 1), false)
$$;

-- Returns the businesses whose payments a database has lost, as a journal names them. Returns null if everything has to stop: the database
-- was not promoted, so it may have lost more than the last commits; the journal names nobody; or it names a business that the database
-- does not know, so its row may be lost as well.
create or replace function forgotten_businesses(p_businesses uuid[]) returns uuid[] language sql stable as $$
  select case when is_promoted() and cardinality(p_businesses) > 0
      and not exists (select from unnest(p_businesses) n where n is null or not exists (select from business b where b.id = n))
    then p_businesses end
$$;

-- Freezes the businesses whose payments a database has lost, or everything if forgotten_businesses cannot name them all.
create or replace function freeze_forgotten(p_businesses uuid[], p_because text, p_by text, p_at timestamptz) returns void
language plpgsql as $$
begin
  if forgotten_businesses(p_businesses) is null then
    perform place_freeze('all', '', p_because, p_by, p_at);
  else
    perform place_freeze('business', b::text, p_because, p_by, p_at) from unnest(p_businesses) b;
  end if;
end $$;
