import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { inTransaction, type Pool } from '../../kernel/postgres/pool.ts'
import { insertLane } from '../../movements/transfers/lane-store.ts'
import { capital, float, type Posting, posting, sweeperGas } from '../../records/ledger/account.ts'
import { postEntry } from '../../records/ledger/ledger-store.ts'
import { type SeedLane, seedFloat, seedGas, seedLanes } from './seed-data.ts'

/**
 * Opens the test lanes with their float and their gas in the books, and gas for whoever sweeps. Whoever raises the chains puts there what the books
 * say, so that both are equal whenever either begins anew. Safe to repeat.
 */
export async function ensureLanes(
  { pool, clock }: { pool: Pool; clock: Clock },
  lanes: readonly SeedLane[] = seedLanes,
): Promise<void> {
  await inTransaction(pool, async (sql) => {
    const post = async (step: string, postings: readonly Posting[]): Promise<void> =>
      postEntry(sql, { id: newId(), mode: 'test', transactionId: null, step, at: clock.now(), postings })
    const { rows } = await sql.query<{ network: string; number: number }>(
      `select network, number from lane where mode = 'test'`,
    )
    const known = new Set(rows.map(({ network, number }) => `${network}:${number}`))
    const missing = lanes.filter(({ network, number }) => !known.has(`${network}:${number}`))
    for (const { network, number, address } of missing) {
      await insertLane(sql, newId(), { mode: 'test', network, number, address, nextLock: 0n }, clock.now())
      await post('float_funded', [posting(float({ network, number }), capital, seedFloat)])
      await post('gas_funded', [posting({ kind: 'gas', owner: network }, capital, seedGas(network))])
    }
    for (const network of new Set(seedLanes.map((lane) => lane.network))) {
      const account = sweeperGas(network)
      const amount = seedGas(network)
      const { rows: sums } = await sql.query<{ sum: string }>(
        `select account_sum('test', $1, $2, $3) as sum`,
        [account.kind, account.owner, amount.asset],
      )
      if (sums[0]?.sum === '0') await post('gas_funded', [posting(account, capital, amount)])
    }
  })
}
