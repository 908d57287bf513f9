import { readFileSync } from 'node:fs'
import { createSettingReader } from '../settings.ts'
import type { Assertion } from './assertion.ts'
import { signersOf } from './signed-by.ts'
import { readStatement, type Statement } from './statement.ts'

/** One line of the file: a statement, and the signatures of operators of the previous statement. */
export type SignedStatement = Readonly<{ statement: Statement; signatures: readonly Assertion[] }>

/** The operators whose signatures count now. */
export type Operators = Readonly<{
  /** Returns the statement in force. Throws if the file is not valid or lost statements, until it is repaired. */
  current(): Statement
  /** Returns all statements of the file, the one in force last. Throws as `current` does. */
  all(): readonly Statement[]
}>

const LINE_SETTINGS = new Set(['statement', 'signatures'])
const SIGNATURE_SETTINGS = new Set(['credential_id', 'authenticator_data', 'client_data', 'signature'])
const BASE64URL = /^[A-Za-z0-9_-]+$/
const PEOPLE_PER_CHANGE = 2

/** How often the file is read at most. A person who was removed is refused after this time. */
const READ_EVERY_MS = 2_000

/** Opens the operators file. Throws if it is not valid at the start. */
export function openOperators(path: string, root: string, nowMs: () => number): Operators {
  let text = readFileSync(path, 'utf8')
  let statements = verifyOperators(text, root)
  let readAtMs = nowMs()
  let problem: Error | undefined
  const readAgain = (): void => {
    const now = readFileSync(path, 'utf8')
    if (now === text && problem === undefined) return
    const next = verifyOperators(now, root)
    const last = statements.length - 1
    // An older copy of the file would give a person who was removed their rights back.
    if (next[last]?.hash !== statements[last]?.hash)
      throw new Error(`the operators file no longer has statement ${statements.length}, which was in force`)
    text = now
    statements = next
  }
  const all = (): readonly Statement[] => {
    const atMs = nowMs()
    // A clock that was set back must not keep an old file in force.
    if (atMs < readAtMs || atMs - readAtMs >= READ_EVERY_MS) {
      readAtMs = atMs
      try {
        readAgain()
        problem = undefined
      } catch (error) {
        problem = error as Error
      }
    }
    if (problem !== undefined) throw problem
    return statements
  }
  return { all, current: () => all().at(-1) as Statement }
}

/**
 * Verifies every statement of the file. The first one must have the hash in the policy. Two different operators of the statement before must
 * have signed every later one. Throws with the number of the first statement that is wrong.
 */
export function verifyOperators(text: string, root: string): readonly Statement[] {
  const lines = readSignedStatements(text)
  if (lines.length === 0) throw new Error('the operators file is empty')
  for (const [place, { statement, signatures }] of lines.entries()) {
    const name = `statement ${place + 1} of the operators file`
    const before = lines[place - 1]?.statement
    if (statement.number !== place + 1) throw new Error(`${name} has number ${statement.number}`)
    if (statement.previous !== (before?.hash ?? null))
      throw new Error(`${name} does not follow the one before`)
    if (before === undefined) {
      if (statement.hash !== root)
        throw new Error(`${name} is not the one that the policy names in operators_root`)
      continue
    }
    const { people, problems } = signersOf(before, statement.text, signatures)
    if (people.size < PEOPLE_PER_CHANGE)
      throw new Error(
        [`${people.size} of ${PEOPLE_PER_CHANGE} operators signed ${name}`, ...problems].join('; '),
      )
  }
  return lines.map(({ statement }) => statement)
}

/** Reads the lines of the file without verifying signatures. */
export function readSignedStatements(text: string): readonly SignedStatement[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, place) => readLine(line, `statement ${place + 1} of the operators file`))
}

function readLine(line: string, name: string): SignedStatement {
  const { fields, wrong } = createSettingReader(parse(line, name), LINE_SETTINGS, name)
  const { signatures } = fields
  if (!Array.isArray(signatures)) return wrong('signatures is not a list')
  return {
    statement: readStatement(fields['statement'], name),
    signatures: signatures.map((one) => readAssertion(one, name)),
  }
}

function parse(line: string, name: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new Error(`${name} is not JSON`)
  }
}

/** Reads an assertion whose parts are base64url. */
export function readAssertion(given: unknown, line: string): Assertion {
  const { text } = createSettingReader(given, SIGNATURE_SETTINGS, line)
  const bytes = (name: string): Uint8Array => Buffer.from(text(name, BASE64URL), 'base64url')
  return {
    credentialId: bytes('credential_id'),
    authenticatorData: bytes('authenticator_data'),
    clientData: bytes('client_data'),
    signature: bytes('signature'),
  }
}
