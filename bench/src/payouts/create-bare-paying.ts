import { runStatement } from '@afara/stack/postgres/run-statement.ts'

const TABLES = `
create schema bare;
create table bare.transaction (id uuid primary key, business_id uuid, mode text, type text, status text, version integer,
  amount_minor numeric, reference text, number text, created_at timestamptz) with (fillfactor = 70);
create table bare.event (transaction_id uuid, sequence integer, id uuid, event text, from_status text, to_status text, data jsonb,
  happened_at timestamptz, xid bigint, primary key (transaction_id, sequence));
create table bare.wake (subject_id uuid primary key, type text, due_at timestamptz, nudge_number integer) with (fillfactor = 70);
create table bare.screening (id uuid primary key, transaction_id uuid, list text, version text, subjects jsonb, hits jsonb,
  at timestamptz, xid bigint);
create table bare.name_answer (id uuid primary key, transaction_id uuid, number text, name text, at timestamptz, xid bigint);
create table bare.payout_order (transaction_id uuid primary key, account text, number text, name text, amount_minor numeric,
  cleared_at timestamptz);
create index on bare.payout_order (account, cleared_at);
create table bare.payout_right (id uuid primary key, transaction_id uuid, number text, name text, amount_minor numeric, opened_at timestamptz);
create table bare.payout (id uuid primary key, right_id uuid, transaction_id uuid, account text, reference text, state text, entry_id uuid,
  sent_at timestamptz, session_id text, vendor_id text, ended_at timestamptz) with (fillfactor = 70);
create index on bare.payout (account) where state = 'accepted';
create table bare.reading (id uuid primary key, payout_id uuid, at timestamptz, kind text, session_id text, vendor_id text, xid bigint);
create table bare.entry (id uuid primary key, transaction_id uuid, step text, posted_at timestamptz, xid bigint);
create table bare.posting (entry_id uuid, ordinal integer, debit_kind text, debit_owner text, credit_kind text, credit_owner text,
  asset text, amount_minor numeric, xid bigint, primary key (entry_id, ordinal));
create table bare.balance (owner text, kind text, amount_minor numeric, primary key (owner, kind)) with (fillfactor = 50);
create table bare.account (number text primary key, holder text) with (fillfactor = 50);
insert into bare.account values ('0000000031', null), ('0000000032', null);
insert into bare.wake values ('00000000-0000-0000-0000-000000000031', 'account', now(), 0),
  ('00000000-0000-0000-0000-000000000032', 'account', now(), 0);
insert into bare.balance values ('0000000031', 'payout_bank', 1e20), ('0000000032', 'payout_bank', 1e20);
`

/** The same rows as ours, in tables with a primary key each and the two indexes that the work cannot do without. */
export async function createBarePaying(superuserUrl: string): Promise<void> {
  await runStatement(superuserUrl, TABLES)
}
