import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { createDecisionBook } from '../src/shared/decisions/decision-book.ts'
import { createDecisions, type Decisions } from '../src/shared/decisions/decisions.ts'
import type { StoredDecision } from '../src/shared/decisions/read-decisions.ts'
import type { Assertion } from '../src/shared/operators/assertion.ts'
import { verifyOperators } from '../src/shared/operators/operators-file.ts'
import { canonicalJson } from '../src/shared/operators/statement.ts'

export type Algorithm = 'ES256' | 'EdDSA' | 'RS256'

/** Differences from a correct assertion. */
type Changes = Partial<
  Readonly<{
    type: string
    rpId: string
    origin: string
    crossOrigin: boolean
    flags: number
    /** Signs another text than the one that it is attached to. */
    signs: string
  }>
>

export type Passkey = Readonly<{
  id: string
  key: string
  assert(text: string, changes?: Changes): Assertion
}>

export const RP_ID = 'localhost'
export const ORIGIN = 'http://localhost'
const PRESENT_AND_VERIFIED = 0x05

/** Creates a passkey in software. */
export function createPasskey(algorithm: Algorithm = 'ES256'): Passkey {
  const { publicKey, privateKey } = createKeys(algorithm)
  const credentialId = randomBytes(16)
  return {
    id: credentialId.toString('base64url'),
    key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
    assert(text, changes = {}) {
      const { type = 'webauthn.get', rpId = RP_ID, origin = ORIGIN, crossOrigin = false } = changes
      const challenge = sha256(changes.signs ?? text).toString('base64url')
      const clientData = Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }))
      const flags = changes.flags ?? PRESENT_AND_VERIFIED
      const authenticatorData = Buffer.concat([sha256(rpId), Buffer.from([flags, 0, 0, 0, 1])])
      const bytes = Buffer.concat([authenticatorData, sha256(clientData)])
      const signature = sign(algorithm === 'EdDSA' ? null : 'sha256', bytes, privateKey)
      return { credentialId, authenticatorData, clientData, signature }
    },
  }
}

function createKeys(algorithm: Algorithm) {
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519')
  if (algorithm === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2048 })
  return generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
}

function sha256(bytes: string | Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

type Person = Readonly<{ id: string; name: string; passkeys: readonly Passkey[] }>

export function createPerson(number: number, name: string, ...passkeys: readonly Passkey[]): Person {
  const id = `01990000-0000-7000-8000-${String(number).padStart(12, '0')}`
  return { id, name, passkeys: passkeys.length > 0 ? passkeys : [createPasskey()] }
}

export const [bisi, chidi, dayo] = [
  createPerson(1, 'Bisi'),
  createPerson(2, 'Chidi'),
  createPerson(3, 'Dayo'),
]

export type StatementFields = Readonly<Record<string, unknown>>

/** Returns a statement that names these people. */
export function statementOf(people: readonly Person[], more: StatementFields = {}): StatementFields {
  return {
    number: 1,
    previous: null,
    rp_id: RP_ID,
    origin: ORIGIN,
    people_live: 2,
    people_test: 2,
    operators: people.map(({ id, name, passkeys }) => ({
      id,
      name,
      credentials: passkeys.map((passkey) => ({ id: passkey.id, key: passkey.key })),
    })),
    ...more,
  }
}

export const hashOf = (statement: StatementFields): string => sha256(canonicalJson(statement)).toString('hex')

/** Returns a line of the operators file with these signatures. */
export function lineOf(statement: StatementFields, ...signatures: readonly Assertion[]): string {
  return `${JSON.stringify({ statement, signatures: signatures.map(writeAssertion) })}\n`
}

export function writeAssertion({ credentialId, authenticatorData, clientData, signature }: Assertion) {
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
  return {
    credential_id: text(credentialId),
    authenticator_data: text(authenticatorData),
    client_data: text(clientData),
    signature: text(signature),
  }
}

/** Returns an operators file in which these people are in force. */
export function operatorsOf(people: readonly Person[], more: StatementFields = {}) {
  const statement = statementOf(people, more)
  const [current] = verifyOperators(lineOf(statement), hashOf(statement))
  if (current === undefined) throw new Error('there is no statement')
  return { current: () => current, all: () => [current] }
}

/** Returns the assertion of a person's first passkey. */
export function signedBy({ passkeys }: Person, text: string, changes?: Changes): Assertion {
  const [passkey] = passkeys
  if (passkey === undefined) throw new Error('the person has no passkey')
  return passkey.assert(text, changes)
}

export const CASE = '01a1dee6-1366-7ab8-a780-7f2d4afdd6aa'

/** Writes a decision text. */
export function decisionText(
  action: string,
  fields: Readonly<Record<string, unknown>>,
  { mode = 'test', caseId = CASE }: Readonly<{ mode?: string; caseId?: string }> = {},
): string {
  const lines = { mode, case: caseId, kind: 'request', version: 3, ...fields, 'decision.action': action }
  return [
    'Afara decision 1',
    ...Object.entries(lines).map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
  ].join('\n')
}

/** Returns a decision that Bisi and Chidi signed. */
export function decided(...given: Parameters<typeof decisionText>): StoredDecision {
  const text = decisionText(...given)
  return { text, assertions: [signedBy(bisi, text), signedBy(chidi, text)] }
}

const inForce = operatorsOf([bisi, chidi])

/** Returns the decisions of Bisi and Chidi. */
export function decisionsOf(...stored: readonly StoredDecision[]): Decisions {
  return createDecisions(inForce, stored, { nowMs: 0, journal: createDecisionBook() })
}

/** Returns a decision that Bisi alone signed under a standing decision of both, which allows it up to `cap`. */
export function decidedAlone(
  action: string,
  ground: string,
  fields: Readonly<Record<string, unknown>>,
  cap = '10000',
): StoredDecision {
  const caseId = '01a1dee6-1366-7ab8-a780-7f2d4afdd6cc'
  const stored = decided(
    'allow_standing',
    {
      'decision.kind': action,
      'decision.ground': ground,
      'decision.cap_minor': cap,
      'decision.total_minor': cap,
      'decision.expires_at': '2026-12-01T00:00:00Z',
      'decision.business_id': null,
    },
    { caseId },
  )
  const text = decisionText(action, {
    kind: ground,
    'decision.amount_minor': '10000',
    'decision.standing': caseId,
    ...fields,
  })
  const uses = [{ caseId: CASE, text, kind: ground, business: null, ended: null }]
  return { text, assertions: [signedBy(bisi, text)], standing: { stored: [stored], uses } }
}
