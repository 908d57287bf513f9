import type { Listener, Operation } from './document/operation.ts'
import { type Draft, toRequest } from './requests/draft.ts'
import type { Reply } from './wire/reply.ts'
import { encodeRequest, type FuzzRequest } from './wire/request.ts'

/** What the answer to one request must be, beside what the document says of every answer. */
export type Expectation = Readonly<{
  /** Any of these; empty leaves it to the document. */
  statuses: readonly number[]
  /** The error's code, where it is an error. */
  code?: string
  /** The only field that the error may name. */
  field?: string
  /** That there is nothing at this URL is as good an answer as any. */
  mayBeNowhere?: boolean
  /** What is wrong with the answer, in words; undefined when nothing is. */
  check?: (reply: Reply) => string | undefined
}>

export type Asked = Readonly<{
  method: string
  /** Whose answers count. Undefined: there is no such operation, and the answer is 404. */
  operation: Operation | undefined
  expected: Expectation
}>

/** Bytes for a connection, and what must come back. */
export type Exchange = Readonly<{
  listener: Listener
  pieces: readonly Buffer[]
  asked: readonly Asked[]
  /** See `Sending`. What could be accepted is never cut off: nobody would learn that it was. */
  hangUp?: 'at-once' | 'when-silent'
  /** On a connection of its own and from an address that nobody else has, so that it disturbs no neighbour. */
  isAlone?: boolean
  /** Where it comes from when it is alone, if that matters: an address of this machine. */
  address?: string
  /** It is not proper HTTP: the connection may be closed, with a short word or without. */
  mayHangUp?: boolean
}>

/** Whatever the document allows. */
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

/** The statuses of success that the document gives an operation. */
export function successOf({ answers, id }: Operation): number[] {
  const good = [...answers.keys()].filter((status) => status >= 200 && status < 300)
  return [...good, ...(besides[id] ?? [])]
}

/** Whether what is right may be refused all the same. */
export function mayBeRefused({ id }: Operation): boolean {
  return besides[id] !== undefined
}

/**
 * What is right may be too early, because nothing here is paid and no tokens are awaited; asked too often, because a client that requests names or
 * endpoints without end is stopped; or too late, because an endpoint is removed once.
 */
const besides: Readonly<Record<string, readonly number[]>> = {
  'GET /transactions/v1/{id}/receipt': [409],
  'POST /banks/v1/name-enquiry': [429],
  'POST /webhooks/v1/endpoints': [422],
  'POST /webhooks/v1/endpoints/{id}/remove': [404],
  'POST /sandbox/v1/deposits': [404],
}
