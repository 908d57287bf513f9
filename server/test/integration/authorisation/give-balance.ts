import { newId } from '../../../src/kernel/ids/ids.ts'
import type { Mode } from '../../../src/kernel/mode.ts'
import { money } from '../../../src/kernel/money/money.ts'
import type { Pool } from '../../../src/kernel/postgres/pool.ts'
import { business, capital } from '../../../src/records/ledger/account.ts'
import { postEntry } from '../../../src/records/ledger/ledger-store.ts'
import { posting } from '../../../src/records/ledger/posting.ts'

/** More than all the sells of a test together. */
export async function giveBalance(pool: Pool, businessId: string, mode: Mode): Promise<void> {
  await postEntry(pool, {
    id: newId(),
    mode,
    transactionId: null,
    step: 'balance_given',
    at: new Date(),
    postings: [posting(capital, business(businessId), money('NGNC', 1_000_000_000_00n))],
  })
}
