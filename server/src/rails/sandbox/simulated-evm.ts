import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { askChain, type SimulatedNetwork } from './ask-simulator.ts'

export type SimulatedEvmSettings = Readonly<{ url: string; token: string; decimals: number }>

const abi = parseAbi([
  'function mint(address to, uint256 units)',
  'function transfer(address to, uint256 units) returns (bool)',
])
// The first accounts of such a chain make tokens and are lanes, and the last one sweeps.
const [FIRST_FREE, LAST_FREE] = [3, 8]
const MINED_DEADLINE_MS = 5_000

/** An EVM chain of our own whose first account may make tokens. */
export function createSimulatedEvm({ url, token, decimals }: SimulatedEvmSettings): SimulatedNetwork {
  const enqueue = createQueue()
  const unitsOf = (minor: bigint): bigint => minor * 10n ** BigInt(decimals - 2)
  const accounts = async () => askChain<Hex[]>(url, 'eth_accounts')
  const call = async (from: Hex | undefined, functionName: 'mint' | 'transfer', to: Hex, minor: bigint) =>
    askChain<Hex>(url, 'eth_sendTransaction', {
      from,
      to: token,
      data: encodeFunctionData({ abi, functionName, args: [to, unitsOf(minor)] }),
    })
  return {
    // Nobody has its key.
    openWallet: async (seed) => `0x${seed.toString('hex').slice(0, 40)}`,
    sendTokens: async (to, minor) => {
      await enqueue(async () => call((await accounts())[0], 'mint', to as Hex, minor))
    },
    sendTokensAndForget: async (to, minor) => {
      // From an account that sends nothing else: what it sends afterwards would be forgotten with this.
      const [maker, ...others] = await accounts()
      const sender = others[randomInt(FIRST_FREE, LAST_FREE + 1) - 1]
      if (sender === undefined) return false
      await enqueue(async () => minedIn(url, await call(maker, 'mint', sender, minor)))
      return enqueue(async () => forget(url, await call(sender, 'transfer', to as Hex, minor)))
    },
  }
}

type Block = Readonly<{ number: Hex; transactions: readonly string[] }>

// What is two blocks old is final here, and nobody may ever undo it.
const MAX_REORG_DEPTH = 2

/**
 * The newest blocks, from the one that has this transaction, are replaced by others that have everything but it: every other transaction
 * stays. False when it is in too deep by now.
 */
async function forget(url: string, hash: string): Promise<boolean> {
  const mined = await minedIn(url, hash)
  if (mined === undefined) return false
  const latest = BigInt(await askChain<Hex>(url, 'eth_blockNumber'))
  const depth = Number(latest - mined) + 1
  if (depth > MAX_REORG_DEPTH) return false
  const kept: Array<readonly [raw: string, place: number]> = []
  for (let place = 0; place < depth; place += 1) {
    const number = `0x${(mined + BigInt(place)).toString(16)}`
    const block = await askChain<Block>(url, 'eth_getBlockByNumber', number, false)
    for (const other of block.transactions) {
      if (other !== hash)
        kept.push([await askChain<string>(url, 'eth_getRawTransactionByHash', other), place])
    }
  }
  await askChain(url, 'anvil_reorg', depth, kept)
  return (await askChain(url, 'eth_getTransactionReceipt', hash)) === null
}

async function minedIn(url: string, hash: string): Promise<bigint | undefined> {
  const until = Date.now() + MINED_DEADLINE_MS
  while (Date.now() < until) {
    const receipt = await askChain<{ blockNumber: Hex } | null>(url, 'eth_getTransactionReceipt', hash)
    if (receipt !== null) return BigInt(receipt.blockNumber)
    await sleep(20)
  }
  return undefined
}

const SEND_TRIES = 3
const SEND_RETRY_PAUSE_MS = 150

/**
 * One act after the other on a chain whose accounts count what they send: two at once would take the same number. Another process may
 * have been first all the same, so what fails is tried again.
 */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return async <T>(act: () => Promise<T>): Promise<T> => {
    const mine = last.then(async () => retry(act))
    last = mine.catch(() => {})
    return mine
  }
}

async function retry<T>(act: () => Promise<T>, left = SEND_TRIES - 1): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (left === 0) throw error
    await sleep(SEND_RETRY_PAUSE_MS)
    return retry(act, left - 1)
  }
}
