import type {
  ChainHead,
  DepositChain,
  ReadLogs,
  Snapshot,
  TokenLog,
} from '../../../movements/deposits/deposit-chain.ts'
import { OddAnswer, readList, readObject } from '../../vendor-json.ts'
import { orUnavailable } from '../chain-unavailable.ts'
import type { JsonRpc, RpcCall } from '../json-rpc.ts'
import { unitsPerMinor } from '../units-per-minor.ts'
import {
  decodeBalance,
  decodeTreasury,
  encodeBalanceOf,
  encodeTreasury,
  TRANSFER_EVENT,
} from './contract-calls.ts'
import { createForwarderAddresses } from './evm-address.ts'
import type { EvmChainSettings } from './evm-chain.ts'
import { createEvmRpc, readBlockHead, readData, readQuantity, readReceipt } from './evm-rpc.ts'
import { requireChain } from './read-locks.ts'
import { readTransferLogs } from './read-transfer-logs.ts'

// Providers return the logs of hundreds to thousands of blocks at once. A refused range is halved.
const MAX_BLOCKS_PER_QUERY = 2_000n

type Deps = Readonly<{ rpc: JsonRpc; chainId: number; token: string }>

type Settings = EvmChainSettings &
  Readonly<{
    /** The deposit factory. It sends swept tokens to the treasury. */ factory: string
    treasury: string
  }>

/** Reads the deposits of an EVM network up to its `finalized` block. */
export function createEvmDeposits(settings: Settings): DepositChain {
  const { mode, network } = settings
  const chainId = network.chainIds[mode]
  const rpc = createEvmRpc(settings)
  const deps: Deps = { rpc, chainId, token: settings.token.toLowerCase() }
  let span = MAX_BLOCKS_PER_QUERY
  return {
    mode,
    network: network.name,
    unitsPerMinor: unitsPerMinor(settings.decimals),
    addressOf: createForwarderAddresses(settings.factory),
    check: async (signal) => orUnavailable(async () => checkFactory(deps, settings, signal)),
    head: async (signal) => orUnavailable(async () => readHead(deps, signal)),
    blockHash: async (block, signal) =>
      orUnavailable(async () => {
        const [answer] = await rpc.ask([['eth_getBlockByNumber', quantity(block), false]], signal)
        return answer === null ? undefined : readStanding(answer, block)
      }),
    // The list of our addresses is not needed, because the node returns all transfers of the token.
    logs: async (from, to, _, signal) =>
      orUnavailable(async () => {
        for (;;) {
          const through = from + span - 1n < to ? from + span - 1n : to
          const asked = span
          // A range that is refused or fails may be too large, so the next request asks for a smaller one.
          span = span > 1n ? span / 2n : 1n
          const read = await readRange(deps, from, through, signal)
          if (read !== undefined) {
            span = asked * 2n < MAX_BLOCKS_PER_QUERY ? asked * 2n : MAX_BLOCKS_PER_QUERY
            return read
          }
          if (asked === 1n)
            throw new OddAnswer(`the node rejects a request for the logs of the single block ${from}`)
        }
      }),
    shows: async (logs, signal) => orUnavailable(async () => readShown(deps, logs, signal)),
    snapshot: async (of, signal) => orUnavailable(async () => readSnapshot(deps, of, signal)),
  }
}

/** Reads balances and nonces as of the given block, because an EVM node can return past states. */
async function readSnapshot(
  { rpc, token }: Deps,
  { wallets, deposits, block }: Parameters<DepositChain['snapshot']>[0],
  signal: AbortSignal,
): Promise<Snapshot> {
  const at = quantity(block)
  const balanceOf = (address: string): RpcCall => [
    'eth_call',
    { to: token, data: encodeBalanceOf(address) },
    at,
  ]
  const calls = wallets.flatMap(({ address }): RpcCall[] => [
    balanceOf(address),
    ['eth_getBalance', address, at],
    ['eth_getTransactionCount', address, at],
  ])
  const answers = await rpc.ask([...calls, ...deposits.map(balanceOf)], signal)
  return {
    block,
    wallets: wallets.map((_, place) => {
      const lock = readQuantity(answers[place * 3 + 2], 'next lock')
      return {
        units: decodeBalance(readData(answers[place * 3], 'balance')),
        gasUnits: readQuantity(answers[place * 3 + 1], 'gas'),
        lock,
        lockAhead: lock,
      }
    }),
    holdings: answers.slice(calls.length).map((answer) => decodeBalance(readData(answer, 'balance'))),
  }
}

async function checkFactory(
  { rpc, chainId }: Deps,
  { factory, treasury }: Settings,
  signal: AbortSignal,
): Promise<void> {
  const [id, answer] = await rpc.ask(
    [['eth_chainId'], ['eth_call', { to: factory, data: encodeTreasury() }, 'latest']],
    signal,
  )
  requireChain(id, chainId)
  const found = decodeTreasury(readData(answer, 'treasury'))
  if (found !== treasury.toLowerCase())
    throw new OddAnswer(`the treasury of the factory at ${factory} is ${found ?? 'not set'}, not ${treasury}`)
}

async function readHead({ rpc, chainId }: Deps, signal: AbortSignal): Promise<ChainHead> {
  const [id, finalized] = await rpc.ask(
    [['eth_chainId'], ['eth_getBlockByNumber', 'finalized', false]],
    signal,
  )
  requireChain(id, chainId)
  const { number, hash, madeAt } = readBlockHead(finalized, 'finalized block')
  return { finalized: { block: number, hash }, madeAt }
}

/**
 * Returns undefined if the node refuses. The last block is requested together with the logs, because a node that lags behind the range
 * returns fewer logs without an error.
 */
async function readRange(
  { rpc, chainId, token }: Deps,
  from: bigint,
  through: bigint,
  signal: AbortSignal,
): Promise<ReadLogs | undefined> {
  const filter = {
    address: token,
    topics: [TRANSFER_EVENT],
    fromBlock: quantity(from),
    toBlock: quantity(through),
  }
  const [id, last, logs] = await rpc.askEach(
    [['eth_chainId'], ['eth_getBlockByNumber', quantity(through), false], ['eth_getLogs', filter]],
    signal,
  )
  if (id?.outcome !== 'result' || last?.outcome !== 'result' || logs?.outcome !== 'result') return undefined
  requireChain(id.result, chainId)
  if (last.result === null) throw new OddAnswer(`the node has no block ${through}`)
  readStanding(last.result, through)
  return { through, ...readTransferLogs(readList(logs.result, 'logs'), { token, from, through }) }
}

async function readShown(
  { rpc, token }: Deps,
  logs: readonly TokenLog[],
  signal: AbortSignal,
): Promise<readonly boolean[]> {
  const hashes = [...new Set(logs.map(({ txHash }) => txHash))]
  const blocks = [...new Set(logs.map(({ block }) => block))]
  const answers = await rpc.ask(
    [
      ...hashes.map((hash): RpcCall => ['eth_getTransactionReceipt', hash]),
      ...blocks.map((block): RpcCall => ['eth_getBlockByNumber', quantity(block), false]),
    ],
    signal,
  )
  const receipts = new Map(hashes.map((hash, place) => [hash, answers[place]]))
  const standing = new Map(
    blocks.map((block, place) => {
      const answer = answers[hashes.length + place]
      return [block, answer === null ? undefined : readStanding(answer, block)]
    }),
  )
  return logs.map((log) => {
    const answer = receipts.get(log.txHash)
    const receipt = readReceipt(answer)
    if (receipt === undefined || !receipt.succeeded || receipt.hash !== log.txHash) return false
    if (receipt.blockHash !== log.blockHash || standing.get(log.block) !== log.blockHash) return false
    const told = readList(readObject(answer, 'receipt')['logs'], 'receipt.logs')
    const { logs: shown } = readTransferLogs(told, { token, from: log.block, through: log.block })
    return shown.some((other) => isSame(other, log))
  })
}

function isSame(one: TokenLog, other: TokenLog): boolean {
  return (
    one.txHash === other.txHash &&
    one.logIndex === other.logIndex &&
    one.blockHash === other.blockHash &&
    one.sender === other.sender &&
    one.address === other.address &&
    one.units === other.units
  )
}

function readStanding(answer: unknown, block: bigint): string {
  const { number, hash } = readBlockHead(answer, 'block')
  if (number !== block)
    throw new OddAnswer(`block ${block} was requested, but the node returned block ${number}`)
  return hash
}

function quantity(block: bigint): string {
  return `0x${block.toString(16)}`
}
