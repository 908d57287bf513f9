-- Why: one role per process, so that PostgreSQL itself refuses what a process has no business doing,
-- and the few words (modes, assets) that every later table is built on.
--
-- Roles belong to the cluster, not to the database, so they may exist already. They log in without a
-- password here; a deployment sets one (or a certificate) when it creates the cluster.

do $$
declare
  role_name text;
begin
  -- owner migrates and owns every function that may write money; api serves requests; worker drives
  -- transactions; sealer seals what was committed.
  foreach role_name in array array['afara_owner', 'afara_api', 'afara_worker', 'afara_sealer'] loop
    if not exists (select from pg_roles where rolname = role_name) then
      execute format('create role %I login nosuperuser nocreatedb nocreaterole nobypassrls', role_name);
    end if;
  end loop;
end $$;

create schema afara authorization afara_owner;
grant usage on schema afara to afara_api, afara_worker, afara_sealer;

-- Nothing is executable or readable unless it is granted by name.
alter default privileges for role afara_owner revoke execute on functions from public;
revoke create on schema public from public;

alter role afara_owner set search_path = afara;
alter role afara_api set search_path = afara;
alter role afara_worker set search_path = afara;
alter role afara_sealer set search_path = afara;

set local role afara_owner;
set local search_path = afara;

create type mode as enum ('live', 'test');

-- NGN and NGNC have two decimals; the rest are what networks take as gas.
create type asset as enum ('NGN', 'NGNC', 'POL', 'AVAX', 'XLM', 'SOL');

-- The tenant of the request in hand, set by the api in its transaction. Without one, nothing is visible.
create function tenant_business() returns uuid language sql stable
  return nullif(current_setting('afara.business_id', true), '')::uuid;

create function tenant_mode() returns mode language sql stable
  return nullif(current_setting('afara.mode', true), '')::afara.mode;

grant execute on function tenant_business(), tenant_mode() to afara_api, afara_worker, afara_sealer;

-- For tables that are history: refuses even the owner.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'AF002';
end $$;
