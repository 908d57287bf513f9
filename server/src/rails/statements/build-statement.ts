import { createHash } from 'node:crypto'
import type { BankLine, Payer, UnreadableLine } from '../../movements/feeds/bank-line.ts'
import type { Statement } from '../../movements/feeds/statement.ts'
import { type BalancedRow, balanceRows } from './balance-rows.ts'
import { createDayCheck, type DayCheck } from './check-days.ts'
import { daysBetween } from './printed-fields.ts'
import type { PrintedRow, PrintedStatement } from './printed-statement.ts'
import { classifyLine, isReversalNarration, readNarrationPayer, readSessionId } from './read-narration.ts'
import { cleanText } from './statement-text.ts'

/** What a profile knows beyond its columns. */
type FormatOptions = Readonly<{
  /** The text in which the bank puts the session id; the reference where nothing is said. */
  sessionText?(row: PrintedRow): string
  payer?(narration: string): Payer
  /** Leaves out rows that belong to the page and not to the account. The sums are checked before. */
  dropRows?(rows: readonly BalancedRow[]): readonly BalancedRow[]
}>

// A weekend and two holidays; a swap of day and month is never closer than 27 days.
const MAX_DAYS_BOOKED_TO_VALUE = 10

/** Makes lines of printed rows: adds them up, names them, and sets aside what cannot stand as a line. */
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
    // A statement knows only what reached the account.
    grossMinor: amountMinor,
    settledMinor: amountMinor,
    // Without a time the day's first moment: what is known, and never in the future.
    bookedAt: new Date(`${day}T${row.time ?? '00:00:00'}+01:00`),
    // Feeds know no other day than the booked one, and lines are told apart by it; the printed value date stays in `raw`.
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
 * Session ids that name one row of the file and no other. Two rows are two movements, for the balances say so; a session
 * id on both names neither. A row that takes another back may bear the other's.
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

/** A debit that takes back a credit of the same file says which, by the credit's session id and amount. */
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
 * Names rows for ever: the same row in a later, overlapping or repeated export must have the same name, or it is booked
 * again. So it is named by what no export words differently: its day, amount and direction, and the balance after it,
 * which is its place in the chain. Narrations are cut and wrapped, references lose zeros; neither is in the name. Rows that
 * are alike in all of this are counted, in the order in which they stand. This must never change.
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
