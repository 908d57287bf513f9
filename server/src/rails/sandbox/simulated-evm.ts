import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { askChain, type SimulatedNetwork } from './ask-simulator.ts'

export type SimulatedEvmSettings = Readonly<{ url: string; token: string; decimals: number }>

const abi = parseAbi([
  'function mint(address to, uint256 units)',
  'function transfer(address to, uint256 units) returns (bool)',
])
// Accounts 0 to 2 mint tokens and serve as lanes. The last account, 9, sweeps.
const [FIRST_FREE, LAST_FREE] = [3, 8]
const MINED_DEADLINE_MS = 5_000

/** A local EVM chain whose first account may mint tokens. */
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
    // Nobody has the key of this address.
    openWallet: async (seed) => `0x${seed.toString('hex').slice(0, 40)}`,
    sendTokens: async (to, minor) => {
      await enqueue(async () => call((await accounts())[0], 'mint', to as Hex, minor))
    },
    sendTokensAndForget: async (to, minor) => {
      // The sender must send nothing else: the reorganisation would also remove its later transactions.
      const [maker, ...others] = await accounts()
      const sender = others[randomInt(FIRST_FREE, LAST_FREE + 1) - 1]
      if (sender === undefined) return false
      await enqueue(async () => minedIn(url, await call(maker, 'mint', sender, minor)))
      return enqueue(async () => forget(url, await call(sender, 'transfer', to as Hex, minor)))
    },
  }
}

type Block = Readonly<{ number: Hex; transactions: readonly string[] }>

// A block is final here once it is two blocks old, so a deeper reorganisation would undo a final block.
const MAX_REORG_DEPTH = 2

/**
 * Replaces the newest blocks, from the one with this transaction on, with blocks that contain all the other transactions. Returns false if
 * the transaction was not removed, for example because it is already too deep.
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
 * Runs one action at a time, because two transfers sent together from one account would get the same nonce. Another process may still use
 * that nonce first, so a failed action is retried.
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
