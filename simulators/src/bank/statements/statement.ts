import type { FaultName } from '../faults/catalogue.ts'
import { lagosDate } from '../lagos-time.ts'
import type { Account } from '../ledger/account.ts'
import type { Line } from '../ledger/line.ts'
import type { SimulatedBank } from '../simulated-bank.ts'

/** The data that a profile needs to print a period of an account. */
export type Statement = Readonly<{
  account: Account
  from: string
  to: string
  opening: bigint
  closing: bigint
  rows: readonly Line[]
  /** Printed sums of the period. A missing row is still included. */
  debits: bigint
  credits: bigint
  /** Formats account numbers and references. */
  text(digits: string): string
  /** Formats dates, as year, month and day. */
  date(iso: string): DateParts
}>

export type DateParts = Readonly<{ year: string; month: string; day: string }>

/** Creates a statement of a period of days in Lagos, both ends included, changed by the active statement faults. */
export function drawUpStatement(bank: SimulatedBank, account: Account, from: string, to: string): Statement {
  const lines = bank.ledger.linesOf(account.number)
  const within = lines.filter(({ bookedAt }) => lagosDate(bookedAt) >= from && lagosDate(bookedAt) <= to)
  const before = lines.findLast(({ bookedAt }) => lagosDate(bookedAt) < from)
  const opening = before?.balanceAfter ?? account.opening
  const has = (fault: FaultName) =>
    bank.rules.strikes(fault, { vendor: account.vendor, account: account.number }) !== undefined
  const left = has('statement_missing_row')
    ? bank.draw.below(within.length, 'missing', account.number, from)
    : -1
  const isSwapped = has('statement_day_month_swap')
  const losesZeros = has('statement_lost_zero')
  const closing = within.at(-1)?.balanceAfter ?? opening
  return {
    account,
    from,
    to,
    opening,
    closing: has('statement_wrong_closing') ? closing + 100_000n : closing,
    rows: within.filter((_, place) => place !== left),
    debits: total(within, 'debit'),
    credits: total(within, 'credit'),
    text: (digits) => (losesZeros ? digits.replace(/^0+(?=.)/, '') : digits),
    date: (iso) => {
      const [year = '', month = '', day = ''] = iso.split('-')
      return isSwapped && Number(day) <= 12 ? { year, month: day, day: month } : { year, month, day }
    },
  }
}

function total(lines: readonly Line[], direction: Line['direction']): bigint {
  return lines.reduce((sum, line) => (line.direction === direction ? sum + line.settled : sum), 0n)
}
