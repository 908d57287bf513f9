import { runStatement } from '@afara/stack/postgres/run-statement.ts'
import type { TestBed } from '../test-bed.ts'

// The columns of entry and posting, with a primary key each. No rule, no other index, no row-level security, no trigger and no balance: as
// fast as PostgreSQL can store the same facts.
const TABLES = `
  set search_path = afara;
  create table public.bare_entry (
    id uuid primary key, mode mode, transaction_id uuid, step text, reverses uuid, posted_at timestamptz, xid bigint);
  create table public.bare_posting (
    entry_id uuid, ordinal smallint, mode mode, debit_kind account_kind, debit_owner text, credit_kind account_kind,
    credit_owner text, asset asset, amount_minor numeric(38, 0), xid bigint, primary key (entry_id, ordinal));
  grant select, insert on public.bare_entry, public.bare_posting to afara_owner;

  -- The least that any posting function could do: the same rows, one balance changed, no rule asked.
  create table public.bare_balance (owner text primary key, amount_minor numeric(38, 0)) with (fillfactor = 50);
  insert into public.bare_balance select owner, 0 from balance where kind = 'business';
  create function public.post_unchecked(p_owner text) returns void language sql security definer as $$
    with e as (
      insert into public.bare_entry values (uuidv7(), 'live', replace(p_owner, '-8000-', '-9000-')::uuid, 'bench', null, now(), pg_current_xact_id()::text::bigint)
      returning id, mode, xid
    ), p as (
      insert into public.bare_posting select id, 1, mode, 'deposit', 'polygon', 'business', p_owner, 'NGNC', 1, xid from e
    )
    update public.bare_balance set amount_minor = amount_minor + 1 where owner = p_owner
  $$`

export async function createBareTables({ postgres }: TestBed, database: string): Promise<void> {
  await runStatement(postgres.url('postgres', database), TABLES)
}
