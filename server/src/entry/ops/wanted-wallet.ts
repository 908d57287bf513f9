import { parseNetwork } from '../../kernel/networks.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { type WalletAddressRules } from '../../movements/transfers/wallet-address.ts'

export type WalletOptions = Readonly<{ returnToWallet?: string; network?: string }>

/** The wallet that tokens go back to, spelled as it is stored. One that can never be right is refused before anybody approves it. */
export async function readWantedWallet(
  { returnToWallet: address, network: name }: WalletOptions,
  readRules: () => Promise<WalletAddressRules>,
): Promise<{ network: string; address: string } | undefined> {
  if (address === undefined) return undefined
  if (name === undefined)
    throw new Refusal('wallet_incomplete', 'A wallet is an address on a network: say --network too.')
  const network = parseNetwork(name)
  const verdict = (await readRules()).judge(network, address)
  if (verdict.outcome === 'refused') throw new Refusal(verdict.code, verdict.message)
  return { network, address: verdict.address }
}
