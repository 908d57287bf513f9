import type { NetworkName } from '../../kernel/networks.ts'
import type { Chain } from '../../movements/transfers/chain.ts'
import type { WalletAddressRules } from '../../movements/transfers/wallet-address.ts'
import type { WalletAnswer } from '../../records/transactions/wallets/wallet.ts'
import type { WalletStop } from '../../records/transactions/wallets/wallet-store.ts'

type WalletQuestion = Readonly<{
  network: NetworkName
  /** The text as the caller typed it. */
  text: string
  tokensMinor: bigint
}>

/** Result of all checks of a wallet before anything is sent. Each blocker says how to fix it. */
export type WalletCheck = Readonly<{
  /** Normalised address; undefined when the text is not an address, and then no network was queried. */
  address: string | undefined
  blockers: readonly WalletStop[]
  /** Observations that are no reason to refuse the wallet. */
  warnings: readonly string[]
  /** The answer of the network, for the caller to store. */
  answer: WalletAnswer | undefined
}>

type CheckWalletDeps = Readonly<{
  rules: WalletAddressRules
  /** The network, if a node is configured for it. */
  chain: Pick<Chain, 'preflight'> | undefined
  isOurs: (address: string) => Promise<boolean>
  askMs?: number
}>

const WALLET_ASK_TIMEOUT_MS = 8_000

/**
 * Runs every check of a wallet that has no effect: its format, whether it is ours, and what its network answers. Never repeats the given
 * text.
 */
export async function checkWallet(
  { rules, chain, isOurs, askMs = WALLET_ASK_TIMEOUT_MS }: CheckWalletDeps,
  { network, text, tokensMinor }: WalletQuestion,
): Promise<WalletCheck> {
  const verdict = rules.judge(network, text)
  if (verdict.outcome === 'refused') {
    const { code, message } = verdict
    return { address: undefined, blockers: [{ code, message }], warnings: [], answer: undefined }
  }
  const { address } = verdict
  if (await isOurs(address)) {
    return { address, blockers: [ownWallet], warnings: [], answer: { outcome: 'blocked', ...ownWallet } }
  }
  const answer = await ask(chain, network, address, tokensMinor, askMs)
  return { address, answer, ...told(answer, network) }
}

async function ask(
  chain: CheckWalletDeps['chain'],
  network: NetworkName,
  address: string,
  tokensMinor: bigint,
  askMs: number,
): Promise<WalletAnswer> {
  if (chain === undefined) return { outcome: 'unasked', why: `no node of ${network} is configured` }
  try {
    return await chain.preflight(address, tokensMinor, AbortSignal.timeout(askMs))
  } catch (error) {
    return { outcome: 'unasked', why: (error as Error).message }
  }
}

function told(answer: WalletAnswer, network: NetworkName): Pick<WalletCheck, 'blockers' | 'warnings'> {
  if (answer.outcome === 'blocked') {
    return { blockers: [{ code: answer.code, message: answer.message }], warnings: [] }
  }
  const unasked = `${network} did not answer, so only the format of the address was checked`
  if (answer.outcome === 'unasked') return { blockers: [], warnings: [`${unasked}: ${answer.why}.`] }
  const warning = answer.outcome === 'fine' ? answer.warning : undefined
  return { blockers: [], warnings: warning === undefined ? [] : [warning] }
}

/** The blocker for a wallet that the database lists as ours. The database knows more of our wallets than the settings do. */
export const ownWallet: WalletStop = {
  code: 'own_wallet',
  message: 'This is one of our own wallets. Use the address of a wallet that you control.',
}
