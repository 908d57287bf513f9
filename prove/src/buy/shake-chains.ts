import { setTimeout as sleep } from 'node:timers/promises'
import { askChain } from '@afara/stack/ask-chain.ts'
import type { Random } from '../fuzz/random.ts'
import type { LiveChains } from '../live-chains.ts'

/** Until it is stopped, the newest blocks of a chain now and then become others. What is final stays. */
export function shakeChains(
  { urls }: LiveChains,
  random: Random,
  everyMs: number,
): Readonly<{ stop(): Promise<number> }> {
  const over = new AbortController()
  const shake = async (): Promise<number> => {
    let times = 0
    for (;;) {
      await sleep(random.between(everyMs / 2, everyMs * 1.5), undefined, { signal: over.signal }).catch(
        () => {},
      )
      if (over.signal.aborted) return times
      // Finality is two blocks behind the newest.
      await askChain(
        urls[random.pick(['Polygon', 'Avalanche'] as const)],
        'anvil_reorg',
        random.between(1, 2),
        [],
      )
      times += 1
    }
  }
  const shaking = shake()
  return {
    stop: async () => {
      over.abort()
      return shaking
    },
  }
}
