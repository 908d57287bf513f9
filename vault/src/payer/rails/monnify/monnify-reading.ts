import type { BankAnswer } from '../ask-bank.ts'
import type { Reading } from '../bank-rail.ts'
import { fieldsOf, textOf } from '../fields.ts'
import { koboOfNaira } from '../kobo.ts'
import { monnifyNotFoundCode, monnifyNotFoundWords, monnifyStatuses } from './monnify-codes.ts'

/** What the summary of a disbursement says. Whatever we do not understand decides nothing. */
export function readMonnifyReading(answer: BankAnswer | undefined, reference: string): Reading {
  if (answer === undefined) return { kind: 'unavailable', code: null }
  const { requestSuccessful, responseCode, responseMessage, responseBody } = fieldsOf(answer.body)
  const code = textOf(responseCode)
  if (answer.status !== 200 || requestSuccessful !== true) {
    const isRefusal = requestSuccessful === false && answer.status < 500
    const isNothing =
      isRefusal && (code === monnifyNotFoundCode || monnifyNotFoundWords.test(String(responseMessage)))
    return { kind: isNothing ? 'not_found' : 'unavailable', code: code ?? String(answer.status) }
  }
  const order = fieldsOf(responseBody)
  const status = textOf(order['status'])
  const kind = status === null ? undefined : monnifyStatuses[status]
  if (order['reference'] !== reference || kind === undefined) return { kind: 'unavailable', code: status }
  if (kind !== 'success' && kind !== 'failed' && kind !== 'reversed') return { kind, code: status }
  return {
    kind,
    code: status,
    amountMinor: order['currency'] === 'NGN' ? (koboOfNaira(order['amount']) ?? null) : null,
    accountNumber: textOf(order['destinationAccountNumber']),
    bankCode: textOf(order['destinationBankCode']),
    sessionId: textOf(order['sessionId']),
    vendorId: textOf(order['transactionReference']),
    feeMinor: koboOfNaira(order['fee'] ?? order['totalFee']) ?? null,
  }
}
