import type { Clock } from '../../kernel/clock/clock.ts'
import { asTenant, type Pool, type Tenant } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { moveClock, type ResetCounts, readClock, resetSandbox } from '../../records/sandbox/sandbox-store.ts'

export function refuseLiveKey({ mode }: Tenant): void {
  if (mode === 'test') return
  throw new Refusal('sandbox_only', 'The sandbox needs a test key. This key is live.')
}

export type TestClock = Readonly<{ aheadSeconds: number; now: Date }>

type ClockDeps = Readonly<{ pool: Pool; clock: Clock }>

export async function readTestClock({ pool, clock }: ClockDeps, tenant: Tenant): Promise<TestClock> {
  refuseLiveKey(tenant)
  return toTestClock(await asTenant(pool, tenant, readClock), clock.now())
}

/** Moves the clock of one business forward and wakes every transaction that is then due. */
export async function moveTestClock(
  { pool, clock, wake }: ClockDeps & Readonly<{ wake: (transactionId: string) => void }>,
  tenant: Tenant,
  seconds: number,
): Promise<TestClock & Readonly<{ woken: number }>> {
  refuseLiveKey(tenant)
  const now = clock.now()
  const { aheadSeconds, due } = await asTenant(pool, tenant, async (sql) => moveClock(sql, seconds, now))
  due.forEach(wake)
  return { ...toTestClock(aheadSeconds, now), woken: due.length }
}

function toTestClock(aheadSeconds: number, now: Date): TestClock {
  return { aheadSeconds, now: new Date(now.getTime() + aheadSeconds * 1000) }
}

/** Resets a test business, as far as its transactions can be ended automatically. Safe to repeat. */
export async function resetTestBusiness(
  { pool, clock }: Readonly<{ pool: Pool; clock: Clock }>,
  tenant: Tenant,
): Promise<ResetCounts> {
  refuseLiveKey(tenant)
  return asTenant(pool, tenant, async (sql) => resetSandbox(sql, clock.now()))
}
