import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { settleTables } from '../bench-database.ts'
import { readBackendCpuMicros } from '../cpu-time.ts'
import type { Side } from '../side.ts'
import { CREDITS_A_SECOND, GROUP_OF_CREDITS, type MatchingAccount } from './matching-account.ts'

// Claims of a hundred businesses. Half of them are for one of a few round amounts, and every payer is different. $2 is the total number of
// claims.
const CLAIMS = `
  with new as materialized (
    select uuidv7() as id, md5('business-' || place % 100)::uuid as business_id,
      case when place % 2 = 0 then 10000 * (1 + place % 20) else 15000 + place % 90000 end * 100 as minor
    from generate_series(1, $2::integer - (select count(*) from public.bare_claim)::integer) as place
  ), opened as (
    insert into public.bare_transaction
    select id, business_id, 'live', 'buy', 'pending_payment', 1, minor, id::text, now() from new
  ), woken as (
    insert into public.bare_wake select id, 'buy', now() + interval '7 days' from new
  )
  insert into public.bare_claim
  select id, business_id, 'live', $1, minor, minor, lpad((('x' || right(id::text, 12))::bit(48)::bigint % 10000000000)::text, 10, '0'),
    '000013', '{NGOZI,OKAFOR}', clock_timestamp(), now() + interval '7 days' from new`

const CREDITS = `
  insert into public.bare_fund
  select uuidv7(), c.vendor_account_id, c.mode, c.left_minor, now(), c.payer_account_number, 'OKAFOR NGOZI', c.payer_words,
    c.payer_bank_code, 'NIP/GTB/OKAFOR NGOZI'
  from public.bare_claim c order by c.accepted_at, c.transaction_id limit $1`

/**
 * The same matches without our code. Its claims and credits are created next to ours and have the same shape: the same number of claims
 * stays open, and every credit matches one of them.
 */
export function bareMatching(account: MatchingAccount, openClaims: number): Side {
  return {
    name: 'bare',
    async measure(bed, { seconds }) {
      const count = seconds * CREDITS_A_SECOND
      const pool = createPool(bed.postgres.url('postgres', account.database), {
        max: 1,
        applicationName: 'bench',
        isPatient: true,
      })
      try {
        await pool.query(CLAIMS, [account.accountId, openClaims + count + GROUP_OF_CREDITS])
        await pool.query(CREDITS, [count + GROUP_OF_CREDITS])
        await settleTables(bed.postgres.url('postgres', account.database))
        await matchGroup(pool, account.accountId)
        const cpuBefore = readBackendCpuMicros(bed.postgres.processId)
        const nodeBefore = process.cpuUsage()
        const startedAt = performance.now()
        let matched = 0
        for (let now = GROUP_OF_CREDITS; now === GROUP_OF_CREDITS; matched += now) {
          now = await matchGroup(pool, account.accountId)
        }
        const tookMs = performance.now() - startedAt
        const node = process.cpuUsage(nodeBefore)
        if (matched !== count) throw new Error(`${count} credits were paid, but ${matched} were matched`)
        const cpuMicros = (readBackendCpuMicros(bed.postgres.processId) - cpuBefore) / count
        const totalCpuMicros = cpuMicros + (node.user + node.system) / count
        return { count, perSecond: (count * 1000) / tookMs, cpuMicros, totalCpuMicros }
      } finally {
        await pool.end()
      }
    },
  }
}

async function matchGroup(pool: Pool, accountId: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>({
    name: 'match_unchecked',
    text: 'select public.match_unchecked($1, $2) as count',
    values: [accountId, GROUP_OF_CREDITS],
  })
  return rows[0]?.count ?? 0
}
