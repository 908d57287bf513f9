import { setTimeout as sleep } from 'node:timers/promises'
import type { BankDesk } from '../credits/bank-desk.ts'
import type { Random } from '../fuzz/random.ts'
import type { Customers } from './customers.ts'
import { paymentsOf } from './payments-of.ts'
import type { Purchase } from './purchase.ts'

export type Load = Readonly<{
  /** Lets customers come, up to this share of all. */
  release(share: number): void
  begun(): number
  finished: Promise<void>
}>

const MOST_AT_ONCE = 48

/** Customers come as they are let in, a few at a time. Some have paid before they ask, some pay afterwards. */
export function runLoad({
  purchases,
  customers,
  desk,
  random,
}: Readonly<{
  purchases: readonly Purchase[]
  customers: Customers
  desk: BankDesk
  random: Random
}>): Load {
  let [released, begun, atWork] = [0, 0, 0]
  const buy = async (purchase: Purchase): Promise<void> => {
    const isPaidBefore = random.oneIn(3)
    if (isPaidBefore) await desk.pay(paymentsOf(purchase))
    await customers.ask(purchase)
    if (!isPaidBefore) await desk.pay(paymentsOf(purchase))
  }
  const mayBegin = () => begun < released && atWork < MOST_AT_ONCE
  const letIn = async (): Promise<void> => {
    const all: Promise<void>[] = []
    for (const purchase of purchases) {
      while (!mayBegin()) await sleep(5)
      begun += 1
      atWork += 1
      all.push(
        buy(purchase).finally(() => {
          atWork -= 1
        }),
      )
      await sleep(random.between(0, 120))
    }
    await Promise.all(all)
  }
  return {
    release: (share) => {
      released = Math.max(released, Math.ceil(purchases.length * share))
    },
    begun: () => begun,
    finished: letIn(),
  }
}
