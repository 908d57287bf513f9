import { Refusal } from '../../kernel/refusal.ts'
import type { BankLine, UnreadableLine } from './bank-line.ts'

/** A period of one account of ours on paper. The sums were checked: opening, credits and debits lead to closing. */
export type Statement = Readonly<{
  accountNumber: string
  openingMinor: bigint
  closingMinor: bigint
  /** First and last day in Lagos, YYYY-MM-DD; undefined where the file prints no period and has no rows. */
  from: string | undefined
  to: string | undefined
  lines: readonly BankLine[]
  /** Rows that are counted in the sums and say too little otherwise. */
  unreadable: readonly UnreadableLine[]
  /** Days that would also be days with day and month swapped, and of which nothing in the file shows which is right. */
  doubtfulDays: readonly string[]
}>

export interface StatementFormat {
  /** Whose export it is: `gtb`, `mt940` … */
  readonly profile: string
  /** Refuses a file that is not of this profile, does not add up, or contradicts its own days. */
  parse(file: Uint8Array): Statement
}

/** First and last day in Lagos, YYYY-MM-DD. */
export type Days = Readonly<{ from: string; to: string }>

/**
 * The days that a statement is of. Where a day could have been read the other way round (3 November, 11 March), what the
 * operator asked the bank for decides: only one of the two readings may be among those days. Nothing is guessed.
 */
export function settleDays(statement: Statement, asked: Days | undefined, today: string): Days {
  if (asked !== undefined && !(isDay(asked.from) && isDay(asked.to) && asked.from <= asked.to)) {
    throw doubtful('Write dates as 2026-11-15, the first before the last.')
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
    throw doubtful(`A row is dated ${last}, which is after today (${today}).`)
  const first = statement.doubtfulDays.find((day) => asked === undefined || isWithin(swapDay(day), asked))
  if (first !== undefined) {
    throw doubtful(
      asked === undefined
        ? `${first} could also be ${swapDay(first)}, and the file does not show which. Pass the period you requested from the bank.`
        : `${first} could also be ${swapDay(first)}, which is also in the period you named. Import one month at a time.`,
    )
  }
  return { from: statement.from ?? from, to: statement.to ?? to }
}

/** The same digits read the other way round. It may be no day at all. */
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
    `The file has ${outside}, but you asked for ${asked.from} to ${asked.to}. Day and month may be swapped.`,
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
