import type { Operators } from '../operators/operators-file.ts'
import { signersOf } from '../operators/signed-by.ts'
import type { Statement } from '../operators/statement.ts'
import { type DecisionText, parseDecisionText } from './decision-text.ts'
import type { StoredDecision } from './read-decisions.ts'

/** The decision that a payment rests on. */
export type Wanted = Readonly<{
  mode: string
  /** One of these actions. */
  actions: readonly string[]
  /** Values that the signed text must have, by key. */
  says: Readonly<Record<string, unknown>>
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

type Judged =
  | Readonly<{ text: DecisionText; problem(): string | undefined }>
  | Readonly<{ unreadable: string }>

/** Verifies stored decisions with the operators in force. Verifies each signature once, and only if its decision matters. */
export function createDecisions(
  operators: Pick<Operators, 'current'>,
  stored: readonly StoredDecision[],
): Decisions {
  let judged: readonly Judged[] | undefined
  return {
    find(wanted) {
      try {
        judged ??= judgeAll(operators.current(), stored)
      } catch (error) {
        return { cases: [], why: (error as Error).message, isUnknown: true }
      }
      const cases = new Set<string>()
      const why: string[] = []
      for (const one of judged) {
        if ('unreadable' in one) {
          why.push(one.unreadable)
          continue
        }
        if (!wanted.actions.includes(one.text.action)) continue
        const problem = difference(one.text, wanted) ?? one.problem()
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

function judgeAll(statement: Statement, stored: readonly StoredDecision[]): readonly Judged[] {
  return stored.map((one) => judge(one, statement))
}

/** Reads a decision, and verifies its signatures with a statement if that matters. */
export function judge({ text: signed, assertions }: StoredDecision, statement: Statement): Judged {
  let text: DecisionText
  try {
    text = parseDecisionText(signed)
  } catch (error) {
    return { unreadable: `a decision cannot be read: ${(error as Error).message}` }
  }
  let known: Readonly<{ problem: string | undefined }> | undefined
  return {
    text,
    problem() {
      known ??= { problem: signingProblem(text.mode, signed, assertions, statement) }
      return known.problem
    },
  }
}

function signingProblem(
  mode: string,
  signed: string,
  assertions: StoredDecision['assertions'],
  statement: Statement,
): string | undefined {
  // A mode without a number of its own asks for as many people as live money.
  const needed = mode === 'test' ? statement.people.test : statement.people.live
  const { people, problems } = signersOf(statement, signed, assertions)
  if (people.size >= needed) return undefined
  return [`${people.size} of ${needed} people signed it`, ...problems].join(', ')
}

function difference(text: DecisionText, { mode, says }: Wanted): string | undefined {
  if (text.mode !== mode) return `it is for mode ${text.mode}`
  for (const [key, value] of Object.entries(says)) {
    const said = text.get(key)
    if (said !== value) return `it has ${key} ${JSON.stringify(said)}, not ${JSON.stringify(value)}`
  }
  return undefined
}
