import { OddAnswer, readList, readObject } from '../../vendor-json.ts'
import type { JsonRpc } from '../json-rpc.ts'
import { readAddress, readHash, readQuantity } from './evm-rpc.ts'

type Question = Readonly<{ from: string; lock: bigint; finalized: bigint }>

/**
 * Which transaction used a lock up, found by halving: the first block after which the lock was gone holds it. Undefined
 * when the node no longer has the states of old blocks. Asked only where a lock is gone and no receipt of ours explains it.
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
  // The count that made us ask was read by tag; what is asked by height must agree with it.
  const isGoneNow = await isGoneAfter(finalized)
  if (isGoneNow === false) throw new OddAnswer(`lock ${lock} counts as used and as free`)
  // Behind one address there may be several nodes: one that has not come so far knows nothing of our receipts either.
  if (isGoneNow === undefined) throw new OddAnswer(`it does not have block ${finalized}, which was final`)
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
  if (user === undefined) throw new OddAnswer(`block ${height} used lock ${lock} but does not contain it`)
  return readHash(user['hash'], 'transaction.hash')
}

function toQuantity(value: bigint): string {
  return `0x${value.toString(16)}`
}
