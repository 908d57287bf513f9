import type { Operation } from '../document/operation.ts'
import { type Exchange, oneRequest } from '../exchange.ts'
import type { RequestKind, Setting } from '../kinds.ts'
import { toRequest, withDraftHeader } from '../requests/draft.ts'
import { draftValid } from '../requests/draft-valid.ts'

const KEY = 'svc-sec-key'
const GARBAGE = Buffer.from('{"amount":')

/** Breaks several rules at once. The reply must be about the first: the URL, the key, its scope, then the body. */
export function brokenOrderKinds(operations: readonly Operation[]): RequestKind[] {
  const kinds = operations.filter(({ needsKey }) => needsKey).flatMap(orderKinds)
  return [...kinds, ...operations.flatMap((operation) => methodKinds(operation, operations))]
}

function orderKinds(operation: Operation): RequestKind[] {
  const kind = (name: string, make: (setting: Setting) => Exchange): RequestKind => ({
    className: 'broken',
    name: `${operation.id} ${name}`,
    make,
  })
  const url = kind('an unknown URL before a wrong key', (setting) => {
    const request = toRequest(withDraftHeader(draftValid(operation, setting), KEY, 'wrong'))
    const [path = ''] = request.target.split('?')
    return oneRequest({ ...request, target: `${path}/none` }, undefined, { statuses: [404] })
  })
  if (operation.body === undefined) return [url]
  return [
    url,
    kind('a wrong key before a wrong body', (setting) => {
      const request = toRequest(
        withDraftHeader(draftValid(operation, setting), KEY, setting.world.poorKeys.unknown),
      )
      const expected = { statuses: [401], code: 'key_unknown' }
      return oneRequest({ ...request, body: GARBAGE }, operation, expected, { isAlone: true })
    }),
    kind('a missing scope before a wrong body', (setting) => {
      const request = toRequest(
        withDraftHeader(draftValid(operation, setting), KEY, setting.world.poorKeys.readOnly),
      )
      return oneRequest({ ...request, body: GARBAGE }, operation, { statuses: [403], code: 'scope_missing' })
    }),
    kind('a wrong body before a wrong Idempotency-Key', (setting) => {
      const request = toRequest(
        withDraftHeader(draftValid(operation, setting), 'idempotency-key', 'two words'),
      )
      return oneRequest({ ...request, body: GARBAGE }, operation, { statuses: [400], code: 'malformed' })
    }),
  ]
}

const METHODS = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'SEARCH',
  'QUERY',
]

/** A URL with a method that it does not have counts as a URL that does not exist. */
function methodKinds(operation: Operation, operations: readonly Operation[]): RequestKind[] {
  const known = operations.filter(({ path }) => path === operation.path)
  return METHODS.filter((method) => known.every((other) => other.method !== method)).map((method) => ({
    className: 'broken',
    name: `${operation.id} by ${method}`,
    make: (setting) => {
      const request = toRequest(draftValid(operation, setting))
      return oneRequest({ ...request, method }, undefined, { statuses: [404] }, { isAlone: true })
    },
  }))
}
