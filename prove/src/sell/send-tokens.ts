import { setTimeout as sleep } from 'node:timers/promises'
import { parseId } from '@afara/server/kernel/ids/ids.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { unitOf } from '../buy/read-chain.ts'
import { patiently } from '../credits/patiently.ts'
import type { LiveNetwork } from '../live-chains.ts'
import type { Purse } from './purse.ts'
import type { Sale } from './sale.ts'

type Reply = Readonly<{
  transaction: Readonly<{ transaction_id: string; deposit?: Readonly<{ address: string }> }>
}>

const MORE = 500_00n

/** What whoever sells does with the address that they were told. Returns it. */
export async function sendTokens(
  sale: Sale,
  reply: string,
  purses: Readonly<Record<LiveNetwork, Purse>>,
  owner: Pool,
): Promise<string | undefined> {
  const { transaction } = JSON.parse(reply) as Reply
  const { network, amountMinor, conduct } = sale
  if (network === null || transaction.deposit === undefined) return undefined
  const { address } = transaction.deposit
  const other = network === 'Polygon' ? 'Avalanche' : 'Polygon'
  const half = amountMinor / 2n
  const give = async (minor: bigint, on: LiveNetwork = network) =>
    purses[on].give(address, minor * unitOf(on))
  if (conduct === 'deposits' || conduct === 'sends_again') await give(amountMinor)
  if (conduct === 'sends_too_much') await give(amountMinor + MORE)
  if (conduct === 'wrong_network') await give(amountMinor, other)
  if (conduct === 'tops_up' || conduct === 'sends_part') await give(half)
  if (conduct === 'sends_late') {
    await expire(owner, transaction.transaction_id)
    await give(amountMinor)
  }
  if (conduct === 'tops_up' || conduct === 'sends_again') await sleep(3_000)
  if (conduct === 'tops_up') await give(amountMinor - half)
  if (conduct === 'sends_again') await give(MORE)
  return address.toLowerCase()
}

/** As if its day were over. */
async function expire(owner: Pool, transactionId: string): Promise<void> {
  await patiently(async () =>
    owner.query(
      `select from transaction t cross join lateral move_transaction(t.id, t.version, 'window_closed', '{}', clock_timestamp(), null)
       where t.id = $1 and t.status = 'pending_deposit'`,
      [parseId('transaction', transactionId)],
    ),
  )
}
