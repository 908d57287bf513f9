import { matchAccount } from '@afara/server/movements/matching/match-account.ts'
import { settleTables } from '../bench-database.ts'
import { readBackendCpuMicros } from '../cpu-time.ts'
import type { Side } from '../side.ts'
import { CREDITS_A_SECOND, GROUP_OF_CREDITS, type MatchingAccount } from './matching-account.ts'

/** Runs `matchAccount` until nothing is left to match. */
export function ourMatching(account: MatchingAccount, openClaims: number): Side {
  const { worker, accountId, database } = account
  const deps = { pool: worker, clock: { now: () => new Date() } }
  return {
    name: 'ours',
    async measure({ postgres }, { seconds }) {
      const count = seconds * CREDITS_A_SECOND
      await account.fillClaims(openClaims + count + GROUP_OF_CREDITS)
      await account.payOldest(count + GROUP_OF_CREDITS)
      await settleTables(postgres.url('postgres', database))
      await matchAccount(deps, accountId)
      const cpuBefore = readBackendCpuMicros(postgres.processId)
      const nodeBefore = process.cpuUsage()
      const startedAt = performance.now()
      let matched = 0
      for (let hasMore = true; hasMore; ) {
        const result = await matchAccount(deps, accountId)
        matched += result.allocated
        hasMore = result.hasMore
      }
      const tookMs = performance.now() - startedAt
      const node = process.cpuUsage(nodeBefore)
      if (matched !== count) throw new Error(`${count} credits were paid, but ${matched} were matched`)
      const cpuMicros = (readBackendCpuMicros(postgres.processId) - cpuBefore) / count
      const nodeMicros = (node.user + node.system) / count
      return {
        count,
        perSecond: (count * 1000) / tookMs,
        cpuMicros,
        totalCpuMicros: cpuMicros + nodeMicros,
        more: { node_cpu_us: nodeMicros },
      }
    },
  }
}
