import { drawShares } from '../draw-shares.ts'
import type { Random } from '../fuzz/random.ts'

/** How a payer pays a link, whose amount is known only once the link exists. */
export type Plan = Readonly<{
  pays: 'exactly' | 'rounded_down' | 'rounded_up' | 'twice' | 'twice_from_another' | 'late' | 'never'
  writesCode: boolean
  /** Whether the bank hides the payer's number and name. */
  isHidden: boolean
  /** Whether the vendor of the payer's account number books a payment that is wrong, late or the second. Otherwise it sends it back. */
  isTaken: boolean
  /** Time from the link to the payment. */
  afterMs: number
}>

const MINUTE_MS = 60_000
const LATE_MS = 90 * MINUTE_MS

/** Draws the plans of one day. The shares are guesses about people, and are printed with the figures. */
export function drawPlans(random: Random, count: number): Plan[] {
  const pays = drawShares<Plan['pays']>(random, [
    ['exactly', 58],
    ['rounded_down', 18],
    ['rounded_up', 10],
    ['twice', 3],
    ['twice_from_another', 1],
    ['late', 4],
    ['never', 6],
  ])
  const codes = drawShares<boolean>(random, [
    [true, 80],
    [false, 20],
  ])
  const hidden = drawShares<boolean>(random, [
    [true, 8],
    [false, 92],
  ])
  const taken = drawShares<boolean>(random, [
    [true, 50],
    [false, 50],
  ])
  return Array.from({ length: count }, (_, number) => ({
    pays: pays(number),
    // Other numbers, so that who writes the code does not depend on how much they pay.
    writesCode: codes(number * 7 + Math.floor(number / 100)),
    isHidden: hidden(number * 3 + Math.floor(number / 100)),
    isTaken: taken(number * 9 + Math.floor(number / 100)),
    afterMs: MINUTE_MS + random.below(20 * MINUTE_MS),
  }))
}

const NAIRA = 100n

/** A payment as its payer makes it. */
export type Payment = Readonly<{ minor: bigint; atMs: number; account: 'own' | 'another' }>

/** Returns the payment of somebody whose bank has the first one back, because its amount was wrong. */
export function repaid(payment: Payment, askedMinor: bigint): Payment {
  return { ...payment, minor: askedMinor, atMs: payment.atMs + 5 * MINUTE_MS }
}

/** Returns the payments of a plan for a link of this amount, made at this time. */
export function paymentsOf({ pays, afterMs }: Plan, askedMinor: bigint, madeAtMs: number): Payment[] {
  const first = { minor: askedMinor, atMs: madeAtMs + afterMs, account: 'own' } as const
  const down = askedMinor - (askedMinor % NAIRA)
  const again = { ...first, atMs: first.atMs + 10 * MINUTE_MS }
  const made: Readonly<Record<Plan['pays'], Payment[]>> = {
    exactly: [first],
    rounded_down: [{ ...first, minor: down }],
    rounded_up: [{ ...first, minor: down + NAIRA }],
    twice: [first, again],
    twice_from_another: [first, { ...again, account: 'another' }],
    late: [{ ...first, atMs: madeAtMs + LATE_MS }],
    never: [],
  }
  return made[pays]
}
