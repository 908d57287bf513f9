import { createHash } from 'node:crypto'
import { formatId, newId } from '../../kernel/ids/ids.ts'
import { money, printMoney } from '../../kernel/money/money.ts'
import { inTransaction, type Sql } from '../../kernel/postgres/pool.ts'
import type { LineOutcome } from '../../movements/credits/bank-line-store.ts'
import {
  type ComparedLine,
  findDuplicateLines,
  type MissingLine,
} from '../../movements/credits/duplicate-lines.ts'
import {
  findNeighbours,
  holdDuplicateLine,
  insertImportRun,
  selectFirstRecorded,
  selectImportedLines,
  selectLinesMissingFromStatement,
} from '../../movements/credits/import-store.ts'
import type { BankLine } from '../../movements/feeds/bank-line.ts'
import {
  type Days,
  type Statement,
  type StatementFormat,
  settleDays,
} from '../../movements/feeds/statement.ts'
import { appendAudit, requireReason } from '../../records/audit/audit-store.ts'
import type { CaseFile } from '../../records/cases/case-file.ts'
import { selectCasesOfThisCommit, selectCasesOpenedWith } from '../../records/cases/case-store.ts'
import { findUnconfirmedImport } from '../../records/cases/open-request-store.ts'
import type { Signing } from '../../records/decisions/sign-decision.ts'
import { wakeNow } from '../../records/transactions/wake-store.ts'
import type { DecisionDeps } from '../cases/propose-resolution.ts'
import { type ImportDetails, proposeConfirmation, type QuarantinedCredits } from './quarantine-import.ts'
import {
  lagosDay,
  lockAccount,
  type RecordedStatement,
  recordStatement,
  refuseSecondImport,
  requireFormat,
} from './record-statement.ts'

type ImportRequest = Readonly<{
  /** The uuid of the account, or its public id (vac_…). */
  accountId: string
  profile: string
  file: Uint8Array
  operatorId: string
  reason: string
  /** The days that the operator requested from the bank. Needed if the dates in the file do not show which number is the month. */
  days?: Days | undefined
}>

/** A line of the statement that no feed had reported. */
type NewsLine = BankLine & Readonly<{ lineId: string }>

export type ImportedStatement = Readonly<{
  days: Days
  openingMinor: bigint
  closingMinor: bigint
  counts: Readonly<{ new: number; known: number; aside: number }>
  /** Lines of the statement that no feed had reported. */
  news: readonly NewsLine[]
  /** Lines that we have for the statement's days and that are not in the statement. */
  missing: readonly MissingLine[]
  /** Credits that wait until another operator has compared the statement with the bank. */
  brought: QuarantinedCredits | undefined
  /** Every case that the import opened. */
  opened: ReadonlyArray<Pick<CaseFile, 'id' | 'kind'>>
  /** Sentences for the operator. */
  warnings: readonly string[]
}>

type Deps = DecisionDeps & Readonly<{ formats: readonly StatementFormat[] }>

/**
 * Records a bank statement page by page, and records the import itself in a last commit. A row that a feed reported before is added to the
 * existing line as a second source. New credits wait for another operator, because one person could forge a file. Safe to repeat, also
 * after an interruption: a file that was imported completely is refused, and overlapping files book nothing twice.
 */
export async function importStatement(deps: Deps, request: ImportRequest): Promise<ImportedStatement> {
  const { file, operatorId, reason } = request
  requireReason(reason)
  const format = requireFormat(deps.formats, request.profile)
  const sha256 = createHash('sha256').update(file).digest('hex')
  const statement = format.parse(file)
  const at = deps.clock.now()
  const days = settleDays(statement, request.days, lagosDay(at))
  const by = { profile: format.profile, sha256, days, operatorId, reason, at }
  const recorded = await recordStatement(deps.pool, request.accountId, statement, by)
  return inTransaction(deps.pool, async (sql) =>
    conclude(sql, deps.signing, request.accountId, statement, recorded, by),
  )
}

/** Compares the recorded statement with our lines and records the completed import. */
async function conclude(
  sql: Sql,
  signing: Signing,
  accountId: string,
  statement: Statement,
  recorded: RecordedStatement,
  by: ImportDetails,
): Promise<ImportedStatement> {
  const account = await lockAccount(sql, accountId)
  await refuseSecondImport(sql, account.id, by.sha256)
  const caseId = await findUnconfirmedImport(sql, account.id, by.sha256)
  const { profile, sha256, days, operatorId, reason, at } = by
  const { openingMinor, closingMinor } = statement
  const outcomes = await markFirstRecorded(sql, recorded.outcomes, caseId)
  const counts = count(outcomes)
  const missing = await selectLinesMissingFromStatement(sql, account.id, days)
  const news = newsOf(statement, outcomes)
  const toldTwice = findDuplicateLines(await withHeld(sql, news, caseId), missing)
  for (const twin of toldTwice) await holdDuplicateLine(sql, twin, at)
  const brought = await proposeConfirmation(sql, signing, caseId, by)
  const neighbours = await findNeighbours(sql, account.id, days)
  await appendAudit(sql, {
    actor: operatorId,
    action: 'statement.imported',
    subject: formatId('vendorAccount', account.id),
    reason,
    details: { profile, sha256, ...days, ...counts, missing: missing.length },
  })
  await insertImportRun(sql, {
    id: newId(),
    mode: account.mode,
    accountId: account.id,
    profile,
    digest: Buffer.from(sha256, 'hex'),
    operatorId,
    reason,
    days,
    openingMinor,
    closingMinor,
    counts,
    importedAt: at,
  })
  // Makes the account due, because a buy may be waiting for the new lines.
  await wakeNow(sql, 'bank-account', account.id, at)
  const warnings = warningsOf(statement, {
    neighbours,
    missing: missing.length,
    toldTwice: toldTwice.length,
    asides: counts.aside,
  })
  const earlier = caseId === undefined ? [] : await selectCasesOpenedWith(sql, caseId)
  const opened = [...recorded.opened, ...earlier, ...(await selectCasesOfThisCommit(sql))]
    .filter(({ id }, place, all) => place === all.findIndex((one) => one.id === id))
    .filter(({ id }) => id !== caseId || brought !== undefined)
  return { days, openingMinor, closingMinor, counts, news, missing, brought, opened, warnings }
}

/** Counts rows as new that an earlier run of the same import recorded: one that its operator had not signed yet, or that was interrupted. */
async function markFirstRecorded(
  sql: Sql,
  outcomes: readonly LineOutcome[],
  caseId: string | undefined,
): Promise<readonly LineOutcome[]> {
  const known = outcomes.filter(({ outcome }) => outcome === 'known').map(({ externalId }) => externalId)
  if (caseId === undefined || known.length === 0) return outcomes
  const first = await selectFirstRecorded(sql, caseId, known)
  return outcomes.map((one) =>
    one.outcome === 'known' && first.has(one.externalId) ? { ...one, outcome: 'new' } : one,
  )
}

/** Adds the lines that an interrupted import of the same file recorded, because they have not been compared yet. */
async function withHeld(
  sql: Sql,
  news: readonly NewsLine[],
  caseId: string | undefined,
): Promise<Array<ComparedLine & { lineId: string }>> {
  const held = caseId === undefined ? [] : await selectImportedLines(sql, caseId)
  const known = new Set(news.map(({ lineId }) => lineId))
  return [...news, ...held.filter(({ lineId }) => !known.has(lineId))]
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

type Findings = Readonly<{
  /** Closing balance of the import for the day before, and opening balance of the import for the day after, if there are such imports. */
  neighbours: { closingBeforeMinor: bigint | undefined; openingAfterMinor: bigint | undefined }
  missing: number
  toldTwice: number
  asides: number
}>

/** Returns sentences about what an operator should check after an import. */
function warningsOf({ openingMinor, closingMinor }: Statement, found: Findings): string[] {
  const { missing, toldTwice, asides } = found
  const { closingBeforeMinor: before = openingMinor, openingAfterMinor: after = closingMinor } =
    found.neighbours
  const warnings: ReadonlyArray<readonly [isDue: boolean, words: string]> = [
    [
      before !== openingMinor,
      `The statement opens with ${naira(openingMinor)}, but the statement of the day before closed with ${naira(before)}.`,
    ],
    [
      after !== closingMinor,
      `The statement closes with ${naira(closingMinor)}, but the statement of the day after opens with ${naira(after)}.`,
    ],
    [
      missing > 0,
      `Lines of this period that we recorded and that the statement does not have: ${missing}. Ask the bank about them.`,
    ],
    [
      toldTwice > 0,
      `Missing lines that resemble a new line: ${toldTwice}. One payment may be recorded twice. An operator must check these credits.`,
    ],
    [
      asides > 0,
      `Rows that were set aside and not recorded: ${asides}. Each has a case ("npx afara ops cases").`,
    ],
  ]
  return warnings.filter(([isDue]) => isDue).map(([, words]) => words)
}

function naira(minor: bigint): string {
  return printMoney(money('NGN', minor))
}
