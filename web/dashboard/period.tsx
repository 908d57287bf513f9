import { joinClasses } from '../shared/ui/join-classes.ts'
import { isoToday } from './words.ts'

const names = {
  today: 'Today',
  week: 'Last 7 days',
  month: 'Last 30 days',
  quarter: 'Last 90 days',
  all: 'All time',
  custom: 'Other days…',
} as const

export type PeriodName = keyof typeof names

/** The period of a list. It is in the address. */
export type PeriodSearch = Readonly<{ period?: PeriodName; from?: string; to?: string }>

const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/

export function readPeriodSearch(search: Record<string, unknown>): PeriodSearch {
  const { period, from, to } = search
  return {
    ...(typeof period === 'string' && period in names && { period: period as PeriodName }),
    ...(typeof from === 'string' && DAY.test(from) && { from }),
    ...(typeof to === 'string' && DAY.test(to) && { to }),
  }
}

/** The first and the last day in Lagos, both included. Undefined: no limit. */
export function daysOf(
  { period, from, to }: PeriodSearch,
  usual: PeriodName,
): Readonly<{ from?: string; to?: string }> {
  switch (period ?? usual) {
    case 'today':
      return { from: isoToday(), to: isoToday() }
    case 'week':
      return { from: dayBefore(6), to: isoToday() }
    case 'month':
      return { from: dayBefore(29), to: isoToday() }
    case 'quarter':
      return { from: dayBefore(89), to: isoToday() }
    case 'custom':
      return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
    default:
      return {}
  }
}

/** The day so many days before today in Lagos. */
export function dayBefore(days: number): string {
  const day = new Date(`${isoToday()}T12:00:00Z`)
  day.setUTCDate(day.getUTCDate() - days)
  return day.toISOString().slice(0, 10)
}

const all: readonly PeriodName[] = ['today', 'week', 'month', 'quarter', 'all', 'custom']
const look =
  'h-11 rounded-small border border-border-strong bg-surface px-2 text-small font-medium middle:h-8'

/** Chooses the period of a list. */
export function PeriodField({
  value,
  usual,
  choices = all,
  change,
}: Readonly<{
  value: PeriodSearch
  usual: PeriodName
  choices?: readonly PeriodName[]
  change: (next: PeriodSearch) => void
}>) {
  const period = value.period ?? usual
  const choose = (next: PeriodName) =>
    change(
      next === 'custom' ? { period: next, ...daysOf(value, usual) } : next === usual ? {} : { period: next },
    )
  return (
    <div className="flex flex-wrap items-center gap-2">
      <select
        aria-label="Period"
        value={period}
        onChange={({ target }) => choose(target.value as PeriodName)}
        className={look}
      >
        {choices.map((name) => (
          <option key={name} value={name}>
            {names[name]}
          </option>
        ))}
      </select>
      {period === 'custom' &&
        (['from', 'to'] as const).map((end) => (
          <input
            key={end}
            type="date"
            aria-label={end === 'from' ? 'From' : 'To'}
            value={value[end] ?? ''}
            max={isoToday()}
            onChange={({ target }) => {
              const { [end]: _old, ...rest } = value
              change({ ...rest, period: 'custom', ...(DAY.test(target.value) && { [end]: target.value }) })
            }}
            className={joinClasses(look, 'font-normal')}
          />
        ))}
    </div>
  )
}
