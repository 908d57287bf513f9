import {
  type Fields,
  fieldsOf,
  koboOf,
  listOf,
  parseExact,
  textOf,
} from '../../../shared/banks/exact-json.ts'
import type { AskedTransfer, RailApproval } from '../bank-rail.ts'
import { isSigned } from '../read-hook.ts'
import { orUnavailable } from '../without-answer.ts'
import type { AskPaystack } from './paystack-client.ts'

export const SIGNATURE = 'x-paystack-signature'

/**
 * Paystack's question before a transfer leaves: 200 approves it, and 400 refuses it. Paystack publishes neither the fields of the question
 * nor whether it signs it. So a question without a signature is read too, which is safe: the answer depends only on what we sent.
 */
export function createPaystackApproval(ask: AskPaystack, secrets: readonly (string | null)[]): RailApproval {
  return {
    statuses: { approve: 200, refuse: 400 },
    read: async (headers, body, signal) => {
      const signature = headers[SIGNATURE]
      if (signature !== undefined && !isSigned({ body, signature, secrets })) return undefined
      const asked: AskedTransfer[] = []
      for (const transfer of transfersIn(body)) {
        const one = await readAsked(ask, transfer, signal)
        if (one === undefined) return undefined
        asked.push(one)
      }
      return asked.length === 0 ? undefined : asked
    },
  }
}

/** Programs that answer the question read the transfer in three places: the body itself, its `data`, or a list in its `data`. */
function transfersIn(body: Buffer): readonly Fields[] {
  try {
    const question = fieldsOf(parseExact(body.toString('utf8')))
    const inner = question['data'] === undefined ? question : fieldsOf(question['data'])
    const many = inner['transfers']
    return many === undefined ? [inner] : (listOf(many) ?? []).map(fieldsOf)
  } catch {
    return []
  }
}

async function readAsked(
  ask: AskPaystack,
  { reference: name, amount, currency, recipient }: Fields,
  signal: AbortSignal,
): Promise<AskedTransfer | undefined> {
  const reference = textOf(name)
  const amountMinor = koboOf(amount)
  if (reference === null || amountMinor === undefined || currency !== 'NGN') return undefined
  const account = accountOf(recipient) ?? (await lookUp(ask, recipient, signal))
  return account && { reference, amountMinor, ...account }
}

function accountOf(recipient: unknown): Pick<AskedTransfer, 'bankCode' | 'accountNumber'> | undefined {
  const { account_number, bank_code } = fieldsOf(fieldsOf(recipient)['details'])
  const [accountNumber, bankCode] = [textOf(account_number), textOf(bank_code)]
  return accountNumber === null || bankCode === null ? undefined : { accountNumber, bankCode }
}

/** Asks Paystack for the account of a recipient that the question names only by its code or number. */
async function lookUp(ask: AskPaystack, recipient: unknown, signal: AbortSignal) {
  const { recipient_code, id } = fieldsOf(recipient)
  const code = textOf(recipient) ?? textOf(recipient_code) ?? textOf(id)
  if (code === null) return undefined
  const path = `/transferrecipient/${encodeURIComponent(code)}`
  const { status, body } = await orUnavailable(async () => ask(path, signal))
  return status === 200 ? accountOf(fieldsOf(body)['data']) : undefined
}
