import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import { runChecksOfCopy } from '@afara/server/records/ledger/check-store.ts'
import type { readHeads } from '@afara/server/records/ledger/seals/seal-rows.ts'
import { verifySeals } from '@afara/server/records/ledger/seals/verify-seals.ts'
import { type Beat, readNewestBeat } from './beats.ts'

/** A moment at which the database's machine is lost, or a time in the past that somebody wants back. */
export type Point = Readonly<{
  /** When the archive was copied, in milliseconds since 1970. */
  at: number
  archive: string
  /** Undefined: everything that is in the archive. */
  to: Date | undefined
}>

export type Verdict = Readonly<{
  /** Seconds of commits that are missing, if everything was asked for. */
  lostSeconds: number
  rows: number
  checks: number
  problems: readonly string[]
}>

/** What the customers and the proof know of the time before a point. */
export type Known = Readonly<{
  beats: readonly Beat[]
  /** When each buy was acknowledged at the latest. */
  accepted: ReadonlyMap<string, number>
  heads: Awaited<ReturnType<typeof readHeads>>
}>

/** Asks a restored database whether it is what it should be at this point: complete, exact, sound and frozen. */
export async function judgePoint(
  url: string,
  point: Point,
  { beats, accepted, heads }: Known,
): Promise<Verdict> {
  const pool = createPool(url, { max: 2, applicationName: 'proof' })
  try {
    const newest = await readNewestBeat(pool)
    // The first row that is missing was acknowledged after the state that was restored.
    const missing = beats.find(({ number }) => number > newest)
    const lostMs = missing === undefined ? 0 : Math.max(0, point.at - missing.acknowledged)
    const end = point.to?.getTime() ?? point.at - lostMs
    const late = beats.filter(({ number, sent }) => number <= newest && sent > end)
    const early = beats.filter(({ number, acknowledged }) => number > newest && acknowledged < end)
    const wanted = [...accepted].filter(([, when]) => when < end).map(([reference]) => reference)
    const { rows } = await pool.query<{ reference: string }>(
      'select reference from transaction where reference = any ($1)',
      [wanted],
    )
    const { rows: frozen } = await pool.query(
      `select from freeze_order where scope = 'all' and lifted_at is null`,
    )
    const { checks, findings } = await runChecksOfCopy(pool)
    const { rows: seals } = await pool.query<{ last: string }>(
      'select coalesce(max(number), 0)::text as last from seal',
    )
    const kept = heads.filter(({ number }) => number <= BigInt(seals[0]?.last ?? '0'))
    const { tampering, rows: sealed } = await verifySeals(pool, kept)
    return {
      lostSeconds: point.to === undefined ? lostMs / 1000 : 0,
      rows: sealed,
      checks,
      problems: [
        ...findings.map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`),
        ...tampering.map(({ kind, name }) => `seals: ${kind} ${name}`),
        ...(late.length > 0 ? [`${late.length} rows are from after the wanted time`] : []),
        ...(early.length > 0 ? [`${early.length} rows from before the wanted time are missing`] : []),
        ...(rows.length < wanted.length
          ? [`${wanted.length - rows.length} acknowledged buys are missing`]
          : []),
        ...(frozen.length === 0 ? ['nothing is frozen'] : []),
      ].slice(0, 8),
    }
  } finally {
    await pool.end()
  }
}
