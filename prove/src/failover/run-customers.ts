import { setTimeout as sleep } from 'node:timers/promises'
import { drawPlain } from '../buy/draw-plain.ts'
import { orderOf } from '../buy/order-of.ts'
import { paymentsOf } from '../buy/payments-of.ts'
import { GTBANK } from '../buy/places.ts'
import type { Purchase } from '../buy/purchase.ts'
import type { Stage } from '../buy/stage.ts'
import { createCustomers } from '../customers.ts'
import { createRandom } from '../fuzz/random.ts'

/** Customers who buy and pay, and who retry while the service does not answer. At most `most` come. */
export function employCustomers(stage: Stage, seed: number, most: number) {
  const { stack, desk } = stage
  const waiting = drawPlain(seed, most, stage)
  const customers = createCustomers(
    stack.apiUrl,
    (purchase: Purchase) => orderOf(purchase, stage.vendorNames),
    createRandom(seed, 2),
  )
  const acceptedAt: number[] = []
  const come: Purchase[] = []
  const serveNext = async (): Promise<void> => {
    const purchase = waiting[come.length]
    if (purchase === undefined) return
    come.push(purchase)
    await desk.putHolder(GTBANK, purchase.payer.account_number, purchase.payer.name)
    if ((await customers.ask(purchase)) !== undefined) acceptedAt.push(Date.now())
    await desk.pay(paymentsOf(purchase))
  }
  return {
    customers,
    /** When each buy was accepted, in milliseconds since 1970. */
    acceptedAt,
    /** Those who have come so far. */
    come,
    /** Lets as many come at once. Resolves when all of them have paid. */
    atOnce: async (count: number): Promise<void> => {
      await Promise.all(Array.from({ length: count }, serveNext))
    },
    steadily: (rate: number) => steadily(rate, serveNext),
  }
}

/** Calls `serveNext` at a fixed rate until the returned function is called, which waits until all have been served. */
export function steadily(rate: number, serveNext: () => Promise<void>): () => Promise<void> {
  const stopping = new AbortController()
  const coming = (async () => {
    const underWay: Array<Promise<void>> = []
    const began = performance.now()
    for (let number = 0; !stopping.signal.aborted; number += 1) {
      const dueMs = began + (number * 1000) / rate - performance.now()
      if (dueMs > 0) await sleep(dueMs)
      underWay.push(serveNext())
    }
    await Promise.all(underWay)
  })()
  return async () => {
    stopping.abort()
    await coming
  }
}
