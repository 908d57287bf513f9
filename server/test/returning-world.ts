import { randomBytes } from 'node:crypto'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { polygonWallet } from './clearing-world.ts'
import { createSellingWorld } from './selling-world.ts'

/** Extends the selling world with sells that wait for tokens from a wallet, on networks that are read as far as a test says. */
export async function createReturningWorld() {
  const world = await createSellingWorld()
  const { owner, worker, clock } = world
  const read = new Map<string, number>()

  /** Mines the next block of a network, with these token transfers in kobo. */
  const mine = async (
    network: string,
    transfers: readonly Readonly<{ from?: string; to: string; minor: number }>[],
  ): Promise<void> => {
    const at = clock.now()
    if (!read.has(network)) {
      await owner.query(`select open_cursor($1, 'test', $2, 0, '0xgenesis', $3)`, [newId(), network, at])
      read.set(network, 0)
    }
    const from = read.get(network) ?? 0
    const logs = transfers.map(({ from: sender = polygonWallet.address, to, minor }, place) => ({
      tx_hash: `0x${randomBytes(32).toString('hex')}`,
      log_index: place,
      block: from + 1,
      block_hash: `0x${from + 1}`,
      sender,
      address: to,
      token: '0xtoken',
      units: String(minor),
    }))
    await worker.query(`select record_deposits('test', $1, $2, $3, $4, 0, 1, $5, '[]', $6)`, [
      network,
      from,
      from + 1,
      `0x${from + 1}`,
      JSON.stringify(logs),
      at,
    ])
    read.set(network, from + 1)
  }

  return {
    ...world,
    mine,
    /** Creates a sell that waits for its tokens on Polygon, at its own address. */
    sellFromWallet: async (naira: number) => {
      const address = `0x${randomBytes(20).toString('hex')}`
      const expiresAt = new Date(clock.now().getTime() + 86_400_000)
      const { shop, sell } = await world.sell(naira, {
        wallet: polygonWallet,
        depositAddress: address,
        expiresAt,
      })
      // The selling world credits every business with the tokens it sells. Remove them, because these sells receive tokens from a wallet.
      await owner.query(
        `select post_entry($1, 'test', null, 'test', $3, array['business']::account_kind[], array[$2], array['capital']::account_kind[],
           array[''], array['NGNC']::asset[], array[$4::numeric]::positive_minor[])`,
        [newId(), shop, clock.now(), naira * 100],
      )
      return { shop, sell, address }
    },
    holdNoBalance: async (shop: string, may = false) =>
      owner.query('update business_mode set may_hold_balance = $2 where business_id = $1', [shop, may]),
    withdrawalsOf: async (shop: string) => {
      const { rows } = await owner.query<{
        reference: string
        status: string
        amount: string
        network: string
        address: string
      }>(
        `select t.reference, t.status, t.amount_minor::text as amount, w.network, w.wallet_address as address
         from transaction t join withdrawal w on w.transaction_id = t.id where t.business_id = $1 order by t.id`,
        [shop],
      )
      return rows
    },
    suspenseOf: async (asset: string): Promise<bigint> => {
      const { rows } = await owner.query<{ sum: string }>(
        `select account_sum('test', 'suspense', '', $1::asset)::text as sum`,
        [asset],
      )
      return BigInt(rows[0]?.sum ?? '0')
    },
  }
}
