import type { BalanceDay } from '@afara/sdk'
import { useMemo, useState } from 'react'
import { DayChart } from '../shared/ui/day-chart.tsx'
import { Money } from '../shared/ui/money.tsx'
import { koboOf, shortDayOf } from './words.ts'

/** The balance at the end of each day as a line. The words under it say the same for the day under the pointer, or for the last day. */
export function BalanceChart({ days }: Readonly<{ days: readonly BalanceDay[] }>) {
  const [pointed, setPointed] = useState<number>()
  // Whole tokens are exact enough for a picture. No sum is made of them.
  const points = useMemo(
    () => days.map(({ day, closing }) => ({ day, whole: Number.parseInt(closing.split('.')[0] ?? '0', 10) })),
    [days],
  )
  const shown = days[pointed ?? days.length - 1]
  return (
    <figure className="px-2 pt-4 pb-3 text-muted">
      <DayChart points={points} point={setPointed} />
      {shown !== undefined && (
        <figcaption className="px-2 text-caption">
          {shortDayOf(`${shown.day}T12:00:00Z`)}:{' '}
          <b className="font-medium text-text">
            <Money kobo={koboOf(shown.closing)} unit="" /> NGNC
          </b>
          , <Money kobo={koboOf(shown.in)} unit="" /> in, <Money kobo={koboOf(shown.out)} unit="" /> out
        </figcaption>
      )}
    </figure>
  )
}
