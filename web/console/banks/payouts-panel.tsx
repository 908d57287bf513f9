import { Link } from '@tanstack/react-router'
import { wordsOf } from '../../shared/status-words.ts'
import { durationOf, shortDayOf } from '../../shared/times.ts'
import { Button } from '../../shared/ui/button.tsx'
import { joinClasses } from '../../shared/ui/join-classes.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { Pill } from '../../shared/ui/pill.tsx'
import { EmptyState } from '../../shared/ui/placeholder.tsx'
import { Scroller } from '../../shared/ui/scroller.tsx'
import { railWords } from '../now/rails-panel.tsx'
import { Age, Amount, linkLook } from '../parts.tsx'
import { useMode, useNow } from '../use-console.ts'
import type { Stoppable } from './bank-dialogs.tsx'
import type { Banks, Day, Failure, PayoutBank, StoppedBank } from './use-banks.ts'

const cell = 'h-9 px-2 first:pl-4 last:pr-4 whitespace-nowrap'

/** How payouts to each bank went, through which vendor, in the last hour and in the last 14 days. */
export function PayoutsPanel({
  banks: { payouts, stopped },
  stop,
  putBack,
}: Readonly<{ banks: Banks; stop: () => void; putBack: (what: Stoppable) => void }>) {
  return (
    <Panel title="Payouts by bank" aside={<Button onClick={stop}>Take a bank out…</Button>}>
      {stopped.length > 0 && <StoppedBanks stopped={stopped} putBack={putBack} />}
      {payouts.length === 0 && (
        <EmptyState>Banks appear here once we paid to them, with how often it worked.</EmptyState>
      )}
      {payouts.length > 0 && (
        <Scroller name="Payouts by bank" className="overflow-x-auto">
          <table className="w-full text-small">
            <thead>
              <tr className="text-left text-caption text-muted [&>th]:h-8 [&>th]:border-b [&>th]:px-2 [&>th]:font-medium [&>th]:whitespace-nowrap [&>th]:first:pl-4 [&>th]:last:pr-4">
                <th>Bank</th>
                <th>Now</th>
                <th className="text-right">Succeeded</th>
                <th>14 days</th>
                <th className="text-right">Typical</th>
                <th className="text-right">Slowest 5%</th>
                <th className="text-right">Last unreachable</th>
              </tr>
            </thead>
            <tbody>
              {payouts.map((one) => (
                <BankRow key={`${one.vendor} ${one.bank_code}`} one={one} />
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
    </Panel>
  )
}

/** Banks to which nothing is paid, because an operator said so. */
function StoppedBanks({
  stopped,
  putBack,
}: Readonly<{ stopped: readonly StoppedBank[]; putBack: (what: Stoppable) => void }>) {
  return (
    <ul className="border-b">
      {stopped.map((one) => (
        <li
          key={one.bank_code}
          className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t px-4 py-2 text-small first:border-t-0"
        >
          <span className="min-w-48 flex-1">
            <span className="block font-medium">{one.bank}</span>
            <span className="block text-caption break-words text-muted">
              “{one.reason}” {one.by ?? 'The system'}, <Age at={one.at} />
            </span>
          </span>
          <Pill tone="bad">Out of service</Pill>
          <Button
            aria-label={`Propose to put back: ${one.bank}`}
            onClick={() => putBack({ kind: 'bank', name: one.bank, id: one.bank_code })}
          >
            Propose to put back…
          </Button>
        </li>
      ))}
    </ul>
  )
}

function BankRow({ one }: Readonly<{ one: PayoutBank }>) {
  const [tone, words] = railWords[one.state]
  const isQuiet = one.state === 'no_data'
  return (
    <tr className="border-t first:border-t-0 hover:bg-sunken/55">
      <th scope="row" className={joinClasses(cell, 'text-left font-medium')}>
        {one.bank} <span className="text-caption font-normal text-muted">{wordsOf(one.vendor)}</span>
      </th>
      <td className={cell}>
        <Pill tone={tone} isStale={isQuiet}>
          {isQuiet ? 'Quiet' : words}
        </Pill>
      </td>
      <td className={joinClasses(cell, 'text-right')}>{shareOf(one.days)}</td>
      <td className={cell}>
        <Days days={one.days} />
      </td>
      <td className={joinClasses(cell, 'text-right')}>{secondsOf(one.typical_seconds)}</td>
      <td className={joinClasses(cell, 'text-right')}>{secondsOf(one.slowest_seconds)}</td>
      <td className={joinClasses(cell, 'text-right text-caption text-muted')}>
        {one.trouble === null ? (
          'never'
        ) : (
          <span title={`${one.trouble.succeeded} of ${one.trouble.attempts} succeeded`}>
            <Age at={one.trouble.until} isBare />
          </span>
        )}
      </td>
    </tr>
  )
}

const secondsOf = (text: string | null): string => (text === null ? '—' : durationOf(Number(text)))

/** The share of what ended that succeeded, in words. */
function shareOf(days: readonly Day[]): string {
  const ended = days.reduce((sum, day) => sum + Number(day.ended), 0)
  const succeeded = days.reduce((sum, day) => sum + Number(day.succeeded), 0)
  if (ended === 0) return '—'
  const tenths = Math.floor((succeeded * 1_000) / ended)
  return `${tenths === 1_000 ? '100' : (tenths / 10).toFixed(1)}% of ${ended}`
}

const SHOWN_DAYS = 14
const DAY_MS = 86_400_000
const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' })

/** A bar for each day: its height is how much ended, red is what did not succeed. The words say the same. */
export function Days({ days, isIncoming = false }: Readonly<{ days: readonly Day[]; isIncoming?: boolean }>) {
  const byDay = new Map(days.map((day) => [day.day, day]))
  const today = useNow()
  const shown = Array.from({ length: SHOWN_DAYS }, (_, back) =>
    isoDay.format(new Date(today - (SHOWN_DAYS - 1 - back) * DAY_MS)),
  )
  const most = Math.max(1, ...days.map(({ ended }) => Number(ended)))
  const last = days.at(-1)
  const words =
    last === undefined
      ? 'Nothing in 14 days'
      : `${shortDayOf(`${last.day}T12:00:00Z`)}: ${isIncoming ? `${last.ended} arrived` : `${last.succeeded} of ${last.ended} succeeded`}`
  return (
    <span title={words} className="shrink-0">
      <span className="sr-only">{words}</span>
      <svg viewBox="0 0 84 20" aria-hidden="true" className="block h-5 w-21">
        {shown.map((day, place) => {
          const own = byDay.get(day)
          const ended = Number(own?.ended ?? 0)
          const failed = ended - Number(own?.succeeded ?? 0)
          const height = ended === 0 ? 1 : Math.max(2, (ended / most) * 18)
          const bad = ended === 0 ? 0 : (failed / ended) * height
          return (
            <g key={day}>
              <rect
                x={place * 6}
                y={19 - height}
                width="4"
                height={height}
                className={ended === 0 ? 'fill-border-strong' : 'fill-muted'}
              />
              {bad > 0 && (
                <rect
                  x={place * 6}
                  y={19 - height}
                  width="4"
                  height={Math.max(1, bad)}
                  className="fill-bad"
                />
              )}
            </g>
          )
        })}
      </svg>
    </span>
  )
}

/** The last payouts that failed or came back. */
export function FailuresPanel({ failures }: Readonly<{ failures: readonly Failure[] }>) {
  const mode = useMode()
  return (
    <Panel title="Last failures" aside="payouts, 14 days">
      {failures.length === 0 && <EmptyState>No payout failed or came back.</EmptyState>}
      <ul className="text-small">
        {failures.map((one) => (
          <li key={`${one.transaction_id} ${one.at}`} className="border-t px-4 py-2 first:border-t-0">
            <p className="flex items-center gap-3">
              <Link
                to="/$mode/transactions/$transaction"
                params={{ mode, transaction: one.transaction_id }}
                className={`min-w-0 grow truncate ${linkLook}`}
              >
                {one.bank} <span className="font-normal text-muted">through {wordsOf(one.vendor)}</span>
              </Link>
              <span className="font-medium">
                <Amount minor={one.amount_minor} />
              </span>
            </p>
            <p className="flex gap-3 text-caption text-muted">
              <span className="min-w-0 grow wrap-anywhere">
                {one.state === 'reversed' ? 'Came back' : 'Failed'}
                {one.said === null || one.said.startsWith('reversed') ? '' : `: ${failureOf(one.said)}`}
              </span>
              <Age at={one.at} isBare />
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Says why a payout failed. `said` is our word for the vendor's answer, and the code of the vendor. */
function failureOf(said: string): string {
  return said.startsWith('needs_otp') ? 'the vendor asked for a one-time password' : said.replaceAll('_', ' ')
}
