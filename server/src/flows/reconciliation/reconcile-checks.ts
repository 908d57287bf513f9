import { newId } from '../../kernel/ids/ids.ts'
import { inTransaction } from '../../kernel/postgres/pool.ts'
import {
  type CheckCursor,
  noteCheck,
  noteSlice,
  type OpenSlice,
  readCheckCursors,
  readOpenSlices,
} from '../../movements/reconciliation/check-walk-store.ts'
import type { LedgerLooks } from '../../movements/reconciliation/ledger-looks-store.ts'
import {
  type Check,
  endSlice,
  type Finding,
  failureOf,
  followsNew,
  listChecks,
  runSlice,
  type Walk,
} from '../../records/ledger/check-store.ts'
import type { ReconcileDeps } from './reconcile-deps.ts'

/** A walk over all rows takes at most a day. After two days a finding reports that it is late. */
const WALK_LATE_MS = 2 * 86_400_000

/** These find forged entries. They read only new rows, so they cost the same however often they run. */
const EVERY_PASS: ReadonlySet<string> = new Set([
  'check_declared',
  'check_causes',
  'check_balance_causes',
  'check_entry',
  'check_reversal',
])

type CheckDeps = Pick<ReconcileDeps, 'pool' | 'clock' | 'settings'>

/**
 * Runs one turn of the checks. New rows are checked every ten minutes, and for forged entries in every pass. In addition, every pass
 * continues a walk over all rows for as long as it has time. A check that fails to run is a finding too. A finding is checked again in every
 * turn until it is fixed.
 */
export async function takeCheckTurn(
  deps: CheckDeps,
  looks: Pick<LedgerLooks, 'throughXid' | 'checkedXid' | 'today'>,
): Promise<readonly Finding[]> {
  const checks = await listChecks(deps.pool)
  const byName = new Map(checks.map((check) => [check.name, check]))
  const known = await lookAgain(deps, byName)
  const findings: Finding[] = []
  const cursors = new Map((await readCheckCursors(deps.pool)).map((cursor) => [keyOf(cursor), cursor]))
  const isRecent = (cursor: CheckCursor) =>
    deps.clock.now().getTime() - cursor.lookedAt.getTime() < deps.settings.checkEveryMs

  for (const check of checks.filter(followsNew)) {
    const cursor = cursors.get(keyOf({ name: check.name, walk: 'new' }))
    const isUrgent = EVERY_PASS.has(check.name)
    if (cursor !== undefined && (isUrgent ? cursor.position >= looks.throughXid : isRecent(cursor))) continue
    findings.push(...(await followNew(deps, check, cursor?.position ?? looks.checkedXid, looks.throughXid)))
  }
  const unfinished = checks.filter(({ name, goesBy }) => {
    const cursor = cursors.get(keyOf({ name, walk: 'all' }))
    if (cursor === undefined) return true
    if (cursor.failure !== undefined && (goesBy !== 'sums' || cursor.position === 0n))
      return !isRecent(cursor)
    return cursor.position > 0n || cursor.endedOn !== looks.today
  })
  findings.push(...(await walkOn(deps, unfinished, cursors, looks.throughXid)))
  // New findings come first, because a report names a limited number.
  findings.push(...known)
  findings.push(...(await readStanding(deps, byName)))
  return findings
}

const keyOf = ({ name, walk }: Readonly<{ name: string; walk: Walk }>) => `${walk} ${name}`

async function lookAgain(
  { pool, clock, settings }: CheckDeps,
  checks: ReadonlyMap<string, Check>,
): Promise<readonly Finding[]> {
  const endsAt = performance.now() + settings.walkMs
  const findings: Finding[] = []
  for (const slice of await readOpenSlices(pool)) {
    const check = checks.get(slice.name)
    if (check !== undefined && performance.now() >= endsAt) {
      findings.push({
        check: check.name,
        subject: nameOf(slice),
        problem: 'an earlier run found a problem here, and it was not checked again yet',
      })
      continue
    }
    const found = check === undefined ? [] : await runAgain(pool, check, slice)
    await noteSlice(pool, slice, found.length > 0, clock.now())
    findings.push(...found)
  }
  return findings
}

const nameOf = ({ after, through }: OpenSlice) => `from ${after} to ${through}`

async function runAgain(
  pool: CheckDeps['pool'],
  check: Check,
  slice: OpenSlice,
): Promise<readonly Finding[]> {
  try {
    return await runSlice(pool, check, { ...slice, pass: newId() })
  } catch (error) {
    return [failureOf(check, error)]
  }
}

async function followNew(
  deps: CheckDeps,
  check: Check,
  from: bigint,
  last: bigint,
): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (let after = from; ; ) {
    const step = await takeStep(deps, check, {
      walk: 'new',
      after,
      last,
      pass: undefined,
      failure: undefined,
    })
    findings.push(...step.findings)
    if (step.isLast || step.hasFailed) return findings
    after = step.through
  }
}

/** Takes one slice of each check in turn, so that a long walk delays no other walk. Stops when nothing is left or the time is over. */
async function walkOn(
  deps: CheckDeps,
  unfinished: readonly Check[],
  cursors: ReadonlyMap<string, CheckCursor>,
  last: bigint,
): Promise<readonly Finding[]> {
  const endsAt = performance.now() + deps.settings.walkMs
  const findings: Finding[] = []
  const lookedAt = ({ name }: Check) => cursors.get(keyOf({ name, walk: 'all' }))?.lookedAt.getTime() ?? 0
  const queue = unfinished
    .toSorted((one, other) => lookedAt(one) - lookedAt(other))
    .map((check) => {
      const cursor = cursors.get(keyOf({ name: check.name, walk: 'all' }))
      const isStarted = cursor !== undefined && cursor.position > 0n
      return {
        check,
        after: cursor?.position ?? 0n,
        pass: isStarted ? cursor.pass : newId(),
        failure: cursor?.failure,
      }
    })
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { check, ...place } = next
    const step = await takeStep(deps, check, { walk: 'all', last, ...place })
    findings.push(...step.findings)
    if (!step.isLast && !step.hasFailed) queue.push({ ...next, after: step.through })
    if (performance.now() >= endsAt) break
  }
  return findings
}

type Place = Readonly<{
  walk: Walk
  after: bigint
  last: bigint
  pass: string | undefined
  failure: string | undefined
}>

/** Runs one slice and stores the cursor in one commit, so that carried sums are not lost and not counted twice. */
async function takeStep(deps: CheckDeps, check: Check, place: Place) {
  const { walk, after, last, pass } = place
  const at = deps.clock.now()
  const cursor = { name: check.name, walk, pass }
  try {
    return await inTransaction(deps.pool, async (sql) => {
      const { through, isLast } = await endSlice(sql, check, { walk, after, last })
      const findings = await runSlice(sql, check, { walk, after, through, pass: pass ?? newId() })
      const isStanding = check.goesBy === 'sums'
      const words = findings.map(({ subject, problem }) => `${subject} ${problem}`).join('; ')
      const failure = !isStanding ? undefined : isLast ? words || undefined : place.failure
      if (findings.length > 0 && !isStanding)
        await noteSlice(sql, { name: check.name, walk, ...placeOf(check, after, through) }, true, at)
      const position = isLast && walk === 'all' ? 0n : through
      await noteCheck(sql, { ...cursor, position, isEnd: isLast, failure }, at)
      return { findings: isStanding ? [] : findings, through, isLast, hasFailed: false }
    })
  } catch (error) {
    const { problem } = failureOf(check, error)
    await noteCheck(deps.pool, { ...cursor, position: after, isEnd: false, failure: problem }, at)
    return { findings: [], through: after, isLast: false, hasFailed: true }
  }
}

/** Returns the rows to check again. A table that stays short is read completely. */
const placeOf = ({ goesBy }: Check, after: bigint, through: bigint) =>
  goesBy === 'whole' ? { after: 0n, through: 0n } : { after, through }

/** Returns failed checks, findings about the sums of a walk, and walks that are late. */
async function readStanding(
  { pool, clock }: CheckDeps,
  checks: ReadonlyMap<string, Check>,
): Promise<readonly Finding[]> {
  const at = clock.now().getTime()
  return (await readCheckCursors(pool))
    .filter(({ name }) => checks.has(name))
    .flatMap(({ name, walk, failure, begunAt, endedAt }) => {
      const since = endedAt ?? begunAt
      const isLate = walk === 'all' && at - since.getTime() > WALK_LATE_MS
      return [
        ...(failure === undefined ? [] : [{ check: name, subject: 'the check itself', problem: failure }]),
        ...(isLate
          ? [
              {
                check: name,
                subject: 'the check itself',
                problem: `the check has not covered all rows since ${since.toISOString()}`,
              },
            ]
          : []),
      ]
    })
}
