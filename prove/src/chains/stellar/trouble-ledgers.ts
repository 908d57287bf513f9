import type { Random } from '../../fuzz/random.ts'
import type { ChainTrouble } from '../chain-witness.ts'
import { nowAndThen } from '../now-and-then.ts'
import { askHorizon } from './ask-horizon.ts'

// Longer than the validity of any transaction that we send.
const JUMP_SECONDS = 150
// The signer's clock does not jump, and the signer signs nothing that is valid for more than ten minutes.
const MOST_JUMPS = 3
const [LOW_FEE, HIGH_FEE] = ['100', '20000']
const TROUBLE_MS = [1_500, 5_000] as const

/**
 * Causes one of three faults from time to time. No ledger closes for a while, or time passes without ledgers so that every sent transaction
 * is too late, or a place in a ledger costs much more than was offered.
 */
export function troubleLedgers(url: string, random: Random, everyMs: number): ChainTrouble {
  let jumps = 0
  const run = async (running: boolean) => askHorizon(url, 'PATCH', '/admin/ledgers', { running })
  const ask = async (fee: string) => askHorizon(url, 'PATCH', '/admin/fees', { fee })
  return nowAndThen(random, [everyMs / 4, everyMs * 0.75], {
    ledger_stops: async (wait) => {
      await run(false)
      await wait(random.between(...TROUBLE_MS))
      await run(true)
      return true
    },
    clock_jumps: async (wait) => {
      if (jumps === MOST_JUMPS) return false
      jumps += 1
      await run(false)
      await wait(random.between(500, 1_500))
      await askHorizon(url, 'PATCH', '/admin/clock', { advance_seconds: JUMP_SECONDS })
      await run(true)
      return true
    },
    fee_surges: async (wait) => {
      await ask(HIGH_FEE)
      await wait(random.between(...TROUBLE_MS))
      await ask(LOW_FEE)
      return true
    },
  })
}
