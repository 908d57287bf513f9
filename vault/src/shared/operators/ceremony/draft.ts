import { isFields } from '../../settings.ts'
import type { Assertion } from '../assertion.ts'
import { coseToSpki } from '../cose-key.ts'
import {
  readAssertion,
  readSignedStatements,
  type SignedStatement,
  verifyOperators,
} from '../operators-file.ts'
import { signersOf } from '../signed-by.ts'
import { canonicalJson, readStatement, type Statement } from '../statement.ts'

type Site = Readonly<{ rpId: string; origin: string; consoleOrigin: string; peopleTest: number }>

/** A statement that is not in force yet, with its signatures so far. */
export type Draft = Readonly<{
  signed: SignedStatement
  /** The line of the operators file. */
  line: string
  /** The statement whose operators sign. Those of the first statement sign it themselves, which proves that the keys are theirs. */
  judges: Statement
  /** Names of the operators who signed. */
  signedBy: readonly string[]
  /** Names of those who can still sign. */
  left: readonly string[]
  isComplete: boolean
}>

const PEOPLE_PER_CHANGE = 2

/** Writes the next line of an operators file, without signatures. `people` are operators with their passkeys as the database has them. */
export function writeDraft(file: string, people: unknown, site: Partial<Site>): string {
  const before = readSignedStatements(file).at(-1)?.statement
  const origin = site.origin ?? before?.party.origin
  if (origin === undefined) throw new Error('pass --origin with the address of the people process')
  const consoleOrigin = site.consoleOrigin ?? before?.consoleOrigin
  const statement = {
    number: (before?.number ?? 0) + 1,
    previous: before?.hash ?? null,
    rp_id: site.rpId ?? before?.party.id ?? new URL(origin).hostname,
    origin,
    ...(consoleOrigin !== undefined && { console_origin: consoleOrigin }),
    people_live: 2,
    people_test: site.peopleTest ?? before?.people.test ?? 1,
    operators: toOperators(people),
  }
  readStatement(statement, 'the new statement')
  return `${canonicalJson({ statement, signatures: [] })}\n`
}

function toOperators(people: unknown): unknown {
  if (!Array.isArray(people)) throw new Error('the people must be a list')
  return people.map((person) => {
    if (!isFields(person) || !Array.isArray(person['credentials'])) return person
    return { ...person, credentials: person['credentials'].map(toCredential) }
  })
}

function toCredential(given: unknown): unknown {
  if (!isFields(given)) return given
  const { cose, ...rest } = given
  if (typeof cose !== 'string') return given
  return { ...rest, key: coseToSpki(Buffer.from(cose, 'base64url')).toString('base64url') }
}

/** Reads a draft that follows the operators file. Throws if the file is not valid, or the draft does not follow it. */
export function readDraft(file: string, line: string): Draft {
  const [signed, ...others] = readSignedStatements(line)
  if (signed === undefined || others.length > 0) throw new Error('the draft is not one statement')
  const { statement, signatures } = signed
  const before = readSignedStatements(file).at(-1)?.statement
  if (statement.number !== (before?.number ?? 0) + 1 || statement.previous !== (before?.hash ?? null))
    throw new Error('the draft does not follow the operators file. Make it again')
  const judges = before ?? statement
  const { people } = signersOf(judges, statement.text, signatures)
  const named = (isSigned: boolean) =>
    judges.operators.filter(({ id }) => people.has(id) === isSigned).map(({ name }) => name)
  const needed = before === undefined ? judges.operators.length : PEOPLE_PER_CHANGE
  return {
    signed,
    line,
    judges,
    signedBy: named(true),
    left: named(false),
    isComplete: people.size >= needed,
  }
}

/** Adds a signature to a draft. Throws if it is not of an operator who may sign and has not signed yet. */
export function signDraft(file: string, line: string, given: unknown): Draft {
  const before = readDraft(file, line)
  const assertion = readAnyAssertion(given)
  const { statement } = before.signed
  const { problems } = signersOf(before.judges, statement.text, [assertion])
  if (problems.length > 0) throw new Error(problems.join('; '))
  const fields = JSON.parse(line) as { statement: unknown; signatures: unknown[] }
  const after = readDraft(
    file,
    `${canonicalJson({ ...fields, signatures: [...fields.signatures, writeAssertion(assertion)] })}\n`,
  )
  if (after.signedBy.length === before.signedBy.length) throw new Error('this person has signed it already')
  return after
}

/** Returns the whole operators file with the draft as its last line. Verifies all of it as signer and payer do. */
export function appendDraft(file: string, draft: Draft): string {
  const all = `${file}${draft.line}`
  const [first] = readSignedStatements(all)
  verifyOperators(all, first?.statement.hash ?? '')
  return all
}

/** Reads an assertion as a browser writes it (`credential.toJSON()`), or as the operators file has it. */
function readAnyAssertion(given: unknown): Assertion {
  const response = isFields(given) ? given['response'] : undefined
  if (!isFields(given) || !isFields(response)) return readAssertion(given, 'the signature')
  const { authenticatorData, clientDataJSON, signature } = response
  return readAssertion(
    {
      credential_id: given['id'],
      authenticator_data: authenticatorData,
      client_data: clientDataJSON,
      signature,
    },
    'the signature',
  )
}

function writeAssertion({ credentialId, authenticatorData, clientData, signature }: Assertion): object {
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
  return {
    credential_id: text(credentialId),
    authenticator_data: text(authenticatorData),
    client_data: text(clientData),
    signature: text(signature),
  }
}
