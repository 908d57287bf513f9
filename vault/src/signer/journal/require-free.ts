import type { Decisions } from '../../shared/decisions/decisions.ts'
import { type CreditShare, creditKeys } from '../../shared/money/judge-credit.ts'
import { sayNaira } from '../../shared/money/say-amount.ts'
import { refuseUnless } from '../answers.ts'
import type { FundedRight } from '../money/judge-right.ts'
import type { Journal, PastIntent } from './journal.ts'
import { type LockName } from './journal-record.ts'

// Maximum number of locks on which one right may be signed. This limits an attacker who can mark transfers as dead in the database.
const MOST_LOCKS = 5

/** Requires that a lock always pays the same right to the same wallet. A lock that was consumed by a cancel pays nothing. */
export function requireFreeLock(past: readonly PastIntent[], transferId: string, right: FundedRight): void {
  const pays = past.filter(({ intent }) => intent.action === 'pay')
  refuseUnless(past.length === 0 || pays.length > 0, 'lock_cancelled', 'the lock was cancelled before')
  refuseUnless(
    pays.every(({ intent }) => intent.transfer_id === transferId && isSameRight(intent, right)),
    'lock_used',
    'the lock was signed before with other values',
  )
}

/** Database facts about rights that were signed before. */
export type Earlier = Readonly<{
  /** States of their earlier transfers, by id. */
  states: ReadonlyMap<string, string>
  /** The decisions to send again. */
  decisions: Decisions
}>

/**
 * Requires that all earlier locks of a right are dead, and that operators signed a decision for each new attempt. The operators are needed
 * because the only evidence that a lock is dead comes from one process that read a chain.
 */
export function requireUnusedRight(
  journal: Pick<Journal, 'ofRight'>,
  right: FundedRight,
  lock: LockName,
  { states, decisions }: Earlier,
): void {
  const earlier = journal.ofRight(right.right)
  refuseUnless(
    earlier.length < MOST_LOCKS,
    'right_used',
    `the right was already signed on ${earlier.length} locks, the maximum`,
  )
  for (const intent of earlier) {
    const state = states.get(intent.transfer_id)
    refuseUnless(
      state === 'final_failed' || state === 'final_void',
      'right_used',
      `lock ${intent.lock.lock} was already signed for this right, and its transfer (${state ?? 'unknown to the database'}) may still be paid`,
    )
    refuseUnless(
      isSameRight(intent, right) && intent.lock.mode === lock.mode,
      'right_used',
      'the right was signed before with other values',
    )
  }
  const counted = earlier.at(-1)?.credits
  refuseUnless(
    counted === undefined || isWithin(lock.mode, right.credits, counted),
    'right_used',
    'the money behind the right differs from when it was first signed',
  )
  if (earlier.length === 0) return
  const { cases, why, isUnknown } = decisions.find({
    mode: lock.mode,
    actions: ['retry_send'],
    says: { transaction: right.transactionId },
    mayStand: { amountMinor: right.heldMinor, businessId: right.businessId },
  })
  refuseUnless(
    cases.length >= earlier.length,
    isUnknown ? 'operators_unavailable' : 'retry_undecided',
    `operators signed ${cases.length} of ${earlier.length} decisions to send the tokens again: ${why}`,
  )
}

/** Requires that no more is signed for a credit than arrived, whatever the database says about earlier allocations. */
export function requireUnusedCredits(
  journal: Pick<Journal, 'creditUsed'>,
  mode: string,
  { credits }: FundedRight,
): void {
  for (const [place, credit] of credits.entries()) {
    const sameLine = credits
      .slice(0, place)
      .filter(
        ({ account, names }) =>
          account === credit.account && names.some((name) => credit.names.includes(name)),
      )
    const used = sameLine.reduce(
      (sum, { amount_minor }) => sum + BigInt(amount_minor),
      journal.creditUsed(mode, credit),
    )
    refuseUnless(
      used + BigInt(credit.amount_minor) <= BigInt(credit.gross_minor),
      'credit_used',
      `transfers worth ${sayNaira(used)} of the credit of ${sayNaira(credit.gross_minor)} were already signed`,
    )
  }
}

function isSameRight(
  intent: Readonly<{ right: string; to: string; tokens_minor: string }>,
  right: FundedRight,
): boolean {
  return (
    intent.right === right.right &&
    intent.to === right.to &&
    BigInt(intent.tokens_minor) === right.tokensMinor
  )
}

/** Tells whether each credit is used for at most the amount counted when the right was first signed. */
function isWithin(mode: string, credits: readonly CreditShare[], counted: readonly CreditShare[]): boolean {
  return credits.every((credit) => {
    const keys = new Set(creditKeys(mode, credit))
    const sumOf = (shares: readonly CreditShare[]): bigint =>
      shares
        .filter((share) => creditKeys(mode, share).some((key) => keys.has(key)))
        .reduce((sum, { amount_minor }) => sum + BigInt(amount_minor), 0n)
    return sumOf(credits) <= sumOf(counted)
  })
}
