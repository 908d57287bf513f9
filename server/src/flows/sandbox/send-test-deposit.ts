import type { Money } from '../../kernel/money/money.ts'
import { asTenant, type Tenant } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { findSell, type Sell } from '../../records/transactions/sell-store.ts'
import { chooseNetwork } from './choose-network.ts'
import { refuseLiveKey } from './refuse-live-key.ts'
import type { ScenarioDeps } from './scenario.ts'

export type SentDeposit = Readonly<{ sell: Sell; network: string; address: string; amount: Money }>

/** A simulated seller sends tokens to the deposit address of a sell: all that it asks for, or another amount. */
export async function sendTestDeposit(
  { pool, world }: Pick<ScenarioDeps, 'pool' | 'world'>,
  tenant: Tenant,
  { transactionId, amount }: Readonly<{ transactionId: string; amount: Money | undefined }>,
): Promise<SentDeposit> {
  refuseLiveKey(tenant)
  const sell = await asTenant(pool, tenant, async (sql) => findSell(sql, transactionId))
  if (sell === undefined) throw new Refusal('transaction_unknown', 'There is no such sell.')
  const { wallet, depositAddress: address } = sell
  if (wallet === null || address === null)
    throw new Refusal('deposits_not_open', 'The tokens of this sell came from the balance: none are awaited.')
  const network = chooseNetwork(world, wallet.network)
  const sent = amount ?? sell.amount
  await world.sendTokens(network, address, sent)
  return { sell, network, address, amount: sent }
}
