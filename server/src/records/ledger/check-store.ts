import { newId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

export type Finding = Readonly<{ check: string; subject: string; problem: string }>

/** A check and the unit by which it is sliced, which follows from the arguments of its function. See list_checks. */
export type Check = Readonly<{
  name: string
  goesBy: 'writers' | 'transactions' | 'pages' | 'sums' | 'whole'
}>

/** `new` checks new rows. `all` checks every row. */
export type Walk = 'new' | 'all'

/** A range of writers or pages. `pass` identifies the sums that one walk carries from slice to slice. */
export type Slice = Readonly<{ walk: Walk; after: bigint; through: bigint; pass: string }>

const EVERY_WRITER = 9_223_372_036_854_775_807n
/** Maximum of events or postings in a slice. */
const ROWS = 20_000
/** Maximum of pages in a slice. It is lower for transactions: a page has about forty of them, and their parts are looked up one by one. */
const PAGES = { transactions: 128n, others: 2_048n } as const

export async function listChecks(sql: Sql): Promise<readonly Check[]> {
  const { rows } = await sql.query<{ name: string; goes_by: Check['goesBy'] | null }>(
    'select name, goes_by from list_checks()',
  )
  if (rows.length === 0) throw new Error('the database has no checks; run the migrations first')
  return rows.map(({ name, goes_by: goesBy }) => {
    if (goesBy === null)
      throw new Error(`function ${name} is named like a check, but does not have the arguments of one`)
    return { name, goesBy }
  })
}

/** Whether a check can run on new rows alone. Other checks find a problem only when their walk over all rows reaches it. */
export function followsNew({ goesBy }: Check): boolean {
  return goesBy !== 'pages' && goesBy !== 'sums'
}

/** Returns where the next slice ends, and whether it is the last one. */
export async function endSlice(
  sql: Sql,
  check: Check,
  { walk, after, last }: Readonly<{ walk: Walk; after: bigint; last: bigint }>,
): Promise<Readonly<{ through: bigint; isLast: boolean }>> {
  if (check.goesBy === 'whole') return { through: last, isLast: true }
  if (check.goesBy === 'pages' || (check.goesBy === 'transactions' && walk === 'all')) {
    const through = after + (check.goesBy === 'pages' ? PAGES.others : PAGES.transactions)
    const { rows } = await sql.query<{ pages: string }>('select most_pages() as pages')
    return { through, isLast: through >= BigInt(rows[0]?.pages ?? '0') }
  }
  const { rows } = await sql.query<{ through: string }>('select next_writer($1, $2, $3) as through', [
    after.toString(),
    ROWS,
    last.toString(),
  ])
  const through = BigInt(rows[0]?.through ?? last)
  return { through, isLast: through >= last }
}

/** Runs one slice of a check. An empty result means that the slice is in order. */
export async function runSlice(sql: Sql, check: Check, slice: Slice): Promise<readonly Finding[]> {
  const { rows } = await sql.query<Omit<Finding, 'check'>>(
    `select subject, problem from run_check($1, $2, $3, $4, $5, ${check.goesBy === 'transactions' ? TRANSACTIONS[slice.walk] : 'null'})`,
    [check.name, check.goesBy, slice.after.toString(), slice.through.toString(), slice.pass],
  )
  return rows.map((row) => ({ check: check.name, ...row }))
}

const TRANSACTIONS: Readonly<Record<Walk, string>> = {
  new: 'array(select transactions_touched($3, $4))',
  all: 'array(select id from transaction where ctid >= first_of_pages(int8range($3, $4)) and ctid < end_of_pages(int8range($3, $4)))',
}

/** Turns the failure of a check into a finding, because a check that cannot run proves nothing. */
export function failureOf(check: Check, error: unknown): Finding {
  return {
    check: check.name,
    subject: 'the check itself',
    problem: `the check failed: ${error instanceof Error ? error.message : String(error)}`,
  }
}

/**
 * Runs every check of the schema, or the named ones, over the whole database, slice by slice. No findings mean that all invariants hold. A
 * check that fails is a finding, and the others still run.
 */
export async function runChecks(
  sql: Sql,
  named?: readonly string[],
): Promise<{ checks: number; findings: Finding[] }> {
  const all = await listChecks(sql)
  const unknown = named?.find((name) => all.every((check) => check.name !== name))
  if (unknown !== undefined) throw new Error(`no check is called ${unknown}`)
  const checks = all.filter(({ name }) => named === undefined || named.includes(name))
  const findings: Finding[] = []
  for (const check of checks) {
    try {
      findings.push(...(await runWhole(sql, check)))
    } catch (error) {
      findings.push(failureOf(check, error))
    }
  }
  return { checks: checks.length, findings }
}

/** Runs the checks on a restored copy, without `check_overdue`: no worker runs on a copy, so every waiting transaction becomes overdue. */
export async function runChecksOfCopy(sql: Sql): Promise<{ checks: number; findings: Finding[] }> {
  const names = (await listChecks(sql)).map(({ name }) => name)
  return runChecks(
    sql,
    names.filter((name) => name !== 'check_overdue'),
  )
}

async function runWhole(sql: Sql, check: Check): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  const pass = newId()
  // Such a check compares its sums as soon as a slice reaches the position of account_book. A process that folds new postings meanwhile moves
  // that position, and a further slice would compare only the rest.
  if (check.goesBy === 'sums')
    return runSlice(sql, check, { walk: 'all', after: 0n, through: EVERY_WRITER, pass })
  for (let after = 0n; ; ) {
    const last = check.goesBy === 'whole' ? 0n : EVERY_WRITER
    const { through, isLast } = await endSlice(sql, check, { walk: 'all', after, last })
    findings.push(...(await runSlice(sql, check, { walk: 'all', after, through, pass })))
    if (isLast) return findings
    after = through
  }
}
