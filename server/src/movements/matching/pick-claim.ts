import { isNearInTime } from './claim-timing.ts'
import { isSameName, type Weighed } from './evidence.ts'
import type { Candidate, OpenCredit } from './open-credit.ts'

/**
 * The one claim of a business that a credit is for. Claims by one payer over one amount are interchangeable: the first to
 * come is served. Undefined when others fit as well, for which of them is meant then only a person can find out.
 */
export function pickClaim(credit: OpenCredit, fitting: readonly Weighed[]): Weighed | undefined {
  if (fitting.length === 1) return fitting[0]
  const best =
    [
      fitting.filter(({ evidence }) => evidence !== 'account'),
      fitting.filter(({ claim }) => isSameName(credit, claim)),
      // Where only the amount speaks, an old claim that nobody paid must not stand in the way of the one that was just made.
      fitting.filter(({ claim }) => isNearInTime(credit, claim)),
      fitting,
    ].find((some) => some.length > 0) ?? []
  const [first] = best
  return first !== undefined && best.every(({ claim }) => isInterchangeable(first.claim, claim))
    ? first
    : undefined
}

function isInterchangeable(one: Candidate, other: Candidate): boolean {
  if (one.transactionId === other.transactionId) return true
  return (
    one.payer.accountNumber !== null &&
    one.payer.accountNumber === other.payer.accountNumber &&
    (one.payer.bankCode ?? other.payer.bankCode) === (other.payer.bankCode ?? one.payer.bankCode) &&
    one.amountMinor === other.amountMinor &&
    one.leftMinor === other.leftMinor
  )
}
