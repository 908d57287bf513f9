import { setTimeout as sleep } from 'node:timers/promises'
import { parseId } from '@afara/server/kernel/ids/ids.ts'
import type { NetworkName } from '@afara/server/kernel/networks.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { Purse, ToldDeposit } from '../chains/chain-witness.ts'
import { patiently } from '../credits/patiently.ts'
import type { LiveChains } from '../live-chains.ts'
import type { Sale } from './sale.ts'

type Reply = Readonly<{
  transaction: Readonly<{ transaction_id: string; deposit?: ToldDeposit }>
}>

const MORE = 500_00n

type Sending = Readonly<{
  chains: LiveChains
  purses: ReadonlyMap<NetworkName, Purse>
  owner: Pool
}>

/** Sends tokens to the deposit address according to the seller's conduct. Returns the address as the chain spells it. */
export async function sendTokens(
  sale: Sale,
  reply: string,
  { chains, purses, owner }: Sending,
): Promise<string | undefined> {
  const { transaction } = JSON.parse(reply) as Reply
  const { network, amountMinor, conduct } = sale
  if (network === null || transaction.deposit === undefined) return undefined
  const place = chains.of(network).placeOf(transaction.deposit)
  const other = chains.all.find((chain) => chain.network !== network)?.network ?? network
  const half = amountMinor / 2n
  const topsUp = conduct === 'tops_up' || conduct === 'tops_up_too_much'
  const give = async (minor: bigint, on: NetworkName = network) =>
    purses.get(on)?.give(place, minor * chains.of(on).unit)
  if (conduct === 'deposits' || conduct === 'sends_again') await give(amountMinor)
  if (conduct === 'sends_too_much') await give(amountMinor + MORE)
  if (conduct === 'wrong_network') await give(amountMinor, other)
  if (topsUp || conduct === 'sends_part') await give(half)
  if (conduct === 'sends_late') {
    await expire(owner, transaction.transaction_id)
    await give(amountMinor)
  }
  if (topsUp || conduct === 'sends_again') await sleep(3_000)
  if (topsUp) await give(amountMinor - half + (conduct === 'tops_up' ? 0n : MORE))
  if (conduct === 'sends_again') await give(MORE)
  return place
}

/** Ends the day of a sell now. Waits until its deposit account is open, because a network opens it long before a day is over. */
async function expire(owner: Pool, transactionId: string): Promise<void> {
  const isAccountWanted = async () => {
    const { rows } = await owner.query(
      `select from deposit_account where transaction_id = $1 and state = 'wanted'`,
      [parseId('transaction', transactionId)],
    )
    return rows.length > 0
  }
  while (await patiently(isAccountWanted)) await sleep(300)
  await patiently(async () =>
    owner.query(
      `select from transaction t cross join lateral move_transaction(t.id, t.version, 'window_closed', '{}', clock_timestamp(), null)
       where t.id = $1 and t.status = 'pending_deposit'`,
      [parseId('transaction', transactionId)],
    ),
  )
}
