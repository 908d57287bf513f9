import { isDeepStrictEqual } from 'node:util'
import type { Pool } from 'pg'
import type { Operators } from '../operators/operators-file.ts'
import type { Statement } from '../operators/statement.ts'
import type { SoleProcess } from '../sole-process.ts'
import type { Log } from '../vault-server.ts'
import type { DecisionBook, DecisionsRecord, VerifiedDecision } from './decision-book.ts'
import { type DecisionText, flattenResolution } from './decision-text.ts'
import { judge } from './decisions.ts'
import { type DecisionInForce, MOST_AT_ONCE, readApprovedAfter, readInForce } from './read-in-force.ts'

type WatchDeps = Readonly<{
  operators: Operators
  journal: DecisionBook & Readonly<{ noteDecisions(record: DecisionsRecord): void }>
  pool: Pool
  alone: Pick<SoleProcess, 'confirm'>
  nowMs(): number
}>

export type DecisionWatch = Readonly<{
  /** Verifies the decisions that came into force since the last look. Throws if that is not possible now. */
  look(): Promise<void>
  /** When the last complete look began; 0 if there was none. */
  lookedAtMs(): number
}>

const LOOK_EVERY_MS = 2_000

/**
 * Verifies every decision in force, also one on which no payment rests, such as a cap. Reads only what is new. After the lock of this
 * process was lost it looks at all keys again, because a restored database counts its transactions from an earlier number.
 */
export function createDecisionWatch(deps: WatchDeps, log: Log): DecisionWatch {
  const { operators, journal, pool, alone, nowMs } = deps
  let lookedAtMs = 0
  let place: Readonly<{ tenure: number; after: bigint }> = { tenure: 0, after: 0n }
  return {
    lookedAtMs: () => lookedAtMs,
    async look() {
      const atMs = nowMs()
      // Only the process that holds the lock may write its journal.
      const tenure = await alone.confirm()
      const { keys, through } = await readApprovedAfter(pool, place.tenure === tenure ? place.after : 0n)
      const fresh = keys.filter((key) => !journal.isVerified(key))
      // A new journal meets decisions of people who have left since. For these, the people of one earlier statement count.
      const statements = journal.isEmpty() ? operators.all() : [operators.current()]
      for (let start = 0; start < fresh.length; start += MOST_AT_ONCE) {
        const some = await readInForce(pool, fresh.slice(start, start + MOST_AT_ONCE))
        const decisions = some.map((one) => verify(one, statements))
        journal.noteDecisions({ at: new Date(atMs).toISOString(), decisions })
        for (const one of decisions) tell(one, log)
      }
      place = { tenure, after: through }
      lookedAtMs = atMs
    },
  }
}

/** Looks every two seconds for as long as the process runs. */
export function startDecisionWatch(watch: DecisionWatch, log: Log): void {
  let failure: string | undefined
  const again = async (): Promise<void> => {
    try {
      await watch.look()
      failure = undefined
    } catch (error) {
      const { message } = error as Error
      if (message !== failure) log({ level: 'error', msg: 'decisions cannot be verified', error: message })
      failure = message
    }
    setTimeout(() => void again(), LOOK_EVERY_MS).unref()
  }
  void again()
}

function tell({ problem, ...decision }: VerifiedDecision, log: Log): void {
  if (problem !== undefined)
    log({ level: 'error', msg: 'operators did not sign a decision in force', ...decision, problem })
}

function verify(stored: DecisionInForce, statements: readonly Statement[]): VerifiedDecision {
  const named = {
    case_id: stored.caseId,
    version: stored.version,
    mode: stored.mode,
    action: stored.action,
  }
  let problem = 'the operators file is empty'
  for (const statement of statements.toReversed()) {
    const judged = judge(stored, statement)
    if ('unreadable' in judged) return { ...named, problem: judged.unreadable }
    const found = difference(judged.text, stored) ?? judged.problem()
    if (found === undefined) return { ...named, ...liftsOf(judged.text) }
    problem = found
  }
  return { ...named, problem }
}

function liftsOf(text: DecisionText): Readonly<{ lifts?: string }> {
  const id = text.get('decision.freeze_id')
  return text.action === 'lift_freeze' && typeof id === 'string' ? { lifts: id } : {}
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
