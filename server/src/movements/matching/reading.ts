import type { Weighed } from './evidence.ts'
import type { AccountFacts, Allocation, NewCase, OpenCredit } from './open-credit.ts'

/** One credit with every claim that was read for it, weighed. Each rule receives it. */
export type Reading = Readonly<{
  account: AccountFacts
  now: Date
  credit: OpenCredit
  weighed: readonly Weighed[]
  capLeftMinor: (businessId: string) => bigint
}>

export type Asked = Readonly<{ kind: 'ask'; case: NewCase }>

/** Decision of a rule about a credit: allocate it, open a case, or wait. A rule that does not apply returns undefined. */
export type Finding =
  | Readonly<{ kind: 'give'; allocation: Allocation; also?: NewCase }>
  | Asked
  | Readonly<{ kind: 'wait'; until: Date }>

/** Returns the time `afterMs` after the credit was booked. Undefined if it has passed. */
export function waitUntil({ now, credit }: Reading, afterMs: number): Date | undefined {
  const due = new Date(credit.bookedAt.getTime() + afterMs)
  return due.getTime() > now.getTime() ? due : undefined
}

export function isOfOneBusiness(weighed: readonly Weighed[]): boolean {
  return weighed.every(({ claim }) => claim.businessId === weighed[0]?.claim.businessId)
}
