import type { NetworkName } from '../../kernel/networks.ts'
import type { Chain, Chains } from '../../movements/transfers/chain.ts'
import type { WalletAnswer, WalletTarget } from '../../records/transactions/wallets/wallet.ts'
import { ownWallet } from './check-wallet.ts'

type AskWallet = (target: WalletTarget | undefined, now: Date) => Promise<WalletAnswer>

type Limits = Readonly<{
  /** Maximum number of concurrent queries over all networks. */
  atOnce: number
  askMs: number
  /** A network that did not answer is not queried again for this long. Meanwhile callers are told at once that it does not answer. */
  restMs: number
}>

const WALLET_ASK_LIMITS: Limits = { atOnce: 36, askMs: 3_000, restMs: 5_000 }

/** Asks networks whether wallets can receive. Concurrent callers with the same wallet share one query and its answer. Never throws. */
export function createWalletAsks(
  { chains, onFailure }: Readonly<{ chains: Chains; onFailure: (network: string, error: unknown) => void }>,
  { atOnce, askMs, restMs }: Limits = WALLET_ASK_LIMITS,
): AskWallet {
  const underWay = new Map<string, Promise<WalletAnswer>>()
  const restUntil = new Map<Chain, number>()
  const waiting: Array<() => void> = []
  let asking = 0

  const ask = async (chain: Chain, { address, tokensMinor }: WalletTarget): Promise<WalletAnswer> => {
    if (asking >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    asking += 1
    try {
      if ((restUntil.get(chain) ?? 0) > performance.now())
        return unasked('the network did not answer a moment ago')
      return await chain.preflight(address, tokensMinor, AbortSignal.timeout(askMs))
    } catch (error) {
      restUntil.set(chain, performance.now() + restMs)
      onFailure(chain.network, error)
      return unasked((error as Error).message)
    } finally {
      asking -= 1
      waiting.shift()?.()
    }
  }

  return async (target, now) => {
    if (target === undefined) return { outcome: 'known' }
    if (target.isOurs) return { outcome: 'blocked', ...ownWallet }
    if (isKnownWallet(target, now)) return { outcome: 'known' }
    const chain = chains.get(`${target.mode}:${target.network as NetworkName}`)
    if (chain === undefined) return unasked('no node is configured')
    const key = `${target.mode}:${target.network}:${target.address}:${target.tokensMinor}`
    const answer = underWay.get(key) ?? ask(chain, target).finally(() => underWay.delete(key))
    underWay.set(key, answer)
    return answer
  }
}

function unasked(why: string): WalletAnswer {
  return { outcome: 'unasked', why }
}

const MINUTE_MS = 60_000
const WALLET_ANSWER_TTL_MS = 60 * MINUTE_MS
// Tokens have arrived at such a wallet, so it exists. If it has changed since, the transfer fails on its network and moves nothing.
const PAID_WALLET_TTL_MS = 30 * 24 * 60 * MINUTE_MS

/**
 * Returns true if no query is needed: the wallet could receive this amount or more within the last hour, or it was usable and our tokens
 * arrived there recently.
 */
function isKnownWallet({ fine, paidAt, tokensMinor, isOurs }: WalletTarget, now: Date): boolean {
  if (isOurs) return false
  const ageMs = (at: Date) => now.getTime() - at.getTime()
  if (fine !== undefined && fine.tokensMinor >= tokensMinor && ageMs(fine.at) < WALLET_ANSWER_TTL_MS)
    return true
  return fine !== undefined && paidAt !== undefined && ageMs(paidAt) < PAID_WALLET_TTL_MS
}
