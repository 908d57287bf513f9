import { createNudgeEngine } from '@afara/server/entry/workflows/nudge-engine.ts'
import { sendNudges } from '@afara/server/flows/advance/send-nudges.ts'
import { claimNudgesOf } from '@afara/server/records/transactions/wake-store.ts'
import type { Side } from '../side.ts'
import { completedRate } from './completed-rate.ts'
import type { SettlingStack } from './raise-settling.ts'
import { receiveBuys } from './received-buys.ts'
import { watchCpu } from './watch-cpu.ts'

/** What one second of a plan stands for: both sides are given the same work, not the same time. */
export const BUYS_A_SECOND = 100

export function ourSettling(stack: SettlingStack): Side {
  const { owner } = stack
  const nudge = createNudgeEngine(stack.ingressUrl, (_, error) => {
    throw error
  })
  return {
    name: 'ours',
    measure: async ({ postgres }, { seconds }) => {
      const ids = await receiveBuys(stack, seconds * BUYS_A_SECOND)
      const [calls, commits] = [await countCalls(stack), await countCommits(stack)]
      const spent = watchCpu(postgres.processId, stack.processes)
      // From here on as after a match: all of them are due, and each is called.
      await owner.query('update afara.wake set due_at = now() where subject_id = any ($1::uuid[])', [ids])
      const nudges = claimNudgesOf(owner, ids, new Date())
      const sent = nudges.then(async (claimed) => sendNudges(claimed, nudge))
      const perSecond = await completedRate(ids.length, async () => countCompleted(stack, ids.toSorted()[0]))
      await sent
      const { postgres: postgresMicros, of } = spent()
      const each = (micros: number) => micros / 1000 / ids.length
      return {
        count: ids.length,
        perSecond,
        cpuMicros: postgresMicros / ids.length,
        more: {
          engine_calls: ((await countCalls(stack)) - calls) / ids.length,
          commits: ((await countCommits(stack)) - commits) / ids.length,
          worker_ms: each(of.worker),
          signer_ms: each(of.signer),
          engine_ms: each(of.engine),
          chain_ms: each(of.chain),
        },
      }
    },
  }
}

/** Ids rise with time, so that a round is all from its lowest: whoever watches costs the watched little. */
async function countCompleted({ owner }: SettlingStack, first: string | undefined): Promise<number> {
  const { rows } = await owner.query<{ done: number }>({
    name: 'completed',
    text: `select count(*)::int as done from afara.transaction where id >= $1 and status = 'completed'`,
    values: [first],
  })
  return rows[0]?.done ?? 0
}

/** Of everything that uses the database: the worker's loops, the signer and whoever watches are among it. */
async function countCommits({ owner }: SettlingStack): Promise<number> {
  const { rows } = await owner.query<{ commits: number }>(
    'select xact_commit::int as commits from pg_stat_database where datname = current_database()',
  )
  return rows[0]?.commits ?? Number.NaN
}

/** All calls that the engine was ever asked for; it keeps each for a day. */
async function countCalls({ adminUrl }: SettlingStack): Promise<number> {
  const response = await fetch(`${adminUrl}/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      query: `select count(*) as calls from sys_invocation where target_service_name in ('buy', 'lane')`,
    }),
  })
  const answer = (await response.json()) as { rows: Array<{ calls: number }> }
  return answer.rows[0]?.calls ?? Number.NaN
}
