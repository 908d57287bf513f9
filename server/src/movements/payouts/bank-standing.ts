/** What our own attempts to pay at a bank came to, within some time. */
export type BankAttempts = Readonly<{
  succeeded: number
  failed: number
  /** Without an end for five minutes and more. */
  overdue: number
  medianSeconds: number | null
  /** None of the vendors that pay now reaches it. */
  isUnreached: boolean
  /** One of them does not. */
  isImpaired: boolean
}>

export const bankStates = ['good', 'slow', 'degraded', 'down', 'unknown'] as const

export type BankState = (typeof bankStates)[number]

export type BankStanding = Readonly<{
  state: BankState
  attempts: number
  /** Of a hundred attempts, so many came through; null where too few were made. */
  successPercent: number | null
  /** Half of the payments that came through took no longer; null where too few were made. */
  typicalSeconds: number | null
}>

const LEAST_ATTEMPTS = 5
const DOWN_PERCENT = 20
const GOOD_PERCENT = 90
const SLOW_SECONDS = 60

export const unknownStanding: BankStanding = {
  state: 'unknown',
  attempts: 0,
  successPercent: null,
  typicalSeconds: null,
}

/** Four attempts or fewer say nothing: a customer who mistypes a number is not a bank that fails. */
export function isTelling(attempts: BankAttempts): boolean {
  return countOf(attempts) >= LEAST_ATTEMPTS
}

export function judgeBank(tried: BankAttempts): BankStanding {
  const attempts = countOf(tried)
  if (!isTelling(tried)) return { ...unknownStanding, attempts, state: stateOf(tried, null) }
  const successPercent = Math.floor((tried.succeeded * 100) / attempts)
  const typicalSeconds = tried.medianSeconds === null ? null : Math.ceil(tried.medianSeconds)
  return { state: stateOf(tried, successPercent), attempts, successPercent, typicalSeconds }
}

/** The worst that is true. */
function stateOf(tried: BankAttempts, successPercent: number | null): BankState {
  if (tried.isUnreached || (successPercent !== null && successPercent <= DOWN_PERCENT)) return 'down'
  if (tried.isImpaired || (successPercent !== null && successPercent < GOOD_PERCENT)) return 'degraded'
  if (successPercent === null) return 'unknown'
  return (tried.medianSeconds ?? 0) > SLOW_SECONDS ? 'slow' : 'good'
}

function countOf({ succeeded, failed, overdue }: BankAttempts): number {
  return succeeded + failed + overdue
}
