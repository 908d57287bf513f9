import { newId } from '@afara/server/kernel/ids/ids.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { Chain } from '@afara/server/movements/transfers/chain.ts'
import type { WalletAddressRules } from '@afara/server/movements/transfers/wallet-address.ts'
import { isOwnWallet } from '@afara/server/records/transactions/wallets/wallet-store.ts'
import { startProofPostgres } from '../proof-postgres.ts'
import type { OwnAddress } from './own-places.ts'
import { spellingsOf } from './spellings.ts'

export type Passing = Readonly<{ tried: number; passed: readonly string[] }>

/** Returns the addresses that nothing stops. `stops` asks our rows or the network. */
export async function findPassing(
  rules: WalletAddressRules,
  own: readonly OwnAddress[],
  stops: (one: OwnAddress, address: string) => Promise<boolean>,
): Promise<Passing> {
  const passed: string[] = []
  let tried = 0
  for (const one of own) {
    for (const text of spellingsOf(one.network, one.address)) {
      tried += 1
      const verdict = rules.judge(one.network, text)
      if (verdict.outcome === 'refused' || (await stops(one, verdict.address))) continue
      passed.push(`${one.what} on ${one.network}, spelled ${text}`)
    }
  }
  return { tried, passed }
}

/** Creates a database with these lanes. */
export async function createLaneRows(lanes: readonly OwnAddress[]) {
  const postgres = await startProofPostgres({ shared_buffers: '64MB' })
  const database = await postgres.createDatabase()
  const pool: Pool = createPool(database.url('afara_owner'), { max: 2, applicationName: 'proof' })
  for (const { network, address } of lanes) {
    await pool.query('select open_lane($1, $2, $3, 1, $4, 0, now())', [newId(), 'test', network, address])
  }
  return {
    has: async (_: OwnAddress, address: string) => isOwnWallet(pool, address),
    stop: async () => {
      await pool.end()
      await postgres.stop()
    },
  }
}

/** Reports whether the network would refuse to pay this address. */
export async function isBlocked(chain: Chain, address: string): Promise<boolean> {
  return (await chain.preflight(address, 1_500_000n, AbortSignal.timeout(10_000))).outcome === 'blocked'
}
