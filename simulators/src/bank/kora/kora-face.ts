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
}

const BEFORE = '{"event":"charge.success","data":'

/** Returns the text of `data`: the body without its first field and its last brace. */
function dataOf(body: string): string {
  return body.slice(BEFORE.length, -1)
}
