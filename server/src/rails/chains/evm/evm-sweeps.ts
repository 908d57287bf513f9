import { bytesToHex } from 'viem/utils'
import type {
  SentSweep,
  SweepChain,
  SweepEnd,
  SweeperReading,
  SweepItem,
} from '../../../movements/treasury/sweep-chain.ts'
import { OddAnswer } from '../../vendor-json.ts'
import { ChainUnavailable, orUnavailable } from '../chain-unavailable.ts'
import type { JsonRpc, RpcCall } from '../json-rpc.ts'
import { encodeSweep } from './contract-calls.ts'
import { createForwarderAddresses } from './evm-address.ts'
import type { EvmChainSettings } from './evm-chain.ts'
import { createEvmRpc, readBlockHead, readQuantity, readReceipt } from './evm-rpc.ts'
import { feesFor, gasWithMargin, mostCost, raiseFees, toFees, toTerms } from './fees.ts'
import { findUserOfLock } from './find-user-of-lock.ts'
import { requireChain } from './read-locks.ts'

// Sweeping fifty addresses without a contract yet uses about six million gas.
const MAX_SWEEP_GAS = 12_000_000n
const MAX_SWEPT_PER_CALL = 50

type Settings = EvmChainSettings & Readonly<{ factory: string; sweeper: string }>
type Deps = Readonly<{ rpc: JsonRpc; chainId: number; sweeper: string }>

/** Sweeps on an EVM network. A wallet that holds only gas calls the deposit factory. */
export function createEvmSweeps(settings: Settings): SweepChain {
  const { mode, network, factory, token } = settings
  const sweeper = settings.sweeper.toLowerCase()
  const rpc = createEvmRpc(settings)
  const deps: Deps = { rpc, chainId: network.chainIds[mode], sweeper }
  return {
    mode,
    network: network.name,
    sweeper,
    mostTogether: MAX_SWEPT_PER_CALL,
    addressOf: createForwarderAddresses(factory),
    read: async (signal) => orUnavailable(async () => readSweeper(deps, signal)),
    suggestTerms: async (items, signal) =>
      orUnavailable(async () => {
        const [id, block, tip, gas] = await rpc.askEach(
          [
            ['eth_chainId'],
            ['eth_getBlockByNumber', 'latest', false],
            ['eth_maxPriorityFeePerGas'],
            ['eth_estimateGas', { from: sweeper, to: factory, data: encodeSweep(saltsOf(items), token) }],
          ],
          signal,
        )
        requireChain(id?.outcome === 'result' ? id.result : undefined, deps.chainId)
        // Only a revert is the chain's answer about the call. Any other error is a problem of the node.
        if (gas?.outcome === 'refused' && /revert/i.test(gas.message)) return undefined
        if (gas?.outcome !== 'result')
          throw new OddAnswer(`the node does not return the cost of a sweep: ${gas?.message}`)
        const { baseFeePerGas } = readBlockHead(
          block?.outcome === 'result' ? block.result : undefined,
          'latest block',
        )
        const suggested =
          tip?.outcome === 'result' ? readQuantity(tip.result, 'eth_maxPriorityFeePerGas') : 0n
        const { leastTip } = network
        const gasAtMost = gasWithMargin(readQuantity(gas.result, 'eth_estimateGas'), MAX_SWEEP_GAS)
        return toTerms(feesFor(baseFeePerGas, suggested > leastTip ? suggested : leastTip, gasAtMost))
      }),
    raiseTerms: (before, suggested) => toTerms(raiseFees(toFees(before), toFees(suggested))),
    mostCost: (terms) => mostCost(toFees(terms)),
    broadcast: async (raw, signal) => {
      try {
        const [answer] = await rpc.askEach([['eth_sendRawTransaction', bytesToHex(raw)]], signal)
        return answer?.outcome === 'refused' ? `rejected: ${answer.message}` : 'taken'
      } catch (error) {
        // The transaction may have arrived anyway. The next reading of the nonce shows it.
        if (error instanceof ChainUnavailable) return `no response: ${error.message}`
        throw error
      }
    },
    endOf: async (sweep, signal) => orUnavailable(async () => readEnd(deps, sweep, signal)),
  }
}

function saltsOf(items: readonly SweepItem[]) {
  return items.map(({ salt }) => salt)
}

async function readSweeper({ rpc, chainId, sweeper }: Deps, signal: AbortSignal): Promise<SweeperReading> {
  const [id, gas, latest] = await rpc.ask(
    [['eth_chainId'], ['eth_getBalance', sweeper, 'latest'], ['eth_getTransactionCount', sweeper, 'latest']],
    signal,
  )
  requireChain(id, chainId)
  return { gasUnits: readQuantity(gas, 'eth_getBalance'), nonceLatest: readQuantity(latest, 'nonce') }
}

/** Reads the outcome of a sweep. The nonce is read before the receipts, so that for a used nonce a receipt must already exist. */
async function readEnd(
  { rpc, chainId, sweeper }: Deps,
  { nonce, attempts }: SentSweep,
  signal: AbortSignal,
): Promise<SweepEnd> {
  const [latest, used] = await rpc.ask(
    [
      ['eth_getTransactionCount', sweeper, 'latest'],
      ['eth_getTransactionCount', sweeper, 'finalized'],
    ],
    signal,
  )
  if (readQuantity(used, 'nonce') <= nonce)
    return { state: readQuantity(latest, 'nonce') > nonce ? 'pending' : 'waiting' }
  const hashes = attempts.map(({ hash }) => hash)
  const [id, head, ...answers] = await rpc.ask(
    [
      ['eth_chainId'],
      ['eth_getBlockByNumber', 'finalized', false],
      ...hashes.map((hash): RpcCall => ['eth_getTransactionReceipt', hash]),
    ],
    signal,
  )
  requireChain(id, chainId)
  const { number: finalized } = readBlockHead(head, 'finalized block')
  const taken = answers.map(readReceipt).find((receipt) => receipt !== undefined)
  if (taken === undefined) {
    const by = await findUserOfLock(rpc, { from: sweeper, lock: nonce, finalized }, signal)
    return by !== undefined && hashes.includes(by)
      ? { state: 'pending' }
      : { state: 'void', because: `its nonce was used by ${by ?? 'another transaction'}` }
  }
  if (taken.blockNumber > finalized) return { state: 'pending' }
  const { hash, gasUnits, succeeded } = taken
  return { state: succeeded ? 'final_ok' : 'final_failed', hash, gasUnits }
}
