import { OddAnswer, readList } from '../../vendor-json.ts'
import type { JsonRpc, RpcCall } from '../json-rpc.ts'
import { type Account, readAccount, readContext } from './rpc-values.ts'

export type Commitment = 'confirmed' | 'finalized'

export type ReadAccounts = Readonly<{
  accounts: ReadonlyArray<Account | undefined>
  /** The slots after which they are so. The same, unless there were too many for one question. */
  oldest: bigint
  newest: bigint
}>

const MOST_TOGETHER = 100

export async function readAccounts(
  rpc: JsonRpc,
  addresses: readonly string[],
  commitment: Commitment,
  signal: AbortSignal,
): Promise<ReadAccounts> {
  const calls: RpcCall[] = []
  for (let first = 0; first < addresses.length; first += MOST_TOGETHER) {
    const part = addresses.slice(first, first + MOST_TOGETHER)
    calls.push(['getMultipleAccounts', part, { commitment, encoding: 'base64' }])
  }
  const read = (await rpc.ask(calls, signal)).map((answer) => readContext(answer, 'accounts'))
  const accounts = read.flatMap(({ value }) => readList(value, 'accounts').map(readAccount))
  if (accounts.length !== addresses.length)
    throw new OddAnswer(`asked for ${addresses.length} accounts, it shows ${accounts.length}`)
  const slots = read.map(({ slot }) => slot).toSorted((one, other) => (one < other ? -1 : 1))
  return { accounts, oldest: slots[0] ?? 0n, newest: slots.at(-1) ?? 0n }
}
