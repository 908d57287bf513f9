import { createHmac } from 'node:crypto'
import type { Telling, Transaction, VendorFace } from '../vendor-face.ts'
import { writeCharge } from './paystack-charge.ts'

/** `charge.success` of a dedicated account, after Paystack's samples. Amounts are kobo. */
export const paystackFace: VendorFace = {
  writeHook: (transaction: Transaction, telling: Telling) =>
    JSON.stringify({
      event: 'charge.success',
      data: writeCharge(transaction, telling, {
        status: 'success',
        times: transaction.first.faults.includes('hook_wrong_amount') ? 10n : 1n,
      }),
    }),
  // Notifications are signed with the key that also moves money: Paystack has no separate secret.
  sign: (body, { secret }) => ({
    'x-paystack-signature': createHmac('sha512', secret).update(body).digest('hex'),
  }),
  judge: (status) => (status === 200 || status === 201 ? 'taken' : 'failed'),
  writeReference: (_, seq, draw) => `${draw.digits(7, 'reference', seq)}${String(seq).padStart(8, '0')}`,
  feeOf: (gross, toOwnNumber) => ({ fee: toOwnNumber ? chargeFee(gross) : accountFee(gross), vat: 0n }),
  numbers: {
    seconds: 1800,
    refusesOtherAmounts: true,
    takesTheRest: false,
    transactionOf: ({ reference }) => reference,
  },
}

/** 1 %, at most 300 naira. */
function accountFee(gross: bigint): bigint {
  return gross < 3_000_000n ? gross / 100n : 30_000n
}

/** 1.5 % and 100 naira from 2,500 naira on, at most 2,000 naira. */
function chargeFee(gross: bigint): bigint {
  const fee = (gross * 15n) / 1000n + (gross < 250_000n ? 0n : 10_000n)
  return fee < 200_000n ? fee : 200_000n
}
