import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import type { Outcome } from '../proof.ts'
import type { Crash } from './crash-in-turn.ts'
import { judgeRecord } from './judge-record.ts'
import type { Party } from './party.ts'
import { readRecord } from './read-record.ts'
import type { Shared } from './share-references.ts'
import type { Witness } from './witness.ts'

export type Run = Readonly<{
  requests: number
  kills: number
  seconds: number
  witnesses: readonly Witness[]
  crashes: readonly Crash[]
  shared: Shared
  parties: readonly Party[]
}>

// The remaining requests may be refused, or come from callers that do not retry.
const LEAST_ACKED = 0.75
const MOST_SHOWN = 10

/** Judges the run. A run counts only if enough happened in it. */
export async function judgeRun(worker: Pool, run: Run): Promise<Outcome> {
  const { requests, kills, witnesses, crashes, shared, parties } = run
  const record = await readRecord(worker)
  const { lost, doubled, altered } = judgeRecord([...witnesses, ...shared.witnesses], parties, record)
  const { checks, findings } = await runChecks(worker)
  const counts = countAnswers(witnesses)
  const oddities = witnesses.flatMap((witness) =>
    witness.oddities.map((text) => `${witness.intent.number}: ${text}`),
  )
  const inGroup = crashes.filter((crash) => crash.inGroup).length
  const fewest = Math.floor(requests * LEAST_ACKED)
  return {
    figures: {
      requests,
      acked: counts.acked,
      lost: lost.length,
      doubled: doubled.length,
      altered: altered.length,
      kills: crashes.length,
      in_group: inGroup,
      cut: crashes.reduce((sum, crash) => sum + crash.underWay, 0),
      refused: counts.refused,
      unknown: counts.unknown,
      replays: counts.replays,
      odd: oddities.length,
      checks,
      seconds: run.seconds.toFixed(0),
    },
    shortfalls: [
      ...some(lost),
      ...some(doubled),
      ...some(altered),
      ...some(oddities),
      ...some(shared.problems),
      ...some(findings.map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`)),
      ...unless(
        counts.acked >= fewest,
        `only ${counts.acked} requests were acknowledged; ${fewest} are needed`,
      ),
      ...unless(crashes.length >= kills, `only ${crashes.length} of ${kills} kills were made`),
      ...unless(inGroup > 0, 'no kill happened during the commit of a group'),
      ...unless(
        counts.recovered > 0,
        'no interrupted request turned out to be recorded when it was repeated, so this was not tested',
      ),
      ...unless(counts.refused > 0, 'nothing was refused, so no refusal was tested'),
    ],
  }
}

function countAnswers(witnesses: readonly Witness[]) {
  const isAcked = ({ acknowledgements }: Witness) => acknowledgements.length > 0
  const open = witnesses.filter((witness) => !isAcked(witness))
  return {
    acked: witnesses.filter(isAcked).length,
    refused: open.filter(({ refusal }) => refusal !== undefined).length,
    unknown: open.filter(({ refusal }) => refusal === undefined).length,
    replays: witnesses.flatMap(({ acknowledgements }) => acknowledgements).filter(({ isReplay }) => isReplay)
      .length,
    /** Callers that got no reply, retried and learnt that the request was recorded. The commit was safe and only its reply was lost. */
    recovered: witnesses.filter(
      ({ unknowns, acknowledgements }) => unknowns > 0 && acknowledgements[0]?.isReplay,
    ).length,
  }
}

function some(problems: readonly string[]): string[] {
  const more = problems.length - MOST_SHOWN
  return [...problems.slice(0, MOST_SHOWN), ...unless(more <= 0, `… and ${more} more`)]
}

function unless(isGood: boolean, problem: string): string[] {
  return isGood ? [] : [problem]
}
