import { type BankAnswer } from '../../../shared/banks/ask-bank.ts'
import { fieldsOf, koboOf, textOf, writeExactBody } from '../../../shared/banks/exact-json.ts'
import { type BankOrder, BankUnavailable, type Reading, type Sent } from '../bank-rail.ts'
import { orUnknown } from '../without-answer.ts'
import type { AskPaystack } from './paystack-client.ts'
import {
  paystackNotFound,
  paystackRefusals,
  paystackRefusalWords,
  paystackStatuses,
} from './paystack-codes.ts'

const MOST_KEPT = 20_000

/** Sends the one request that moves money. */
export async function sendPaystack(
  ask: AskPaystack,
  { reference, amountMinor }: BankOrder,
  recipient: string,
  signal: AbortSignal,
): Promise<Sent> {
  return orUnknown(async () => {
    const order = writeExactBody(String(amountMinor), {
      source: 'balance',
      currency: 'NGN',
      recipient,
      reference,
      // The ledger of our balance shows the reason, which identifies the line.
      reason: `Afara ${reference}`,
    })
    const { status, body } = await ask('/transfer', signal, order)
    return readPaystackSent(status, body, reference)
  })
}

export function readPaystackSent(status: number, body: unknown, reference: string): Sent {
  const { status: isDone, data, code, message } = fieldsOf(body)
  const transfer = fieldsOf(data)
  if (status >= 200 && status < 300 && isDone === true) {
    const state = textOf(transfer['status'])
    // A transfer that is named with our reference and a known status exists, whatever the status.
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

/** Reads the verification of a transfer. An answer that we do not understand counts as unavailable. */
export function readPaystackReading(answer: BankAnswer | undefined, reference: string): Reading {
  if (answer === undefined) return { kind: 'unavailable', code: null }
  const { status: isDone, data, code, message } = fieldsOf(answer.body)
  if (answer.status !== 200 || isDone !== true) {
    const isNothing =
      (answer.status === 404 || answer.status === 400) &&
      (paystackNotFound.includes(String(code)) || /^transfer not found/i.test(String(message)))
    return { kind: isNothing ? 'not_found' : 'unavailable', code: textOf(code) ?? String(answer.status) }
  }
  const transfer = fieldsOf(data)
  const status = textOf(transfer['status'])
  const kind = status === null ? undefined : paystackStatuses[status]
  if (transfer['reference'] !== reference || kind === undefined) return { kind: 'unavailable', code: status }
  if (kind !== 'success' && kind !== 'failed' && kind !== 'reversed') return { kind, code: status }
  const { account_number, bank_code } = fieldsOf(fieldsOf(transfer['recipient'])['details'])
  return {
    kind,
    code: textOf(transfer['gateway_response']) ?? status,
    amountMinor: transfer['currency'] === 'NGN' ? (koboOf(transfer['amount']) ?? null) : null,
    accountNumber: textOf(account_number),
    bankCode: textOf(bank_code),
    sessionId: textOf(fieldsOf(transfer['session'])['id']),
    vendorId: textOf(transfer['transfer_code']) ?? textOf(transfer['id']),
    feeMinor: koboOf(transfer['fee_charged']) ?? null,
  }
}

/** A transfer needs a recipient, which is created once per account. Creating it again returns the existing one. */
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
      // A recipient with another account would pay another person.
      if (
        (status !== 200 && status !== 201) ||
        code === null ||
        number !== accountNumber ||
        bank !== bankCode
      )
        throw new BankUnavailable(`the recipient cannot be created: the vendor answered ${status}`)
      if (known.size >= MOST_KEPT) known.clear()
      known.set(key, code)
      return code
    },
  }
}
