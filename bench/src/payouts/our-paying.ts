import { createNudgeEngine } from '@afara/server/entry/workflows/nudge-engine.ts'
import { sendNudges } from '@afara/server/flows/advance/send-nudges.ts'
import { claimNudgesOf } from '@afara/server/records/transactions/wake-store.ts'
import { countCalls, countCommits, countCompleted } from '../count-work.ts'
import { costOfEach, watchCpu } from '../cpu-time.ts'
import { completedRate } from '../settle/completed-rate.ts'
import type { Side } from '../side.ts'
import { depositSells } from './deposited-sells.ts'
import type { PayingStack } from './raise-paying.ts'

/** Sells per second of a plan: both sides get the same work, not the same time. */
export const SELLS_A_SECOND = 100
const DRIVEN = ['sell', 'payout-account']

export function ourPaying(stack: PayingStack): Side {
  const { owner, adminUrl } = stack
  const nudge = createNudgeEngine(stack.ingressUrl, (_, error) => {
    throw error
  })
  return {
    name: 'ours',
    measure: async ({ postgres }, { seconds }) => {
      const ids = await depositSells(stack, seconds * SELLS_A_SECOND)
      const [calls, commits] = [await countCalls(adminUrl, DRIVEN), await countCommits(owner)]
      const spent = watchCpu(postgres.processId, stack.processes)
      // From here on, everything happens as after a deposit: all sells are due, and each is nudged.
      await owner.query('update afara.wake set due_at = now() where subject_id = any ($1::uuid[])', [ids])
      const nudges = claimNudgesOf(owner, ids, new Date())
      const sent = nudges.then(async (claimed) => sendNudges(claimed, nudge))
      const perSecond = await completedRate(ids.length, async () => countCompleted(owner, ids))
      await sent
      const cost = costOfEach(spent(), ids.length)
      return {
        count: ids.length,
        perSecond,
        ...cost,
        more: {
          engine_calls: ((await countCalls(adminUrl, DRIVEN)) - calls) / ids.length,
          commits: ((await countCommits(owner)) - commits) / ids.length,
          ...cost.more,
        },
      }
    },
  }
}
