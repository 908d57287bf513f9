import { sayNipCode } from '../payouts/nip-codes.ts'
import type { Payout } from '../payouts/payout.ts'
import { findBankByKey } from '../payouts/receiving-bank.ts'
import type { Recipient } from '../payouts/recipient.ts'
import { rawNumber } from '../raw-number.ts'
import type { SimulatedBank } from '../simulated-bank.ts'

const INTEGRATION = 463_433

/** Paystack also numbers its transfers, and its ledger uses that number. */
export function transferId(seq: number): number {
  return 860_000_000 + seq
}

/** Writes Paystack's transfer for verifications, lists and notifications. Amounts are whole kobo. */
export function writeTransfer(bank: SimulatedBank, payout: Payout): Record<string, unknown> {
  const { status, code } = payout
  return {
    ...writeCore(payout),
    recipient: writeRecipient(recipientOf(bank, payout)),
    session:
      status === 'success' || status === 'reversed' ? { provider: 'nip', id: payout.sessionId } : noSession,
    fee_charged: rawNumber(String(status === 'success' || status === 'reversed' ? payout.fee : 0n)),
    fees_breakdown: null,
    gateway_response: code === undefined || status !== 'failed' ? null : `${code}: ${sayNipCode(code)}`,
  }
}

/** Writes the answer to an order. The recipient is a number here, and there is no session yet. */
export function writeQueued(bank: SimulatedBank, payout: Payout): Record<string, unknown> {
  const recipient = 56_000_000 + recipientOf(bank, payout).seq
  return { transfersessionid: [], transfertrials: [], ...writeCore(payout), recipient }
}

/** Writes `transfer.success`, `transfer.failed` or `transfer.reversed`, with the status at the time of the event. */
export function writeTransferHook(bank: SimulatedBank, payout: Payout, event: string): string {
  return JSON.stringify({ event: `transfer.${event}`, data: writeTransfer(bank, payout) })
}

/** Writes the question whether to pay. Paystack publishes no sample of it: this is the transfer as its other messages show it. */
export function writeApprovalQuestion(bank: SimulatedBank, payout: Payout): string {
  return JSON.stringify(writeTransfer(bank, payout))
}

export function writeRecipient(recipient: Recipient): object {
  const createdAt = writeTime(recipient.createdAt)
  return {
    active: true,
    createdAt,
    currency: 'NGN',
    description: null,
    domain: 'test',
    email: null,
    id: 56_000_000 + recipient.seq,
    integration: INTEGRATION,
    metadata: null,
    name: recipient.name,
    recipient_code: recipient.code,
    type: 'nuban',
    updatedAt: createdAt,
    is_deleted: false,
    isDeleted: false,
    details: {
      authorization_code: null,
      account_number: recipient.number,
      account_name: recipient.name,
      bank_code: recipient.bankCode,
      bank_name: recipient.bankName,
    },
  }
}

export function writeTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}.000Z`
}

function writeCore(payout: Payout): Record<string, unknown> {
  return {
    amount: rawNumber(String(payout.kobo)),
    createdAt: writeTime(payout.createdAt),
    currency: 'NGN',
    domain: 'test',
    failures: null,
    id: transferId(payout.seq),
    integration: INTEGRATION,
    reason: payout.narration,
    reference: payout.reference,
    source: 'balance',
    source_details: null,
    status: payout.status,
    titan_code: null,
    transfer_code: payout.vendorId,
    request: 1_068_000_000 + payout.seq,
    transferred_at: null,
    updatedAt: writeTime(payout.updatedAt),
  }
}

const noSession = { provider: null, id: null }

function recipientOf({ payouts }: SimulatedBank, payout: Payout): Recipient {
  const { account, bank, number, name, createdAt } = payout
  const known = payouts.recipientAt(account, bank, number)
  if (known !== undefined) return known
  // Only a fault can show an account that is not registered.
  const { paystackCode = '', name: bankName = '' } = findBankByKey(bank) ?? {}
  return {
    seq: 0,
    code: 'RCP_unknown',
    account,
    bank,
    bankCode: paystackCode,
    bankName,
    number,
    name,
    createdAt,
  }
}
