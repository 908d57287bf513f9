-- The reconciler compares our books with banks, vendors and chains, and verifies the seals. It has a role of its own, so that the worker,
-- which writes what is compared, cannot write what was found. A role belongs to the cluster, so it is created by the role that migrates.
reset role;
do $$
begin
  if not exists (select from pg_roles where rolname = 'afara_reconciler') then
    create role afara_reconciler login nosuperuser nocreatedb nocreaterole nobypassrls;
  end if;
  alter role afara_reconciler set search_path = afara;
end $$;
set local role afara_owner;
