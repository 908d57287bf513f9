import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { CollectionRails } from '../../movements/collections/collection-rail.ts'
import { selectRequestsToClose } from '../../movements/collections/customer-number-store.ts'
import { forgetWake, type Nudge } from '../../records/transactions/wake-store.ts'
import { driveOnce } from '../advance/drive-object.ts'

export type ClosingDeps = Readonly<{
  pool: Pool
  clock: Clock
  rails: CollectionRails
  onFailure: (customerNumberId: string, error: unknown) => void
}>

const VENDOR_TIMEOUT_MS = 15_000

/**
 * Closes a standing number that has ended at the vendors that may have given it, until each says that it is closed. A vendor that closes no
 * numbers is left out: what is paid to its number goes back to the payer anyway.
 */
export async function advanceCustomerNumber(deps: ClosingDeps, id: string): Promise<Nudge | undefined> {
  const { pool, clock, onFailure } = deps
  return driveOnce({ pool, clock, unknown: 'not_found', onFailure }, id, async () => closeNumber(deps, id))
}

async function closeNumber({ pool, rails }: ClosingDeps, id: string): Promise<void> {
  for (const { mode, vendor, reference } of await selectRequestsToClose(pool, id)) {
    const rail = rails[mode].find((one) => one.vendor === vendor)
    const answer = await rail?.close?.(reference, AbortSignal.timeout(VENDOR_TIMEOUT_MS))
    if (answer?.kind === 'unknown') throw new Error(`${vendor} did not confirm the end: ${answer.why}`)
  }
  await forgetWake(pool, id)
}
