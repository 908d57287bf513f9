import { createHmac } from 'node:crypto'
import type { VendorFace } from '../vendor-face.ts'
import { writeCharge } from './kora-charge.ts'

/** `charge.success`, after Kora's samples. The signature covers the text of the `data` object only. */
export const koraFace: VendorFace = {
  writeHook: (transaction, telling) =>
    JSON.stringify({
      event: 'charge.success',
      data: writeCharge(transaction, telling, {
        status: 'success',
        times: transaction.first.faults.includes('hook_wrong_amount') ? 10n : 1n,
      }),
    }),
  sign: (body, { secret }) => ({
    'x-korapay-signature': createHmac('sha256', secret).update(dataOf(body)).digest('hex'),
  }),
  judge: (status) => (status === 200 ? 'taken' : 'failed'),
  writeReference: (_, seq, draw) =>
    `KPY-PAY-${draw.digits(6, 'reference', seq)}${String(seq).padStart(8, '0')}`,
  // 1.075 % with VAT, at most 2,150 naira.
  feeOf: (gross) => {
    const fee = gross < 20_000_000n ? gross / 100n : 200_000n
    return { fee, vat: (fee * 75n) / 1000n }
  },
  numbers: { seconds: 3600, refusesOtherAmounts: true, takesTheRest: false },
}

const BEFORE = '{"event":"charge.success","data":'

/** Returns the text of `data`: the body without its first field and its last brace. */
function dataOf(body: string): string {
  return body.slice(BEFORE.length, -1)
}
