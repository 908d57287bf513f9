import { Link } from '@tanstack/react-router'
import { wordsOf } from '../../shared/status-words.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { Pill, type Tone } from '../../shared/ui/pill.tsx'
import { EmptyState } from '../../shared/ui/placeholder.tsx'
import { Age, Amount, linkLook } from '../parts.tsx'
import { useMode } from '../use-console.ts'
import { type Money, nameOf } from './use-money.ts'

const ages = { hour: 'Up to an hour', day: 'Up to a day', week: 'Up to a week', older: 'Longer' } as const

/** What arrived and belongs to nobody yet, by how long ago. */
export function SuspensePanel({ suspense }: Readonly<{ suspense: Money['suspense'] }>) {
  const mode = useMode()
  return (
    <Panel title="Suspense" aside="arrived, not assigned yet">
      {suspense.length === 0 && <EmptyState>All money that arrived is assigned.</EmptyState>}
      <ul>
        {suspense.map((one) => {
          const record = one.oldest_id
          return (
            <li
              key={`${one.asset} ${one.age}`}
              className="flex min-h-9 flex-wrap items-center gap-x-3 border-t px-4 py-1.5 text-small first:border-t-0"
            >
              <span className="font-medium">{ages[one.age]}</span>
              <span className="text-caption text-muted">
                {one.count} {one.asset === 'NGN' ? 'credits' : 'deposits'}, oldest{' '}
                {one.asset === 'NGN' ? (
                  <Link to="/$mode/records/$record" params={{ mode, record }} className={linkLook}>
                    <Age at={one.oldest_at} isBare />
                  </Link>
                ) : (
                  <Link
                    to="/$mode/transactions/$transaction"
                    params={{ mode, transaction: record }}
                    className={linkLook}
                  >
                    <Age at={one.oldest_at} isBare />
                  </Link>
                )}
              </span>
              <span className="ml-auto font-medium">
                <Amount minor={one.amount_minor} asset={one.asset} />
              </span>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

const returnWords: Readonly<Record<string, string>> = {
  out: 'On its way',
  by_hand: 'Paid by hand',
  queued: 'In the queue',
  due: 'Due',
  unknown: 'The bank does not answer',
  used_up: 'All attempts failed',
  before: 'To be paid by hand',
}
const MOST_SHOWN = 8

/** Naira that is due to its payers and has not arrived. */
export function ReturnsPanel({ returns }: Readonly<{ returns: Money['returns'] }>) {
  const mode = useMode()
  const more = returns.length - MOST_SHOWN
  return (
    <Panel title="Returns due" aside={returns.length === 0 ? undefined : String(returns.length)}>
      {returns.length === 0 && <EmptyState>No return or refund is due.</EmptyState>}
      <ul>
        {returns.slice(0, MOST_SHOWN).map((one) => (
          <li
            key={`${one.credit_id} ${one.transaction_id}`}
            className="flex min-h-9 flex-wrap items-center gap-x-3 border-t px-4 py-1.5 text-small first:border-t-0"
          >
            <Link
              to="/$mode/records/$record"
              params={{ mode, record: one.credit_id }}
              className={`min-w-0 truncate ${linkLook}`}
            >
              {one.account_number}, {one.bank ?? 'bank not known'}
            </Link>
            <span className="text-caption text-muted">
              {returnWords[one.state] ?? one.state}, <Age at={one.decided_at} isBare />
            </span>
            <span className="ml-auto font-medium">
              <Amount minor={one.amount_minor} />
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="border-t px-4 py-2 text-caption text-muted">{more} more, not as old</p>}
    </Panel>
  )
}

/** What businesses and vendors owe us. */
export function OwedPanel({
  debts,
  vendors,
}: Readonly<{ debts: Money['business_debts']; vendors: Money['vendors'] }>) {
  const mode = useMode()
  return (
    <Panel title="Owed to us">
      {debts.length + vendors.length === 0 && <EmptyState>Nobody owes us anything.</EmptyState>}
      <ul>
        {vendors.map((one) => (
          <li
            key={one.vendor}
            className="flex min-h-9 flex-wrap items-center gap-x-3 border-t px-4 py-1.5 text-small first:border-t-0"
          >
            <span className="font-medium">{wordsOf(one.vendor)}</span>
            <span className="text-caption text-muted">
              {one.settles === 'at_once' ? (
                'settles at once'
              ) : (
                <>
                  settles {(one.settles ?? 'later').replaceAll('_', ' ')}, on credit at most{' '}
                  <Amount minor={one.cap_minor} />
                </>
              )}
            </span>
            <span className="ml-auto font-medium">
              <Amount minor={one.owed_minor} />
            </span>
          </li>
        ))}
        {debts.map((one) => (
          <li
            key={`${one.business_id} ${one.asset}`}
            className="flex min-h-9 flex-wrap items-center gap-x-3 border-t px-4 py-1.5 text-small first:border-t-0"
          >
            <Link
              to="/$mode/businesses/$business"
              params={{ mode, business: one.business_id }}
              className={linkLook}
            >
              {one.name}
            </Link>
            <span className="text-caption text-muted">taken back after we delivered</span>
            <span className="ml-auto font-medium">
              <Amount minor={one.amount_minor} asset={one.asset} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const moveTones: Readonly<Record<string, Tone>> = {
  expected: 'warn',
  in_transit: 'info',
  done: 'good',
  cancelled: 'ended',
}

/** Moves between our own accounts. */
export function MovesPanel({ moves }: Readonly<{ moves: Money['moves'] }>) {
  const mode = useMode()
  return (
    <Panel title="Moves" aside="between our own accounts">
      {moves.length === 0 && (
        <EmptyState>
          No move yet. Propose one before you move money, so that what the banks show is explained.
        </EmptyState>
      )}
      <ul>
        {moves.slice(0, MOST_SHOWN).map((one) => (
          <li key={one.case_id} className="border-t first:border-t-0">
            <Link
              to="/$mode/cases/$case"
              params={{ mode, case: one.case_id }}
              className="flex min-h-9 flex-wrap items-center gap-x-3 px-4 py-1.5 text-small -outline-offset-2 hover:bg-sunken"
            >
              <span className="min-w-0 truncate font-medium">
                {nameOf(one.from)} → {nameOf(one.to)}
              </span>
              <Pill tone={moveTones[one.state] ?? 'ended'}>{wordsOf(one.state)}</Pill>
              <span className="text-caption text-muted">
                <Age at={one.decided_at} isBare />
              </span>
              <span className="ml-auto font-medium">
                <Amount minor={one.amount_minor} asset={one.kind === 'naira' ? 'NGN' : 'NGNC'} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
