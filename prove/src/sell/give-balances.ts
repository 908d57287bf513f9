import { seedBalance } from '@afara/server/entry/admin/seed-data.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { giveBalance } from '@afara/stack/postgres/give-balance.ts'
import type { Shop } from '../buy/purchase.ts'

const each = money('NGNC', 1_000_000_000_00n)

/** Gives each shop tokens to sell. Returns the balance of each by link tag; the seed gives a balance to the first shop only. */
export async function giveBalances(
  owner: Pool,
  shops: readonly Shop[],
): Promise<ReadonlyMap<string, bigint>> {
  for (const { uuid } of shops) await giveBalance(owner, { businessId: uuid, minor: each.minor })
  return new Map(
    shops.map(({ linkTag }, place) => [linkTag, each.minor + (place === 0 ? seedBalance.minor : 0n)]),
  )
}
