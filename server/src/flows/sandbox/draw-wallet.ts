import { assert } from '../../kernel/refusal.ts'
import type { NetworkName } from '../../movements/transfers/wallet-address.ts'
import type { Wallet } from '../../records/transactions/wallet.ts'
import type { ScenarioDeps } from './scenario.ts'

/** A wallet of nobody. The same words are always the same wallet, so that a request can be repeated. */
export async function drawWallet(
  { addresses, world }: ScenarioDeps,
  network: NetworkName,
  ...words: readonly string[]
): Promise<Wallet> {
  const verdict = addresses.judge(network, await world.openWallet(network, words.join('\n')))
  assert(verdict.outcome === 'fine', 'a wallet that was just made has an address')
  return { network, address: verdict.address }
}
