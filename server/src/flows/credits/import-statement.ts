import { createHash } from 'node:crypto'
import type { Clock } from '../../kernel/clock/clock.ts'
import { formatId, newId } from '../../kernel/ids/ids.ts'
import { inTransaction, type Pool, type Sql } from '../../kernel/postgres/pool.ts'
import { findNeighbours, holdToldTwice, insertImportRun } from '../../movements/credits/import-run-store.ts'
import { type LineOutcome, recordLines } from '../../movements/credits/record-lines.ts'
import { findToldTwice } from '../../movements/credits/told-twice.ts'
import { selectUnprintedLines, type UnprintedLine } from '../../movements/credits/unprinted-line-store.ts'
import type { BankLine } from '../../movements/feeds/bank-line.ts'
import type { Statement, StatementFormat } from '../../movements/feeds/statement.ts'
import { type Days, settleDays } from '../../movements/feeds/statement-days.ts'
import { appendAudit } from '../../records/audit/audit-store.ts'
import type { CaseFile } from '../../records/cases/case-file.ts'
import { selectCasesOfThisCommit } from '../../records/cases/case-store.ts'
import { lagosDay, lockAccount, refuseAgain, refuseOther, requireFormat } from './admit-statement.ts'
import { type Brought, watchFunds } from './hold-brought.ts'
import { warnOfImport } from './warn-of-import.ts'

export type ImportRequest = Readonly<{
  /** Its uuid, or the id that people see (vac_…). */
  accountId: string
  profile: string
  file: Uint8Array
  operatorId: string
  reason: string
  /** The days that the operator asked the bank for; needed where the file leaves in doubt which is the month. */
  days?: Days | undefined
}>

/** A line of the statement that nobody had told us of. */
export type NewsLine = BankLine & Readonly<{ lineId: string }>

export type ImportedStatement = Readonly<{
  days: Days
  openingMinor: bigint
  closingMinor: bigint
  counts: Readonly<{ new: number; known: number; aside: number }>
  /** What the statement has and feeds had missed. */
  news: readonly NewsLine[]
  /** What we have inside its days and the statement lacks. */
  missing: readonly UnprintedLine[]
  /** The credits that wait until another operator has compared the statement with the bank. */
  brought: Brought | undefined
  /** Every case that came of it. */
  opened: ReadonlyArray<Pick<CaseFile, 'id' | 'kind'>>
  /** In sentences, for the operator. */
  warnings: readonly string[]
}>

type Deps = Readonly<{ pool: Pool; clock: Clock; formats: readonly StatementFormat[] }>

// A statement of a busy month in one call would outlast the time that a call has.
const LINES_AT_ONCE = 500

/**
 * Records what a bank's statement says, in one commit with who brought it. A row that a feed told us of before becomes
 * another sighting of the same line. What is new to us about credits waits for another operator: a file is easily written.
 * Safe to repeat: the same file is refused, and overlapping files book nothing twice.
 */
export async function importStatement(deps: Deps, request: ImportRequest): Promise<ImportedStatement> {
  const { file, operatorId, reason } = request
  const format = requireFormat(deps.formats, request.profile)
  const digest = createHash('sha256').update(file).digest()
  const statement = format.parse(file)
  const at = deps.clock.now()
  const days = settleDays(statement, request.days, lagosDay(at))
  return inTransaction(deps.pool, async (sql) => {
    const account = await lockAccount(sql, request.accountId)
    refuseOther(account, statement)
    await refuseAgain(sql, account.id, digest)
    const funds = await watchFunds(sql, account)
    const outcomes = await record(sql, account.id, statement, at)
    const counts = count(outcomes)
    const { openingMinor, closingMinor } = statement
    const missing = await selectUnprintedLines(sql, account.id, days)
    const news = newsOf(statement, outcomes)
    const toldTwice = findToldTwice(news, missing)
    for (const twin of toldTwice) await holdToldTwice(sql, twin, at)
    const importId = newId()
    const sha256 = digest.toString('hex')
    const { profile } = format
    const brought = await funds.hold({ importId, profile, sha256, days, operatorId, reason, at })
    const neighbours = await findNeighbours(sql, account.id, days)
    await appendAudit(sql, {
      actor: operatorId,
      action: 'statement.imported',
      subject: formatId('vendorAccount', account.id),
      reason,
      details: { profile, sha256, ...days, ...counts, missing: missing.length },
    })
    await insertImportRun(sql, {
      id: importId,
      mode: account.mode,
      accountId: account.id,
      profile,
      digest,
      operatorId,
      reason,
      days,
      openingMinor,
      closingMinor,
      counts,
      importedAt: at,
    })
    // Somebody may be waiting for what is new.
    await sql.query(`select wake_now('bank-account', $1, $2)`, [account.id, at])
    const warnings = warnOfImport(statement, {
      neighbours,
      missing: missing.length,
      toldTwice: toldTwice.length,
      asides: counts.aside,
    })
    const opened = await selectCasesOfThisCommit(sql)
    return { days, openingMinor, closingMinor, counts, news, missing, brought, opened, warnings }
  })
}

/** In the order of the statement, so that a credit comes before what takes it back. */
async function record(sql: Sql, accountId: string, statement: Statement, at: Date): Promise<LineOutcome[]> {
  const { lines, unreadable } = statement
  const readings = { accountId, source: 'statement', cursor: undefined, at } as const
  const outcomes = await recordLines(sql, { ...readings, lines: [], unreadable })
  for (let first = 0; first < lines.length; first += LINES_AT_ONCE) {
    const some = lines.slice(first, first + LINES_AT_ONCE)
    outcomes.push(...(await recordLines(sql, { ...readings, lines: some, unreadable: [] })))
  }
  return outcomes
}

function count(outcomes: readonly LineOutcome[]): ImportedStatement['counts'] {
  const of = (wanted: LineOutcome['outcome']) => outcomes.filter(({ outcome }) => outcome === wanted).length
  return { new: of('new'), known: of('known'), aside: of('aside') }
}

function newsOf({ lines }: Statement, outcomes: readonly LineOutcome[]): NewsLine[] {
  const added = new Map(
    outcomes.flatMap(({ externalId, outcome, lineId }) =>
      outcome === 'new' && lineId !== undefined ? [[externalId, lineId] as const] : [],
    ),
  )
  return lines.flatMap((line) => {
    const lineId = added.get(line.externalId)
    return lineId === undefined ? [] : [{ ...line, lineId }]
  })
}
