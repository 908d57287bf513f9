import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { toneOf, wordsOf } from '../../shared/status-words.ts'
import { untilOf } from '../../shared/times.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { Pill } from '../../shared/ui/pill.tsx'
import { Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import { Age, Amount, Freshness, linkLook, ShortId } from '../parts.tsx'
import { useMode } from '../use-console.ts'
import { CasePanel } from './case-panel.tsx'
import { EffectsPanel } from './effects-panel.tsx'
import { EntriesPanel } from './entries-panel.tsx'
import { MarginPanel, SentPanel, ToldPanel } from './side-panels.tsx'
import { StepsPanel } from './steps-panel.tsx'
import { type Head, holderOf, useTransaction } from './use-transaction.ts'

/** One transaction: where its money is, what happened and what proves it, the ledger, and what its business was told. */
export function TransactionPage() {
  const { transaction: id } = useParams({ from: '/$mode/transactions/$transaction' })
  const { data, error } = useTransaction(id)
  if (error !== null && data === undefined) return <Problem>{error.message}</Problem>
  if (data === undefined) return <Skeleton rows={8} />
  return (
    <article aria-label="Transaction" className="grid gap-4">
      <Top one={data.transaction} />
      {error !== null && <Problem>{error.message}</Problem>}
      <Facts one={data.transaction} />
      <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,1fr)_400px]">
        <div className="grid min-w-0 gap-4">
          <StepsPanel steps={data.steps} />
          <EffectsPanel whole={data} />
          <EntriesPanel entries={data.entries} />
        </div>
        <div className="grid min-w-0 gap-4">
          <CasePanel whole={data} />
          <ToldPanel told={data.told} business={data.transaction.business} />
          <SentPanel events={data.events} />
          <MarginPanel margin={data.margin} />
        </div>
      </div>
    </article>
  )
}

function Top({ one }: Readonly<{ one: Head }>) {
  const mode = useMode()
  return (
    <header className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
        <nav aria-label="Where this is" className="flex items-center gap-2">
          <Link to="/$mode/transactions" params={{ mode }} className={linkLook}>
            Transactions
          </Link>
          <span aria-hidden="true">/</span>
        </nav>
        <ShortId id={one.transaction_id} />
        <Pill tone={toneOf(one.status)}>{wordsOf(one.status)}</Pill>
        <span className="ml-auto">
          <Freshness />
        </span>
      </div>
      <h1 className="text-display font-semibold tracking-tight">
        {wordsOf(one.type)} of <Amount minor={one.amount_minor} /> for {one.business}
      </h1>
      <p className="flex flex-wrap items-center gap-x-3 text-small text-muted">
        <span>
          Reference <span className="font-mono break-all">{one.reference}</span>
        </span>
        <span>
          Accepted <Age at={one.created_at} />
        </span>
        <Link
          to="/$mode/businesses/$business"
          params={{ mode, business: one.business_id }}
          className={linkLook}
        >
          {one.business}
        </Link>
      </p>
    </header>
  )
}

function Facts({ one }: Readonly<{ one: Head }>) {
  const where = one.claims ?? one.goes_to ?? one.deposit_to
  const whereName =
    one.claims !== null ? 'Claimed payer' : one.goes_to !== null ? 'Goes to' : 'Tokens arrive at'
  return (
    <Panel>
      {one.frozen !== null && (
        <p className="border-b bg-bad-soft px-4 py-2 text-small text-bad">Frozen: {one.frozen}</p>
      )}
      <p className="border-b px-4 py-3 text-body font-medium">{one.sentence}</p>
      <dl className="grid grid-cols-2 text-small middle:grid-cols-4">
        <Fact name="Who holds the money">{holderOf(one.holder)}</Fact>
        <Fact name="Expected by">
          {one.expected_by === null ? 'Nothing is due' : untilOf(one.expected_by)}
        </Fact>
        <Fact name="We hold">
          <Amount minor={one.held_minor} asset={one.type === 'buy' ? 'NGN' : 'NGNC'} />
          {one.lacks_minor !== null && one.lacks_minor !== '0' && (
            <span className="block text-caption text-muted">
              waits for <Amount minor={one.lacks_minor} />
            </span>
          )}
          {one.waits_for_lane !== null && (
            <span className="block text-caption text-muted">queued in {one.waits_for_lane}</span>
          )}
        </Fact>
        <Fact name={where === null ? 'From' : whereName}>{where ?? 'The balance of the business'}</Fact>
      </dl>
    </Panel>
  )
}

function Fact({ name, children }: Readonly<{ name: string; children: ReactNode }>) {
  return (
    <div className="min-w-0 px-4 py-3">
      <dt className="text-caption text-muted">{name}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}
