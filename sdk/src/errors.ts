import type { ErrorCode, Problem } from './generated/api-types.ts'

/** The facts about a reply that was not a success. */
export type ErrorFacts = Readonly<{
  /** For programs. A code never changes its meaning, and new codes may be added. */
  code: ErrorCode | (string & {})
  message: string
  status?: number
  /** Every field that is wrong. */
  errors?: readonly Problem[]
  /** Quote this id when you contact us. */
  requestId?: string
  /** The page that explains the code and its fix. */
  docsUrl?: string
  /** The recommended fix, in one sentence. */
  fix?: string
  /** The Idempotency-Key of the request. A repeat with the same key cannot be recorded twice. */
  idempotencyKey?: string
  retryAfterMs?: number
  cause?: unknown
}>

/** Base class of all errors about a reply. `message` says what is wrong and what to do next. */
export class AfaraError extends Error {
  override readonly name: string = 'AfaraError'
  readonly code: ErrorFacts['code']
  readonly status: number | undefined
  readonly errors: readonly Problem[]
  readonly requestId: string | undefined
  readonly docsUrl: string | undefined
  readonly fix: string | undefined
  readonly idempotencyKey: string | undefined
  /** How long the service asks you to wait (429, 503). */
  readonly retryAfterMs: number | undefined

  constructor(facts: ErrorFacts) {
    super(sentences(facts), { cause: facts.cause })
    this.code = facts.code
    this.status = facts.status
    this.errors = facts.errors ?? []
    this.requestId = facts.requestId
    this.docsUrl = facts.docsUrl
    this.fix = facts.fix
    this.idempotencyKey = facts.idempotencyKey
    this.retryAfterMs = facts.retryAfterMs
  }
}

/** The key is wrong, or is not allowed to do this or to call from here (401, 403). A repeat does not help. */
export class KeyError extends AfaraError {
  override readonly name = 'KeyError'
}

/** The request breaks a rule (any other 4xx). Fix what `errors` names; the fixed request may keep its Idempotency-Key. */
export class RefusedError extends AfaraError {
  override readonly name: string = 'RefusedError'
}

/** The request contradicts an earlier one (409). `transactionId` is the transaction of the earlier request, if it is known. */
export class ConflictError extends RefusedError {
  override readonly name = 'ConflictError'
  get transactionId(): string | undefined {
    return this.errors.find((problem) => problem.transaction_id !== undefined)?.transaction_id
  }
}

/** Too many requests (429). Wait `retryAfterMs`. */
export class RateLimitedError extends AfaraError {
  override readonly name = 'RateLimitedError'
}

/** The service failed or is not available (5xx). A write may still have been recorded. */
export class UnavailableError extends AfaraError {
  override readonly name = 'UnavailableError'
}

/** There was no reply, or it cannot be read. A write may still have been recorded. */
export class ConnectionError extends AfaraError {
  override readonly name = 'ConnectionError'
}

/** A number is missing in the feed. State that is built from an incomplete feed would be wrong: read the feed again from `after`. */
export class FeedGapError extends AfaraError {
  override readonly name = 'FeedGapError'
  readonly after: number
  readonly found: number
  constructor(after: number, found: number) {
    super({
      code: 'feed_gap',
      message: `The feed jumped from ${after} to ${found}. Events in between are missing.`,
      fix: `Read the feed again after ${after}. If the events are still missing, contact us.`,
    })
    this.after = after
    this.found = found
  }
}

function sentences({ message, code, errors = [], fix, requestId, idempotencyKey }: ErrorFacts): string {
  const fields = errors
    .filter((problem) => problem.message !== message)
    .map((problem) => `${problem.field}: ${problem.message}`)
  const details = [code, requestId === undefined ? undefined : `request ${requestId}`]
  const parts = [
    message,
    ...fields,
    ...(fix === undefined || fix === message ? [] : [fix]),
    ...(idempotencyKey === undefined
      ? []
      : [`Repeat the request with idempotencyKey "${idempotencyKey}": it cannot be recorded twice.`]),
  ]
  return `${parts.join(' ')} (${details.filter((one) => one !== undefined).join(', ')})`
}
