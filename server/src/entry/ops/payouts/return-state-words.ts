import type { OwedReturn } from '../../../movements/payouts/owed-return-store.ts'

/** The state of a return, or of a part of a refund, in words for an operator. */
export const returnStateWords: Readonly<Record<OwedReturn['state'], string>> = {
  out: 'ordered at a bank',
  by_hand: 'recorded as paid by hand; no debit seen yet',
  queued: 'next to be paid',
  due: 'waiting for a payout account that can pay it',
  unknown: 'waiting for an account number: redirect it',
  used_up: 'rejected by the receiving bank: redirect it',
  paid: 'paid',
  before: 'decided before refunds were paid automatically: find out whether it was paid',
}
