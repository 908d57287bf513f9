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

/** Sets the fees so that the transaction can be included until the base fee has doubled, which takes six full blocks. */
export function feesFor(baseFee: bigint, tip: bigint, gas: bigint): Fees {
  return { maxFeePerGas: 2n * baseFee + tip, maxPriorityFeePerGas: tip, gas }
}

/**
 * Raises both fees by at least an eighth. Nodes replace a transaction only if both fees rise by at least a tenth. The gas limit stays
 * unchanged, because the payment is the same.
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

/** Returns the gas limit: the estimate plus a quarter, because a balance may change meanwhile, but at most `most`. */
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
  /** Stores one of our wallets that holds tokens. Gas is estimated as if this wallet sent a transfer. */
  remember(wallet: string): void
}>

type FeeSettings = Readonly<{ network: EvmNetwork; token: string; mostGas?: bigint; clock?: Clock }>

const DEFAULT_MAX_GAS = 200_000n
// Used until a wallet for the estimate is known. It is twice the gas of a plain token transfer.
const UNESTIMATED_GAS = 100_000n
const GAS_ESTIMATE_TTL_MS = 5 * 60_000
// A transfer to a wallet that never held the token costs the most gas.
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
    // A refused estimate, for example because the token is paused, changes nothing.
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
      // Not every node suggests a tip.
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
