import { formatId } from '../../../kernel/ids/ids.ts'
import type { Money } from '../../../kernel/money/money.ts'
import type { Holder } from '../machines/machine.ts'
import type {
  CreditFact,
  DepositFact,
  PayoutFact,
  TimelineFacts,
  TransferFact,
} from './timeline-facts-store.ts'

/** A reference that can be looked up with us, at a bank or on a network. */
export type Evidence =
  | Readonly<{ kind: 'credit' | 'session' | 'transfer' | 'deposit' | 'payout' | 'case'; id: string }>
  /** A transaction on a network, or the address where tokens were requested. */
  | Readonly<{ kind: 'hash' | 'deposit_address'; id: string; network: string }>

export type TimelineStep = Readonly<{
  at: Date
  event: string
  /** The status from this step on. */
  status: string
  sentence: string
  /** Holder of the money from this step on. */
  holder: Holder
  /** Time by which this status should end. Null: the status is final, or its end cannot be promised. */
  expectedBy: Date | null
  evidence: readonly Evidence[]
}>

export type Timeline = Readonly<{
  status: string
  sentence: string
  holder: Holder
  expectedBy: Date | null
  /** The naira of a buy that have arrived; null if none have. The amount is null while nothing proves that they belong here. */
  received: Readonly<{ amount: Money | null; isMatched: boolean }> | null
  /** The freeze that stops the transaction, for operators. */
  frozen: string | null
  steps: readonly TimelineStep[]
}>

/** Returns the evidence of a status change: the payments and transfers that changed in the same commit. */
export function evidenceOfMove(
  { credits, transfers, deposits, payouts, depositAddress }: TimelineFacts,
  event: string,
  at: Date,
): Evidence[] {
  const isNow = (moment: Date | null | undefined) => moment?.getTime() === at.getTime()
  if (event === 'accepted' && depositAddress !== null) return [ofAddress(depositAddress)]
  if (event === 'credit_recalled') return credits.filter(({ endedAt }) => isNow(endedAt)).flatMap(ofCredit)
  if (event === 'transfer_signed') {
    return transfers.filter(({ attempts }) => isNow(attempts[0]?.signedAt)).flatMap(ofFirstAttempt)
  }
  if (event === 'transfer_final' || event === 'transfer_dead') {
    return transfers.filter(({ endedAt }) => isNow(endedAt)).flatMap(ofTransfer)
  }
  if (event === 'payout_ordered') return payouts.filter(({ orderedAt }) => isNow(orderedAt)).flatMap(ofPayout)
  if (event === 'payout_succeeded') return payouts.filter(({ endedAt }) => isNow(endedAt)).flatMap(ofPayout)
  // A refund may have several legs. Together they prove that the buy is refunded.
  if (event === 'refund_paid')
    return payouts.filter(({ endedAt, backAt }) => endedAt !== null && backAt === null).flatMap(ofPayout)
  if (['payout_dead', 'payout_returned', 'refund_dead', 'refund_came_back'].includes(event))
    return payouts.filter(({ backAt }) => isNow(backAt)).flatMap(ofPayout)
  return [
    ...credits.filter(({ givenAt }) => isNow(givenAt)).flatMap(ofCredit),
    ...deposits.filter(({ seenAt }) => isNow(seenAt)).flatMap(ofDeposit),
  ]
}

export function ofCredit({ id, sessionId }: CreditFact): Evidence[] {
  const credit: Evidence = { kind: 'credit', id: formatId('credit', id) }
  return sessionId === null ? [credit] : [credit, { kind: 'session', id: sessionId }]
}

export function ofTransfer({ id, hash, network }: TransferFact): Evidence[] {
  const transfer: Evidence = { kind: 'transfer', id: formatId('transfer', id) }
  return hash === null ? [transfer] : [transfer, { kind: 'hash', id: hash, network }]
}

export function ofDeposit({ id, hash, network }: DepositFact): Evidence[] {
  return [
    { kind: 'deposit', id: formatId('deposit', id) },
    { kind: 'hash', id: hash, network },
  ]
}

export function ofPayout({ id, sessionId }: PayoutFact): Evidence[] {
  const payout: Evidence = { kind: 'payout', id: formatId('payout', id) }
  return sessionId === null ? [payout] : [payout, { kind: 'session', id: sessionId }]
}

function ofAddress({ network, address }: NonNullable<TimelineFacts['depositAddress']>): Evidence {
  return { kind: 'deposit_address', id: address, network }
}

function ofFirstAttempt(transfer: TransferFact): Evidence[] {
  return ofTransfer({ ...transfer, hash: transfer.attempts[0]?.hash ?? null })
}
