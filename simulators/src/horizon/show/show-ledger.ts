import { BASE_FEE, BASE_RESERVE } from '../ledger/check-transaction.ts'
import type { Ledger } from '../ledger/history.ts'
import { showTime } from './show-time.ts'

export const PROTOCOL = 23

/** `GET /ledgers/:sequence`, without the header in XDR. */
export function showLedger(ledger: Ledger, baseUrl: string): object {
  const self = `${baseUrl}/ledgers/${ledger.sequence}`
  return {
    _links: {
      self: { href: self },
      transactions: { href: `${self}/transactions{?cursor,limit,order}`, templated: true },
      operations: { href: `${self}/operations{?cursor,limit,order}`, templated: true },
      payments: { href: `${self}/payments{?cursor,limit,order}`, templated: true },
      effects: { href: `${self}/effects{?cursor,limit,order}`, templated: true },
    },
    id: ledger.hash,
    paging_token: ledger.token.toString(),
    hash: ledger.hash,
    prev_hash: ledger.previousHash,
    sequence: ledger.sequence,
    successful_transaction_count: ledger.successful,
    failed_transaction_count: ledger.failed,
    operation_count: ledger.operations,
    tx_set_operation_count: ledger.operations,
    closed_at: showTime(ledger.closeTime),
    total_coins: '105443902087.3472865',
    fee_pool: '0.0000000',
    base_fee_in_stroops: Number(BASE_FEE),
    base_reserve_in_stroops: Number(BASE_RESERVE),
    max_tx_set_size: 1_000,
    protocol_version: PROTOCOL,
    header_xdr: '',
  }
}
