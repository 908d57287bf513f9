import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../../kernel/ids/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import {
  findPayoutAccount,
  releasePayouts,
  takePayouts,
} from '../../movements/payouts/payout-account-store.ts'
import {
  beginLook,
  type Nudge,
  recordFailure,
  settleWake,
  type Wake,
} from '../../records/transactions/wake-store.ts'
import { driveOnce } from '../advance/drive-once.ts'
import { retryDelayMs } from '../advance/retry-delay.ts'
import { keepLease } from './keep-lease.ts'
import type { PayoutDeps } from './payout-deps.ts'
import { workPayouts } from './work-payouts.ts'

const HELD_BY_ANOTHER_MS = 2_000
// A payer that is back is used soon: there are few accounts that could all come back at once.
const LONGEST_RETRY_MS = 10_000

/**
 * Works in a payout account, round after round, as long as there is something to do and the call is not too long. One call at a time
 * by the engine's leave; but that is no fence, so each call takes a lease, and without it nothing can be written.
 */
export async function advancePayouts(deps: PayoutDeps, id: string): Promise<Nudge | undefined> {
  return driveOnce({ ...deps, unknown: 'payout_account_unknown' }, id, async (wake) => work(deps, id, wake))
}

async function work(deps: PayoutDeps, id: string, wake: Wake): Promise<void> {
  const { pool, clock, times } = deps
  const holder = newId()
  const started = performance.now()
  // Before anything is read: what is queued from now on says so, and is not put off at the end.
  const seen = after(deps, times.leaseMs)
  const lease = { accountId: id, holder, leaseMs: times.leaseMs }
  let fence: string | undefined
  let waitMs = 0
  // A bank may take longer to answer than a dead holder should keep the account.
  const stopRenewing = keepLease(async () => {
    if (fence !== undefined) await takePayouts(pool, lease)
  }, times.leaseMs / 3)
  try {
    await beginLook(pool, id, seen)
    do {
      if (waitMs > 0) await sleep(waitMs)
      fence = await takePayouts(pool, lease)
      if (fence === undefined) {
        waitMs = HELD_BY_ANOTHER_MS
        break
      }
      const account = await findPayoutAccount(pool, id, clock.now())
      if (account === undefined) {
        throw new Refusal('payout_account_unknown', `there is no payout account with the id ${id}`)
      }
      waitMs = await workPayouts(deps, { account, fence })
    } while (waitMs <= times.stayMs && performance.now() - started + waitMs < times.callMs)
    await settleWake(pool, id, { seen, dueAt: after(deps, waitMs) })
  } catch (error) {
    deps.onFailure(id, error)
    const dueAt = after(deps, retryDelayMs(wake.failureCount, Math.random(), LONGEST_RETRY_MS))
    await recordFailure(pool, id, error instanceof Error ? error.message : String(error), dueAt)
  } finally {
    await stopRenewing()
    if (fence !== undefined) await releasePayouts(pool, id, fence)
  }
}

function after({ clock }: PayoutDeps, ms: number): Date {
  return new Date(clock.now().getTime() + ms)
}
