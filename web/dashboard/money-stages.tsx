import type { TransactionTotal } from '@afara/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { joinClasses } from '../shared/ui/join-classes.ts'
import { Money } from '../shared/ui/money.tsx'
import { Panel } from '../shared/ui/panel.tsx'
import { Problem } from '../shared/ui/placeholder.tsx'
import type { Tenant } from './ask-api.ts'
import { totalsQuery } from './use-transactions.ts'
import { koboOf, needsYou } from './words.ts'

type Stage = Readonly<{
  name: string
  /** What it means, in one sentence. */
  where: string
  statuses: readonly string[]
  /** The types, if the same status means another stage for the others. */
  types?: readonly string[]
}>

/** Where unfinished money can be, in the order of its way. */
const stages: readonly Stage[] = [
  {
    name: 'Waiting for payers',
    where: 'Still with the payer or the seller.',
    statuses: ['pending_payment', 'pending_deposit'],
  },
  { name: 'Needs you', where: 'Waits for your decision.', statuses: needsYou },
  {
    name: 'Being checked',
    where: 'With us, before it moves on.',
    statuses: ['payment_received', 'deposit_received', 'requested', 'on_hold', 'refund_failed', 'returned'],
  },
  {
    name: 'Sending NGNC',
    where: 'On its way to a wallet or your balance.',
    statuses: ['cleared', 'sending', 'send_failed'],
    types: ['Buy', 'Withdrawal'],
  },
  {
    name: 'Paying out',
    where: 'On its way to a bank account.',
    statuses: ['cleared', 'paying_out', 'payout_failed', 'refunding'],
    types: ['Sell', 'Buy'],
  },
]

function isIn({ statuses, types }: Stage, { type, status }: TransactionTotal): boolean {
  // A cleared buy sends tokens; a cleared sell pays out.
  if (status === 'cleared') return types !== undefined && types[0] === (type === 'Sell' ? 'Sell' : 'Buy')
  return statuses.includes(status)
}

/** The money of every unfinished transaction, by the stage in which it is. */
export function MoneyStages({ tenant }: Readonly<{ tenant: Tenant }>) {
  const { data, error } = useQuery(totalsQuery(tenant, {}))
  return (
    <Panel title="Where your money is now" aside={data?.is_complete === false ? 'Of the newest' : 'Live'}>
      {error !== null && <Problem>{error.message}</Problem>}
      <ol className="grid grid-cols-2 gap-4 p-4 middle:grid-cols-5">
        {stages.map((stage) => {
          const own = data?.totals.filter((total) => isIn(stage, total)) ?? []
          return <StageCell key={stage.name} stage={stage} totals={own} isLoading={data === undefined} />
        })}
      </ol>
    </Panel>
  )
}

function StageCell({
  stage: { name, where, statuses },
  totals,
  isLoading,
}: Readonly<{ stage: Stage; totals: readonly TransactionTotal[]; isLoading: boolean }>) {
  const count = totals.reduce((sum, one) => sum + BigInt(one.count), 0n)
  const kobo = totals.reduce((sum, { amount }) => sum + BigInt(koboOf(amount)), 0n)
  const isYours = name === 'Needs you'
  return (
    <li className="grid grid-cols-[4px_1fr] gap-x-3 middle:block">
      <div
        aria-hidden="true"
        className={joinClasses(
          'rounded-full middle:mb-2 middle:h-1',
          count === 0n ? 'bg-border' : isYours ? 'bg-warn' : 'bg-brand',
        )}
      />
      <Link
        from="/$business/$mode"
        to="/$business/$mode/transactions"
        search={{ status: statuses.join(',') }}
        className="block rounded-small hover:bg-sunken"
      >
        <span className="block text-caption font-medium text-muted">{name}</span>
        <span className={joinClasses('block text-body font-semibold', count === 0n && 'text-muted')}>
          {isLoading ? '…' : <Money kobo={kobo.toString()} />}
        </span>
        <span className="block text-caption text-muted">
          {isLoading ? '' : count === 0n ? 'Nothing.' : `${count}. ${where}`}
        </span>
      </Link>
    </li>
  )
}
