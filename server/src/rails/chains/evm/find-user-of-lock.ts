import { OddAnswer, readList, readObject } from '../../vendor-json.ts'
import type { JsonRpc } from '../json-rpc.ts'
import { readAddress, readHash, readQuantity } from './evm-rpc.ts'

type Question = Readonly<{ from: string; lock: bigint; finalized: bigint }>

/**
 * Finds the transaction that used a lock, by binary search for the first block after which the lock is used. Returns undefined if the node
 * no longer has the state of old blocks. Called only if a lock is used and none of our receipts explains it.
 */
export async function findUserOfLock(
  rpc: JsonRpc,
  { from, lock, finalized }: Question,
  signal: AbortSignal,
): Promise<string | undefined> {
  const isGoneAfter = async (height: bigint): Promise<boolean | undefined> => {
    const [answer] = await rpc.askEach([['eth_getTransactionCount', from, toQuantity(height)]], signal)
    return answer?.outcome === 'result' ? readQuantity(answer.result, 'nonce') > lock : undefined
  }
  // The caller read the nonce with the tag `finalized` and found the lock used. The nonce at the height of that block must show the same.
  const isGoneNow = await isGoneAfter(finalized)
  if (isGoneNow === false) throw new OddAnswer(`the node reports lock ${lock} both as used and as free`)
  // One URL may lead to several nodes. The caller found no receipt of ours, but perhaps only because it asked a node that lags like this
  // one.
  if (isGoneNow === undefined)
    throw new OddAnswer(`the node does not have block ${finalized}, which was final before`)
  let gone = finalized
  let free = -1n
  for (let step = 1n; finalized - step >= 0n; step *= 2n) {
    const isGone = await isGoneAfter(finalized - step)
    if (isGone === undefined) return undefined
    if (!isGone) {
      free = finalized - step
      break
    }
    gone = finalized - step
  }
  while (gone - free > 1n) {
    const middle = (gone + free) / 2n
    const isGone = await isGoneAfter(middle)
    if (isGone === undefined) return undefined
    if (isGone) gone = middle
    else free = middle
  }
  return findIn(rpc, { from, lock, height: gone }, signal)
}

async function findIn(
  rpc: JsonRpc,
  { from, lock, height }: Readonly<{ from: string; lock: bigint; height: bigint }>,
  signal: AbortSignal,
): Promise<string> {
  const [block] = await rpc.ask([['eth_getBlockByNumber', toQuantity(height), true]], signal)
  const transactions = readList(readObject(block, 'block')['transactions'], 'block.transactions')
  const user = transactions
    .map((item) => readObject(item, 'transaction'))
    .find(
      (transaction) =>
        readAddress(transaction['from'], 'transaction.from') === from &&
        readQuantity(transaction['nonce'], 'transaction.nonce') === lock,
    )
  if (user === undefined)
    throw new OddAnswer(
      `lock ${lock} was used in block ${height}, but the block has no transaction with this nonce`,
    )
  return readHash(user['hash'], 'transaction.hash')
}

function toQuantity(value: bigint): string {
  return `0x${value.toString(16)}`
}
