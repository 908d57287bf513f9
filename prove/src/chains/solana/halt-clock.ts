import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../fuzz/random.ts'
import type { ChainTrouble } from '../chain-witness.ts'

const HALT_MS = [1_000, 4_000] as const

/** Now and then the chain stands still for a while, as Solana has: nothing lands, and no blockhash gets older. */
export async function haltClock(url: string, random: Random, everyMs: number): Promise<ChainTrouble> {
  const over = new AbortController()
  let [isCalm, halts] = [false, 0]
  const run = async (running: boolean): Promise<void> => {
    const init = {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ running }),
    }
    const answer = await fetch(`${url}/admin/clock`, init)
    if (!answer.ok) throw new Error(`the chain's clock does not obey: ${await answer.text()}`)
  }
  const wait = async (ms: number): Promise<unknown> =>
    sleep(ms, undefined, { signal: over.signal }).catch(() => undefined)
  const trouble = async (): Promise<void> => {
    for (;;) {
      await wait(random.between(everyMs / 2, everyMs * 1.5))
      if (isCalm || over.signal.aborted) return
      await run(false)
      await wait(random.between(...HALT_MS))
      await run(true)
      halts += 1
    }
  }
  const troubling = trouble()
  return {
    calm: () => {
      isCalm = true
    },
    stop: async () => {
      over.abort()
      await troubling
      return new Map([['halts', halts]])
    },
  }
}
