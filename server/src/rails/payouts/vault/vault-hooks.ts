import type { PayoutHooks } from '../../../movements/payouts/payout-rail.ts'
import { createPayerClient, type PayerSettings } from './payer-client.ts'
import { fieldsOf, odd, oneOfIn } from './wire-fields.ts'

const DEADLINE_MS = 5_000

/** Notifications are verified by whoever has the secrets. */
export function createVaultHooks(settings: PayerSettings): PayoutHooks {
  const ask = createPayerClient(settings)
  return {
    verify: async ({ mode, vendor, headers, body }) => {
      const hook = { mode, vendor, headers, body_base64: body.toString('base64') }
      const answer = fieldsOf(await ask('/v1/hooks', AbortSignal.timeout(DEADLINE_MS), hook))
      if (oneOfIn(answer, 'outcome', ['verified', 'refused']) === 'refused') return undefined
      const { references } = answer
      const isList = Array.isArray(references) && references.every((one) => typeof one === 'string')
      return isList ? references : odd('references')
    },
  }
}
