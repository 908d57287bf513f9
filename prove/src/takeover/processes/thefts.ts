import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'

const EVERY_MS = 500

/** A payment that a thief ordered at a vendor with our key. */
export type Theft = Readonly<{ vendor: string; reference: string; atMs: number }>

/**
 * Waits until each theft at a vendor is named: the account is frozen because of an unexplained debit, or a case says that the vendor asked about
 * a transfer which the payer never sent. One freeze covers the later debits of its account, and one case the later questions of its vendor.
 * Returns the seconds of each theft that is named.
 */
export async function untilThefts(
  owner: Pool,
  thefts: readonly Theft[],
  withinMs: number,
): Promise<ReadonlyMap<string, number>> {
  const named = new Map<string, number>()
  const deadline = performance.now() + withinMs
  while (named.size < thefts.length && performance.now() < deadline) {
    const { rows } = await owner.query<{ reference: string | null; vendor: string }>(
      `select l.reference, a.vendor from payout_line l join payout_account a on a.id = l.account_id
         where l.reference like 'thief-%' and a.frozen_because is not null
       union all
       select null, 'paystack' from case_file c where c.facts ->> 'kind' = 'approval' and c.summary like '%thief-%'`,
    )
    for (const { vendor, reference, atMs } of thefts)
      if (
        !named.has(reference) &&
        rows.some((row) => row.vendor === vendor && (row.reference ?? reference) === reference)
      )
        named.set(reference, Math.max(0, performance.now() - atMs) / 1_000)
    await sleep(EVERY_MS)
  }
  return named
}
