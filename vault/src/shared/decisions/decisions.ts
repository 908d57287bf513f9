import type { Operators } from '../operators/operators-file.ts'
import { signingProblem } from '../operators/signed-by.ts'
import type { Statement } from '../operators/statement.ts'
import { type DecisionText, parseDecisionText } from './decision-text.ts'
import { type Moved, type StandingContext, standingProblem } from './judge-standing.ts'
import type { StoredDecision } from './read-decisions.ts'

/** The decision that a payment rests on. */
export type Wanted = Readonly<{
  mode: string
  /** One of these actions. */
  actions: readonly string[]
  /** Values that the signed text must have, by key. */
  says: Readonly<Record<string, unknown>>
  /** What the payment moves, if one person may decide it under a standing decision. Absent: it always takes as many people as usual. */
  mayStand?: Moved
}>

export type Found = Readonly<{
  /** The cases in which enough operators decided it. One case counts once. */
  cases: readonly string[]
  /** What is missing if there are too few. */
  why: string
  /** Whether the operators file cannot be used, so that no decision can be verified now. */
  isUnknown: boolean
}>

/** The decisions about a batch of transactions. */
export type Decisions = Readonly<{ find(wanted: Wanted): Found }>

type Readable = Readonly<{ text: DecisionText; stored: StoredDecision; problem(): string | undefined }>

type Judged = Readable | Readonly<{ unreadable: string }>

/** Verifies stored decisions with the operators in force. Verifies each signature once, and only if its decision matters. */
export function createDecisions(
  operators: Pick<Operators, 'current'>,
  stored: readonly StoredDecision[],
  standing?: StandingContext,
): Decisions {
  let seen: Readonly<{ statement: Statement; judged: readonly Judged[] }> | undefined
  return {
    find(wanted) {
      try {
        seen ??= judgeAll(operators.current(), stored)
      } catch (error) {
        return { cases: [], why: (error as Error).message, isUnknown: true }
      }
      const cases = new Set<string>()
      const why: string[] = []
      for (const one of seen.judged) {
        if ('unreadable' in one) {
          why.push(one.unreadable)
          continue
        }
        if (!wanted.actions.includes(one.text.action)) continue
        const problem =
          difference(one.text, wanted) ??
          (wanted.mayStand === undefined
            ? one.problem()
            : signedProblem(one, seen.statement, standing, wanted.mayStand))
        if (problem === undefined) cases.add(one.text.caseId)
        else why.push(`the decision of case ${one.text.caseId} does not count: ${problem}`)
      }
      return {
        cases: [...cases],
        why:
          why.length > 0
            ? why.join('; ')
            : `no ${cases.size > 0 ? 'other ' : ''}signed decision says ${wanted.actions.join(' or ')}`,
        isUnknown: false,
      }
    },
  }
}

function judgeAll(statement: Statement, stored: readonly StoredDecision[]) {
  return { statement, judged: stored.map((one) => judge(one, statement)) }
}

/** Reads a decision, and verifies its signatures with a statement if that matters. */
export function judge(stored: StoredDecision, statement: Statement): Judged {
  let text: DecisionText
  try {
    text = parseDecisionText(stored.text)
  } catch (error) {
    return { unreadable: `a decision cannot be read: ${(error as Error).message}` }
  }
  let known: Readonly<{ problem: string | undefined }> | undefined
  return {
    text,
    stored,
    problem() {
      known ??= { problem: signingProblem(text.mode, stored, statement) }
      return known.problem
    },
  }
}

/** Returns why a decision does not count: too few people signed it, and no standing decision covers it. */
export function signedProblem(
  { text, stored, problem }: Readable,
  statement: Statement,
  context: StandingContext | undefined,
  moved?: Moved,
): string | undefined {
  const unsigned = problem()
  if (unsigned === undefined || context === undefined || stored.standing === undefined) return unsigned
  const uncovered = standingProblem(stored, text, statement, context, moved)
  return uncovered && `${unsigned}, and ${uncovered}`
}

function difference(text: DecisionText, { mode, says }: Wanted): string | undefined {
  if (text.mode !== mode) return `it is for mode ${text.mode}`
  for (const [key, value] of Object.entries(says)) {
    const said = text.get(key)
    if (said !== value) return `it has ${key} ${JSON.stringify(said)}, not ${JSON.stringify(value)}`
  }
  return undefined
}
