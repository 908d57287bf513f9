import { Refusal } from '../../kernel/refusal.ts'
import { daysBetween, otherReading } from './printed-fields.ts'
import type { PrintedRow, PrintedStatement } from './printed-statement.ts'

export type DayCheck = ReturnType<typeof createDayCheck>

// A payment is booked at most this many days after it was sent, even over a long weekend.
const MAX_DAYS_SENT_TO_BOOKED = 7

/**
 * Checks that the days of a file are read as the bank meant them. A spreadsheet may have swapped day and month wherever both orders are
 * valid. A session id proves the day of its row, because it contains the time at which the payment was sent.
 */
export function createDayCheck({ from, to, rows }: PrintedStatement) {
  const proved = new Set<string>()
  const booked = rows.flatMap(({ day }) => (day === undefined ? [] : [day])).sort()
  const period = { from: from ?? booked[0], to: to ?? booked.at(-1) }
  if (period.from !== undefined && period.to !== undefined && period.from > period.to) {
    throw contradictoryDays(`the period runs from ${period.from} to ${period.to}`)
  }

  return {
    /** Whether a session id made on `sent` can belong to a row booked on `day`. Refuses the file if only the swapped day is possible. */
    compare: (place: string, day: string, sent: string): boolean => {
      if (daysBetween(day, sent) <= MAX_DAYS_SENT_TO_BOOKED) {
        proved.add(day)
        return true
      }
      const swapped = otherReading(day)
      if (swapped !== undefined && daysBetween(swapped, sent) <= MAX_DAYS_SENT_TO_BOOKED) {
        throw contradictoryDays(`${place} is dated ${day}, but its session id is from ${sent}`)
      }
      return false
    },
    /** Refuses the file if the row is outside the printed period. */
    require: ({ place, day = '' }: PrintedRow): void => {
      if ((from !== undefined && day < from) || (to !== undefined && day > to)) {
        throw contradictoryDays(`${place} is dated ${day}, outside the period of ${from} to ${to}`)
      }
    },
    period: () => period,
    doubtful: (): string[] => {
      const days = new Set([...booked, period.from, period.to].filter((day) => day !== undefined))
      return [...days].filter((day) => otherReading(day) !== undefined && !proved.has(day)).sort()
    },
  }
}

function contradictoryDays(how: string): Refusal {
  return new Refusal(
    'statement_days_doubtful',
    `The dates of the statement contradict each other: ${how}. Nothing was imported. Export it again and do not open it in a spreadsheet.`,
  )
}
