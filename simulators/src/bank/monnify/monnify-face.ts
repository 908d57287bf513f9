import { createHmac } from 'node:crypto'
import type { Draw } from '../draw.ts'
import { writeNaira, writeShortNaira } from '../kobo.ts'
import { lagosDigits, lagosStampMs } from '../lagos-time.ts'
import type { Account } from '../ledger/account.ts'
import type { Line } from '../ledger/line.ts'
import { rawNumber } from '../raw-number.ts'
import { showPayer } from '../show-payer.ts'
import type { VendorFace } from '../vendor-face.ts'

/**
 * `SUCCESSFUL_TRANSACTION`, after Monnify's event types. The paid amount is a number and the settled amount is text. Times are Lagos time
 * without a zone.
 */
export const monnifyFace: VendorFace = {
  writeHook: ({ account, first, lines }, { skewMs }) => {
    const times = first.faults.includes('hook_wrong_amount') ? 10n : 1n
    const naira = (kobo: bigint) => rawNumber(writeShortNaira(kobo * times))
    const paid = sum(lines, ({ gross }) => gross)
    return JSON.stringify({
      eventType: 'SUCCESSFUL_TRANSACTION',
      eventData: {
        product: productOf(first, account),
        transactionReference: first.reference,
        paymentReference: paymentReferenceOf(first),
        paidOn: lagosStampMs(first.bookedAt + skewMs),
        paymentDescription: describe(first, account),
        metaData: {},
        paymentSourceInformation: lines.map((line) => {
          const payer = showPayer(line, { masks: false, maskWith: '*' })
          return {
            bankCode: payer.bankCode,
            amountPaid: naira(line.gross),
            accountName: payer.name,
            sessionId: line.shownSessionId ?? '',
            accountNumber: payer.accountNumber,
          }
        }),
        destinationAccountInformation: {
          bankCode: account.bankCode,
          bankName: account.bankName,
          accountNumber: first.own?.number ?? account.number,
        },
        amountPaid: naira(paid),
        totalPayable: naira(askedOf(first) ?? paid),
        cardDetails: {},
        paymentMethod: 'ACCOUNT_TRANSFER',
        currency: 'NGN',
        settlementAmount: writeNaira(sum(lines, ({ settled }) => settled) * times),
        paymentStatus: paidWord(first, paid),
        customer: customerOf(first, account),
      },
    })
  },
  sign: (body, { secret }) => ({
    'monnify-signature': createHmac('sha512', secret).update(body).digest('hex'),
  }),
  judge: (status) => (status === 200 ? 'taken' : 'failed'),
  writeReference: writeMonnifyReference,
  feeOf: () => ({ fee: 1000n, vat: 75n }),
  numbers: {
    seconds: 2400,
    refusesOtherAmounts: false,
    takesTheRest: true,
    transactionOf: ({ vendorReference }) => vendorReference,
  },
}

export function writeMonnifyReference(at: number, seq: number, draw: Draw): string {
  return `MNFY|${draw.digits(2, 'shard', seq)}|${lagosDigits(at)}|${String(seq).padStart(6, '0')}`
}

/** A reserved account is named by its reference, and a number for one payment by the merchant's reference of the payment. */
export function productOf({ own }: Line, account: Account): Readonly<{ type: string; reference: string }> {
  if (own === undefined) return { type: 'RESERVED_ACCOUNT', reference: account.reference }
  return { type: own.isStanding === true ? 'RESERVED_ACCOUNT' : 'WEB_SDK', reference: own.reference }
}

/** The merchant's reference of a payment that it began. A payment to a reserved account has only Monnify's own. */
export function paymentReferenceOf({ own, reference }: Line): string {
  return own === undefined || own.isStanding === true ? reference : own.reference
}

export function askedOf({ own }: Line): bigint | undefined {
  return own === undefined || own.askedKobo === null ? undefined : BigInt(own.askedKobo)
}

/** The status of a transaction with money. Only a number for one payment can be paid too little or too much. */
export function paidWord(first: Line, paid: bigint): string {
  const asked = askedOf(first) ?? paid
  if (paid === asked) return 'PAID'
  return paid < asked ? 'PARTIALLY_PAID' : 'OVERPAID'
}

export function sum(lines: readonly Line[], part: (line: Line) => bigint): bigint {
  return lines.reduce((total, line) => total + part(line), 0n)
}

/** In every sample of Monnify, the description is the account name, and the payer's own text is not shown. */
export function describe(line: Line, account: Account): string {
  if (line.narration !== null) return line.narration
  return line.faults.includes('narration_told') ? line.remark : account.name
}

/** A reserved account has the address that the merchant gave: ours begins with the reference. */
export function customerOf({ own }: Line, account: Account): Readonly<{ name: string; email: string }> {
  const reference = own?.isStanding === true ? own.reference : account.reference
  return { name: account.name, email: `${reference.toLowerCase()}@afara.test` }
}
