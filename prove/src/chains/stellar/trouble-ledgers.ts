import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../fuzz/random.ts'
import type { ChainTrouble } from '../chain-witness.ts'
import { askHorizon } from './ask-horizon.ts'

// More than anything of ours is good for.
const JUMP_SECONDS = 150
// The signer's clock does not jump along, and it signs nothing that is good for longer than ten minutes.
const MOST_JUMPS = 3
const [LOW_FEE, HIGH_FEE] = ['100', '20000']
const TROUBLE_MS = [1_500, 5_000] as const

/**
 * Now and then no ledger closes for a while, time passes without ledgers so that everything that was sent is too late, or a place in a ledger costs much more
 * than was offered.
 */
export async function troubleLedgers(url: string, random: Random, everyMs: number): Promise<ChainTrouble> {
  const over = new AbortController()
  const counts = new Map([
    ['ledger_stops', 0],
    ['clock_jumps', 0],
    ['fee_surges', 0],
  ])
  let isCalm = false
  const wait = async (ms: number): Promise<unknown> =>
    sleep(ms, undefined, { signal: over.signal }).catch(() => undefined)
  const run = async (running: boolean) => askHorizon(url, 'PATCH', '/admin/ledgers', { running })
  const ask = async (fee: string) => askHorizon(url, 'PATCH', '/admin/fees', { fee })
  const kinds: Readonly<Record<string, () => Promise<unknown>>> = {
    ledger_stops: async () => {
      await run(false)
      await wait(random.between(...TROUBLE_MS))
      return run(true)
    },
    clock_jumps: async () => {
      await run(false)
      await wait(random.between(500, 1_500))
      await askHorizon(url, 'PATCH', '/admin/clock', { advance_seconds: JUMP_SECONDS })
      return run(true)
    },
    fee_surges: async () => {
      await ask(HIGH_FEE)
      await wait(random.between(...TROUBLE_MS))
      return ask(LOW_FEE)
    },
  }
  const trouble = async (): Promise<void> => {
    for (let turn = 0; ; turn += 1) {
      await wait(random.between(everyMs / 4, everyMs * 0.75))
      if (isCalm || over.signal.aborted) return
      const names = [...counts.keys()]
      const name = names[turn % names.length] ?? ''
      if (name === 'clock_jumps' && (counts.get(name) ?? 0) >= MOST_JUMPS) continue
      await kinds[name]?.()
      counts.set(name, (counts.get(name) ?? 0) + 1)
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
      return counts
    },
  }
}
