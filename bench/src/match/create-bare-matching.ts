import { runStatement } from '@afara/stack/postgres/run-statement.ts'
import type { TestBed } from '../test-bed.ts'

// The columns that matching reads and writes, with a primary key each and the one index that the join needs. No rule, no other index, no
// row-level security, no trigger and no type with a check: as fast as PostgreSQL can store the same facts.
const TABLES = `
  set search_path = afara;
  create table public.bare_claim (
    transaction_id uuid primary key, business_id uuid, mode mode, vendor_account_id uuid, amount_minor numeric(38, 0),
    left_minor numeric(38, 0), payer_account_number text, payer_bank_code text, payer_words text[], accepted_at timestamptz,
    expires_at timestamptz);
  create index on public.bare_claim (vendor_account_id, payer_account_number, amount_minor);
  create table public.bare_fund (
    line_id uuid primary key, vendor_account_id uuid, mode mode, left_minor numeric(38, 0), booked_at timestamptz,
    payer_account_number text, payer_name text, payer_words text[], payer_bank_code text, narration text);
  create table public.bare_transaction (
    id uuid primary key, business_id uuid, mode mode, type transaction_type, status text, version integer,
    amount_minor numeric(38, 0), reference text, created_at timestamptz) with (fillfactor = 50);
  create table public.bare_event (
    transaction_id uuid, sequence integer, id uuid, business_id uuid, mode mode, type transaction_type, event text,
    from_status text, to_status text, data jsonb, happened_at timestamptz, xid bigint, primary key (transaction_id, sequence));
  create table public.bare_allocation (
    id uuid primary key, mode mode, line_id uuid, transaction_id uuid, business_id uuid, amount_minor numeric(38, 0),
    evidence text, ground text, decided_by text, at timestamptz, xid bigint);
  create table public.bare_entry (
    id uuid primary key, mode mode, transaction_id uuid, step text, reverses uuid, posted_at timestamptz, xid bigint);
  create table public.bare_posting (
    entry_id uuid, ordinal smallint, mode mode, debit_kind account_kind, debit_owner text, credit_kind account_kind,
    credit_owner text, asset asset, amount_minor numeric(38, 0), xid bigint, primary key (entry_id, ordinal));
  create table public.bare_balance (
    owner text, kind account_kind, asset asset, mode mode, amount_minor numeric(38, 0), primary key (owner, kind, asset, mode));
  create table public.bare_wake (subject_id uuid primary key, type text, due_at timestamptz) with (fillfactor = 50);
  create table public.bare_known_payer (
    mode mode, account_number text, bank_code text, business_id uuid, first_line_id uuid, trusted_from timestamptz,
    primary key (mode, account_number, bank_code, business_id));
  create table public.bare_exposure_day (
    business_id uuid, mode mode, day date, amount_minor numeric(38, 0), aged_from timestamptz, primary key (business_id, mode, day));

  -- Up to so many credits at a time, oldest first: who fits gets it, and how many did.
  create function public.match_unchecked(p_account uuid, p_most integer) returns integer language sql as $$
    with due as materialized (
      select * from public.bare_fund where vendor_account_id = p_account order by booked_at, line_id limit p_most
    ), given as materialized (
      select distinct on (c.transaction_id) uuidv7() as id, c.mode, d.line_id, c.transaction_id, c.business_id, c.amount_minor,
        c.payer_account_number, c.payer_bank_code, pg_current_xact_id()::text::bigint as xid
      from due d join public.bare_claim c on c.vendor_account_id = p_account and c.payer_account_number = d.payer_account_number
        and c.amount_minor = d.left_minor
      order by c.transaction_id
    ), used as (
      delete from public.bare_fund f using given g where f.line_id = g.line_id
    ), gone as (
      delete from public.bare_claim c using given g where c.transaction_id = g.transaction_id
    ), moved as (
      update public.bare_transaction t set status = 'payment_received', version = t.version + 1 from given g
      where t.id = g.transaction_id returning t.*, g.line_id, g.xid
    ), logged as (
      insert into public.bare_event
      select m.id, m.version, uuidv7(), m.business_id, m.mode, m.type, 'paid_in_full', 'pending_payment', m.status,
        jsonb_build_object('line_id', m.line_id, 'amount_minor', m.amount_minor::text), now(), m.xid from moved m
    ), woken as (
      update public.bare_wake w set due_at = now() from given g where w.subject_id = g.transaction_id
    ), known as (
      insert into public.bare_known_payer
      select g.mode, g.payer_account_number, g.payer_bank_code, g.business_id, g.line_id, now() + interval '18 days' from given g
      on conflict do nothing
    ), trusted as (
      insert into public.bare_exposure_day as e
      select g.business_id, g.mode, current_date, sum(g.amount_minor), now() + interval '18 days' from given g group by 1, 2
      on conflict (business_id, mode, day) do update set amount_minor = e.amount_minor + excluded.amount_minor
    ), allocated as (
      insert into public.bare_allocation
      select g.id, g.mode, g.line_id, g.transaction_id, g.business_id, g.amount_minor, 'number', 'within_cap', 'matching', now(), g.xid
      from given g
    ), entered as (
      insert into public.bare_entry select g.id, g.mode, g.transaction_id, 'credit_matched', null, now(), g.xid from given g
    ), posted as (
      insert into public.bare_posting
      select g.id, 1, g.mode, 'suspense', '', 'held', g.transaction_id::text, 'NGN', g.amount_minor, g.xid from given g
    ), held as (
      insert into public.bare_balance select g.transaction_id::text, 'held', 'NGN', g.mode, g.amount_minor from given g
    )
    select count(*)::integer from given
  $$`

export async function createBareMatching({ postgres }: TestBed, database: string): Promise<void> {
  await runStatement(postgres.url('postgres', database), TABLES)
}
