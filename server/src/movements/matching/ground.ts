import type { Weighed } from './evidence.ts'
import type { AccountFacts, Ground } from './open-credit.ts'

/** Why evidence alone does not make the credit this business's. */
export const groundMissing = {
  suspended: 'The business that claims it is suspended.',
  known_elsewhere: 'Its payer is known to another business and not to the one that claims it.',
  beyond_cap:
    'It is more than the business may be given on trust, and its payer is not bound to the business.',
  evidence_too_weak: 'What speaks for the claim does not show its payer.',
} as const

export type GroundMissing = keyof typeof groundMissing

export type GroundFound = { isFound: true; ground: Ground } | { isFound: false; why: GroundMissing }

/**
 * Why so much of a credit belongs to the business that claims it. Evidence says which payment a claim means; anybody who
 * knows a payer's number can name it, so it does not say whose claim is honest. `capLeftMinor` is what is left of the trust
 * that an operator gave the business.
 */
export function findGround(
  account: AccountFacts,
  { claim, evidence, isExpected }: Weighed,
  amountMinor: bigint,
  capLeftMinor: bigint,
): GroundFound {
  if (claim.isSuspended) return { isFound: false, why: 'suspended' }
  if (account.dedicatedTo === claim.businessId) return { isFound: true, ground: 'dedicated' }
  // A number alone does not make an expected payment of it: then the amount or the code must be ours too.
  if (isExpected) return { isFound: true, ground: 'expected' }
  if (evidence !== 'number' && evidence !== 'mask') return { isFound: false, why: 'evidence_too_weak' }
  // One who took a stranger's payment within his cap must not grow out of the cap by that: two businesses know the payer then.
  if (claim.knownPayer === 'bound' && !claim.isKnownElsewhere) return { isFound: true, ground: 'bound' }
  if (claim.knownPayer === 'no' && claim.isKnownElsewhere) return { isFound: false, why: 'known_elsewhere' }
  return amountMinor <= capLeftMinor
    ? { isFound: true, ground: 'within_cap' }
    : { isFound: false, why: 'beyond_cap' }
}
