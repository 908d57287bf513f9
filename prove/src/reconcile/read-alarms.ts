import { seedOperators } from '@afara/server/entry/admin/seed-data.ts'
import { approveCase } from '@afara/server/flows/cases/approve-case.ts'
import { requestChange } from '@afara/server/flows/cases/propose-resolution.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { softwareSigning } from '@afara/stack/authenticator/software-signing.ts'

export type Alarms = Readonly<{ asked: readonly string[]; stopped: readonly string[] }>

/** Returns the open cases about differences, and everything that is stopped. */
export async function readAlarms(owner: Pool): Promise<Alarms> {
  const { rows } = await owner.query<{ is: 'asked' | 'stopped'; words: string }>(
    `select 'asked' as is, (facts ->> 'kind') || ' ' || (facts ->> 'scope') as words from case_file
       where kind = 'reconciliation_differs' and state <> 'resolved'
     union all select 'asked', (facts ->> 'direction') || ' ' || (facts ->> 'account_id') from case_file
       where kind = 'payout_unexplained' and state <> 'resolved'
     union all select 'stopped', btrim(scope || ' ' || subject) from freeze_order where lifted_at is null
     union all select 'stopped', 'payout account ' || id from payout_account where state = 'frozen'
     union all select 'stopped', 'collection account ' || id from vendor_account where state = 'frozen'`,
  )
  const of = (what: string) => rows.filter((row) => row.is === what).map(({ words }) => words)
  return { asked: of('asked'), stopped: of('stopped') }
}

/** Returns the scopes that do not agree. */
export async function readDiffering(owner: Pool): Promise<readonly string[]> {
  const { rows } = await owner.query<{ words: string }>(
    `select scope_kind || ' ' || scope as words from reconciliation_scope where state <> 'agrees'`,
  )
  return rows.map(({ words }) => words)
}

/** Lifts the freeze orders and the freezes of payout accounts, as two operators would once everything is understood. */
export async function letGoOn(owner: Pool): Promise<void> {
  const { rows } = await owner.query<{ id: string; subject: string }>(
    'select id, subject from freeze_order where lifted_at is null',
  )
  const deps = { pool: owner, clock: { now: () => new Date() }, signing: softwareSigning() }
  const [one, other] = seedOperators
  for (const { id, subject } of rows) {
    const change = {
      mode: subject.startsWith('test:') ? 'test' : 'live',
      facts: { subject: `freeze:${id}` },
      summary: 'Lift the freeze',
      resolution: { action: 'lift_freeze', freeze_id: id },
    } as const
    const { caseId } = await requestChange(deps, { operatorId: one.id, reason: 'it is understood', change })
    await approveCase(deps, { caseId, operatorId: other.id })
  }
  await owner.query(
    `update payout_account set state = 'active', frozen_because = null where state = 'frozen'`,
  )
}
