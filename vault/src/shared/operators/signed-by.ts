import { type Assertion, assertionProblem } from './assertion.ts'
import type { Statement } from './statement.ts'

/** The different people who signed a text, and why other signatures do not count. */
export type Signers = Readonly<{ people: ReadonlySet<string>; problems: readonly string[] }>

/** Returns which operators of a statement signed the text. Two passkeys of one person count as one person. */
export function signersOf(
  { operators, party }: Pick<Statement, 'operators' | 'party'>,
  signed: string,
  assertions: readonly Assertion[],
): Signers {
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
    const problem = assertionProblem(assertion, key, { signed, party })
    if (problem === undefined) people.add(operator.id)
    else problems.push(`the signature of ${operator.name} does not count: ${problem}`)
  }
  return { people, problems }
}
