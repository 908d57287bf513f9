import { formatId } from '../../kernel/ids/ids.ts'
import { inTransaction } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { type ForgottenLock, proposeAdoption as storePlan } from '../../movements/transfers/adoption-store.ts'
import type { Chain, Chains } from '../../movements/transfers/chain.ts'
import { formatLane } from '../../movements/transfers/lane-overview-store.ts'
import type { JournalLock, LaneAddress, SignerJournal } from '../../movements/transfers/signer.ts'
import { requireOpenCase } from '../../records/cases/case-store.ts'
import { type DecisionDeps, refuseSecondProposal, storeSigned } from '../cases/propose-resolution.ts'

/** A lane as recorded in our rows. */
type HaltedLane = LaneAddress & Readonly<{ id: string; number: number; nextLock: bigint }>

export type AdoptionPlan = Readonly<{ lane: HaltedLane; locks: readonly ForgottenLock[] }>

const JOURNAL_TIMEOUT_MS = 30_000

/**
 * Collects the locks of a lane that are in the signer's journal or on the chain and not in our rows. Throws a refusal if the journal and
 * the chain contradict each other: a lock that is on the chain and not in the journal was used by somebody else.
 */
export async function planAdoption(
  { chains, journal }: Readonly<{ chains: Chains; journal: SignerJournal }>,
  lane: HaltedLane,
): Promise<AdoptionPlan> {
  const chain = chains.get(`${lane.mode}:${lane.network}`)
  if (chain === undefined) {
    throw new Refusal('lane_move_refused', `No chain is configured for ${lane.network} in ${lane.mode} mode.`)
  }
  const signal = AbortSignal.timeout(JOURNAL_TIMEOUT_MS)
  const { lockAhead } = await chain.readLane(lane, signal)
  const known = await journal.readLocks(lane, lane.nextLock, signal)
  requireWhole(lane, known, lockAhead)
  return { lane, locks: await withEnds(chain, lane, known, signal) }
}

function requireWhole(lane: HaltedLane, known: readonly JournalLock[], lockAhead: bigint): void {
  const shown = formatLane(lane)
  const gap = known.findIndex(({ lock }, place) => lock !== lane.nextLock + BigInt(place))
  if (gap !== -1) {
    throw new Refusal(
      'lane_move_refused',
      `${shown}: the signer's journal has no lock ${lane.nextLock + BigInt(gap)}. Check that the journal is complete and belongs to this lane.`,
    )
  }
  const next = lane.nextLock + BigInt(known.length)
  if (lockAhead > next) {
    throw new Refusal(
      'lane_move_refused',
      `${shown}: the chain used locks up to ${lockAhead - 1n}, but the signer's journal ends at ${next - 1n}. Somebody else has the key. See docs/runbooks/restore.md.`,
    )
  }
}

async function withEnds(
  chain: Chain,
  lane: HaltedLane,
  known: readonly JournalLock[],
  signal: AbortSignal,
): Promise<ForgottenLock[]> {
  const statuses = await chain.status(lane.address, known, signal)
  return known.map((lock, place) => {
    const status = statuses[place]
    if (status?.state === 'conflict') {
      throw new Refusal(
        'lane_move_refused',
        `${formatLane(lane)}: lock ${lock.lock} differs from what the signer signed (${status.detail}). See docs/runbooks/restore.md.`,
      )
    }
    return {
      ...lock,
      attempts: lock.attempts.map((attempt) => ({ ...attempt, terms: chain.termsIn(attempt.raw) })),
      end: status !== undefined && 'block' in status ? status : undefined,
    }
  })
}

/**
 * Proposes to adopt the locks of a plan, as the decision of the case that the comparison of the lane opened. Another operator must approve
 * it.
 */
export async function proposeAdoption(
  { pool, clock, signing }: DecisionDeps,
  input: Readonly<{ plan: AdoptionPlan; caseId: string; operatorId: string; reason: string }>,
): Promise<string | null> {
  const { plan, operatorId, reason } = input
  const { lane, locks } = plan
  return inTransaction(pool, async (sql) => {
    const file = await requireOpenCase(sql, formatId('case', input.caseId))
    refuseSecondProposal(file)
    const at = clock.now()
    const digest = await storePlan(sql, { caseId: file.id, laneId: lane.id, locks, at })
    const step = { caseId: file.id, version: file.version, operatorId, reason, at }
    const resolution = {
      action: 'adopt',
      lane_id: lane.id,
      first_lock: lane.nextLock.toString(),
      locks: `${locks.length}`,
      tokens_minor: locks.reduce((sum, { tokensMinor }) => sum + tokensMinor, 0n).toString(),
      digest,
    } as const
    return storeSigned(sql, signing, { file, step, resolution })
  })
}
