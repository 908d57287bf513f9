import type { BankAnswer } from '../ask-bank.ts'
import type { Reading } from '../bank-rail.ts'
import { fieldsOf, textOf } from '../fields.ts'
import { koboOf } from '../kobo.ts'
import { paystackNotFound, paystackStatuses } from './paystack-codes.ts'

/** What the verification of a transfer says. Whatever we do not understand decides nothing. */
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
