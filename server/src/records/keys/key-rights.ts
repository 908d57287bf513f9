import { Refusal } from '../../kernel/refusal.ts'

/**
 * A key has `payouts` and `webhooks` only on explicit request. `payouts` allows naira payments to any bank account. `webhooks` allows every
 * event of the business to be sent to any URL.
 */
export const keyScopes = ['read', 'buy', 'sell', 'payouts', 'webhooks'] as const

export type KeyScope = (typeof keyScopes)[number]

/** What a caller may do. `decide` is only for a person who confirmed one decision about a case with a passkey. */
export type GrantedScope = KeyScope | 'decide'

export const defaultScopes: readonly KeyScope[] = ['read', 'buy', 'sell']

export function parseScopes(texts: readonly string[]): KeyScope[] {
  const unknown = texts.find((text) => !keyScopes.some((scope) => scope === text))
  if (unknown !== undefined) {
    throw new Refusal('scope_unknown', `"${unknown}" is not a scope. Use ${keyScopes.join(', ')}.`)
  }
  const chosen = keyScopes.filter((scope) => texts.includes(scope))
  return chosen.length > 0 ? chosen : [...defaultScopes]
}

const EXPIRY = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/

/** Reads the expiry of a key. A date is its first moment in UTC; a time has a time zone. `never` is null. */
export function parseExpiry(text: string, now: Date): Date | null {
  if (text === 'never') return null
  const at = EXPIRY.test(text) ? new Date(text) : undefined
  if (at === undefined || Number.isNaN(at.getTime()) || !isRealDay(text)) {
    throw new Refusal(
      'expiry_invalid',
      `"${text}" is not an expiry. Use a date such as 2027-06-30 (it expires when this day begins, UTC), a time such as 2027-06-30T12:00:00Z, or never.`,
    )
  }
  if (at > now) return at
  throw new Refusal('expiry_invalid', `${at.toISOString()} is in the past. Use a later time.`)
}

/** JavaScript reads 31 February as 3 March. */
function isRealDay(text: string): boolean {
  const day = text.slice(0, 10)
  return new Date(day).toISOString().startsWith(day)
}

/** Length of the windows in which requests are counted. */
export const requestWindowMs = 10_000

const defaultRequestLimit = 1_000
const MAX_REQUEST_LIMIT = 10_000_000

/** Checks the maximum number of requests in each window. */
export function parseRequestLimit(limit = defaultRequestLimit): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_REQUEST_LIMIT) return limit
  throw new Refusal(
    'rate_limit_invalid',
    `The limit must be a whole number from 1 to ${MAX_REQUEST_LIMIT} requests per ${requestWindowMs / 1000} seconds.`,
  )
}
