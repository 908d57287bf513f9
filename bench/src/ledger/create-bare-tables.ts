import { runStatement } from '@afara/stack/run-statement.ts'
import type { TestBed } from '../test-bed.ts'

// The columns of entry and posting, and a primary key each: no rule, no other index, no row-level security, no
// trigger, no balance. As fast as this PostgreSQL can keep the same facts.
const TABLES = `
  set search_path = afara;
  create table public.bare_entry (
    id uuid primary key, mode mode, transaction_id uuid, step text, reverses uuid, posted_at timestamptz, xid bigint);
  create table public.bare_posting (
    entry_id uuid, ordinal smallint, mode mode, debit_kind account_kind, debit_owner text, credit_kind account_kind,
    credit_owner text, asset asset, amount_minor numeric(38, 0), xid bigint, primary key (entry_id, ordinal));
  grant select, insert on public.bare_entry, public.bare_posting to afara_worker`

export async function createBareTables({ postgres }: TestBed, database: string): Promise<void> {
  await runStatement(postgres.url('postgres', database), TABLES)
}
