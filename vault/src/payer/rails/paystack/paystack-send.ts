import { NoAnswer } from '../ask-bank.ts'
import type { BankOrder, Sent } from '../bank-rail.ts'
import { writeExactBody } from '../exact-body.ts'
import { fieldsOf, textOf } from '../fields.ts'
import type { AskPaystack } from './ask-paystack.ts'
import { paystackRefusals, paystackRefusalWords, paystackStatuses } from './paystack-codes.ts'

/** The one request that moves money. */
export async function sendPaystack(
  ask: AskPaystack,
  { reference, amountMinor }: BankOrder,
  recipient: string,
  signal: AbortSignal,
): Promise<Sent> {
  try {
    const order = writeExactBody(String(amountMinor), {
      source: 'balance',
      currency: 'NGN',
      recipient,
      reference,
      // The ledger of our balance shows it, and so whose line it is.
      reason: `Afara ${reference}`,
    })
    const { status, body } = await ask('/transfer', signal, order)
    return readPaystackSent(status, body, reference)
  } catch (error) {
    if (error instanceof NoAnswer)
      return { outcome: 'unknown', why: error.why, code: error.status === null ? null : String(error.status) }
    return { outcome: 'unknown', why: 'http', code: null }
  }
}

export function readPaystackSent(status: number, body: unknown, reference: string): Sent {
  const { status: isDone, data, code, message } = fieldsOf(body)
  const transfer = fieldsOf(data)
  if (status >= 200 && status < 300 && isDone === true) {
    const state = textOf(transfer['status'])
    // Whatever else it says of our reference, a transfer that it names is there.
    if (transfer['reference'] !== reference || state === null || paystackStatuses[state] === undefined)
      return { outcome: 'unknown', why: 'code', code: state }
    return {
      outcome: 'accepted',
      vendorId: textOf(transfer['transfer_code']) ?? textOf(transfer['id']),
      sessionId: textOf(fieldsOf(transfer['session'])['id']),
    }
  }
  const words = textOf(message) ?? ''
  const name = textOf(code)
  if (status >= 500 || isDone !== false)
    return { outcome: 'unknown', why: 'http', code: name ?? String(status) }
  const known =
    name === null ? paystackRefusalWords.find(([shape]) => shape.test(words))?.[1] : paystackRefusals[name]
  if (known === 'exists') return { outcome: 'exists' }
  if (known === 'rejected') return { outcome: 'rejected', code: name ?? 'refused', message: words }
  return { outcome: 'unknown', why: 'code', code: name ?? String(status) }
}
