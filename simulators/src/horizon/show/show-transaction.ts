import type { Transaction } from '@stellar/stellar-sdk/base'
import type { TransactionRecord } from '../ledger/history.ts'
import { showParty } from '../ledger/party.ts'
import { encodeOutcome } from '../ledger/result.ts'
import { showTime } from './show-time.ts'

/** `GET /transactions/:hash`. A request by the inner hash of a fee bump is answered with that hash. */
export function showTransaction(record: TransactionRecord, baseUrl: string, asked?: string): object {
  const { submitted, ledger, outcome, token } = record
  const { transaction, bump, innerHash, maxFee } = submitted
  const isInner = bump !== undefined && asked === innerHash
  const hash = isInner ? innerHash : submitted.hash
  const signed = isInner || bump === undefined ? transaction : bump
  const self = `${baseUrl}/transactions/${hash}`
  return {
    memo_type: transaction.memo.type,
    ...showMemo(transaction),
    _links: {
      self: { href: self },
      account: { href: `${baseUrl}/accounts/${submitted.source.account}` },
      ledger: { href: `${baseUrl}/ledgers/${ledger.sequence}` },
      operations: { href: `${self}/operations{?cursor,limit,order}`, templated: true },
      effects: { href: `${self}/effects{?cursor,limit,order}`, templated: true },
      precedes: { href: `${baseUrl}/transactions?order=asc&cursor=${token}` },
      succeeds: { href: `${baseUrl}/transactions?order=desc&cursor=${token}` },
      transaction: { href: self },
    },
    id: hash,
    paging_token: token.toString(),
    successful: outcome.result.code === 'tx_success',
    hash,
    ledger: ledger.sequence,
    created_at: showTime(ledger.closeTime),
    source_account: submitted.source.account,
    ...renamed(showParty('account', submitted.source), 'account'),
    source_account_sequence: submitted.sequence.toString(),
    ...showParty('fee_account', submitted.feeSource),
    fee_charged: outcome.result.feeCharged.toString(),
    max_fee: maxFee.toString(),
    operation_count: transaction.operations.length,
    envelope_xdr: submitted.envelopeXdr,
    result_xdr: encodeOutcome(outcome, submitted),
    fee_meta_xdr: '',
    signatures: showSignatures(signed),
    ...showBounds(transaction),
    ...(bump && {
      fee_bump_transaction: { hash: submitted.hash, signatures: showSignatures(bump) },
      inner_transaction: {
        hash: innerHash,
        signatures: showSignatures(transaction),
        max_fee: transaction.fee,
      },
    }),
  }
}

/** Keeps only the muxed fields, because the plain field has another name here. */
function renamed({ ...shown }: Record<string, string>, plain: string): Record<string, string> {
  delete shown[plain]
  return shown
}

/** Horizon's format: numbers and text unchanged, hashes in base64. */
export function showMemo({ memo }: Transaction): Record<string, string> {
  const { type, value } = memo
  if (type === 'none' || value === null || value === undefined) return {}
  if (type === 'id') return { memo: String(value) }
  const bytes = Buffer.from(value)
  if (type === 'text') return { memo: bytes.toString('utf8'), memo_bytes: bytes.toString('base64') }
  return { memo: bytes.toString('base64') }
}

function showSignatures({ signatures }: Pick<Transaction, 'signatures'>): string[] {
  return signatures.map(({ signature }) => Buffer.from(signature.toBytes()).toString('base64'))
}

function showBounds({ timeBounds }: Transaction): object {
  if (timeBounds === undefined) return {}
  const { minTime, maxTime } = timeBounds
  return {
    ...(minTime !== '0' && { valid_after: showTime(Number(minTime)) }),
    ...(maxTime !== '0' && { valid_before: showTime(Number(maxTime)) }),
    preconditions: { timebounds: { min_time: minTime, max_time: maxTime } },
  }
}
