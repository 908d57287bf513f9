import type { OperationRecord } from '../ledger/history.ts'
import { showParty } from '../ledger/party.ts'
import { kindOf } from '../ledger/result-codes.ts'
import { showTime } from './show-time.ts'
import { showTransaction } from './show-transaction.ts'

/** Writes one operation for the lists of payments and operations; with `joined`, includes its transaction. */
export function showOperation(record: OperationRecord, baseUrl: string, joined = false): object {
  const { token, type, source, applied } = record
  const { submitted, ledger, outcome } = record.transaction
  const kind = kindOf(type)
  const self = `${baseUrl}/operations/${token}`
  return {
    _links: {
      self: { href: self },
      transaction: { href: `${baseUrl}/transactions/${submitted.hash}` },
      effects: { href: `${self}/effects` },
      succeeds: { href: `${baseUrl}/effects?order=desc&cursor=${token}` },
      precedes: { href: `${baseUrl}/effects?order=asc&cursor=${token}` },
    },
    id: token.toString(),
    paging_token: token.toString(),
    transaction_successful: outcome.result.code === 'tx_success',
    ...showParty('source_account', source),
    type: kind?.name ?? type,
    type_i: kind?.type,
    created_at: showTime(ledger.closeTime),
    transaction_hash: submitted.hash,
    ...(joined && { transaction: showTransaction(record.transaction, baseUrl) }),
    ...applied.details,
  }
}
