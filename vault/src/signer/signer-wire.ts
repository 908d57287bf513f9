import { fromHex } from '../shared/bytes.ts'
import { BadRequest, type Fields, fieldsOf, isId, requireNothing } from '../shared/read-fields.ts'
import type { SignRequest } from './answers.ts'
import type { BuildOpening, BuildSweep, SweepItem, Terms } from './families/family.ts'

type Place = Readonly<{ mode: string; network: string }>

/** The deposit addresses to sweep with their amounts, nonce and terms. Everything else comes from the policy. */
export type SweepOrder = Place & BuildSweep

/** The deposit addresses to open, so that they can receive tokens. */
export type OpeningOrder = Place & BuildOpening

const MOST_REQUESTS = 200
const MOST_BYTES = 4096
const SALT = /^0x[0-9a-f]{64}$/
const WHOLE = /^(?:0|[1-9][0-9]{0,29})$/
const MOST_NONCE = 2n ** 64n
const MOST_UNITS = 2n ** 256n
const MOST_TERM = 128

/** Reads `{"requests": [{"transfer_id", "kind", "unsigned": "0x…"}]}`. Any other field is refused. */
export function readSignRequests(body: unknown): SignRequest[] {
  const { requests, ...rest } = fieldsOf(body)
  if (!Array.isArray(requests) || Object.keys(rest).length > 0)
    throw new BadRequest('the body must be {"requests": […]}')
  if (requests.length > MOST_REQUESTS)
    throw new BadRequest(`requests must have at most ${MOST_REQUESTS} items`)
  return requests.map(readRequest)
}

function readRequest(value: unknown): SignRequest {
  const { transfer_id: transferId, kind, unsigned, ...rest } = fieldsOf(value)
  const bytes = typeof unsigned === 'string' ? fromHex(unsigned) : undefined
  if (!isId(transferId)) throw new BadRequest('transfer_id must be a UUID')
  if (kind !== 'pay' && kind !== 'bump' && kind !== 'cancel')
    throw new BadRequest('kind must be pay, bump or cancel')
  if (bytes === undefined || bytes.length > MOST_BYTES)
    throw new BadRequest(`unsigned must be at most ${MOST_BYTES} bytes in hex`)
  requireNothing(rest)
  return { transferId, kind, unsigned: bytes }
}

/** Reads `{"mode", "network", "nonce", "items": [{"salt": "0x…", "units"}], "terms": {…}}`. Any other field is refused. */
export function readSweepOrder(body: unknown): SweepOrder {
  const order = fieldsIn(body, ['mode', 'network', 'nonce', 'items', 'terms'])
  const items = listIn(order, 'items').map(readItem)
  requireOwnSalts(items.map(({ salt }) => salt))
  return {
    ...readPlace(order),
    nonce: wholeIn(order, 'nonce', MOST_NONCE),
    items,
    terms: readTexts(order.terms),
  }
}

/** Reads `{"mode", "network", "salts": ["0x…"], "terms": {…}}`. Any other field is refused. */
export function readOpeningOrder(body: unknown): OpeningOrder {
  const order = fieldsIn(body, ['mode', 'network', 'salts', 'terms'])
  const salts = listIn(order, 'salts').map(readSalt)
  requireOwnSalts(salts)
  return { ...readPlace(order), salts, terms: readTexts(order.terms) }
}

function fieldsIn(value: unknown, names: readonly string[]): Fields {
  const fields = objectOf(value)
  const odd = Object.keys(fields).find((name) => !names.includes(name))
  if (odd !== undefined) throw new BadRequest(`the field ${odd} does not exist`)
  return fields
}

function objectOf(value: unknown): Fields {
  if (Array.isArray(value)) throw new BadRequest('expected a JSON object')
  return fieldsOf(value)
}

function readPlace({ mode, network }: Fields): Place {
  if (typeof mode !== 'string' || typeof network !== 'string')
    throw new BadRequest('mode and network must be text')
  return { mode, network }
}

function listIn(fields: Fields, name: string): readonly unknown[] {
  const list = fields[name]
  if (!Array.isArray(list) || list.length === 0)
    throw new BadRequest(`${name} must be a list with at least one item`)
  return list
}

function readItem(value: unknown): SweepItem {
  const item = fieldsIn(value, ['salt', 'units'])
  return { salt: readSalt(item.salt), units: wholeIn(item, 'units', MOST_UNITS) }
}

function readSalt(value: unknown): string {
  if (typeof value === 'string' && SALT.test(value)) return value
  throw new BadRequest('a salt must be 32 bytes in hex')
}

function requireOwnSalts(salts: readonly string[]): void {
  if (new Set(salts).size !== salts.length) throw new BadRequest('the request names a salt twice')
}

function readTexts(value: unknown): Terms {
  const terms = objectOf(value)
  const isText = (one: unknown): boolean => typeof one === 'string' && one.length <= MOST_TERM
  if (!Object.values(terms).every(isText))
    throw new BadRequest(`a term must be text of at most ${MOST_TERM} characters`)
  return terms as Terms
}

function wholeIn(fields: Fields, name: string, below: bigint): bigint {
  const value = fields[name]
  if (typeof value !== 'string' || !WHOLE.test(value)) throw new BadRequest(`${name} is not a whole number`)
  if (BigInt(value) >= below) throw new BadRequest(`${name} is too large`)
  return BigInt(value)
}
