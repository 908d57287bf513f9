import type { Sent } from '../chains/sent.ts'
import type { LiveChains } from '../live-chains.ts'
import type { Purchase } from './purchase.ts'

/** Checks that the balance of each address equals the sum of the transfers to it. Logs show transfers; the balance shows their effect. */
export async function compareHoldings(
  chains: LiveChains,
  purchases: readonly Purchase[],
  sent: readonly Sent[],
): Promise<string[]> {
  const byAddress = Map.groupBy(sent, ({ to }) => to)
  const wrong: string[] = []
  for (const { reference, wallet } of purchases) {
    if (wallet === null) continue
    const told = (byAddress.get(wallet.address) ?? []).reduce((sum, { units }) => sum + units, 0n)
    const held = await chains.of(wallet.network).holding(wallet.address)
    if (held !== told)
      wrong.push(`the address of ${reference} holds ${held} units, but ${told} were sent to it`)
  }
  return wrong
}
