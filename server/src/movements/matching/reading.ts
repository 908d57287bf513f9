import type { Weighed } from './evidence.ts'
import type { AccountFacts, Allocation, NewCase, OpenCredit } from './open-credit.ts'

/** One credit with every claim that was read for it, weighed: what each rule looks at. */
export type Reading = Readonly<{
  account: AccountFacts
  now: Date
  credit: OpenCredit
  weighed: readonly Weighed[]
  capLeftMinor: (businessId: string) => bigint
}>

export type Asked = Readonly<{ kind: 'ask'; case: NewCase }>

/** What a rule says of a credit: give it, ask a person, or wait. A rule that has nothing to say is silent. */
export type Finding =
  | Readonly<{ kind: 'give'; allocation: Allocation; also?: NewCase }>
  | Asked
  | Readonly<{ kind: 'wait'; until: Date }>

/** Undefined when so much time has passed since the credit was booked. */
export function waitUntil({ now, credit }: Reading, afterMs: number): Date | undefined {
  const due = new Date(credit.bookedAt.getTime() + afterMs)
  return due.getTime() > now.getTime() ? due : undefined
}

export function isOfOneBusiness(weighed: readonly Weighed[]): boolean {
  return weighed.every(({ claim }) => claim.businessId === weighed[0]?.claim.businessId)
}
