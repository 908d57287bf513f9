import { newId } from '@afara/server/kernel/ids/ids.ts'
import type { Mode } from '@afara/server/kernel/mode.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { business, capital, posting } from '@afara/server/records/ledger/account.ts'
import { postEntry } from '@afara/server/records/ledger/ledger-store.ts'

type Gift = Readonly<{ businessId: string; minor: bigint; mode?: Mode }>

/**
 * Gives a business of a proof or a bench tokens to spend. No step of the service does this, so the owner of the database declares one. The
 * vault counts such tokens only in test mode, up to `uncaused_test_minor` of its policy.
 */
export async function giveBalance(owner: Pool, { businessId, minor, mode = 'test' }: Gift): Promise<void> {
  await owner.query(
    `insert into declared_posting (step, debit_kind, credit_kind, mode) values ('balance_given', 'capital', 'business', $1)
     on conflict do nothing`,
    [mode],
  )
  await postEntry(owner, {
    id: newId(),
    mode,
    transactionId: null,
    step: 'balance_given',
    at: new Date(),
    postings: [posting(capital, business(businessId), money('NGNC', minor))],
  })
}
