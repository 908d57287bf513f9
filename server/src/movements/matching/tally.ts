import type { Allocation, Candidate, Question } from './open-credit.ts'

/** What one call has given away by now, so that no claim and no cap is used twice. */
export type Tally = Readonly<{
  /** Not yet given all of its money. */
  isOpen(claim: Candidate): boolean
  /** Its state has changed in this call, so that it must be read anew first. */
  isMoved(claim: Candidate): boolean
  capLeftMinor(businessId: string): bigint
  take(allocation: Allocation): void
}>

export function createTally(caps: Question['capLeftMinor']): Tally {
  const givenMinor = new Map<string, bigint>()
  const usedMinor = new Map<string, bigint>()
  return {
    isOpen: (claim) => claim.leftMinor > (givenMinor.get(claim.transactionId) ?? 0n),
    isMoved: (claim) => givenMinor.has(claim.transactionId),
    capLeftMinor: (businessId) => (caps.get(businessId) ?? 0n) - (usedMinor.get(businessId) ?? 0n),
    take({ transactionId, businessId, amountMinor, ground }) {
      givenMinor.set(transactionId, (givenMinor.get(transactionId) ?? 0n) + amountMinor)
      if (ground === 'within_cap') usedMinor.set(businessId, (usedMinor.get(businessId) ?? 0n) + amountMinor)
    },
  }
}
