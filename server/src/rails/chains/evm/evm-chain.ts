import { bytesToHex } from 'viem/utils'
import type { Chain, LaneReading } from '../../../movements/transfers/chain.ts'
import { OddAnswer } from '../../vendor-json.ts'
import { ChainUnavailable } from '../chain-unavailable.ts'
import type { JsonRpc } from '../json-rpc.ts'
import { orUnavailable } from '../or-unavailable.ts'
import { unitsPerMinor } from '../units-per-minor.ts'
import type { EvmChainSettings } from './evm-chain-settings.ts'
import { createEvmPreflight, type Elsewhere } from './evm-preflight.ts'
import { mostCost, raiseFees, toFees, toTerms } from './fees.ts'
import { feesIn } from './fees-in.ts'
import { createJsonRpc } from './json-rpc.ts'
import { readLocks, requireChain } from './read-locks.ts'
import { readBlockHead, readData, readQuantity } from './rpc-values.ts'
import { createFeeSuggestions } from './suggest-fees.ts'
import { decodeBalance, decodeDecimals, encodeBalanceOf, encodeDecimals, encodeTransfer } from './token.ts'
import { encodeUnsigned } from './unsigned-transaction.ts'

const DEADLINE_MS = 5_000
// A node keeps so many of one wallet's in its pool.
const MOST_OUT = 500

/** An EVM network. A lane is a wallet, its lock the nonce; what is final is what the chain tags `finalized`. */
export function createEvmChain(settings: EvmChainSettings): Chain {
  const { mode, network, decimals } = settings
  const chainId = network.chainIds[mode]
  const token = settings.token.toLowerCase()
  const perMinor = unitsPerMinor(decimals)
  const rpc = createJsonRpc({ url: settings.url, deadlineMs: settings.deadlineMs ?? DEADLINE_MS })
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
    rpc: createJsonRpc({ url, deadlineMs: deadlineMs ?? DEADLINE_MS }),
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
  if (readData(code, 'code') === '0x') throw new OddAnswer(`${token} is no contract`)
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
    // What is less than a kobo stays in the wallet and out of the books.
    tokensMinor: decodeBalance(readData(tokens, 'balance')) / lane.perMinor,
    gasUnits: readQuantity(gas, 'eth_getBalance'),
    lockLatest,
    lockAhead: lockLatest,
    room: MOST_OUT,
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
    return answers.map((answer) => (answer.outcome === 'result' ? 'taken' : `not taken: ${answer.message}`))
  } catch (error) {
    // They may have arrived all the same: whoever looks at the locks will see.
    if (error instanceof ChainUnavailable) return raws.map(() => `no answer: ${error.message}`)
    throw error
  }
}
