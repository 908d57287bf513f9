import type { Listener, Operation } from './document/operation.ts'
import { type Draft, toRequest } from './requests/draft.ts'
import type { Reply } from './wire/reply.ts'
import { encodeRequest, type FuzzRequest } from './wire/request.ts'

/** Requirements for the reply to one request, in addition to the document. */
export type Expectation = Readonly<{
  /** Allowed statuses. If empty, the document decides. */
  statuses: readonly number[]
  /** Code of the error, if the reply is an error. */
  code?: string
  /** The only field that the error may name. */
  field?: string
  /** A 404 for an unknown URL is accepted too. */
  mayBeNowhere?: boolean
  /** Returns a description of the problem with the reply, or undefined if there is none. */
  check?: (reply: Reply) => string | undefined
}>

export type Asked = Readonly<{
  method: string
  /** The operation that declares the replies. If undefined, there is no such operation and the reply must be 404. */
  operation: Operation | undefined
  expected: Expectation
}>

/** Bytes to send on a connection, and the required replies. */
export type Exchange = Readonly<{
  listener: Listener
  pieces: readonly Buffer[]
  asked: readonly Asked[]
  /** See `Sending`. A request that could be accepted is never cut off, because its outcome would be unknown. */
  hangUp?: 'at-once' | 'when-silent'
  /** Uses its own connection and a unique address, so that it affects no other caller. */
  isAlone?: boolean
  /** The address of this machine to send from, if `isAlone` and the address matters. */
  address?: string
  /** The bytes are not proper HTTP, so the server may close the connection with or without a reply. */
  mayHangUp?: boolean
}>

/** Accepts any reply that the document allows. */
export const ANY: Expectation = { statuses: [] }

export function oneRequest(
  request: FuzzRequest,
  operation: Operation | undefined,
  expected: Expectation,
  more: Pick<Exchange, 'isAlone' | 'address' | 'mayHangUp' | 'hangUp'> = {},
): Exchange {
  const { listener, method } = request
  return { listener, pieces: [encodeRequest(request)], asked: [{ method, operation, expected }], ...more }
}

export function oneDraft(
  draft: Draft,
  expected: Expectation,
  more: Pick<Exchange, 'isAlone' | 'address'> = {},
): Exchange {
  return oneRequest(toRequest(draft), draft.operation, expected, more)
}

/** Returns the success statuses of an operation. */
export function successOf({ answers, id }: Operation): number[] {
  const good = [...answers.keys()].filter((status) => status >= 200 && status < 300)
  return [...good, ...(besides[id] ?? [])]
}

/** Reports whether a valid request may also be refused. */
export function mayBeRefused({ id }: Operation): boolean {
  return besides[id] !== undefined
}

/**
 * Other allowed statuses for valid requests. A request may be too early, because here nothing is paid, no tokens are expected, and so no
 * decision waits for a business (`prove -- decide` makes every decision). No business here is approved for standing numbers. It may be too
 * frequent, because name enquiries and endpoints are limited. It may be too late, because an endpoint can be removed only once, and a batch
 * cancelled only once.
 */
const besides: Readonly<Record<string, readonly number[]>> = {
  'GET /transactions/v1/{id}/receipt': [409],
  'POST /banks/v1/name-enquiry': [429],
  'POST /webhooks/v1/endpoints': [422],
  'POST /webhooks/v1/endpoints/{id}/remove': [404],
  'POST /sandbox/v1/deposits': [404],
  'POST /transactions/v1/{id}/accept': [409],
  'POST /transactions/v1/{id}/return': [409],
  'POST /transactions/v1/{id}/wallet': [409],
  'POST /transactions/v1/{id}/beneficiary': [409],
  'POST /payouts/v1/batches': [429],
  'POST /payouts/v1/batches/{id}/confirm': [409],
  'POST /payouts/v1/batches/{id}/cancel': [409],
  'POST /collections/v1/numbers': [403],
  'GET /collections/v1/numbers/{id}': [404],
  'POST /collections/v1/numbers/{id}/end': [404],
  'GET /cases/v1/{id}': [404],
  'POST /cases/v1/{id}/decisions': [404],
}
