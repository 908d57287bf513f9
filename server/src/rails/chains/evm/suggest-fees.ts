import { systemClock } from '../../../kernel/clock/clock.ts'
import type { JsonRpc, RpcAnswer, RpcCall } from '../json-rpc.ts'
import type { EvmChainSettings } from './evm-chain-settings.ts'
import { type Fees, feesFor, gasWithMargin } from './fees.ts'
import { requireChain } from './read-locks.ts'
import { readBlockHead, readQuantity } from './rpc-values.ts'
import { encodeTransfer } from './token.ts'

export type FeeSuggestions = Readonly<{
  suggest(signal: AbortSignal): Promise<Fees>
  /** A wallet of ours that holds tokens: what a transfer costs is estimated as if it sent one. */
  remember(wallet: string): void
}>

const MOST_GAS = 200_000n
// Until a wallet is known to estimate for: twice what a plain token takes.
const USUAL_GAS = 100_000n
const ESTIMATE_HOLDS_MS = 5 * 60_000
// A wallet that never held the token is the dearest to send to.
const NEW_WALLET = '0x6a4f1c0e5b3d97a2e8b0c4d6f1a3958271b6e0d4'

export function createFeeSuggestions(
  settings: EvmChainSettings,
  rpc: JsonRpc,
  chainId: number,
): FeeSuggestions {
  const clock = settings.clock ?? systemClock
  const most = settings.mostGas ?? MOST_GAS
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
    known = { gas, until: clock.now().getTime() + ESTIMATE_HOLDS_MS }
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
      return feesFor(baseFeePerGas, suggested > leastTip ? suggested : leastTip, known?.gas ?? USUAL_GAS)
    },
  }
}

function resultOf(answer: RpcAnswer | undefined): unknown {
  return answer?.outcome === 'result' ? answer.result : undefined
}
