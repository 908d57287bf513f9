import { FeeBumpTransaction, type Transaction, TransactionBuilder } from '@stellar/stellar-sdk/base'
import { OddAnswer, readNumber, readNumberOrText, readObject, readText } from '../../vendor-json.ts'
import type { Answer, Horizon } from './horizon.ts'
import { readDigits, recordsIn } from './horizon-values.ts'
import type { LockPlace } from './lane-locks.ts'

/** A transaction in a ledger, which makes it final. */
export type FoundTransaction = ReadTransaction &
  Readonly<{
    ledger: bigint
    succeeded: boolean
    feeUnits: bigint
    feeAccount: string
    /** The result in base64. The hash of the transaction does not cover it. */
    resultXdr: string
  }>

/** Finds a transaction by its own hash or by the hash of its inner transaction. Returns undefined if Horizon has none. */
export async function findTransaction(
  horizon: Horizon,
  hash: string,
  passphrase: string,
  signal: AbortSignal,
): Promise<FoundTransaction | undefined> {
  const answer = await horizon.find(`/transactions/${hash}`, signal)
  if (answer === undefined) return undefined
  const found = readFoundTransaction(answer, passphrase)
  if (found.hash !== hash && found.innerHash !== hash)
    throw new OddAnswer(`${hash} was requested, but the node returned ${found.hash}`)
  return found
}

/** Reads a transaction. Its hashes are computed from the envelope, because Horizon's values are not trusted. */
function readFoundTransaction(answer: Answer, passphrase: string): FoundTransaction {
  const { successful } = answer
  if (typeof successful !== 'boolean') throw new OddAnswer('successful is not true or false')
  return {
    ...readTransaction(readText(answer['envelope_xdr'], 'envelope_xdr'), passphrase),
    ledger: readDigits(readNumber(answer['ledger'], 'ledger'), 'ledger'),
    succeeded: successful,
    feeUnits: readDigits(readNumberOrText(answer['fee_charged'], 'fee_charged'), 'fee_charged'),
    feeAccount: readText(answer['fee_account'], 'fee_account'),
    resultXdr: readText(answer['result_xdr'], 'result_xdr'),
  }
}

const HISTORY_PAGE_SIZE = 200
const MAX_HISTORY_PAGES = 25

/**
 * Finds the transaction that used a sequence number, or that moved the account's sequence past it, by reading the history from the newest
 * transaction back. Returns undefined if the history does not reach that far. Called only if the number is used and none of our hashes
 * explains it.
 */
export async function findUserOfSequence(
  horizon: Horizon,
  place: LockPlace,
  passphrase: string,
  signal: AbortSignal,
): Promise<FoundTransaction | undefined> {
  const { channel, sequence } = place
  let cursor = ''
  let hasLater = false
  for (let page = 0; page < MAX_HISTORY_PAGES; page += 1) {
    const path = `/accounts/${channel}/transactions?order=desc&limit=${HISTORY_PAGE_SIZE}&include_failed=true${cursor}`
    const records = recordsIn(await horizon.get(path, signal)).map((item) => readObject(item, 'transaction'))
    for (const record of records) {
      const found = readFoundTransaction(record, passphrase)
      if (uses(found.inner, place) || movesOver(found, place)) return found
      hasLater ||= found.inner.source === channel && BigInt(found.inner.sequence) > sequence
    }
    const last = records.at(-1)
    if (last === undefined || records.length < HISTORY_PAGE_SIZE) break
    cursor = `&cursor=${encodeURIComponent(readText(last['paging_token'], 'paging_token'))}`
  }
  // One URL may lead to several Horizon servers. The history of a server that lags proves nothing.
  if (!hasLater)
    throw new OddAnswer(
      `sequence ${sequence} of ${channel} is used, but the node returns no transaction that used it`,
    )
  return undefined
}

function uses(transaction: Transaction, { channel, sequence }: LockPlace): boolean {
  return transaction.source === channel && transaction.sequence === sequence.toString()
}

function movesOver({ inner, succeeded }: FoundTransaction, { channel, sequence }: LockPlace): boolean {
  return (
    succeeded &&
    inner.operations.some(
      (operation) =>
        operation.type === 'bumpSequence' &&
        (operation.source ?? inner.source) === channel &&
        BigInt(operation.bumpTo) >= sequence,
    )
  )
}

type ReadTransaction = Readonly<{
  /** The network's hash of the transaction. For a fee bump, this is the outer hash. */
  hash: string
  /** Hash of the transaction that moves the money. Equal to `hash` without a fee bump. */
  innerHash: string
  isFeeBump: boolean
  fee: bigint
  inner: Transaction
}>

/** Reads an envelope (base64) and computes its hashes, which cover its whole content and the network. */
export function readTransaction(envelope: string, passphrase: string): ReadTransaction {
  const read = TransactionBuilder.fromXdr(envelope, passphrase)
  const inner = read instanceof FeeBumpTransaction ? read.innerTransaction : read
  return {
    hash: toHex(read.hash()),
    innerHash: toHex(inner.hash()),
    isFeeBump: read instanceof FeeBumpTransaction,
    fee: BigInt(read.fee),
    inner,
  }
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
