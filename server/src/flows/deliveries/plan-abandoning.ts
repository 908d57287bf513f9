import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { formatLane } from '../../movements/transfers/lane-overview-store.ts'
import { readLaneToAbandon } from '../../movements/transfers/restored-lane-store.ts'
import type { LaneAddress, SignerJournal } from '../../movements/transfers/signer.ts'
import type { Abandonment } from '../../records/cases/resolution.ts'

type Lane = LaneAddress & Readonly<{ id: string; number: number }>

const JOURNAL_TIMEOUT_MS = 30_000

/**
 * Plans to abandon a lane: its unsigned locks become dead. Only the signer's journal can prove that they were never signed, and the signer
 * signs nothing while the lane is halted. Signed transfers stay unchanged, because they may land at any time.
 */
export async function planAbandoning(
  { pool, journal }: Readonly<{ pool: Sql; journal: SignerJournal }>,
  lane: Lane,
): Promise<Abandonment> {
  const shown = formatLane(lane)
  const found = await readLaneToAbandon(pool, lane.id)
  if (found.since === null || !found.isQuiet) {
    throw new Refusal(
      'lane_move_refused',
      found.since === null
        ? `${shown} is not halted. Run "npx afara ops lane halt ${shown}" first.`
        : `${shown} was halted less than a minute ago and may still be signing. Try again in a minute.`,
    )
  }
  const from = [...found.locks, ...(found.lastSigned === null ? [] : [found.lastSigned])].toSorted(byLock)[0]
  const known =
    from === undefined ? [] : await journal.readLocks(lane, from, AbortSignal.timeout(JOURNAL_TIMEOUT_MS))
  if (found.lastSigned !== null && !known.some(({ lock }) => lock === found.lastSigned)) {
    throw new Refusal(
      'lane_move_refused',
      `${shown}: the database has a signed transaction for lock ${found.lastSigned}, which is not in the signer's journal. This journal is old or belongs to another signer. Use the current journal of this signer.`,
    )
  }
  const signed = known.find(({ lock, attempts }) => attempts.length > 0 && found.locks.includes(lock))
  if (signed !== undefined) {
    throw new Refusal(
      'lane_move_refused',
      `${shown}: the signer signed a transaction for lock ${signed.lock}, which can still be sent. The worker copies it to the database within a minute. Try again then.`,
    )
  }
  return {
    action: 'abandon_lane',
    lane_id: lane.id,
    since: found.since,
    locks: `${found.locks.length}`,
    tokens_minor: found.tokensMinor.toString(),
    digest: found.digest,
  }
}

function byLock(one: bigint, other: bigint): number {
  return one < other ? -1 : 1
}
