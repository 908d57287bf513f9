import pg from 'pg'
import { readFileSync } from 'node:fs'
import { startProofPostgres } from './proof-postgres.ts'
const postgres = await startProofPostgres({ autovacuum: 'off' })
const cpu = (pid: number) => { const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' '); return (Number(f[11]) + Number(f[12])) * 10 }
for (const variant of ['as is', 'lateral']) for (const rows of [100, 5000, 50000]) for (const analyzed of [false, true]) {
  const db = await postgres.createDatabase()
  const su = new pg.Client({ connectionString: db.url('postgres') }); await su.connect()
  await su.query('set search_path = afara')
  if (variant === 'lateral') await su.query(`create or replace function lock_balances(p_mode mode, p_kinds account_kind[], p_owners text[], p_assets asset[])
returns void language sql as $$
  select from (
    select distinct p.owner, p.kind, p.asset from unnest(p_owners, p_kinds, p_assets) as p (owner, kind, asset)
    where account_has_floor(p.kind) order by 1, 2, 3) touched
  cross join lateral (
    select from balance b
    where b.owner = touched.owner and b.kind = touched.kind and b.asset = touched.asset and b.mode = p_mode
    for update) locked
$$`)
  await su.query(`insert into balance select gen_random_uuid()::text, 'business', 'NGNC', 'live', 1000000 from generate_series(1, ${rows})`)
  if (analyzed) await su.query('analyze balance')
  const { rows: [{ a, b }] } = await su.query(`select min(owner) a, max(owner) b from balance`)
  const c = new pg.Client({ connectionString: db.url('afara_worker') }); await c.connect()
  const pid = (await c.query('select pg_backend_pid() pid')).rows[0].pid
  const before = cpu(pid)
  const n = 1000
  await c.query(`do $$ begin for i in 1..${n} loop
    perform post_entry(uuidv7(), 'live', null, 'x', now(), '{business}', '{${a}}', '{business}', '{${b}}', '{NGNC}', '{1}');
    if i % 10 = 0 then commit; end if; end loop; end $$`)
  console.log(variant, rows, analyzed ? 'analyzed' : 'not analyzed', 'µs CPU per entry', ((cpu(pid) - before) * 1000 / n).toFixed(0))
  await c.end(); await su.end(); await db.drop()
}
await postgres.stop()
