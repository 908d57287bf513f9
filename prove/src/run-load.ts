import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from './fuzz/random.ts'

export type Load = Readonly<{
  /** Admits customers up to this share of all. */
  release(share: number): void
  begun(): number
  finished: Promise<void>
}>

const MOST_AT_ONCE = 48

/** Serves customers with `serve` as they are admitted, a few at a time. */
export function runLoad<T>(
  customers: readonly T[],
  serve: (customer: T) => Promise<void>,
  random: Random,
): Load {
  let [released, begun, atWork] = [0, 0, 0]
  const mayBegin = () => begun < released && atWork < MOST_AT_ONCE
  const letIn = async (): Promise<void> => {
    const all: Promise<void>[] = []
    for (const customer of customers) {
      while (!mayBegin()) await sleep(5)
      begun += 1
      atWork += 1
      all.push(
        serve(customer).finally(() => {
          atWork -= 1
        }),
      )
      await sleep(random.between(0, 120))
    }
    await Promise.all(all)
  }
  return {
    release: (share) => {
      released = Math.max(released, Math.ceil(customers.length * share))
    },
    begun: () => begun,
    finished: letIn(),
  }
}
