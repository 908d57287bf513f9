import { type Assertion, assertionProblem } from './assertion.ts'
import type { Statement } from './statement.ts'

/** The different people who signed a text, and why other signatures do not count. */
export type Signers = Readonly<{ people: ReadonlySet<string>; problems: readonly string[] }>

/** Returns which operators of a statement signed the text, without those who are stopped. Two passkeys of one person count as one person. */
export function signersOf(
  { operators, party, consoleOrigin }: Pick<Statement, 'operators' | 'party' | 'consoleOrigin'>,
  signed: string,
  assertions: readonly Assertion[],
  stopped: ReadonlySet<string> = new Set(),
): Signers {
  const sites = [party, ...(consoleOrigin === undefined ? [] : [{ id: party.id, origin: consoleOrigin }])]
  const people = new Set<string>()
  const problems: string[] = []
  for (const assertion of assertions) {
    const id = Buffer.from(assertion.credentialId).toString('base64url')
    const operator = operators.find(({ credentials }) => credentials.some((one) => one.id === id))
    const key = operator?.credentials.find((one) => one.id === id)?.key
    if (operator === undefined || key === undefined) {
      problems.push('a signature is not of an operator in the operators file')
      continue
    }
    if (stopped.has(operator.id)) {
      problems.push(`the signature of ${operator.name} does not count: they are suspended or have left`)
      continue
    }
    const problemsAt = sites.map((site) => assertionProblem(assertion, key, { signed, party: site }))
    if (problemsAt.includes(undefined)) people.add(operator.id)
    else problems.push(`the signature of ${operator.name} does not count: ${problemsAt[0]}`)
  }
  return { people, problems }
}

/** A text, its signatures, and the operators whose signatures do not count now. */
type SignedText = Readonly<{
  text: string
  assertions: readonly Assertion[]
  stopped?: ReadonlySet<string> | undefined
}>

/** Returns why too few operators of a statement signed a text; undefined if enough did. */
export function signingProblem(
  mode: string,
  { text, assertions, stopped }: SignedText,
  statement: Statement,
): string | undefined {
  // A mode without a number of its own asks for as many people as live money.
  const needed = mode === 'test' ? statement.people.test : statement.people.live
  const { people, problems } = signersOf(statement, text, assertions, stopped)
  if (people.size >= needed) return undefined
  return [`${people.size} of ${needed} people signed it`, ...problems].join(', ')
}
