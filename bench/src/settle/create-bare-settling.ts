import { runStatement } from '@afara/stack/postgres/run-statement.ts'

const TABLES = `
create schema bare;
create table bare.transaction (id uuid primary key, business_id uuid, mode text, type text, status text, version integer,
  amount_minor numeric, reference text, address text, created_at timestamptz) with (fillfactor = 70);
create table bare.event (transaction_id uuid, sequence integer, id uuid, event text, from_status text, to_status text, data jsonb,
  happened_at timestamptz, xid bigint, primary key (transaction_id, sequence));
create table bare.wake (subject_id uuid primary key, type text, due_at timestamptz, nudge_number integer) with (fillfactor = 70);
create table bare.screening (id uuid primary key, transaction_id uuid, list text, version text, subjects jsonb, hits jsonb,
  at timestamptz, xid bigint);
create table bare.delivery (transaction_id uuid primary key, lane integer, address text, amount_minor numeric, tokens_minor numeric,
  due_at timestamptz);
create index on bare.delivery (lane, due_at);
create table bare.transfer_right (id uuid primary key, transaction_id uuid, address text, tokens_minor numeric, opened_at timestamptz);
create table bare.transfer (id uuid primary key, right_id uuid, transaction_id uuid, lane integer, lock bigint, state text,
  entry_id uuid, hash text, opened_at timestamptz, evidence jsonb) with (fillfactor = 70);
create index on bare.transfer (lane) where state = 'signed';
create table bare.attempt (id uuid primary key, transfer_id uuid, number integer, raw bytea, hash text, fees jsonb, signed_at timestamptz);
create table bare.entry (id uuid primary key, transaction_id uuid, step text, posted_at timestamptz, xid bigint);
create table bare.posting (entry_id uuid, ordinal integer, debit_kind text, debit_owner text, credit_kind text, credit_owner text,
  asset text, amount_minor numeric, xid bigint, primary key (entry_id, ordinal));
create table bare.balance (owner text, kind text, amount_minor numeric, primary key (owner, kind)) with (fillfactor = 50);
create table bare.lane (number integer primary key, next_lock bigint, holder text, read_at timestamptz) with (fillfactor = 50);
insert into bare.lane values (3, 0, null, null), (4, 0, null, null);
insert into bare.wake values ('00000000-0000-0000-0000-000000000003', 'lane', now(), 0),
  ('00000000-0000-0000-0000-000000000004', 'lane', now(), 0);
insert into bare.balance values ('Polygon:3', 'float', 1e20), ('Polygon:4', 'float', 1e20);
`

/** The same rows as ours, in tables with a primary key each and the two indexes that the work cannot do without. */
export async function createBareSettling(superuserUrl: string): Promise<void> {
  await runStatement(superuserUrl, TABLES)
}
