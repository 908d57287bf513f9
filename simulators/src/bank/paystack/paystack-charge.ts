import { lagosStamp } from '../lagos-time.ts'
import { narrate } from '../narration.ts'
import { paystackId } from '../payments/vendor-reference.ts'
import { rawNumber } from '../raw-number.ts'
import { showPayer } from '../show-payer.ts'
import type { Telling, Transaction } from '../vendor-face.ts'

type Shown = Readonly<{ status: 'success' | 'ongoing' | 'reversed'; times?: bigint }>

/** Writes Paystack's transaction for notifications, lists and verifications. The payer's number is always masked. */
export function writeCharge(
  { account, first }: Transaction,
  telling: Telling,
  { status, times = 1n }: Shown,
): Record<string, unknown> {
  const payer = showPayer(first, { masks: true, maskWith: 'X' })
  const paidAt = writeTime(first.bookedAt, telling)
  const kobo = (amount: bigint) => rawNumber(String(amount))
  const channel = first.own === undefined ? 'dedicated_nuban' : 'bank_transfer'
  // A number for one payment is named nowhere: only the merchant's reference tells which one was paid.
  const receiver =
    first.own === undefined
      ? { receiver_bank_account_number: account.number, receiver_bank: account.bankName }
      : { receiver_bank_account_number: null, receiver_bank: null }
  const senderBank = first.own === undefined ? payer.bankName || null : null
  return {
    id: paystackId(first.seq),
    domain: 'test',
    status,
    reference: first.reference,
    amount: kobo(first.gross * times),
    message: null,
    gateway_response: status === 'success' ? 'Approved' : status,
    paid_at: paidAt,
    created_at: paidAt,
    channel,
    currency: 'NGN',
    ip_address: null,
    metadata:
      first.own === undefined
        ? { receiver_account_number: account.number, receiver_bank: account.bankName, custom_fields: [] }
        : '',
    fees_breakdown: null,
    log: null,
    fees: kobo(first.fee),
    fees_split: null,
    authorization: {
      authorization_code: `AUTH_${first.sessionId.slice(-10)}`,
      bin: payer.accountNumber.trim() && `${first.payer.accountNumber.slice(0, 3)}XXX`,
      last4: payer.accountNumber.trim() && `X${payer.accountNumber.slice(-3)}`,
      exp_month: paidAt.slice(5, 7),
      exp_year: paidAt.slice(0, 4),
      channel,
      card_type: 'transfer',
      bank: senderBank,
      country_code: 'NG',
      brand: 'Managed Account',
      reusable: false,
      signature: null,
      account_name: null,
      sender_bank: senderBank,
      sender_bank_account_number: payer.accountNumber,
      sender_country: 'NG',
      sender_name: payer.name,
      narration: first.narration ?? (first.remark === '' ? narrate('paystack', first) : first.remark),
      ...receiver,
    },
    customer: {
      id: 180_000_000 + Number(account.number.slice(-6)),
      first_name: account.name,
      last_name: '',
      email: `${account.reference.toLowerCase()}@afara.test`,
      customer_code: `CUS_${account.reference}`,
      phone: null,
      metadata: {},
      risk_action: 'default',
      international_format_phone: null,
    },
    plan: {},
    subaccount: {},
    split: {},
    order_id: null,
    paidAt,
    createdAt: paidAt,
    requested_amount: kobo(first.own?.askedKobo == null ? first.gross * times : BigInt(first.own.askedKobo)),
    pos_transaction_data: null,
    source: null,
  }
}

function writeTime(ms: number, { skewMs, isZoneLost }: Telling): string {
  return isZoneLost ? lagosStamp(ms + skewMs) : `${new Date(ms + skewMs).toISOString().slice(0, 19)}.000Z`
}
