import type { Stage } from '../buy/stage.ts'
import { readLeft } from '../restore/spender.ts'
import type { employSellers } from './run-sellers.ts'

export type Sellers = Awaited<ReturnType<typeof employSellers>>

/** Compares every sell with what the bank really paid out for it. Its bank account receives nothing else. */
export async function judgeSells(stage: Stage, { shop, asked, customers }: Sellers) {
  const left = await readLeft(stage, shop, asked)
  const { rows } = await stage.owner.query<{ reference: string; status: string }>(
    `select reference, status from transaction where business_id = $1 and type = 'sell' and status <> 'completed'`,
    [shop.uuid],
  )
  const found = asked.map((one) => ({
    ...one,
    left: left.get(one.reference) ?? [],
    ids: customers.notes().get(one.reference)?.acknowledged.size ?? 0,
  }))
  return {
    lost: found
      .filter(({ ids, left }) => ids > 0 && left.length === 0)
      .map(({ reference }) => `sell ${reference}`),
    paidTwice: found.filter(({ left }) => left.length > 1).map(({ reference }) => `sell ${reference}`),
    stuck: rows.map(({ reference, status }) => `sell ${reference} is ${status}`),
    wrong: found
      .filter(({ ids, left, amountMinor }) => ids !== 1 || (left.length === 1 && left[0] !== amountMinor))
      .map(
        ({ reference, ids, left, amountMinor }) =>
          `sell ${reference} of ${amountMinor} kobo was acknowledged as ${ids} transactions, and ${left.join(', ')} kobo were paid`,
      ),
  }
}
