-- Roles, the schema, and the types that every later table is built on. The migrator runs this file as the superuser and all others as
-- afara_owner.
--
-- Each process has a role of its own, so that PostgreSQL itself
-- refuses what a process has no business doing. Roles belong to the cluster and may exist already. They log in without a password here; a
-- deployment sets one, or a certificate, when it creates the cluster.

do $$
declare
  v_role text;
begin
  -- owner migrates and owns every function that may write money; api serves requests; worker drives transactions; sealer seals what was
  -- committed; signer and payer read, by themselves, what they judge a transfer or a payout by.
  foreach v_role in array array['afara_owner', 'afara_api', 'afara_worker', 'afara_sealer', 'afara_signer', 'afara_payer'] loop
    if not exists (select from pg_roles where rolname = v_role) then
      execute format('create role %I login nosuperuser nocreatedb nocreaterole nobypassrls', v_role);
    end if;
    execute format('alter role %I set search_path = afara', v_role);
  end loop;
  foreach v_role in array array['afara_signer', 'afara_payer'] loop
    execute format('alter role %I set default_transaction_read_only = on', v_role);
    -- A judgement reads a few rows by their keys: compiling its plan would take longer than running it.
    execute format('alter role %I set jit = off', v_role);
  end loop;
end $$;

create schema afara authorization afara_owner;
-- Nothing is executable or readable unless grants.sql grants it by name.
alter default privileges for role afara_owner revoke execute on functions from public;
revoke create on schema public from public;

set local role afara_owner;
set local search_path = afara;

create type mode as enum ('live', 'test');

-- NGN and NGNC have two decimals; the rest are what networks take as gas.
create type asset as enum ('NGN', 'NGNC', 'POL', 'AVAX', 'XLM', 'SOL');

create domain positive_minor as numeric(38, 0) check (value > 0);

create domain nonnegative_minor as numeric(38, 0) check (value >= 0);

-- Rules as types: PostgreSQL parses a CHECK anew for every statement, a domain's rule once a session. And no counted
-- repeat in a pattern: {1,64} makes a matcher with a state for every length, built anew for every row (15 µs, measured).
create domain digest as bytea check (octet_length(value) = 32);

create domain account_number as text check (length(value) = 10 and value ~ '^[0-9]+$');

create domain transaction_reference as text check (length(value) <= 64 and value ~ '^[A-Za-z0-9._-]+$');

create domain object_type as text check (value ~ '^[a-z]+(-[a-z]+)*$');

create domain source_name as text check (value ~ '^[a-z0-9_-]+$');

create domain filled_text as text check (value <> '');

-- Ten places, each a digit that the bank shows or a star where it hides one.
create domain account_mask as text check (length(value) = 10 and value ~ '^[0-9*]+$');

create domain decider as text check (value = 'matching' or length(value) = 36 and value ~ '^[0-9a-f-]+$');
