import type { NetworkName } from '../../../kernel/networks.ts'
import type { TransactionStory } from '../../../records/cases/transaction-story-store.ts'
import type { OpsHost } from '../ops-session.ts'

/** Where a sell has its tokens sent: as the customer was told, and as it is stored where that is another spelling. */
export async function depositWords(
  { depositTo }: TransactionStory,
  host: Pick<OpsHost, 'readWalletRules'>,
): Promise<string | undefined> {
  if (depositTo === null) return undefined
  const { network, address } = depositTo
  const { shown, memo } = (await host.readWalletRules()).tell(network as NetworkName, address)
  const told = memo === null ? shown : `${shown} with memo ${memo}`
  return `${told} on ${network}${shown === address ? '' : ` (${address})`}`
}
