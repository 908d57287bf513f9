import { randomInt } from 'node:crypto'
import { type Money, money } from '../../kernel/money/money.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { NewBuy } from '../../records/transactions/accepting/buy-store.ts'
import { readFreeTails } from '../../records/transactions/accepting/expected-payment-store.ts'

/** An amount of whole naira with some kobo that nobody else is asked for, by chance, so that nobody can tell which comes next. */
export async function pickAmount(
  pool: Pool,
  asked: Pick<NewBuy, 'vendorAccountId' | 'businessId' | 'amount'>,
): Promise<Money | undefined> {
  const tails = await readFreeTails(pool, asked)
  const tail = tails.length === 0 ? undefined : tails[randomInt(tails.length)]
  return tail === undefined ? undefined : money('NGN', asked.amount.minor + BigInt(tail))
}

export function noFreeAmount(): Refusal {
  return new Refusal(
    'no_free_amount',
    'As many payments of this amount are expected as one business may have open, or as can be told apart: ask for another amount or account, or wait until some are paid.',
  )
}
