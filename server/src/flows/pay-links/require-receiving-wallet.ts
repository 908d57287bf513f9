import type { Mode } from '../../kernel/mode.ts'
import type { Money } from '../../kernel/money/money.ts'
import { parseNetwork } from '../../kernel/networks.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { type WalletAddressRules } from '../../movements/transfers/wallet-address.ts'
import type { WalletChains } from '../../movements/transfers/wallet-chains.ts'
import type { Wallet } from '../../records/transactions/wallets/wallet.ts'
import { checkWallet } from '../wallets/check-wallet.ts'

// A payer's page waits for this answer; a network that says nothing is no reason to refuse.
const ASK_MS = 4_000

/** Refuses a wallet that its network says cannot receive, while nobody has paid yet. Returns what is odd about it. */
export async function requireReceivingWallet(
  { rules, chains }: Readonly<{ rules: WalletAddressRules; chains: WalletChains }>,
  wallet: Wallet,
  mode: Mode,
  tokens: Money,
): Promise<readonly string[]> {
  const network = parseNetwork(wallet.network)
  const { blockers, warnings } = await checkWallet(
    // Whether it is one of ours is asked in the commit that would issue the link.
    { rules, chain: chains.get(`${mode}:${network}`), isOurs: async () => false, askMs: ASK_MS },
    { network, text: wallet.address, tokensMinor: tokens.minor },
  )
  const [blocker] = blockers
  if (blocker !== undefined) throw new Refusal('wallet_cannot_receive', blocker.message)
  return warnings
}
