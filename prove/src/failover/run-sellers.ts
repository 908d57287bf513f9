import type { Stage } from '../buy/stage.ts'
import type { Sold } from '../buy/weigh.ts'
import { createCustomers } from '../customers.ts'
import { createRandom } from '../fuzz/random.ts'
import { drawSpendings, giveTokens, orderOfSpending, type Spending } from '../restore/spender.ts'
import { steadily } from './run-customers.ts'

/** A shop without fees that sells tokens of its balance, and retries while the service does not answer. It makes at most `most` sells. */
export async function employSellers(stage: Stage, seed: number, most: number) {
  const [shop] = stage.shops
  if (shop === undefined) throw new Error('the stage has no shop')
  const random = createRandom(seed, 3)
  const waiting = Array.from({ length: most }, (_, number) => drawSpendings(random, number, ['sell'])).flat()
  const givenMinor = sumOf(waiting)
  await giveTokens(stage, shop, givenMinor)
  const asked: Spending[] = []
  const customers = createCustomers(
    stage.stack.apiUrl,
    (one: Spending) => orderOfSpending(shop, one),
    createRandom(seed, 4),
  )
  const accepted = () =>
    asked.filter(({ reference }) => (customers.notes().get(reference)?.acknowledged.size ?? 0) > 0)
  const payees = new Set(waiting.map(({ to }) => to))
  const sold: Sold = { givenMinor, soldMinor: () => sumOf(accepted()), payees }
  return {
    shop,
    sold,
    asked,
    customers,
    steadily: (rate: number) =>
      steadily(rate, async () => {
        const one = waiting[asked.length]
        if (one === undefined) return
        asked.push(one)
        await customers.ask(one)
      }),
  }
}

function sumOf(spendings: readonly Spending[]): bigint {
  return spendings.reduce((total, { amountMinor }) => total + amountMinor, 0n)
}
