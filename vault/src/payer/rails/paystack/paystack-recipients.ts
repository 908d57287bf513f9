import { type BankOrder, BankUnavailable } from '../bank-rail.ts'
import { fieldsOf, textOf } from '../fields.ts'
import type { AskPaystack } from './ask-paystack.ts'

const MOST_KEPT = 20_000

/** A transfer goes to a recipient, who is made once for an account; to make the same again gives the one that is there. */
export function createPaystackRecipients(ask: AskPaystack) {
  const known = new Map<string, string>()
  return {
    find: async (
      { bankCode, accountNumber, accountName }: BankOrder,
      signal: AbortSignal,
    ): Promise<string> => {
      const key = `${bankCode}:${accountNumber}`
      const kept = known.get(key)
      if (kept !== undefined) return kept
      const wanted = {
        type: 'nuban',
        name: accountName,
        account_number: accountNumber,
        bank_code: bankCode,
        currency: 'NGN',
      }
      const { status, body } = await ask('/transferrecipient', signal, JSON.stringify(wanted))
      const { recipient_code, details } = fieldsOf(fieldsOf(body)['data'])
      const code = textOf(recipient_code)
      const { account_number: number, bank_code: bank } = fieldsOf(details)
      // Whoever pays a recipient of another account pays another person.
      if (
        (status !== 200 && status !== 201) ||
        code === null ||
        number !== accountNumber ||
        bank !== bankCode
      )
        throw new BankUnavailable(`no recipient: it answered ${status}`)
      if (known.size >= MOST_KEPT) known.clear()
      known.set(key, code)
      return code
    },
  }
}
