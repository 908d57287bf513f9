-- Returns whether the tokens of a transaction may be swept. Tokens that a sanctions list holds stay at their address, so that they do not
-- mix with the tokens that we send.
create or replace function is_sweepable(p_transaction uuid) returns boolean language sql stable as $$
  select not is_held_by_sanctions(p_transaction)
$$;

-- Adds new deposits to what waits at each address to be swept.
create or replace function note_unswept() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  insert into unswept_deposit as u (mode, network, address, transaction_id, minor, units, since)
    select f.mode, f.network, f.address, (array_agg(f.transaction_id))[1], sum(f.minor::numeric), sum(f.units), min(f.seen_at)
    from fresh f group by f.mode, f.network, f.address
    on conflict (address, network, mode) do update set minor = u.minor::numeric + excluded.minor::numeric, units = u.units + excluded.units;
  return null;
end $$;

-- Counts again what is left at an address after a sweep, because more may have arrived since.
create or replace function note_swept() returns trigger language plpgsql security definer set search_path = afara,
  pg_temp set enable_seqscan = off as $$
declare
  w record;
  v_minor numeric;
  v_units numeric;
begin
  for w in select distinct f.mode, f.network, f.address from fresh f loop
    select sum(m.minor), sum(m.units) into v_minor, v_units from (
      select d.minor::numeric as minor, d.units from deposit d where d.address = w.address and d.network = w.network and d.mode = w.mode
      union all
      select -s.swept_minor::numeric, -s.units from deposit_sweep s where s.address = w.address and s.network = w.network
        and s.mode = w.mode) m;
    if v_units > 0 and v_minor >= 0 then
      update unswept_deposit u set minor = v_minor, units = v_units, due_at = null, failures = 0
        where u.address = w.address and u.network = w.network and u.mode = w.mode;
    else
      delete from unswept_deposit u where u.address = w.address and u.network = w.network and u.mode = w.mode;
    end if;
  end loop;
  return null;
end $$;
