import type { Transaction } from '@stellar/stellar-sdk/base'
import { OddAnswer, readObject, readText } from '../../vendor-json.ts'
import { type FoundTransaction, readFoundTransaction } from './found-transaction.ts'
import type { Horizon } from './horizon.ts'
import { recordsIn } from './horizon-values.ts'
import type { LockPlace } from './lane-locks.ts'

const PAGE = 200
const MOST_PAGES = 25

/**
 * Which transaction used a sequence number of an account up, or moved the account's sequence over it, found by going back from the
 * newest. Undefined when the history does not reach so far. Asked only where the number is used and no hash of ours explains it.
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
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const path = `/accounts/${channel}/transactions?order=desc&limit=${PAGE}&include_failed=true${cursor}`
    const records = recordsIn(await horizon.get(path, signal)).map((item) => readObject(item, 'transaction'))
    for (const record of records) {
      const found = readFoundTransaction(record, passphrase)
      if (uses(found.inner, place) || movesOver(found, place)) return found
      hasLater ||= found.inner.source === channel && BigInt(found.inner.sequence) > sequence
    }
    const last = records.at(-1)
    if (last === undefined || records.length < PAGE) break
    cursor = `&cursor=${encodeURIComponent(readText(last['paging_token'], 'paging_token'))}`
  }
  // Several Horizons may stand behind one address: the history of one that is behind says nothing.
  if (!hasLater) throw new OddAnswer(`sequence ${sequence} of ${channel} counts as used, and by nothing`)
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
