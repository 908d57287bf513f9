import { createHash } from 'node:crypto'
import type { BankLine, Payer, UnreadableLine } from '../../movements/feeds/bank-line.ts'
import type { Statement } from '../../movements/feeds/statement.ts'
import { type BalancedRow, balanceRows } from './balance-rows.ts'
import { createDayCheck, type DayCheck } from './check-days.ts'
import { daysBetween } from './printed-fields.ts'
import type { PrintedRow, PrintedStatement } from './printed-statement.ts'
import { classifyLine, isReversalNarration, readNarrationPayer, readSessionId } from './read-narration.ts'
import { cleanText } from './statement-text.ts'

/** Rules of a profile beyond its columns. */
type FormatOptions = Readonly<{
  /** Returns the text that contains the session id. The default is the reference. */
  sessionText?(row: PrintedRow): string
  payer?(narration: string): Payer
  /** Removes rows that do not concern the account. The sums are checked first. */
  dropRows?(rows: readonly BalancedRow[]): readonly BalancedRow[]
}>

// Allows a weekend and two holidays. A date whose day and month were swapped is always at least 27 days off.
const MAX_DAYS_BOOKED_TO_VALUE = 10

/** Turns printed rows into lines: adds them up, names them, and sets aside rows that cannot become lines. */
export function buildStatement(printed: PrintedStatement, options: FormatOptions = {}): Statement {
  const { accountNumber, openingMinor, closingMinor } = printed
  const balanced = balanceRows(printed)
  const rows = options.dropRows?.(balanced) ?? balanced
  const days = createDayCheck(printed)
  const sessions = readSessions(rows, days, options)
  const nameOf = createLineNames(accountNumber)
  const lines: BankLine[] = []
  const unreadable: UnreadableLine[] = []
  for (const balancedRow of rows) {
    const { row } = balancedRow
    const externalId = nameOf(balancedRow)
    const reason = balancedRow.unreadable ?? dayProblem(row)
    if (reason === undefined) {
      days.require(row)
      lines.push(toLine(balancedRow, { externalId, accountNumber, options, sessionId: sessions.get(row) }))
    } else {
      unreadable.push({ externalId, reason, raw: row.raw })
    }
  }
  return {
    accountNumber,
    openingMinor,
    closingMinor,
    ...days.period(),
    lines: linkReversals(lines),
    unreadable,
    doubtfulDays: days.doubtful(),
  }
}

type LineContext = Readonly<{
  externalId: string
  accountNumber: string
  options: FormatOptions
  sessionId: string | undefined
}>

function toLine(
  { row, direction, amountMinor }: BalancedRow,
  { externalId, accountNumber, options, sessionId }: LineContext,
): BankLine {
  const { day = '' } = row
  const narration = cleanText(row.narration)
  const kind = classifyLine(direction, narration, {
    hasSession: sessionId !== undefined,
    isReversal: row.isReversal ?? false,
  })
  return {
    externalId,
    accountNumber,
    direction,
    kind,
    // A statement shows only the amount that reached the account.
    grossMinor: amountMinor,
    settledMinor: amountMinor,
    // Without a time, the start of the day is used, which is never in the future.
    bookedAt: new Date(`${day}T${row.time ?? '00:00:00'}+01:00`),
    // This is the booked day and not the printed value date, which stays in `raw`: feeds have only the booked day, and lines are compared
    // by it.
    valueDate: day,
    ...(sessionId === undefined ? {} : { sessionId }),
    payer: kind === 'payment' ? (options.payer ?? readNarrationPayer)(narration) : {},
    narration,
    raw: row.raw,
  }
}

function dayProblem({ day, valueDay }: PrintedRow): string | undefined {
  if (day === undefined) return 'its date cannot be read'
  if (valueDay === undefined) return 'its value date cannot be read'
  return daysBetween(day, valueDay) > MAX_DAYS_BOOKED_TO_VALUE
    ? 'its value date is far from its booking date'
    : undefined
}

/**
 * Returns the session ids that occur in exactly one row of the file. The balances prove that two rows are two movements, so a session id
 * that is on both identifies neither. Reversals are skipped, because a reversal may show the session id of the row that it reverses.
 */
function readSessions(
  rows: readonly BalancedRow[],
  days: DayCheck,
  { sessionText = ({ reference }) => reference }: FormatOptions,
): Map<PrintedRow, string> {
  const found = new Map<PrintedRow, string>()
  const bearers = new Map<string, number>()
  for (const { row } of rows) {
    const session = readSessionId(sessionText(row))
    if (session === undefined || row.day === undefined) continue
    const isOfThisDay = days.compare(row.place, row.day, session.day)
    if (!isOfThisDay || row.isReversal === true || isReversalNarration(cleanText(row.narration))) continue
    found.set(row, session.id)
    bearers.set(session.id, (bearers.get(session.id) ?? 0) + 1)
  }
  return new Map([...found].filter(([, id]) => bearers.get(id) === 1))
}

/** Links each reversal to the credit that it reverses in the same file, by the credit's session id and amount. */
function linkReversals(lines: readonly BankLine[]): BankLine[] {
  const credits = new Map(lines.flatMap((line) => (isSessionCredit(line) ? [[line.sessionId, line]] : [])))
  return lines.map((line) => {
    if (line.direction === 'credit' || (line.kind !== 'reversal' && line.kind !== 'recall')) return line
    const undone = (line.narration.match(/\d{30,}/g) ?? [])
      .map((id) => credits.get(id))
      .find((credit) => credit?.settledMinor === line.settledMinor)
    return undone === undefined ? line : { ...line, undoesExternalId: undone.externalId }
  })
}

function isSessionCredit(line: BankLine): line is BankLine & { sessionId: string } {
  return line.direction === 'credit' && line.sessionId !== undefined
}

/**
 * Gives each row a permanent name. The same row in a later, overlapping or repeated export must have the same name, or it is booked again.
 * The name therefore contains only values that are the same in every export: day, amount, direction and the balance after the row.
 * Narrations are truncated and wrapped, and references lose zeros, so the name contains neither. Rows with the same values are numbered in
 * their order. This rule must never change.
 */
function createLineNames(accountNumber: string) {
  const seen = new Map<string, number>()
  return ({ row, direction, amountMinor, balanceAfterMinor }: BalancedRow): string => {
    const place = row.day ?? JSON.stringify(row.raw)
    const parts = [accountNumber, place, String(amountMinor), direction, String(balanceAfterMinor)]
    const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
    const occurrence = (seen.get(digest) ?? 0) + 1
    seen.set(digest, occurrence)
    return `${digest}:${occurrence}`
  }
}
