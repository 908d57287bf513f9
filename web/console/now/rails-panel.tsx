import { durationOf } from '../../shared/times.ts'
import { joinClasses } from '../../shared/ui/join-classes.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { Pill, type Tone } from '../../shared/ui/pill.tsx'
import { EmptyState } from '../../shared/ui/placeholder.tsx'
import { Scroller } from '../../shared/ui/scroller.tsx'
import { Age, Amount } from '../parts.tsx'
import type { Rail } from './use-now-screen.ts'

export const railWords: Readonly<Record<Rail['state'], readonly [tone: Tone, word: string]>> = {
  working: ['good', 'Working'],
  slow: ['warn', 'Slow'],
  down: ['bad', 'No answer'],
  frozen: ['bad', 'Frozen'],
  float_low: ['warn', 'Float low'],
  no_data: ['ended', 'No data'],
}
const groups = [
  ['in', 'Money in'],
  ['payout', 'Payouts'],
  ['chain', 'Chains'],
] as const

const cell = 'h-8 px-2 first:pl-4 last:pr-4 whitespace-nowrap'
const right = `${cell} text-right`

/** Every way in which money comes and leaves. A rail without fresh data has a hollow dot and muted figures. */
export function RailsPanel({ rails }: Readonly<{ rails: readonly Rail[] }>) {
  return (
    <Panel title="Rails" aside="last 15 minutes">
      <Scroller name="Rails" className="overflow-x-auto">
        <table className="w-full text-small">
          <thead>
            <tr className="text-left text-caption text-muted [&>th]:h-8 [&>th]:border-b [&>th]:font-medium">
              <th className={cell}>Rail</th>
              <th className={cell}>State</th>
              <th className={right}>Succeeded</th>
              <th className={right}>Typical</th>
              <th className={right}>Slowest 5%</th>
              <th className={right}>In flight</th>
              <th className={cell}>Last hour</th>
              <th className={right}>Last answer</th>
            </tr>
          </thead>
          {groups.map(([kind, title]) => {
            const own = rails.filter((rail) => rail.kind === kind)
            if (own.length === 0) return null
            return (
              <tbody key={kind}>
                <tr>
                  <th
                    colSpan={8}
                    scope="rowgroup"
                    className="h-6 bg-sunken px-4 text-left text-caption font-medium text-muted"
                  >
                    {title}
                  </th>
                </tr>
                {own.map((rail) => (
                  <RailRow key={rail.name} rail={rail} />
                ))}
              </tbody>
            )
          })}
        </table>
        {rails.every(({ kind }) => kind !== 'payout') && (
          <EmptyState>
            Payouts appear here, by vendor and bank, once there was one in the last hour.
          </EmptyState>
        )}
      </Scroller>
    </Panel>
  )
}

function RailRow({ rail }: Readonly<{ rail: Rail }>) {
  const [tone, word] = railWords[rail.state]
  const isOld = rail.state === 'no_data'
  const isSlow = rail.state === 'slow'
  const figure = joinClasses(right, isOld && 'text-muted', isSlow && 'text-warn')
  return (
    <tr className="border-t hover:bg-sunken/55">
      <th scope="row" className={joinClasses(cell, 'min-w-40 text-left font-medium whitespace-normal!')}>
        {rail.name}
      </th>
      <td className={cell}>
        <Pill tone={tone} isStale={isOld}>
          {word}
        </Pill>
      </td>
      <td className={joinClasses(right, isOld && 'text-muted')}>{share(rail)}</td>
      <td className={figure}>{secondsOf(rail.typical_seconds)}</td>
      <td className={figure}>{secondsOf(rail.slowest_seconds)}</td>
      <td className={joinClasses(right, isOld && 'text-muted')}>
        <Amount minor={rail.in_flight_minor} asset={rail.kind === 'chain' ? 'NGNC' : 'NGN'} />
      </td>
      <td className={cell}>
        <Spark points={rail.points.map(Number)} isWarn={isSlow} />
      </td>
      <td className={joinClasses(right, 'text-caption text-muted')}>
        {rail.last_at === null ? 'never' : <Age at={rail.last_at} isBare />}
      </td>
    </tr>
  )
}

function share({ kind, ended, succeeded }: Rail): string {
  if (kind === 'in') return ended
  if (ended === '0') return '—'
  const tenths = Math.floor((Number(succeeded) * 1_000) / Number(ended))
  if (tenths === 1_000) return '100%'
  // A share of a few says less than the count.
  return Number(ended) < 10 ? `${succeeded} of ${ended}` : `${(tenths / 10).toFixed(1)}%`
}

function secondsOf(text: string | null): string {
  return text === null ? '—' : durationOf(Number(text))
}

/** What succeeded in each five minutes of the last hour. The figures beside it say the rest. */
function Spark({ points, isWarn }: Readonly<{ points: readonly number[]; isWarn: boolean }>) {
  const most = Math.max(1, ...points)
  const step = 88 / Math.max(1, points.length - 1)
  const path = points
    .map((count, at) => `${at === 0 ? 'M' : 'L'}${at * step} ${18 - (count / most) * 14}`)
    .join(' ')
  const isEmpty = points.every((count) => count === 0)
  return (
    <svg viewBox="0 0 88 20" preserveAspectRatio="none" className="block h-5 w-16" aria-hidden="true">
      <path
        d={isEmpty ? 'M0 12H88' : path}
        fill="none"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeDasharray={isEmpty ? '2 3' : undefined}
        className={isEmpty ? 'stroke-border-strong' : isWarn ? 'stroke-warn' : 'stroke-muted'}
      />
    </svg>
  )
}
