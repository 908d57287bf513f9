import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { TrueLine } from '@afara/stack/simulators/bank-truth.ts'
import { patiently } from './patiently.ts'
import { places } from './places.ts'
import { SPOOF } from './spoof.ts'

/** Counts the notifications that wait to be read from the bank, without the spoofed ones. */
export async function countWaiting(pool: Pool): Promise<number> {
  return patiently(async () => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int from feed_hint where due_at < now() + interval '2 seconds' and key not like $1`,
      [`%${SPOOF}%`],
    )
    return rows[0]?.count ?? 0
  })
}

/** Returns the credits that a feed can report and has not reported yet. */
export async function findUntold(pool: Pool, truth: readonly TrueLine[]): Promise<TrueLine[]> {
  const { rows } = await patiently(async () =>
    pool.query<{ name: string }>(
      `select external_id as name from bank_line_reading where source <> 'statement'
       union select external_id from bank_line_quarantine where source <> 'statement'`,
    ),
  )
  const told = new Set(rows.map(({ name }) => name.replace(/#\d+$/, '')))
  const fed = new Set(places.filter(({ hasFeed }) => hasFeed).map(({ number }) => number))
  return truth.filter(
    (line) =>
      line.direction === 'credit' && fed.has(line.account) && canBeTold(line) && !told.has(line.reference),
  )
}

/** Providus has no list. Without a valid notification, only the statement shows the credit. */
function canBeTold({ vendor, faults }: TrueLine): boolean {
  const isSilent = faults.some((fault) =>
    ['hook_never', 'hook_bad_signature', 'hook_old_key'].includes(fault),
  )
  return vendor !== 'providus' || !isSilent
}

/** Waits for a limited time. Returns whether the condition became true. */
export async function untilTrue(
  isTrue: () => Promise<boolean>,
  withinMs: number,
  everyMs = 500,
): Promise<boolean> {
  const until = performance.now() + withinMs
  while (!(await isTrue())) {
    if (performance.now() > until) return false
    await sleep(everyMs)
  }
  return true
}
