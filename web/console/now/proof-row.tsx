import { Check, Clock, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { dueOf, durationOf } from '../../shared/times.ts'
import { joinClasses } from '../../shared/ui/join-classes.ts'
import { Money } from '../../shared/ui/money.tsx'
import { useNow } from '../use-console.ts'
import type { Proofs } from './use-now-screen.ts'

type Tone = 'good' | 'warn' | 'bad' | 'none'

const icons = { good: Check, warn: Clock, bad: TriangleAlert } as const
const inks = { good: 'text-good', warn: 'text-warn', bad: 'text-bad', none: '' } as const

function Proof({
  name,
  tone,
  note,
  children,
}: Readonly<{ name: string; tone: Tone; note: string; children: ReactNode }>) {
  const Icon = tone === 'none' ? undefined : icons[tone]
  return (
    <div className="min-w-0 bg-surface px-4 py-3">
      <dt className="truncate text-caption font-medium text-muted">{name}</dt>
      <dd className="flex items-center gap-2 text-lead font-semibold tracking-tight middle:text-title">
        {Icon !== undefined && <Icon size={16} aria-hidden className={joinClasses('shrink-0', inks[tone])} />}
        <span className="min-w-0 truncate">{children}</span>
      </dd>
      <dd className="text-caption text-muted">{note}</dd>
    </div>
  )
}

/** What must be zero, what must be above a hundred per cent, and what is still open. */
export function ProofRow({ proofs }: Readonly<{ proofs: Proofs }>) {
  const now = useNow()
  const [hold, owe] = [BigInt(proofs.hold_minor), BigInt(proofs.owe_minor)]
  const compared = proofs.compared_at
  const isCompared = compared !== null && now - new Date(compared).getTime() < 120_000
  const isOverdue = proofs.case_overdue !== '0'
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-panel border bg-border middle:grid-cols-3 wide:grid-cols-6">
      <Proof name="Stuck" tone={proofs.stuck === '0' ? 'good' : 'bad'} note="past its time with no case">
        {proofs.stuck}
      </Proof>
      <Proof
        name="Bank, ledger, chain differ by"
        tone={proofs.differ_count !== '0' ? 'bad' : isCompared ? 'good' : 'warn'}
        note={
          compared === null
            ? 'not compared yet'
            : `checked ${durationOf((now - new Date(compared).getTime()) / 1_000)} ago`
        }
      >
        <Money kobo={proofs.differ_minor} />
      </Proof>
      <Proof
        name="Paid twice"
        tone={proofs.paid_twice === '0' ? 'good' : 'bad'}
        note={`of ${count(proofs.paid_count, 'payout', 'payouts')} in 24 h`}
      >
        {proofs.paid_twice}
      </Proof>
      <Proof
        name="Backing of balances"
        tone={hold >= owe ? 'good' : 'bad'}
        note={describeBacking(hold - owe)}
      >
        {owe === 0n ? 'nothing owed' : percent(hold, owe)}
      </Proof>
      <Proof
        name="Open cases"
        tone={proofs.case_count === '0' ? 'good' : isOverdue ? 'bad' : 'warn'}
        note={
          proofs.case_due_at === null
            ? 'no decision is needed'
            : isOverdue
              ? `${proofs.case_overdue} overdue`
              : `next one ${dueOf(proofs.case_due_at, now)}`
        }
      >
        {proofs.case_count}
      </Proof>
      <Proof
        name="Settled today"
        tone="none"
        note={
          proofs.settled_seconds === null
            ? 'no transaction completed yet'
            : `${count(proofs.settled_count, 'transaction', 'transactions')}, typically ${durationOf(Number(proofs.settled_seconds))}`
        }
      >
        <Money kobo={proofs.settled_minor} />
      </Proof>
    </dl>
  )
}

function count(text: string, one: string, many: string): string {
  return `${text.replace(/\B(?=(\d{3})+$)/g, ',')} ${text === '1' ? one : many}`
}

/** In tenths of a per cent, rounded down: 104.2%. */
function percent(hold: bigint, owe: bigint): string {
  const tenths = (hold * 1000n) / owe
  return tenths >= 100_000n ? 'over 100×' : `${tenths / 10n}.${tenths % 10n}%`
}

/** A short form is enough here: nobody decides on it. */
function describeBacking(minor: bigint): string {
  const naira = (minor < 0n ? -minor : minor) / 100n
  const words =
    naira >= 1_000_000_000n
      ? `₦${naira / 1_000_000_000n}.${(naira / 100_000_000n) % 10n}bn`
      : naira >= 1_000_000n
        ? `₦${naira / 1_000_000n}.${(naira / 100_000n) % 10n}m`
        : `₦${naira.toString().replace(/\B(?=(\d{3})+$)/g, ',')}`
  return `${words} ${minor < 0n ? 'below' : 'above'} what we owe`
}
