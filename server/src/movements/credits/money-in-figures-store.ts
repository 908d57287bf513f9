import type { Sql } from '../../kernel/postgres/pool.ts'

/** A metric, such as how old the oldest hint of a vendor is. */
export type Figure = Readonly<{ name: string; labels: Readonly<Record<string, string>>; value: number }>

export async function readMoneyInFigures(sql: Sql, at: Date): Promise<Figure[]> {
  const { rows } = await sql.query<Figure>(
    `select name, labels, value from money_in_figures($1)
     union all
     select name, labels, value from deposit_figures($1)
     union all
     select name, labels, value from treasury_figures($1)
     union all
     select name, labels, value from reconciliation_figures($1)
     union all
     select name, labels, value from work_figures($1)
     union all
     select name, labels, value from service_level_figures()`,
    [at],
  )
  return rows
}
