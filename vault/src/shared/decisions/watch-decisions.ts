import { isDeepStrictEqual } from 'node:util'
import type { Pool } from 'pg'
import { keepLooking } from '../keep-looking.ts'
import type { Operators } from '../operators/operators-file.ts'
import type { Statement } from '../operators/statement.ts'
import type { SoleProcess } from '../sole-process.ts'
import { fromDatabase, onJournal, requireAlone, Unavailable } from '../unavailable.ts'
import type { Log, Route } from '../vault-server.ts'
import type { DecisionBook, DecisionsRecord, VerifiedDecision } from './decision-book.ts'
import { type DecisionText, flattenResolution } from './decision-text.ts'
import { judge, signedProblem } from './decisions.ts'
import type { StandingContext } from './judge-standing.ts'
import {
  type ApprovedKey,
  type DecisionInForce,
  MOST_AT_ONCE,
  readApprovedAfter,
  readInForce,
} from './read-in-force.ts'
import { withStanding } from './read-standing.ts'

type WatchDeps = Readonly<{
  operators: Operators
  journal: DecisionBook & Readonly<{ noteDecisions(record: DecisionsRecord): void }>
  pool: Pool
  alone: Pick<SoleProcess, 'confirm'>
  nowMs(): number
}>

export type DecisionWatch = Readonly<{
  /**
   * Verifies the decisions that came into force before this call and were not verified yet. Throws Unavailable if that is not possible
   * now. Calls at the same time share a look that begins after all of them.
   */
  look(): Promise<void>
}>

const LOOK_EVERY_MS = 2_000

/**
 * Verifies every decision in force, also one on which no payment rests, such as a cap. Reads only what is new. After the lock of this
 * process was lost it looks at all keys again, because a restored database counts its transactions from an earlier number.
 */
export function createDecisionWatch(deps: WatchDeps, log: Log): DecisionWatch {
  const { journal, pool, nowMs } = deps
  let place: Readonly<{ tenure: number; after: bigint }> = { tenure: 0, after: 0n }
  const lookOnce = async (): Promise<void> => {
    const atMs = nowMs()
    // Only the process that holds the lock may write its journal.
    const tenure = await requireAlone(deps)
    const after = place.tenure === tenure ? place.after : 0n
    const { keys, through } = await fromDatabase(async () => readApprovedAfter(pool, after))
    const fresh = keys.filter((key) => !journal.isVerified(key))
    const first = firstLookOf(journal, through)
    const at = new Date(atMs).toISOString()
    const parts = inParts(fresh, first !== undefined)
    for (const [number, part] of parts.entries()) {
      const decisions = await judgePart(deps, part, first, atMs)
      const first_look = first && { through: first, is_over: number === parts.length - 1 }
      onJournal(() => journal.noteDecisions({ at, decisions, ...(first_look && { first_look }) }))
      for (const one of decisions) tell(one, log)
    }
    place = { tenure, after: through }
  }
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  return {
    async look() {
      next ??= running
        .catch(() => {})
        .then(async () => {
          next = undefined
          running = lookOnce()
          return running
        })
      return next
    },
  }
}

/** Returns the transaction number up to which the first look of this journal goes; undefined if that look is over. */
function firstLookOf(journal: Pick<DecisionBook, 'firstLook'>, through: bigint): string | undefined {
  const before = journal.firstLook()
  return before?.is_over === true ? undefined : (before?.through ?? String(through))
}

/** Splits the keys. A first look without decisions still has one part, because its end is recorded. */
function inParts(keys: readonly ApprovedKey[], isFirst: boolean): readonly (readonly ApprovedKey[])[] {
  const count = Math.max(Math.ceil(keys.length / MOST_AT_ONCE), isFirst ? 1 : 0)
  return Array.from({ length: count }, (_none, place) =>
    keys.slice(place * MOST_AT_ONCE, (place + 1) * MOST_AT_ONCE),
  )
}

/**
 * Verifies some decisions. A new journal meets decisions of people who have left since. For decisions that are older than the journal, the
 * people of one earlier statement count, and a standing decision may have expired since: PostgreSQL refused the uses that came too late.
 * For all others, only the people and the time of the look count.
 */
async function judgePart(
  { operators, pool, journal }: WatchDeps,
  part: readonly ApprovedKey[],
  firstThrough: string | undefined,
  atMs: number,
): Promise<readonly VerifiedDecision[]> {
  if (part.length === 0) return []
  const stored = await fromDatabase(async () => withStanding(pool, await readInForce(pool, part)))
  const statements = fromOperators(() => ({ all: operators.all(), current: [operators.current()] }))
  const older = new Set(
    part
      .filter(({ xid }) => firstThrough !== undefined && BigInt(xid) <= BigInt(firstThrough))
      .map(({ case_id, version }) => `${case_id}/${version}`),
  )
  return stored.map((one) =>
    older.has(`${one.caseId}/${one.version}`)
      ? verify(one, statements.all, { journal, nowMs: 0 })
      : verify(one, statements.current, { journal, nowMs: atMs }),
  )
}

/** Reads the operators file. Throws Unavailable if it is not valid. */
export function fromOperators<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new Unavailable('operators_unavailable', (error as Error).message)
  }
}

/** Looks every two seconds for as long as the process runs. */
export function startDecisionWatch(watch: DecisionWatch, log: Log): void {
  keepLooking(async () => watch.look(), LOOK_EVERY_MS, 'decisions cannot be verified', log)
}

/** The route that tells which decisions in force operators did not sign. The worker opens a case for each. */
export function createDecisionsRoute(
  watch: DecisionWatch,
  journal: Pick<DecisionBook, 'unsupported'>,
): Route {
  return [
    /^GET \/v1\/decisions$/,
    async () => {
      await watch.look()
      return { unsupported: journal.unsupported() }
    },
  ]
}

function tell({ problem, ...decision }: VerifiedDecision, log: Log): void {
  if (problem !== undefined)
    log({ level: 'error', msg: 'operators did not sign a decision in force', ...decision, problem })
}

function verify(
  stored: DecisionInForce,
  statements: readonly Statement[],
  context: StandingContext,
): VerifiedDecision {
  const named = {
    case_id: stored.caseId,
    version: stored.version,
    mode: stored.mode,
    action: stored.action,
  }
  let problem = 'the operators file is empty'
  let use: ReturnType<typeof useOf> = {}
  for (const statement of statements.toReversed()) {
    const judged = judge(stored, statement)
    if ('unreadable' in judged) return { ...named, problem: judged.unreadable }
    const { text } = judged
    const found = difference(text, stored) ?? signedProblem(judged, statement, context)
    if (found === undefined) return { ...named, ...useOf(text), ...liftsOf(text) }
    problem = found
    use = useOf(text)
  }
  return { ...named, ...use, problem }
}

/** Returns what counts towards a standing decision, also if the decision is not supported: it is in force. */
function useOf(text: DecisionText): Readonly<{ standing?: string; amount_minor?: string }> {
  const standing = text.get('decision.standing')
  if (typeof standing !== 'string') return {}
  return { standing, amount_minor: String(text.get('decision.amount_minor')) }
}

/** Returns the freeze that a decision lifts, and the unsupported decisions that it names. Only two people in live mode can accept those. */
function liftsOf(text: DecisionText): Pick<VerifiedDecision, 'lifts' | 'accepts'> {
  const id = text.get('decision.freeze_id')
  if (text.action !== 'lift_freeze' || typeof id !== 'string') return {}
  const accepts = [...text.decided].flatMap(([key, value]) =>
    text.mode === 'live' && key.startsWith('decision.unsigned.') && typeof value === 'string' ? [value] : [],
  )
  return accepts.length > 0 ? { lifts: id, accepts } : { lifts: id }
}

/** Returns what the rows say otherwise than the text. Operators signed the text, and the database carried out the rows. */
function difference(
  text: DecisionText,
  { caseId, version, mode, action, rows }: DecisionInForce,
): string | undefined {
  const { resolution, ...about } = rows
  for (const [key, value] of Object.entries({ mode, case: caseId, version, ...about })) {
    const said = text.get(key) ?? null
    if (said !== value)
      return `its text has ${key} ${JSON.stringify(said)}, but its rows have ${JSON.stringify(value)}`
  }
  if (text.action !== action || !isDeepStrictEqual(text.decided, new Map(flattenResolution(resolution))))
    return 'its rows carry out another decision than its text'
  return undefined
}
