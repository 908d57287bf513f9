import { seedBalance } from '@afara/server/entry/admin/seed-data.ts'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { business, capital, posting } from '@afara/server/records/ledger/account.ts'
import { postEntry } from '@afara/server/records/ledger/ledger-store.ts'
import type { Shop } from '../buy/purchase.ts'

const each = money('NGNC', 1_000_000_000_00n)

/** Gives each shop tokens to sell. Returns the balance of each by link tag; the seed gives a balance to the first shop only. */
export async function giveBalances(
  owner: Pool,
  shops: readonly Shop[],
): Promise<ReadonlyMap<string, bigint>> {
  for (const { uuid } of shops)
    await postEntry(owner, {
      id: newId(),
      mode: 'test',
      transactionId: null,
      step: 'test_balance_given',
      at: new Date(),
      postings: [posting(capital, business(uuid), each)],
    })
  return new Map(
    shops.map(({ linkTag }, place) => [linkTag, each.minor + (place === 0 ? seedBalance.minor : 0n)]),
  )
}
