import { setTimeout as sleep } from 'node:timers/promises'
import { seedOperators } from '@afara/server/entry/admin/seed-data.ts'
import { approveCase } from '@afara/server/flows/cases/approve-case.ts'
import { declineCase } from '@afara/server/flows/cases/case-steps.ts'
import { proposeResolution } from '@afara/server/flows/cases/propose-resolution.ts'
import { systemClock } from '@afara/server/kernel/clock/clock.ts'
import { formatId } from '@afara/server/kernel/ids/ids.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { Refusal } from '@afara/server/kernel/refusal.ts'
import { moveVendorAccount } from '@afara/server/records/banks/manage-vendor-accounts.ts'

export type Operators = Readonly<{
  /** How many cases were decided, by kind and action. */
  stop(): Promise<ReadonlyMap<string, number>>
}>

type Ids = Readonly<{ one: string; other: string }>
type Case = Readonly<{ id: string; kind: string; state: string; version: number; suggests: string | null }>

const [bisi, chidi] = seedOperators
const people = { actor: bisi.email, approver: chidi.email, reason: 'looked at by two' }

/**
 * Two operators who do what the runbook says: the one proposes what the case itself suggests, the other approves what
 * has not moved since; what nothing suggests itself for is left open. They look every second, and before that something else may be done.
 */
export function employOperators(
  owner: Pool,
  before: (ids: Ids) => Promise<void> = async () => {},
): Operators {
  const over = new AbortController()
  const decided = new Map<string, number>()
  const work = async (): Promise<ReadonlyMap<string, number>> => {
    const ids = await whoIsWho(owner)
    while (!over.signal.aborted) {
      // PostgreSQL may be dead at this moment, and a case may have moved: they look again.
      await before(ids)
        .then(async () => goRound(owner, ids, decided))
        .catch(() => {})
      await sleep(1_000)
    }
    return decided
  }
  const working = work()
  return {
    stop: async () => {
      over.abort()
      return working
    },
  }
}

async function whoIsWho(owner: Pool): Promise<Ids> {
  const { rows } = await owner.query<{ id: string; email: string }>('select id, email from operator')
  const idOf = (email: string) => rows.find((row) => row.email === email)?.id ?? ''
  return { one: idOf(bisi.email), other: idOf(chidi.email) }
}

async function goRound(owner: Pool, ids: Ids, decided: Map<string, number>): Promise<void> {
  const { rows: frozen } = await owner.query<{ id: string }>(
    `select id from vendor_account where mode = 'test' and state = 'frozen'`,
  )
  for (const { id } of frozen)
    await moveVendorAccount(owner, { accountId: formatId('vendorAccount', id), to: 'active', ...people })
  const { rows: cases } = await owner.query<Case>(
    `select id, kind::text, state::text, version, proposal ->> 'action' as suggests from case_file
     where state <> 'resolved' and (proposal ? 'action' or state = 'awaiting_approval') order by opened_at`,
  )
  const deps = { pool: owner, clock: systemClock }
  for (const { id, kind, state, version, suggests } of cases) {
    const caseId = formatId('case', id)
    const refused = (error: unknown): undefined => {
      if (!(error instanceof Refusal)) throw error
    }
    if (state === 'open') {
      const reason = 'as the case suggests'
      const proposed = await proposeResolution(deps, {
        caseId,
        operatorId: ids.one,
        wanted: undefined,
        reason,
      }).catch(refused)
      if (proposed?.isDone === true) count(decided, `${kind} ${suggests}`)
      continue
    }
    const approved = await approveCase(deps, { caseId, operatorId: ids.other, version }).catch(refused)
    if (approved !== undefined) count(decided, `${kind} ${approved.resolution.action}`)
    else await declineCase(deps, { caseId, operatorId: ids.other, reason: 'it has moved' }).catch(refused)
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}
