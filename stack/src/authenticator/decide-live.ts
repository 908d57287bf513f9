import { approveCase } from '@afara/server/flows/cases/approve-case.ts'
import { requestChange } from '@afara/server/flows/cases/propose-resolution.ts'
import { type Clock, systemClock } from '@afara/server/kernel/clock/clock.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { assert } from '@afara/server/kernel/refusal.ts'
import { requireBusiness } from '@afara/server/records/businesses/business-store.ts'
import { requireCase } from '@afara/server/records/cases/case-store.ts'
import { parseNetwork } from '@afara/server/records/keys/ip-list.ts'
import { parseRequestLimit, parseScopes } from '@afara/server/records/keys/key-rights.ts'
import { type IssuedKey, issueDecidedKey, type KeyDeps } from '@afara/server/records/keys/manage-keys.ts'
import { enrolSoftwarePasskeys, hireOperator, softwareSigning } from './software-signing.ts'

type Change = Parameters<typeof requestChange>[1]['change']

/** Has two operators sign a change of live mode, as in `npx afara ops`. Hires them if there are none. Returns the case and its proposer. */
export async function decideLive(
  pool: Pool,
  change: Omit<Change, 'mode' | 'summary'>,
  clock: Clock = systemClock,
): Promise<Readonly<{ caseId: string; proposedBy: string }>> {
  const [proposedBy, approvedBy] = await findTwoOperators(pool)
  const deps = { pool, clock, signing: softwareSigning() }
  const reason = 'decided in a test'
  const { caseId } = await requestChange(deps, {
    operatorId: proposedBy,
    reason,
    change: { ...change, mode: 'live', summary: 'A change of live mode.' },
  })
  await approveCase(deps, { caseId, operatorId: approvedBy, reason })
  return { caseId, proposedBy }
}

/** Issues a live key that two operators decided. The business must be live. */
export async function issueLiveKey(
  deps: KeyDeps & Readonly<{ clock?: Clock }>,
  input: Readonly<{
    business: string
    scopes?: readonly string[]
    networks?: readonly string[]
    requestsPerWindow?: number
    expiresAt?: Date
  }>,
): Promise<IssuedKey> {
  const { pool, clock = systemClock } = deps
  const { id: businessId } = await requireBusiness(pool, input.business)
  const { caseId, proposedBy } = await decideLive(
    pool,
    {
      businessId,
      resolution: {
        action: 'issue_key',
        scopes: parseScopes(input.scopes ?? []),
        networks: (input.networks ?? []).map(parseNetwork),
        label: '',
        requests_per_window: parseRequestLimit(input.requestsPerWindow),
        expires_at: input.expiresAt?.toISOString() ?? null,
      },
    },
    clock,
  )
  return issueDecidedKey(
    { ...deps, pool, clock, signing: softwareSigning() },
    await requireCase(pool, caseId),
    proposedBy,
  )
}

/** Has two operators set a rate, which replaces the sources. A part of a minute has passed since they decided. */
export async function decideRate(
  pool: Pool,
  rate: Readonly<{ pair: string; bid: string; ask: string; holdsMs: number }>,
): Promise<void> {
  const { pair, bid, ask, holdsMs } = rate
  const minutes = Math.ceil(holdsMs / 60_000)
  const decidedAt = new Date(Date.now() + holdsMs - minutes * 60_000)
  const resolution = { action: 'set_rate', pair, bid, ask, valid_minutes: minutes, last: null } as const
  await decideLive(pool, { facts: { subject: `rate:${pair}` }, resolution }, { now: () => decidedAt })
}

async function findTwoOperators(pool: Pool): Promise<[string, string]> {
  await enrolSoftwarePasskeys(pool)
  const { rows } = await pool.query<{ id: string }>(
    `select id from operator where status = 'active' order by created_at, id limit 2`,
  )
  const ids = rows.map(({ id }) => id)
  for (const name of ['proposer', 'approver'].slice(ids.length)) {
    const email = `${name}@live.test`
    const hired = await hireOperator(pool, { email, name, actor: 'system:test', reason: 'a test' })
    ids.push(hired.id)
  }
  const [first, second] = ids
  assert(first !== undefined && second !== undefined, 'two operators must exist')
  return [first, second]
}
