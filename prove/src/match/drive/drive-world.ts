import { advanceBuy } from '@afara/server/flows/buys/advance-buy.ts'
import { deleteOldClaims } from '@afara/server/records/transactions/accepting/expected-payment-store.ts'
import { findDrivenBuy } from '@afara/server/records/transactions/clearing/clearing-store.ts'
import type { Progress } from '../../progress.ts'
import { DAY, HOUR, MINUTE, WORLD_DAYS } from '../world/times.ts'
import type { Happening } from '../world/world.ts'
import { acceptClaims } from './accept-claims.ts'
import { issueExpected } from './issue-expected.ts'
import { recordReadings } from './record-readings.ts'
import { type Stage, WORLD_BEGAN } from './stage.ts'

// Events of one slot are recorded together and then matched. A thief and his victim are often several slots apart.
const SLOT = 10 * MINUTE
// Times after the last event. They are long enough for every wait, window and expiry to end.
const QUIET = [HOUR, 26 * HOUR, 3 * DAY, 9 * DAY, 12 * DAY]

/** Lets every event happen at its time, through the server's own functions. */
export async function driveWorld(stage: Stage, progress: Progress, slot = SLOT): Promise<void> {
  const looks = new Map<number, number>()
  let lookedAt = 0
  let done = 0
  for (const [end, happenings] of slotsOf(stage.world.happenings, slot)) {
    const touched = await happen(stage, happenings)
    stage.clock.set(end)
    if (end - lookedAt >= HOUR) {
      for (const [account, at] of looks) if (at <= end) touched.add(account)
      await passTime(stage)
      lookedAt = end
    }
    await matchAll(stage, touched, looks)
    done += happenings.length
    progress.show(
      `day ${Math.floor(end / DAY)}: ${done} of ${stage.world.happenings.length} events are played`,
    )
  }
  for (const quiet of QUIET) {
    stage.clock.set(WORLD_DAYS * DAY + quiet)
    await matchAll(stage, new Set(stage.accountIds.keys()), looks)
    await passTime(stage)
  }
}

function* slotsOf(happenings: readonly Happening[], length: number): Generator<[number, Happening[]]> {
  let together: Happening[] = []
  let end = 0
  for (const happening of happenings) {
    if (happening.at >= end) {
      if (together.length > 0) yield [end, together]
      together = []
      end = (Math.floor(happening.at / length) + 1) * length
    }
    together.push(happening)
  }
  if (together.length > 0) yield [end, together]
}

/** Lets events happen, and returns the accounts that they concern. */
async function happen(stage: Stage, happenings: readonly Happening[]): Promise<Set<number>> {
  const claims = happenings.flatMap((one) =>
    one.kind === 'claim' ? (stage.world.claims[one.claim] ?? []) : [],
  )
  // A thief copies the amount of an expected payment, so the expected payments are issued first.
  await issueExpected(
    stage,
    claims.filter(({ typed }) => typed === null),
  )
  await acceptClaims(
    stage,
    claims.filter(({ typed }) => typed !== null),
  )
  const touched = await recordReadings(stage, happenings)
  for (const { account } of claims) touched.add(account)
  return touched
}

async function matchAll(stage: Stage, accounts: Set<number>, looks: Map<number, number>): Promise<void> {
  await Promise.all(
    [...accounts].map(async (account) => {
      looks.delete(account)
      for (;;) {
        const { hasMore, nextLookAt } = await stage.match(stage.accountIds[account] ?? '')
        if (hasMore) continue
        if (nextLookAt !== undefined) looks.set(account, nextLookAt.getTime() - WORLD_BEGAN)
        return
      }
    }),
  )
}

/** Does the worker's timed work: notes that the banks were read, expires buys, returns parts and deletes old claims. */
async function passTime(stage: Stage): Promise<void> {
  await stage.pools.worker.query('select record_poll(v.id, $1, $1, null) from vendor_account v', [
    stage.clock.now(),
  ])
  await expireBuys(stage)
  while ((await deleteOldClaims(stage.pools.worker, stage.clock.now())) > 0);
}

/** Expires the unpaid buys that are due, which are those with a claim. This proof does not advance paid buys any further. */
async function expireBuys({ pools: { worker }, clock }: Stage): Promise<void> {
  const deps = {
    pool: worker,
    // Nobody is on this list.
    screen: { list: { name: 'proof', version: '1', loadedAt: clock.now() }, screen: () => [] },
    nudge: async () => {},
    askWallet: async () => Promise.reject(new Error('this proof does not clear buys')),
    clear: async () => Promise.reject(new Error('this proof does not clear buys')),
  }
  const { rows } = await worker.query<{ subject_id: string }>(
    `select w.subject_id from claim c join wake w on w.subject_id = c.transaction_id where w.due_at <= $1 order by w.due_at`,
    [clock.now()],
  )
  const waiting = rows.values()
  const lane = async () => {
    for (const { subject_id } of waiting) {
      const buy = await findDrivenBuy(worker, subject_id)
      if (buy !== undefined) await advanceBuy(deps, buy, clock.now())
    }
  }
  await Promise.all([lane(), lane(), lane()])
}
