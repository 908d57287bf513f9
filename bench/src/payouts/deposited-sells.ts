import { newId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import { inTransaction, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { acceptSells, type NewSell } from '@afara/server/records/transactions/accepting/sell-store.ts'
import { giveBalance } from '@afara/stack/postgres/give-balance.ts'
import type { PayingStack } from './raise-paying.ts'

const GROUP = 200
const AMOUNT_MINOR = 2_000_00n
const FEE_MINOR = 10_00n
let made = 0

/** Gives the business enough tokens to sell in every round, and the fee of the sells. */
export async function giveTokens(owner: Pool, businessId: string): Promise<void> {
  await owner.query('update business_mode set fee_flat_minor = $2 where business_id = $1', [
    businessId,
    FEE_MINOR,
  ])
  await giveBalance(owner, { businessId, minor: 1_000_000_000_00n })
}

/** Creates sells whose tokens are debited from the balance, and that are not due yet. */
export async function depositSells({ owner, businessId }: PayingStack, count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) {
    const sells = Array.from({ length: Math.min(GROUP, count - ids.length) }, () => newSell(businessId))
    // All in one commit, so that the worker does not process the sells before the bench starts them.
    await inTransaction(owner, async (sql) => {
      const answers = await acceptSells(sql, sells)
      const refused = answers.find(({ outcome }) => outcome !== 'accepted')
      if (refused !== undefined) throw new Error(`a sell was not accepted: ${refused.outcome}`)
      await sql.query(
        `update wake set due_at = now() + interval '1 day' where subject_id = any ($1::uuid[])`,
        [sells.map(({ id }) => id)],
      )
    })
    ids.push(...sells.map(({ id }) => id))
  }
  return ids
}

function newSell(businessId: string): NewSell {
  const id = newId()
  made += 1
  return {
    id,
    businessId,
    mode: 'test',
    reference: id,
    idempotencyKey: null,
    meaning: Buffer.alloc(32, 0xef),
    amount: money('NGNC', AMOUNT_MINOR),
    fee: money('NGNC', FEE_MINOR),
    payee: {
      bankCode: '000013',
      bankName: 'GTBank',
      // A vendor refuses the same amount to the same account for a while.
      accountNumber: `01${String(made).padStart(8, '0')}`,
      accountName: null,
    },
    wallet: null,
    depositAddress: null,
    guardSince: undefined,
    createdAt: new Date(),
    expiresAt: undefined,
  }
}
