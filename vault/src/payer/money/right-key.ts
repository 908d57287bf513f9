import { createHash } from 'node:crypto'
import type { PayoutFacts } from './payout-facts.ts'

type Right = NonNullable<PayoutFacts['right']>

/** What a right is called for ever: the same after the database was lost and the sell came again. */
export function payoutRightKey(mode: string, { business_id, reference, purpose, leg }: Right): string {
  return [business_id, mode, reference, purpose, leg].join('/')
}

/** The reference of an attempt follows from what it is for, so that none can be made up. */
export function payoutReference(rightKey: string, attempt: number): string {
  const digest = createHash('sha256').update(`${rightKey}/${attempt}`, 'utf8').digest('hex')
  return `af-${digest.slice(0, 32)}`
}
