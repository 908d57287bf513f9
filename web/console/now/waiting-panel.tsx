import { durationOf } from '../../shared/times.ts'
import { joinClasses } from '../../shared/ui/join-classes.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { useNow } from '../use-console.ts'
import type { Waiting } from './use-now-screen.ts'

const columns = [
  ['Buys', ['buy']],
  ['Sells and withdrawals', ['sell', 'withdrawal', 'return']],
] as const

/** Statuses in which somebody is asked. */
const asking: ReadonlySet<string> = new Set([
  'on_hold',
  'action_required',
  'part_paid',
  'part_deposited',
  'send_failed',
  'payout_failed',
  'refund_failed',
])

/** Open transactions by status: how many, and how long the oldest is in it. */
export function WaitingPanel({ waiting }: Readonly<{ waiting: readonly Waiting[] }>) {
  const most = Math.max(1, ...waiting.map(({ count }) => Number(count)))
  return (
    <Panel title="Waiting now" aside="count, and the oldest one">
      <div className="grid middle:grid-cols-2">
        {columns.map(([title, types], place) => (
          <div
            key={title}
            className={joinClasses(
              'min-w-0 px-4 pt-2 pb-3',
              place > 0 && 'border-t middle:border-t-0 middle:border-l',
            )}
          >
            <h3 className="flex h-7 items-center justify-between text-caption font-medium text-muted">
              <span>{title}</span>
              <span>oldest</span>
            </h3>
            <List
              own={waiting.filter(({ type }) => (types as readonly string[]).includes(type))}
              most={most}
            />
          </div>
        ))}
      </div>
    </Panel>
  )
}

function List({ own, most }: Readonly<{ own: readonly Waiting[]; most: number }>) {
  const now = useNow()
  if (own.length === 0) return <p className="py-1 text-small text-muted">Nothing waits.</p>
  return (
    <ul>
      {own.map(({ type, status, count, oldest_at: at, oldest_transaction_id: id }) => (
        <li
          key={`${type} ${status}`}
          className="grid h-7 grid-cols-[136px_40px_minmax(0,1fr)_56px] items-center gap-3 text-small"
        >
          <span className="truncate">{wordsOf(type, status)}</span>
          <span className="text-right">{count}</span>
          <svg className="h-2 w-full" preserveAspectRatio="none" viewBox="0 0 100 8" aria-hidden="true">
            <rect
              width={Math.max(2, (Number(count) / most) * 100)}
              height="8"
              className={asking.has(status) ? 'fill-warn' : 'fill-brand/45'}
            />
          </svg>
          <time dateTime={at} title={id} className="text-right text-caption whitespace-nowrap text-muted">
            {durationOf((now - new Date(at).getTime()) / 1_000)}
          </time>
        </li>
      ))}
    </ul>
  )
}

function wordsOf(type: string, status: string): string {
  const words = `${type === 'withdrawal' || type === 'return' ? `${type}: ` : ''}${status.replaceAll('_', ' ')}`
  return words.charAt(0).toUpperCase() + words.slice(1)
}
