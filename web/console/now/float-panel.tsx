import { Link } from '@tanstack/react-router'
import { clockOf } from '../../shared/times.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { Amount } from '../parts.tsx'
import { useMode, useNow } from '../use-console.ts'
import type { Float } from './use-now-screen.ts'

const END_HOUR = 18
const HOUR_MS = 3_600_000

/** What we can send and pay from. The line is what is needed until 18:00 at the pace of the last hour. */
export function FloatPanel({ floats }: Readonly<{ floats: readonly Float[] }>) {
  const mode = useMode()
  const now = useNow()
  const hours = hoursLeft(now)
  return (
    <Panel title="Float" aside="line = needed until 18:00">
      <ul>
        {floats.map((float) => (
          <li key={float.place} className="border-t first:border-t-0">
            <Link
              to="/$mode/money"
              params={{ mode }}
              className="grid grid-cols-[96px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-1.5 text-small -outline-offset-2 hover:bg-sunken/55"
            >
              <span className="truncate font-medium">{float.name}</span>
              <Gauge float={float} hours={hours} />
              <span className="min-w-34 text-right">
                <Amount minor={float.ledger_minor} asset={float.kind === 'lane' ? 'NGNC' : 'NGN'} />
              </span>
              {float.is_low && float.empty_at !== null && (
                <p className="col-span-full text-caption text-warn">
                  {new Date(float.empty_at).getTime() <= now
                    ? 'Nothing is available now: waiting payments need all of it.'
                    : `Runs short at ${clockOf(float.empty_at)}, at the pace of the last hour.`}
                </p>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Hours until 18:00 in Lagos; after that, until 18:00 tomorrow. */
function hoursLeft(now: number): number {
  const lagos = new Date(now + HOUR_MS)
  const end = Date.UTC(lagos.getUTCFullYear(), lagos.getUTCMonth(), lagos.getUTCDate(), END_HOUR)
  const left = (end - lagos.getTime()) / HOUR_MS
  return left > 0 ? left : left + 24
}

function Gauge({ float, hours }: Readonly<{ float: Float; hours: number }>) {
  // For the eye only: the exact amount is beside it.
  const have = Number(float.ledger_minor)
  const needed = Number(float.promised_minor) + Number(float.hour_minor) * hours
  const full = Math.max(have, needed * 1.25, 1)
  return (
    <svg
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      className="h-2 w-full rounded-full bg-sunken"
      aria-hidden="true"
    >
      <rect width={(have / full) * 100} height="8" className={float.is_low ? 'fill-warn' : 'fill-brand'} />
      {needed > 0 && (
        <rect x={Math.min(98, (needed / full) * 100)} width="1.5" height="8" className="fill-text" />
      )}
    </svg>
  )
}
