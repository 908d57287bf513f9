/** Faults of a vendor. */
export const rateFaults = [
  'none',
  'timeout',
  'error_500',
  'too_many_requests',
  'half_body',
  'html',
  'huge',
  'not_utf8',
  'binary',
  'inverted',
  'stale',
  'future',
  'not_a_number',
  'wrong_type',
  'wrong_base',
  'no_prices',
  'crossed',
  'jump',
] as const

export type RateFault = (typeof rateFaults)[number]

export function isRateFault(value: unknown): value is RateFault {
  return rateFaults.some((fault) => fault === value)
}
