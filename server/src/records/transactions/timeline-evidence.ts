import { formatId } from '../../kernel/ids/ids.ts'
import type { CreditFact, TimelineFacts, TransferFact } from './timeline-facts-store.ts'
import type { Evidence } from './timeline-step.ts'

/** What a move of the transaction can be shown by: the credits and transfers that changed in the same commit. */
export function evidenceOfMove({ credits, transfers }: TimelineFacts, event: string, at: Date): Evidence[] {
  const isNow = (moment: Date | null | undefined) => moment?.getTime() === at.getTime()
  if (event === 'credit_recalled') return credits.filter(({ endedAt }) => isNow(endedAt)).flatMap(ofCredit)
  if (event === 'transfer_signed') {
    return transfers.filter(({ attempts }) => isNow(attempts[0]?.signedAt)).flatMap(ofFirstAttempt)
  }
  if (event === 'transfer_final' || event === 'transfer_dead') {
    return transfers.filter(({ endedAt }) => isNow(endedAt)).flatMap(ofTransfer)
  }
  return credits.filter(({ givenAt }) => isNow(givenAt)).flatMap(ofCredit)
}

export function ofCredit({ id, sessionId }: CreditFact): Evidence[] {
  const credit: Evidence = { kind: 'credit', id: formatId('credit', id) }
  return sessionId === null ? [credit] : [credit, { kind: 'session', id: sessionId }]
}

export function ofTransfer({ id, hash }: TransferFact): Evidence[] {
  const transfer: Evidence = { kind: 'transfer', id: formatId('transfer', id) }
  return hash === null ? [transfer] : [transfer, { kind: 'hash', id: hash }]
}

function ofFirstAttempt(transfer: TransferFact): Evidence[] {
  return ofTransfer({ ...transfer, hash: transfer.attempts[0]?.hash ?? null })
}
