import { hash, type KeyObject } from 'node:crypto'
import { createSettingReader, isFields } from '../settings.ts'
import { type RelyingParty, readPasskeyKey } from './assertion.ts'

type Operator = Readonly<{ id: string; name: string; credentials: readonly Credential[] }>

type Credential = Readonly<{
  /** As base64url. */
  id: string
  key: KeyObject
}>

/** One line of the operators file: who may sign decisions from now on. */
export type Statement = Readonly<{
  number: number
  /** SHA-256 of the previous statement, as hex; null for the first. */
  previous: string | null
  party: RelyingParty
  /** The second site at which operators sign: their console. Members never sign there. */
  consoleOrigin: string | undefined
  /** How many different people must sign a decision. */
  people: Readonly<{ live: number; test: number }>
  operators: readonly Operator[]
  /** The bytes that are hashed and signed: canonical JSON. */
  text: string
  hash: string
}>

const SETTINGS = new Set([
  'number',
  'previous',
  'rp_id',
  'origin',
  'console_origin',
  'people_live',
  'people_test',
  'operators',
])
const ORIGIN = /^https?:\/\/[a-z0-9.-]+(?::[0-9]+)?$/
const OPERATOR_SETTINGS = new Set(['id', 'name', 'credentials'])
const CREDENTIAL_SETTINGS = new Set(['id', 'key'])
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
const HASH = /^[0-9a-f]{64}$/
const BASE64URL = /^[A-Za-z0-9_-]+$/

/** Reads a statement. A missing, invalid or unknown field throws: a misspelt one would not be enforced. */
export function readStatement(given: unknown, line: string): Statement {
  const { fields, text, whole, wrong } = createSettingReader(given, SETTINGS, line)
  const party = {
    id: text('rp_id', /^[a-z0-9.-]+$/),
    origin: text('origin', ORIGIN),
  }
  const consoleOrigin = fields['console_origin'] === undefined ? undefined : text('console_origin', ORIGIN)
  if (!isSiteOf(party.origin, party.id)) wrong('origin is not a site of rp_id')
  if (consoleOrigin !== undefined && !isSiteOf(consoleOrigin, party.id))
    wrong('console_origin is not a site of rp_id')
  const people = { live: Number(whole('people_live')), test: Number(whole('people_test')) }
  if (people.live !== 2) wrong('people_live must be 2')
  if (people.test !== 1 && people.test !== 2) wrong('people_test must be 1 or 2')
  if (!Array.isArray(fields['operators'])) return wrong('operators is not a list')
  const operators = fields['operators'].map((one, place) =>
    readOperator(one, `${line}, operator ${place + 1}`),
  )
  requireDifferent(operators, wrong)
  const canonical = canonicalJson(given)
  return {
    number: Number(whole('number')),
    previous: fields['previous'] === null ? null : text('previous', HASH),
    party,
    consoleOrigin,
    people,
    operators,
    text: canonical,
    hash: hash('sha256', canonical),
  }
}

/** Whether a browser lets this site use passkeys of the relying party. */
function isSiteOf(origin: string, id: string): boolean {
  const host = new URL(origin).hostname
  return host === id || host.endsWith(`.${id}`)
}

function readOperator(given: unknown, line: string): Operator {
  const { fields, text, wrong } = createSettingReader(given, OPERATOR_SETTINGS, line)
  const credentials = fields['credentials']
  if (!Array.isArray(credentials) || credentials.length === 0) return wrong('it has no credentials')
  return {
    id: text('id', UUID),
    name: text('name', /\S/),
    credentials: credentials.map((one) => readCredential(one, line)),
  }
}

function readCredential(given: unknown, line: string): Credential {
  const { text, wrong } = createSettingReader(given, CREDENTIAL_SETTINGS, line)
  const spki = text('key', BASE64URL)
  try {
    return { id: text('id', BASE64URL), key: readPasskeyKey(Buffer.from(spki, 'base64url')) }
  } catch (error) {
    return wrong((error as Error).message)
  }
}

/** Requires two operators or more who share nothing. One person under two names could sign alone. */
function requireDifferent(operators: readonly Operator[], wrong: (what: string) => never): void {
  if (operators.length < 2) wrong('it must name at least two operators')
  const isUnique = (values: readonly string[]): boolean => new Set(values).size === values.length
  const credentials = operators.flatMap((operator) => operator.credentials)
  if (!isUnique(operators.map(({ id }) => id))) wrong('it names an operator twice')
  if (!isUnique(credentials.map(({ id }) => id))) wrong('it names a credential twice')
  if (!isUnique(credentials.map(({ key }) => key.export({ format: 'der', type: 'spki' }).toString('hex'))))
    wrong('it names a key twice')
}

/** Writes JSON in one way only: keys sorted, no spaces. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (!isFields(value)) return JSON.stringify(value)
  const pairs = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`)
  return `{${pairs.join(',')}}`
}
