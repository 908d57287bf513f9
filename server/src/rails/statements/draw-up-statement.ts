import type { BankLine, Payer, UnreadableLine } from '../../movements/feeds/bank-line.ts'
import type { Statement } from '../../movements/feeds/statement.ts'
import { cleanText } from './clean-text.ts'
import { createDayBook, type DayBook } from './day-book.ts'
import { isTakingBack, lineKind } from './line-kind.ts'
import { createLineNames } from './line-name.ts'
import { payerOfNarration } from './narration-payer.ts'
import { daysBetween } from './printed-day.ts'
import type { PrintedRow, PrintedStatement } from './printed-statement.ts'
import { type ReckonedRow, reckonRows } from './reckon-rows.ts'
import { readSessionId } from './session-id.ts'

/** What a profile knows beyond its columns. */
export type ProfileWays = Readonly<{
  /** The text in which the bank puts the session id; the reference where nothing is said. */
  sessionText?(row: PrintedRow): string
  payer?(narration: string): Payer
  /** Leaves out rows that belong to the page and not to the account. The sums are checked before. */
  sift?(rows: readonly ReckonedRow[]): readonly ReckonedRow[]
}>

// A weekend and two holidays; a swap of day and month is never closer than 27 days.
const VALUE_WITHIN_DAYS = 10

/** Makes lines of printed rows: adds them up, names them, and sets aside what cannot stand as a line. */
export function drawUpStatement(printed: PrintedStatement, ways: ProfileWays = {}): Statement {
  const { accountNumber, openingMinor, closingMinor } = printed
  const reckoned = reckonRows(printed)
  const rows = ways.sift?.(reckoned) ?? reckoned
  const days = createDayBook(printed)
  const sessions = readSessions(rows, days, ways)
  const nameOf = createLineNames(accountNumber)
  const lines: BankLine[] = []
  const unreadable: UnreadableLine[] = []
  for (const reckonedRow of rows) {
    const { row } = reckonedRow
    const externalId = nameOf(reckonedRow)
    const reason = reckonedRow.unreadable ?? dayProblem(row)
    if (reason === undefined) {
      days.require(row)
      lines.push(toLine(reckonedRow, { externalId, accountNumber, ways, sessionId: sessions.get(row) }))
    } else {
      unreadable.push({ externalId, reason, raw: row.raw })
    }
  }
  return {
    accountNumber,
    openingMinor,
    closingMinor,
    ...days.period(),
    lines: linkTakeBacks(lines),
    unreadable,
    doubtfulDays: days.doubtful(),
  }
}

type Around = Readonly<{
  externalId: string
  accountNumber: string
  ways: ProfileWays
  sessionId: string | undefined
}>

function toLine(
  { row, direction, amountMinor }: ReckonedRow,
  { externalId, accountNumber, ways, sessionId }: Around,
): BankLine {
  const { day = '' } = row
  const narration = cleanText(row.narration)
  const kind = lineKind(direction, narration, {
    hasSession: sessionId !== undefined,
    isTakeBack: row.isTakeBack ?? false,
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
    payer: kind === 'payment' ? (ways.payer ?? payerOfNarration)(narration) : {},
    narration,
    raw: row.raw,
  }
}

function dayProblem({ day, valueDay }: PrintedRow): string | undefined {
  if (day === undefined) return 'its day cannot be read'
  if (valueDay === undefined) return 'its value date cannot be read'
  return daysBetween(day, valueDay) > VALUE_WITHIN_DAYS
    ? 'its value date is far from the day it was booked'
    : undefined
}

/**
 * Session ids that name one row of the file and no other. Two rows are two movements, for the balances say so; a session
 * id on both names neither. A row that takes another back may bear the other's.
 */
function readSessions(
  rows: readonly ReckonedRow[],
  days: DayBook,
  { sessionText = ({ reference }) => reference }: ProfileWays,
): Map<PrintedRow, string> {
  const found = new Map<PrintedRow, string>()
  const bearers = new Map<string, number>()
  for (const { row } of rows) {
    const session = readSessionId(sessionText(row))
    if (session === undefined || row.day === undefined) continue
    const isOfThisDay = days.compare(row.place, row.day, session.day)
    if (!isOfThisDay || row.isTakeBack === true || isTakingBack(cleanText(row.narration))) continue
    found.set(row, session.id)
    bearers.set(session.id, (bearers.get(session.id) ?? 0) + 1)
  }
  return new Map([...found].filter(([, id]) => bearers.get(id) === 1))
}

/** A debit that takes back a credit of the same file says which, by the credit's session id and amount. */
function linkTakeBacks(lines: readonly BankLine[]): BankLine[] {
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
