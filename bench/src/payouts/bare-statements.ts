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

/** Creates tables for the same rows as ours, with a primary key each and the two indexes that the work needs. */
export async function createBarePaying(superuserUrl: string): Promise<void> {
  await runStatement(superuserUrl, TABLES)
}

// Plain inserts and updates of the same rows as ours. Each group is one statement, like one of our functions, without any check.

export const FIND_SELLS = `
  select t.id, t.status, t.version, t.number, t.amount_minor, w.due_at from bare.transaction t left join bare.wake w on w.subject_id = t.id
  where t.id = any ($1::uuid[])`

export const CLEAR_SELLS = `
  with given as materialized (
    select * from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[]) as g (id, account, name, subject)
  ), screened as (
    insert into bare.screening select gen_random_uuid(), id, 'none', '1', '[{"kind":"name","text":"NGOZI OKAFOR"}]', '[]', now(), 1 from given
  ), named as (
    insert into bare.name_answer select gen_random_uuid(), t.id, t.number, g.name, now(), 1 from given g join bare.transaction t on t.id = g.id
  ), moved as (
    update bare.transaction t set status = 'cleared', version = version + 1 from given g where t.id = g.id
  ), logged as (
    insert into bare.event select id, 2, gen_random_uuid(), 'checks_passed', 'deposit_received', 'cleared', '{}', now(), 1 from given
  ), woken as (
    insert into bare.wake select id, 'sell', now() + interval '10 minutes', 1 from given
    on conflict (subject_id) do update set due_at = excluded.due_at
  ), accounts as (
    update bare.wake set due_at = now(), nudge_number = nudge_number + 1 where subject_id = any ($4::uuid[])
  )
  insert into bare.payout_order select g.id, g.account, t.number, g.name, t.amount_minor - 1000, now()
  from given g join bare.transaction t on t.id = g.id`

export const TAKE_ACCOUNT = `update bare.account set holder = $2 where number = $1`

export const OPEN = `
  with due as (
    delete from bare.payout_order d using (
      select transaction_id from bare.payout_order where account = $1 order by cleared_at limit $2) o
    where d.transaction_id = o.transaction_id returning d.*
  ), numbered as materialized (
    select d.*, gen_random_uuid() as payout_id, gen_random_uuid() as right_id, gen_random_uuid() as entry_id from due d
  ), rights as (
    insert into bare.payout_right select right_id, transaction_id, number, name, amount_minor, now() from numbered
  ), payouts as (
    insert into bare.payout select payout_id, right_id, transaction_id, $1, 'bare-' || payout_id, 'ordered', entry_id from numbered
  ), entries as (
    insert into bare.entry select entry_id, transaction_id, 'payout_opened', now(), 1 from numbered
  ), postings as (
    insert into bare.posting select entry_id, p.ordinal, p.a, transaction_id::text, p.b, $1, p.asset, amount_minor, 1
    from numbered cross join (values (1, 'held', 'committed', 'NGNC'), (2, 'outgoing', 'payout_bank', 'NGN')) as p (ordinal, a, b, asset)
  ), held as (
    delete from bare.balance b using numbered n where b.owner = n.transaction_id::text and b.kind = 'held'
  ), funds as (
    update bare.balance set amount_minor = amount_minor - (select coalesce(sum(amount_minor), 0) from numbered)
    where owner = $1 and kind = 'payout_bank'
  ), moved as (
    update bare.transaction t set status = 'paying_out', version = version + 1 from numbered n where t.id = n.transaction_id
  ), logged as (
    insert into bare.event select transaction_id, 3, gen_random_uuid(), 'payout_ordered', 'cleared', 'paying_out', '{"attempt":1}', now(), 1
    from numbered
  )
  select payout_id as id, 'bare-' || payout_id as reference, number, name, amount_minor from numbered`

export const SEND = `update bare.payout set state = 'sending', sent_at = now() where id = any ($1::uuid[])`

export const NOTE_ANSWERS = `
  with told as (
    insert into bare.reading select gen_random_uuid(), id, now(), 'accepted', null, null, 1 from unnest($1::uuid[]) as u (id)
  )
  update bare.payout set state = 'accepted' where id = any ($1::uuid[])`

export const LIST_OUT = `
  select id, reference, sent_at <= now() - interval '5 seconds' as is_due from bare.payout where account = $1 and state = 'accepted'
  order by sent_at limit 200`

export const FINISH = `
  with ended as (
    update bare.payout x set state = 'succeeded', session_id = '1', ended_at = now() from unnest($1::uuid[]) as u (id) where x.id = u.id
    returning x.id, x.transaction_id, x.account, gen_random_uuid() as entry_id
  ), told as (
    insert into bare.reading select gen_random_uuid(), id, now(), 'success', '1', '1', 1 from ended
  ), entries as (
    insert into bare.entry select entry_id, transaction_id, 'payout_succeeded', now(), 1 from ended
  ), postings as (
    insert into bare.posting select e.entry_id, p.ordinal, p.a, e.transaction_id::text, p.b, e.account, 'NGN', 199000, 1
    from ended e cross join (values (1, 'clearing', 'outgoing'), (2, 'clearing', 'income'), (3, 'committed', 'clearing')) as p (ordinal, a, b)
  ), moved as (
    update bare.transaction t set status = 'completed', version = version + 1 from ended e where t.id = e.transaction_id returning t.id
  ), logged as (
    insert into bare.event select id, 4, gen_random_uuid(), 'payout_succeeded', 'paying_out', 'completed', '{"session_id":"1"}', now(), 1
    from moved
  )
  delete from bare.wake w using ended e where w.subject_id = e.transaction_id`
