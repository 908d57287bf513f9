import type { TransactionSerializedEIP1559 } from 'viem'
import { bytesToHex, parseTransaction } from 'viem/utils'
import { type Clock, systemClock } from '../../../kernel/clock/clock.ts'
import type { EvmNetwork } from '../../../kernel/networks.ts'
import type { Terms } from '../../../movements/transfers/chain.ts'
import type { JsonRpc, RpcAnswer, RpcCall } from '../json-rpc.ts'
import { encodeTransfer } from './contract-calls.ts'
import { readBlockHead, readQuantity } from './evm-rpc.ts'
import { requireChain } from './read-locks.ts'

export type Fees = Readonly<{ maxFeePerGas: bigint; maxPriorityFeePerGas: bigint; gas: bigint }>

export function toTerms({ maxFeePerGas, maxPriorityFeePerGas, gas }: Fees): Terms {
  return {
    maxFeePerGas: maxFeePerGas.toString(),
    maxPriorityFeePerGas: maxPriorityFeePerGas.toString(),
    gas: gas.toString(),
  }
}

export function toFees(terms: Terms): Fees {
  return {
    maxFeePerGas: wholeIn(terms, 'maxFeePerGas'),
    maxPriorityFeePerGas: wholeIn(terms, 'maxPriorityFeePerGas'),
    gas: wholeIn(terms, 'gas'),
  }
}

export function mostCost({ gas, maxFeePerGas }: Fees): bigint {
  return gas * maxFeePerGas
}

/** Room for the base fee to double before the transaction has to wait: six full blocks in a row. */
export function feesFor(baseFee: bigint, tip: bigint, gas: bigint): Fees {
  return { maxFeePerGas: 2n * baseFee + tip, maxPriorityFeePerGas: tip, gas }
}

/**
 * Nodes replace a transaction only if both fees rise by a tenth; an eighth leaves no doubt. The gas stays: a payment
 * that is sent again with higher fees is the same payment.
 */
export function raiseFees(before: Fees, suggested: Fees): Fees {
  const tip = larger(anEighthMore(before.maxPriorityFeePerGas), suggested.maxPriorityFeePerGas)
  const most = larger(anEighthMore(before.maxFeePerGas), suggested.maxFeePerGas)
  return {
    maxFeePerGas: larger(most, tip),
    maxPriorityFeePerGas: tip,
    gas: before.gas,
  }
}

/** What a transfer may use: the estimate and a quarter of it, because a balance may change meanwhile; never above the cap. */
export function gasWithMargin(estimate: bigint, most: bigint): bigint {
  const wanted = estimate + estimate / 4n
  return wanted < most ? wanted : most
}

function anEighthMore(value: bigint): bigint {
  // Rounded up.
  return value + (value + 7n) / 8n
}

function larger(left: bigint, right: bigint): bigint {
  return left > right ? left : right
}

function wholeIn(terms: Terms, name: keyof Fees): bigint {
  const value = terms[name]
  if (value === undefined) throw new Error(`the terms of an EVM transaction have no ${name}`)
  return BigInt(value)
}

type FeeSuggestions = Readonly<{
  suggest(signal: AbortSignal): Promise<Fees>
  /** A wallet of ours that holds tokens: what a transfer costs is estimated as if it sent one. */
  remember(wallet: string): void
}>

type FeeSettings = Readonly<{ network: EvmNetwork; token: string; mostGas?: bigint; clock?: Clock }>

const DEFAULT_MAX_GAS = 200_000n
// Until a wallet is known to estimate for: twice what a plain token takes.
const UNESTIMATED_GAS = 100_000n
const GAS_ESTIMATE_TTL_MS = 5 * 60_000
// A wallet that never held the token is the dearest to send to.
const NEW_WALLET = '0x6a4f1c0e5b3d97a2e8b0c4d6f1a3958271b6e0d4'

export function createFeeSuggestions(settings: FeeSettings, rpc: JsonRpc, chainId: number): FeeSuggestions {
  const clock = settings.clock ?? systemClock
  const most = settings.mostGas ?? DEFAULT_MAX_GAS
  let wallet: string | undefined
  let known: Readonly<{ gas: bigint; until: number }> | undefined

  const estimate = (): readonly RpcCall[] =>
    wallet === undefined || (known !== undefined && known.until > clock.now().getTime())
      ? []
      : [['eth_estimateGas', { from: wallet, to: settings.token, data: encodeTransfer(NEW_WALLET, 1n) }]]

  const keep = (answer: RpcAnswer | undefined): void => {
    // One that is refused, because the token is paused, say, leaves things as they were.
    if (answer?.outcome !== 'result') return
    const gas = gasWithMargin(readQuantity(answer.result, 'eth_estimateGas'), most)
    known = { gas, until: clock.now().getTime() + GAS_ESTIMATE_TTL_MS }
  }

  return {
    remember: (address) => {
      wallet = address
    },
    suggest: async (signal) => {
      const [id, block, tip, estimated] = await rpc.askEach(
        [
          ['eth_chainId'],
          ['eth_getBlockByNumber', 'latest', false],
          ['eth_maxPriorityFeePerGas'],
          ...estimate(),
        ],
        signal,
      )
      requireChain(resultOf(id), chainId)
      keep(estimated)
      const { baseFeePerGas } = readBlockHead(resultOf(block), 'latest block')
      // Not every node suggests one.
      const suggested = tip?.outcome === 'result' ? readQuantity(tip.result, 'eth_maxPriorityFeePerGas') : 0n
      const { leastTip } = settings.network
      return feesFor(
        baseFeePerGas,
        suggested > leastTip ? suggested : leastTip,
        known?.gas ?? UNESTIMATED_GAS,
      )
    },
  }
}

function resultOf(answer: RpcAnswer | undefined): unknown {
  return answer?.outcome === 'result' ? answer.result : undefined
}

export function feesIn(raw: Uint8Array): Fees {
  const parsed = parseTransaction(bytesToHex(raw) as TransactionSerializedEIP1559)
  const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n, gas = 0n } = parsed
  return { maxFeePerGas, maxPriorityFeePerGas, gas }
}
