import { Refusal } from '../../kernel/refusal.ts'

/** Limits of requests are counted in windows of this length. */
export const requestWindowMs = 10_000

const defaultRequestLimit = 1_000
const MAX_REQUEST_LIMIT = 10_000_000

/** How often a key may call in each window. */
export function parseRequestLimit(limit = defaultRequestLimit): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_REQUEST_LIMIT) return limit
  throw new Refusal(
    'rate_limit_invalid',
    `A key may call 1 to ${MAX_REQUEST_LIMIT} times in each ${requestWindowMs / 1000} seconds: give a whole number.`,
  )
}
