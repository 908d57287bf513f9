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
}
