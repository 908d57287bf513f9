import type { BuyTransaction, SellTransaction, TimelineStep, WithdrawalTransaction } from '@afara/sdk'
import type { DemoOrder } from '@afara/stack/demo/demo-state.ts'
import { useState } from 'react'
import { joinClasses } from '../shared/ui/join-classes.ts'
import { Money } from '../shared/ui/money.tsx'
import { Panel } from '../shared/ui/panel.tsx'
import { Pill, type Tone } from '../shared/ui/pill.tsx'
import { Scroller } from '../shared/ui/scroller.tsx'
import { koboOf, useBusiness, useTimeline } from './ask.ts'
import { clockTime } from './clock-time.ts'

type Transaction = BuyTransaction | SellTransaction | WithdrawalTransaction

const tones: Readonly<Record<string, Tone>> = {
  pending_payment: 'ended',
  completed: 'good',
  refunded: 'ended',
  recalled: 'warn',
  action_required: 'warn',
  on_hold: 'warn',
  send_failed: 'bad',
  refund_failed: 'bad',
  payout_failed: 'bad',
  expired: 'ended',
  cancelled: 'ended',
}
const ROWS = 4

/** The balance, the newest transactions and the steps of one: all of it from the business's own calls to the api. */
export function BusinessPane({ orders }: Readonly<{ orders: readonly DemoOrder[] }>) {
  const { data } = useBusiness()
  const [chosen, setChosen] = useState<string>()
  const all = data?.list.transactions ?? []
  const shown = all.find(({ transaction_id: id }) => id === chosen) ?? all[0]
  const balance = data?.balances.balances[0]?.available
  const owed = koboOf(data?.balances.owed ?? '0')
  return (
    <Panel className="h-[476px] wide:h-[468px]">
      <div className="flex h-11 shrink-0 items-center justify-between gap-3 border-b px-4">
        <span className="text-muted">
          Balance{' '}
          <b className="font-semibold text-text">
            {balance === undefined ? '…' : <Money kobo={koboOf(balance)} unit="" />} NGNC
          </b>
        </span>
        {owed !== '0' && (
          <span className="text-muted">
            Owes{' '}
            <b className="font-semibold text-text">
              <Money kobo={owed} />
            </b>
          </span>
        )}
      </div>
      <ul className="shrink-0">
        {all.slice(0, ROWS).map((one) => (
          <li key={one.transaction_id} className="border-b">
            <Row one={one} isShown={one === shown} choose={() => setChosen(one.transaction_id)} />
          </li>
        ))}
      </ul>
      {shown === undefined ? (
        <p className="p-4 text-muted">No transactions yet. Press Pay.</p>
      ) : (
        <Timeline
          one={shown}
          marks={orders.find((order) => order.transactionId === shown.transaction_id)?.marks ?? []}
        />
      )}
    </Panel>
  )
}

function Row({ one, isShown, choose }: Readonly<{ one: Transaction; isShown: boolean; choose(): void }>) {
  return (
    <button
      type="button"
      onClick={choose}
      aria-pressed={isShown}
      className={joinClasses(
        'grid h-11 w-full wide:h-9 grid-cols-[minmax(0,1fr)_auto_104px] items-center gap-3 px-4 text-left -outline-offset-2',
        isShown ? 'bg-brand-soft' : 'hover:bg-sunken',
      )}
    >
      <span className="truncate font-semibold">{nameOf(one.reference)}</span>
      <Pill tone={tones[one.status] ?? 'info'}>{statusWords(one.status)}</Pill>
      <span className="text-right">
        <Money kobo={koboOf(one.amount)} />
      </span>
    </button>
  )
}

type Moment = Readonly<{ at: string; words: string; evidence: string | null; isMark: boolean }>

/** The newest step comes first, as in the books and the log. */
function Timeline({ one, marks }: Readonly<{ one: Transaction; marks: DemoOrder['marks'] }>) {
  const { data } = useTimeline(one.transaction_id)
  const moments: Moment[] = [
    ...(data?.timeline.steps ?? []).map(toMoment),
    ...marks.map(({ at, words }) => ({ at, words, evidence: null, isMark: true })),
  ].sort((left, right) => right.at.localeCompare(left.at))
  return (
    <Scroller name="Timeline" className="px-4 py-3">
      <p className="mb-3 flex justify-between gap-3 font-semibold">
        {nameOf(one.reference)}
        <span className="font-mono text-caption font-normal text-muted">{shortened(one.transaction_id)}</span>
      </p>
      <ol>
        {moments.map((moment, place) => (
          <li
            key={`${moment.at} ${moment.words}`}
            className="relative grid grid-cols-[56px_20px_minmax(0,1fr)_auto] pb-2"
          >
            <time className="text-caption leading-5 text-muted">{clockTime(moment.at)}</time>
            <span className="flex justify-center pt-[5px]">
              <i
                className={joinClasses(
                  'z-1 size-2.5 rounded-full',
                  moment.isMark ? 'border-2 border-warn bg-surface ring-4 ring-warn-soft' : 'bg-good',
                )}
              />
              {place < moments.length - 1 && (
                <i className="absolute top-4 bottom-0 left-[65px] w-0.5 bg-border-strong" aria-hidden />
              )}
            </span>
            <span className={joinClasses('pl-1', moment.isMark && 'font-semibold text-warn')}>
              {moment.words}
            </span>
            {moment.evidence !== null && (
              <span className="pl-2 font-mono text-caption leading-5 text-muted">{moment.evidence}</span>
            )}
          </li>
        ))}
      </ol>
    </Scroller>
  )
}

function toMoment({ at, sentence, evidence }: TimelineStep): Moment {
  const proof = evidence.find(({ kind }) => kind === 'hash' || kind === 'session')
  return { at, words: sentence, evidence: proof === undefined ? null : shortened(proof.id), isMark: false }
}

function nameOf(reference: string): string {
  const [what, number] = [reference.replace(/-\d+$/, ''), /\d+$/.exec(reference)?.[0] ?? '']
  return `${what === 'order' ? 'Order' : 'Cash-out'} ${number}`
}

function statusWords(status: string): string {
  const words = status.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function shortened(id: string): string {
  return id.length <= 14 ? id : `${id.slice(0, 8)}…${id.slice(-4)}`
}
