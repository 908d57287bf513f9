import type { Hex } from 'viem'
import { bytesToHex, hexToBytes, serializeTransaction } from 'viem/utils'
import type { Clock } from '../../../kernel/clock/clock.ts'
import type { Mode } from '../../../kernel/mode.ts'
import type { EvmNetwork } from '../../../kernel/networks.ts'
import type { Chain, LaneReading } from '../../../movements/transfers/chain.ts'
import { OddAnswer } from '../../vendor-json.ts'
import { ChainUnavailable, orUnavailable } from '../chain-unavailable.ts'
import type { JsonRpc } from '../json-rpc.ts'
import { unitsPerMinor } from '../units-per-minor.ts'
import {
  decodeBalance,
  decodeDecimals,
  encodeBalanceOf,
  encodeDecimals,
  encodeTransfer,
} from './contract-calls.ts'
import { createEvmPreflight, type Elsewhere } from './evm-preflight.ts'
import { createEvmRpc, readBlockHead, readData, readQuantity } from './evm-rpc.ts'
import { createFeeSuggestions, type Fees, feesIn, mostCost, raiseFees, toFees, toTerms } from './fees.ts'
import { readLocks, requireChain } from './read-locks.ts'

export type EvmChainSettings = Readonly<{
  mode: Mode
  network: EvmNetwork
  url: string
  /** The contract of the naira token. */
  token: string
  decimals: number
  /** Nodes of other networks with the same addresses. An address that is a contract on one of them but not on this network is not paid. */
  elsewhere?: ReadonlyArray<Readonly<{ network: EvmNetwork; url: string }>>
  deadlineMs?: number
  /** Maximum gas of one transfer. The signer has its own limit. */
  mostGas?: bigint
  clock?: Clock
}>

// A node keeps this many transactions of one wallet in its pool.
const MAX_POOLED_TRANSACTIONS = 500

/** An EVM network. A lane is a wallet, and its lock is the nonce. A block is final once the chain tags it `finalized`. */
export function createEvmChain(settings: EvmChainSettings): Chain {
  const { mode, network, decimals } = settings
  const chainId = network.chainIds[mode]
  const token = settings.token.toLowerCase()
  const perMinor = unitsPerMinor(decimals)
  const rpc = createEvmRpc(settings)
  const fees = createFeeSuggestions({ ...settings, token }, rpc, chainId)
  const preflight = createEvmPreflight({
    network,
    chainId,
    token,
    unitsPerMinor: perMinor,
    rpc,
    elsewhere: elsewhereOf(settings),
  })
  return {
    mode,
    network: network.name,
    gasAsset: network.gasAsset,
    check: async (signal) => orUnavailable(async () => checkChain(rpc, { chainId, token, decimals }, signal)),
    readLane: async ({ address }, signal) =>
      orUnavailable(async () => {
        const reading = await readLane(rpc, { chainId, token, perMinor, address }, signal)
        if (reading.tokensMinor > 0n) fees.remember(address)
        preflight.remember(address, reading.tokensMinor)
        return reading
      }),
    suggestTerms: async (signal) => orUnavailable(async () => toTerms(await fees.suggest(signal))),
    raiseTerms: (before, suggested) => toTerms(raiseFees(toFees(before), toFees(suggested))),
    haveExpired: () => false,
    termsIn: (raw) => toTerms(feesIn(raw)),
    mostCost: (terms) => mostCost(toFees(terms)),
    prepare: async ({ lock, to, tokensMinor, terms }) =>
      encodeUnsigned({
        chainId,
        lock,
        to: token,
        data: encodeTransfer(to, tokensMinor * perMinor),
        fees: toFees(terms),
      }),
    prepareCancel: async ({ from, lock, terms }) =>
      encodeUnsigned({ chainId, lock, to: from, fees: toFees(terms) }),
    broadcast: async (raws, signal) => broadcast(rpc, raws, signal),
    status: async (from, out, signal) =>
      orUnavailable(async () =>
        readLocks({ rpc, chainId, token, unitsPerMinor: perMinor }, from.toLowerCase(), out, signal),
      ),
    preflight: async (to, tokensMinor, signal) =>
      orUnavailable(async () => preflight.ask(to, tokensMinor, signal)),
  }
}

function elsewhereOf({ mode, elsewhere = [], deadlineMs }: EvmChainSettings): readonly Elsewhere[] {
  return elsewhere.map(({ network, url }) => ({
    network,
    chainId: network.chainIds[mode],
    rpc: createEvmRpc({ url, deadlineMs }),
  }))
}

async function checkChain(
  rpc: JsonRpc,
  { chainId, token, decimals }: Readonly<{ chainId: number; token: string; decimals: number }>,
  signal: AbortSignal,
): Promise<void> {
  const [id, finalized, code] = await rpc.ask(
    [['eth_chainId'], ['eth_getBlockByNumber', 'finalized', false], ['eth_getCode', token, 'latest']],
    signal,
  )
  requireChain(id, chainId)
  readBlockHead(finalized, 'finalized block')
  if (readData(code, 'code') === '0x') throw new OddAnswer(`the token address ${token} is not a contract`)
  const [answer] = await rpc.ask([['eth_call', { to: token, data: encodeDecimals() }, 'latest']], signal)
  const read = decodeDecimals(readData(answer, 'decimals'))
  if (read !== decimals) throw new OddAnswer(`the token has ${read} decimals, not ${decimals}`)
}

async function readLane(
  rpc: JsonRpc,
  lane: Readonly<{ chainId: number; token: string; perMinor: bigint; address: string }>,
  signal: AbortSignal,
): Promise<LaneReading> {
  const { token, address } = lane
  const [id, tokens, gas, latest] = await rpc.ask(
    [
      ['eth_chainId'],
      ['eth_call', { to: token, data: encodeBalanceOf(address) }, 'latest'],
      ['eth_getBalance', address, 'latest'],
      ['eth_getTransactionCount', address, 'latest'],
    ],
    signal,
  )
  requireChain(id, lane.chainId)
  const lockLatest = readQuantity(latest, 'nonce')
  return {
    // A fraction of a kobo stays in the wallet and is not booked.
    tokensMinor: decodeBalance(readData(tokens, 'balance')) / lane.perMinor,
    gasUnits: readQuantity(gas, 'eth_getBalance'),
    lockLatest,
    lockAhead: lockLatest,
    room: MAX_POOLED_TRANSACTIONS,
  }
}

async function broadcast(
  rpc: JsonRpc,
  raws: readonly Uint8Array[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  try {
    const answers = await rpc.askEach(
      raws.map((raw) => ['eth_sendRawTransaction', bytesToHex(raw)]),
      signal,
    )
    return answers.map((answer) => (answer.outcome === 'result' ? 'taken' : `rejected: ${answer.message}`))
  } catch (error) {
    // The transactions may have arrived anyway. The next reading of the locks shows it.
    if (error instanceof ChainUnavailable) return raws.map(() => `no response: ${error.message}`)
    throw error
  }
}

type Content = Readonly<{ chainId: number; lock: bigint; to: string; data?: Hex; fees: Fees }>

/** Returns the bytes of an EIP-1559 transaction whose hash is signed: 0x02 and the list of its nine fields. It transfers no coins. */
function encodeUnsigned({ chainId, lock, to, data, fees }: Content): Uint8Array {
  const serialized = serializeTransaction({
    type: 'eip1559',
    chainId,
    nonce: toNonce(lock),
    to: to as Hex,
    value: 0n,
    ...(data === undefined ? {} : { data }),
    ...fees,
  })
  return hexToBytes(serialized)
}

/** Converts a lock to a number, which the library requires. A number above the limit would be inexact. */
function toNonce(lock: bigint): number {
  if (lock < 0n || lock > BigInt(Number.MAX_SAFE_INTEGER))
    throw new Error(`lock ${lock} is not a valid nonce`)
  return Number(lock)
}
