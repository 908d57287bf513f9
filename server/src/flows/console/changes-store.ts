import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

/** The parts of the console that change on their own. */
type Part = 'cases' | 'freezes' | 'money' | 'rails'

/** A text per part. If it differs from the last one, the part has changed. */
export type Marks = Readonly<Record<Part, string>>

/** Reads the marks of both modes. Every figure is the end of an index or the sum of few rows, because this is read every second. */
export async function readMarks(sql: Sql): Promise<Readonly<Record<Mode, Marks>>> {
  const { rows } = await sql.query<Marks & { mode: Mode }>(
    `select m.mode,
       (select count(*) || ':' || coalesce(sum(c.version), 0) from case_file c where c.state <> 'resolved' and c.mode = m.mode) as cases,
       (select count(*) || ':' || coalesce(extract(epoch from max(f.placed_at)), 0) from freeze_order f where f.lifted_at is null)
         || ':' || (select count(*) from lane l where l.mode = m.mode and l.state <> 'active')
         || ':' || (select count(*) from payout_account a where a.mode = m.mode and a.state <> 'active')
         || ':' || (select count(*) from vendor_account v where v.mode = m.mode and v.state <> 'active') as freezes,
       (select coalesce(max(e.xid), 0)::text from entry e) || ':' || (select coalesce(max(e.xid), 0) from transaction_event e) as money,
       (select coalesce(extract(epoch from max(r.looked_at)), 0)::text from reconciliation_scope r where r.mode = m.mode)
         || ':' || (select coalesce(max(r.xid), 0) from payout_reading r) as rails
     from (values ('live'::mode), ('test')) m (mode)`,
  )
  const none: Marks = { cases: '', freezes: '', money: '', rails: '' }
  const of = (mode: Mode): Marks => {
    const { mode: _mode, ...marks } = rows.find((row) => row.mode === mode) ?? { mode, ...none }
    return marks
  }
  return { live: of('live'), test: of('test') }
}
