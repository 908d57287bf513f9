import type { Random } from '../../fuzz/random.ts'
import type { ChainTrouble } from '../chain-witness.ts'
import { nowAndThen } from '../now-and-then.ts'

const HALT_MS = [1_000, 4_000] as const

/** Halts the chain from time to time, as Solana has halted. Nothing lands meanwhile, and no blockhash ages. */
export function haltClock(url: string, random: Random, everyMs: number): ChainTrouble {
  const run = async (running: boolean): Promise<void> => {
    const init = {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ running }),
    }
    const answer = await fetch(`${url}/admin/clock`, init)
    if (!answer.ok) throw new Error(`the chain refused to change its clock: ${await answer.text()}`)
  }
  return nowAndThen(random, [everyMs / 2, everyMs * 1.5], {
    halts: async (wait) => {
      await run(false)
      await wait(random.between(...HALT_MS))
      await run(true)
      return true
    },
  })
}
