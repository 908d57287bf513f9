import type { NameEnquiry } from '../../../movements/payouts/name-enquiry.ts'
import { createPayerClient, type PayerSettings } from './payer-client.ts'
import { fieldsOf, oneOfIn, textIn } from './wire-fields.ts'

const DEADLINE_MS = 9_000

/** Whose account it is, by the payer's vendors. */
export function createVaultNames(settings: PayerSettings): NameEnquiry {
  const ask = createPayerClient(settings)
  return {
    ask: async ({ bankCode, accountNumber, mode }) => {
      const question = { mode, bank_code: bankCode, account_number: accountNumber }
      const answer = fieldsOf(await ask('/v1/enquire', AbortSignal.timeout(DEADLINE_MS), question))
      const outcome = oneOfIn(answer, 'outcome', ['found', 'not_found', 'unavailable'])
      if (outcome === 'unavailable') return undefined
      return outcome === 'found' ? { outcome, accountName: textIn(answer, 'account_name') } : { outcome }
    },
  }
}
