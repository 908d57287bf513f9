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

/** Creates tables for the same rows as ours, with a primary key each and the two indexes that the work needs. */
export async function createBareSettling(superuserUrl: string): Promise<void> {
  await runStatement(superuserUrl, TABLES)
}

// Plain inserts and updates of the same rows as ours. Each group is one statement, like one of our functions, without any check.

export const FIND_BUYS = `
  select t.id, t.status, t.version, t.address, t.amount_minor, w.due_at from bare.transaction t left join bare.wake w on w.subject_id = t.id
  where t.id = any ($1::uuid[])`

export const CLEAR_BUYS = `
  with given as materialized (
    select * from unnest($1::uuid[], $2::integer[], $3::uuid[]) as g (id, lane, subject)
  ), screened as (
    insert into bare.screening select gen_random_uuid(), id, 'none', '1', '[{"kind":"name","text":"NGOZI OKAFOR"}]', '[]', now(), 1 from given
  ), moved as (
    update bare.transaction t set status = 'cleared', version = version + 1 from given g where t.id = g.id
  ), logged as (
    insert into bare.event select id, 3, gen_random_uuid(), 'checks_passed', 'payment_received', 'cleared', '{}', now(), 1 from given
  ), woken as (
    insert into bare.wake select id, 'buy', now() + interval '10 minutes', 1 from given
    on conflict (subject_id) do update set due_at = excluded.due_at
  ), lanes as (
    update bare.wake set due_at = now(), nudge_number = nudge_number + 1 where subject_id = any ($3::uuid[])
  )
  insert into bare.delivery select g.id, g.lane, t.address, t.amount_minor, t.amount_minor - 10000, now()
  from given g join bare.transaction t on t.id = g.id`

export const TAKE_LANE = `update bare.lane set holder = $2 where number = $1 returning next_lock`

export const LIST_OUT = `
  select f.id, f.transaction_id, f.hash, f.entry_id, r.tokens_minor from bare.transfer f join bare.transfer_right r on r.id = f.right_id
  where f.lane = $1 and f.state = 'signed' order by f.lock limit 200`

export const FINISH = `
  with ended as (
    update bare.transfer f set state = 'final_ok', evidence = '{"block":"1"}' from unnest($1::uuid[]) as u (id) where f.id = u.id
    returning f.transaction_id, gen_random_uuid() as entry_id
  ), entries as (
    insert into bare.entry select entry_id, transaction_id, 'delivery_final', now(), 1 from ended
  ), postings as (
    insert into bare.posting select e.entry_id, p.ordinal, p.a, e.transaction_id::text, p.b, 'Polygon', 'NGN', 1990000, 1
    from ended e cross join (values (1, 'clearing', 'outgoing'), (2, 'committed', 'clearing'), (3, 'committed', 'income'), (4, 'expense', 'gas'))
      as p (ordinal, a, b)
  ), moved as (
    update bare.transaction t set status = 'completed', version = version + 1 from ended e where t.id = e.transaction_id returning t.id
  ), logged as (
    insert into bare.event select id, 5, gen_random_uuid(), 'transfer_final', 'sending', 'completed', '{"hash":"0x"}', now(), 1 from moved
  )
  delete from bare.wake w using ended e where w.subject_id = e.transaction_id`

export const NOTE_READING = `update bare.lane set read_at = now() where number = $1`

export const OPEN = `
  with due as (
    delete from bare.delivery d using (
      select transaction_id from bare.delivery where lane = $1 order by due_at limit $2) o
    where d.transaction_id = o.transaction_id returning d.*
  ), numbered as materialized (
    select d.*, gen_random_uuid() as transfer_id, gen_random_uuid() as right_id, gen_random_uuid() as entry_id,
      row_number() over () - 1 + $3::bigint as lock from due d
  ), rights as (
    insert into bare.transfer_right select right_id, transaction_id, address, tokens_minor, now() from numbered
  ), transfers as (
    insert into bare.transfer select transfer_id, right_id, transaction_id, $1, lock, 'reserved', entry_id, null, now() from numbered
  ), entries as (
    insert into bare.entry select entry_id, transaction_id, 'delivery_opened', now(), 1 from numbered
  ), postings as (
    insert into bare.posting select entry_id, p.ordinal, p.a, transaction_id::text, p.b, 'Polygon:' || $1, p.asset, amount_minor, 1
    from numbered cross join (values (1, 'held', 'committed', 'NGN'), (2, 'outgoing', 'float', 'NGNC')) as p (ordinal, a, b, asset)
  ), held as (
    delete from bare.balance b using numbered n where b.owner = n.transaction_id::text and b.kind = 'held'
  ), floats as (
    update bare.balance set amount_minor = amount_minor - (select coalesce(sum(tokens_minor), 0) from numbered)
    where owner = 'Polygon:' || $1 and kind = 'float'
  ), lanes as (
    update bare.lane set next_lock = next_lock + (select count(*) from numbered) where number = $1
  )
  select transfer_id, transaction_id, lock, address, tokens_minor from numbered order by lock`

export const STORE = `
  with signed as materialized (
    select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) as s (transfer_id, transaction_id, raw, hash)
  ), moved as (
    update bare.transaction t set status = 'sending', version = version + 1 from signed s where t.id = s.transaction_id returning t.id
  ), logged as (
    insert into bare.event select id, 4, gen_random_uuid(), 'transfer_signed', 'cleared', 'sending', '{"network":"Polygon"}', now(), 1 from moved
  ), woken as (
    update bare.wake w set due_at = now() + interval '30 minutes' from signed s where w.subject_id = s.transaction_id
  ), kept as (
    insert into bare.attempt select gen_random_uuid(), transfer_id, 1, decode(raw, 'hex'), hash, '{"gas":"100000"}', now() from signed
  )
  update bare.transfer f set state = 'signed', hash = s.hash from signed s where f.id = s.transfer_id`
