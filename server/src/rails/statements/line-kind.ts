import type { LineKind } from '../../movements/feeds/bank-line.ts'

const MARK = String.raw`(RVSL|RSVL|REVERSAL|REVERSED)\b`
const marked = new RegExp(`\\b${MARK}`, 'i')
const beginsMarked = new RegExp(`^[^A-Z0-9]*${MARK}`, 'i')
const beginsRecall = /^[^A-Z0-9]*RECALL\b/i
const beginsCharge =
  /^[^A-Z0-9]*(STAMP DUTY|ELECTRONIC MONEY TRANSFER LEVY|EMTL|COMMISSION|VAT|VALUE ADDED TAX|SMS|ACCOUNT MAINTENANCE|TRANSFER LEVY|TRANSFER CHARGE|NIP CHARGE)\b/i
const beginsInterest = /^[^A-Z0-9]*((CREDIT )?INTEREST|OWEALTH)\b/i

/**
 * What a row is, by the fixed words that banks begin their own rows with. A word of the payer's must never make a line
 * more than it is, so a credit that bears a mark anywhere is only unclear: nobody's claim may have it by itself.
 */
export function lineKind(
  direction: 'credit' | 'debit',
  narration: string,
  { hasSession, isTakeBack }: { hasSession: boolean; isTakeBack: boolean },
): LineKind {
  if (direction === 'credit') {
    const isTheBanks = beginsCharge.test(narration) || beginsInterest.test(narration)
    return isTakeBack || isTheBanks || marked.test(narration) ? 'unclear' : 'payment'
  }
  if (isTakeBack || beginsMarked.test(narration)) return 'reversal'
  if (beginsRecall.test(narration)) return 'recall'
  // A charge crosses no rail: with a session id it is a payment that calls itself one.
  return beginsCharge.test(narration) && !hasSession ? 'charge' : 'unclear'
}

/** Whether the row takes another back, or says so: a session id that it bears may be the other's. */
export function isTakingBack(narration: string): boolean {
  return marked.test(narration) || beginsRecall.test(narration)
}
