import { Refusal } from '../../kernel/refusal.ts'
import type { BankLine, UnreadableLine } from './bank-line.ts'

/**
 * A statement of one of our accounts for one period. Its sums were checked: opening balance, credits and debits give the closing balance.
 */
export type Statement = Readonly<{
  accountNumber: string
  openingMinor: bigint
  closingMinor: bigint
  /** First and last day in Lagos, YYYY-MM-DD. Undefined if the file prints no period and has no rows. */
  from: string | undefined
  to: string | undefined
  lines: readonly BankLine[]
  /** Rows that count in the sums but have too little other data. */
  unreadable: readonly UnreadableLine[]
  /** Days that are also valid with day and month swapped, when nothing in the file shows which reading is right. */
  doubtfulDays: readonly string[]
}>

export interface StatementFormat {
  /** Bank or format of the export: `gtb`, `mt940` … */
  readonly profile: string
  /** Refuses a file that has another profile, does not add up or has rows outside the period that it states. */
  parse(file: Uint8Array): Statement
}

/** First and last day in Lagos, YYYY-MM-DD. */
export type Days = Readonly<{ from: string; to: string }>

/**
 * Returns the days that a statement covers. If a day could also be read with day and month swapped (3 November, 11 March), the period that
 * the operator requested from the bank decides: it may contain only one of the two readings. Nothing is guessed.
 */
export function settleDays(statement: Statement, asked: Days | undefined, today: string): Days {
  if (asked !== undefined && !(isDay(asked.from) && isDay(asked.to) && asked.from <= asked.to)) {
    throw doubtful('Write the period as two dates such as 2026-11-01 and 2026-11-15, the earlier date first.')
  }
  const { lines } = statement
  const booked = lines.map(({ valueDate }) => valueDate).sort()
  const [from, to] = [asked?.from ?? statement.from, asked?.to ?? statement.to]
  if (from === undefined || to === undefined) {
    throw doubtful('The file has no rows and no period. Pass the period you requested from the bank.')
  }
  if (asked !== undefined) requireWithin(statement, booked, asked)
  const last = booked.at(-1)
  if (last !== undefined && last > today)
    throw doubtful(
      `A row is dated ${last}, which is after today (${today}). Check that day and month are not swapped.`,
    )
  const first = statement.doubtfulDays.find((day) => asked === undefined || isWithin(swapDay(day), asked))
  if (first !== undefined) {
    throw doubtful(
      asked === undefined
        ? `The date ${first} could also be ${swapDay(first)}, and the file does not show which. Pass the period you requested from the bank.`
        : `The date ${first} could also be ${swapDay(first)}, which is also in the period you named. Import one month at a time.`,
    )
  }
  return { from: statement.from ?? from, to: statement.to ?? to }
}

/** Swaps day and month. The result may not be a valid day. */
export function swapDay(day: string): string {
  const [year, month, date] = day.split('-')
  return `${year}-${date}-${month}`
}

function requireWithin(statement: Statement, days: readonly string[], asked: Days): void {
  const outside = [statement.from, statement.to, ...days].find(
    (day) => day !== undefined && !isWithin(day, asked),
  )
  if (outside === undefined) return
  throw doubtful(
    `The file has the date ${outside}, but you asked for ${asked.from} to ${asked.to}. Day and month may be swapped.`,
  )
}

function isWithin(day: string, { from, to }: Days): boolean {
  return day >= from && day <= to
}

function isDay(text: string): boolean {
  return /^20\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text)
}

function doubtful(message: string): Refusal {
  return new Refusal('statement_days_doubtful', message)
}
