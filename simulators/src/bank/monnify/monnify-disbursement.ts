import { writeShortNaira } from '../kobo.ts'
import { sayNipCode } from '../payouts/nip-codes.ts'
import type { Payout, PayoutStatus } from '../payouts/payout.ts'
import { findBankByKey } from '../payouts/receiving-bank.ts'
import { rawNumber } from '../raw-number.ts'
import type { SimulatedBank } from '../simulated-bank.ts'

/** Several words mean the same status. A payout always uses the same one. */
const words = {
  otp: ['PENDING_AUTHORIZATION'],
  pending: ['PENDING', 'AWAITING_PROCESSING', 'IN_PROGRESS'],
  success: ['SUCCESS', 'COMPLETED'],
  failed: ['FAILED'],
  reversed: ['REVERSED'],
  abandoned: ['EXPIRED'],
  // Only Paystack asks the merchant.
  rejected: ['FAILED'],
} as const satisfies Record<PayoutStatus, readonly [string, ...string[]]>

const events = {
  success: 'SUCCESSFUL_DISBURSEMENT',
  failed: 'FAILED_DISBURSEMENT',
  reversed: 'REVERSED_DISBURSEMENT',
} as const

/** The answer to an order. Amounts are naira as numbers, times UTC. */
export function writeOrdered(bank: SimulatedBank, payout: Payout): Record<string, unknown> {
  return {
    amount: rawNumber(writeShortNaira(payout.kobo)),
    reference: payout.reference,
    status: statusOf(bank, payout),
    dateCreated: writeTime(payout.createdAt),
    totalFee: rawNumber(writeShortNaira(payout.fee)),
    ...destinationOf(payout),
  }
}

/** The status of a disbursement, in a requery and in the list. */
export function writeSummary(bank: SimulatedBank, payout: Payout): Record<string, unknown> {
  const { status, code } = payout
  return {
    amount: rawNumber(writeShortNaira(payout.kobo)),
    reference: payout.reference,
    narration: payout.narration,
    currency: 'NGN',
    fee: rawNumber(writeShortNaira(payout.fee)),
    twoFaEnabled: status === 'otp',
    status: statusOf(bank, payout),
    transactionDescription: describe(status, code),
    transactionReference: payout.vendorId,
    createdOn: writeTime(payout.createdAt),
    sourceAccountNumber: payout.account,
    ...destinationOf(payout),
    sessionId: status === 'success' || status === 'reversed' ? payout.sessionId : null,
  }
}

export function writeDisbursementHook(
  bank: SimulatedBank,
  payout: Payout,
  event: keyof typeof events,
): string {
  const { twoFaEnabled: _, sourceAccountNumber: __, ...told } = writeSummary(bank, payout)
  return JSON.stringify({
    eventType: events[event],
    eventData: { ...told, completedOn: writeTime(payout.updatedAt) },
  })
}

/** "2026-11-15T12:05:11.000+0000" */
export function writeTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, -1)}+0000`
}

function statusOf({ draw }: SimulatedBank, { status, seq }: Payout): string {
  return draw.pick<string>(words[status], 'status', status, seq)
}

function describe(status: PayoutStatus, code: string | undefined): string {
  if (status === 'success' || status === 'reversed') return sayNipCode('00')
  if (status === 'failed' && code !== undefined) return `${code}: ${sayNipCode(code)}`
  return 'Transaction is being processed'
}

function destinationOf({ bank, number, name }: Payout): Record<string, string> {
  const found = findBankByKey(bank)
  return {
    destinationAccountName: name,
    destinationBankName: found?.name ?? '',
    destinationAccountNumber: number,
    destinationBankCode: found?.monnifyCode ?? '',
  }
}
