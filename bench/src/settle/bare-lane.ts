import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { simulatedNetworks, TOKEN_ADDRESS } from '@afara/stack/chains/simulated-networks.ts'
import { encodeFunctionData, type Hex, keccak256, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { FINISH, LIST_OUT, NOTE_READING, OPEN, STORE, TAKE_LANE } from './bare-statements.ts'

const BATCH = 50
const MOST_OUT = 500
const token = parseAbi(['function transfer(address to, uint256 value)'])
const { chainId, decimals } = simulatedNetworks.polygon
const PER_MINOR = 10n ** BigInt(decimals - 2)

export type BareLane = {
  readonly number: number
  isCalled: boolean
  /** Works one round: records final transfers, and opens, signs, stores and sends waiting ones. */
  work(): Promise<Readonly<{ out: number; moved: number }>>
}

type Opened = {
  transfer_id: string
  transaction_id: string
  lock: string
  address: string
  tokens_minor: string
}
type Out = { id: string; hash: string }

export function createBareLane(
  deps: Readonly<{ pool: Pool; chainUrl: string; number: number; key: Hex }>,
): BareLane {
  const { pool, chainUrl, number } = deps
  const wallet = privateKeyToAccount(deps.key)

  const watch = async (): Promise<{ out: number; ended: number }> => {
    const { rows } = await pool.query<Out>({ name: 'out', text: LIST_OUT, values: [number] })
    if (rows.length === 0) return { out: 0, ended: 0 }
    const [final, ...receipts] = await askMany<{ number?: string; blockNumber?: string } | null>(chainUrl, [
      ['eth_getBlockByNumber', 'finalized', false],
      ...rows.map(({ hash }) => ['eth_getTransactionReceipt', hash] as const),
    ])
    const finalized = BigInt(final?.number ?? 0)
    const ended = rows.filter((_, place) => {
      const at = receipts[place]?.blockNumber
      return at !== undefined && BigInt(at) <= finalized
    })
    if (ended.length > 0)
      await pool.query({ name: 'finish', text: FINISH, values: [ended.map(({ id }) => id)] })
    return { out: rows.length - ended.length, ended: ended.length }
  }

  const open = async (nextLock: string, room: number): Promise<number> => {
    await askMany(chainUrl, [
      ['eth_getBalance', wallet.address, 'latest'],
      ['eth_getTransactionCount', wallet.address, 'latest'],
      ['eth_gasPrice'],
    ])
    await pool.query({ name: 'reading', text: NOTE_READING, values: [number] })
    const { rows } = await pool.query<Opened>({ name: 'open', text: OPEN, values: [number, room, nextLock] })
    if (rows.length === 0) return 0
    const raws = await Promise.all(
      rows.map(async ({ lock, address, tokens_minor }) =>
        wallet.signTransaction({
          type: 'eip1559',
          chainId,
          nonce: Number(lock),
          to: TOKEN_ADDRESS,
          data: encodeFunctionData({
            abi: token,
            functionName: 'transfer',
            args: [address as Hex, BigInt(tokens_minor) * PER_MINOR],
          }),
          gas: 100_000n,
          maxFeePerGas: 100_000_000_000n,
          maxPriorityFeePerGas: 1_000_000_000n,
        }),
      ),
    )
    await pool.query({
      name: 'store',
      text: STORE,
      values: [
        rows.map(({ transfer_id }) => transfer_id),
        rows.map(({ transaction_id }) => transaction_id),
        raws.map((raw) => raw.slice(2)),
        raws.map((raw) => keccak256(raw)),
      ],
    })
    await askMany(
      chainUrl,
      raws.map((raw) => ['eth_sendRawTransaction', raw] as const),
    )
    return rows.length
  }

  return {
    number,
    isCalled: false,
    work: async () => {
      const { rows } = await pool.query<{ next_lock: string }>({
        name: 'take',
        text: TAKE_LANE,
        values: [number, 'bare'],
      })
      const { out, ended } = await watch()
      const opened = await open(rows[0]?.next_lock ?? '0', Math.min(BATCH, MOST_OUT - out))
      return { out: out + opened, moved: opened + ended }
    },
  }
}

/** Sends many calls to a chain in one request and returns the results in order. Throws if the chain refuses one. */
async function askMany<T>(url: string, calls: ReadonlyArray<readonly [string, ...unknown[]]>): Promise<T[]> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }))),
    signal: AbortSignal.timeout(30_000),
  })
  const answers = (await response.json()) as Array<{ id: number; result: T; error?: { message: string } }>
  return answers
    .toSorted((one, other) => one.id - other.id)
    .map(({ result, error }) => {
      if (error !== undefined) throw new Error(`${url} refused: ${error.message}`)
      return result
    })
}
