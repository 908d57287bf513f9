import { type Clock, within } from '../../kernel/clock/clock.ts'
import type { RequestLease } from '../../records/keys/api-key-store.ts'
import { requestWindowMs } from '../../records/keys/key-rights.ts'

/** A key's present window, as far as this process knows it. */
export type KeyWindow = {
  readonly keyId: string
  readonly number: number
  readonly limit: number
  readonly block: number
  /** The limit as the header RateLimit-Policy tells it. */
  readonly policy: string
  used: number
  /** How many may be used before asking again. At first a block on credit, which the first lease pays for. */
  allowance: number
  /** How many PostgreSQL gave to this process, and to all others. */
  granted: number
  elsewhere: number
  /** From this use on, the limiter leases more. */
  askAt: number
  isExhausted: boolean
  failedAtMs: number
  waiting: number
  asking: Promise<void> | undefined
}

export type RequestLimiter = Readonly<{
  windowOf(key: Readonly<{ id: string; requestsPerWindow: number }>): KeyWindow
  /** Counts one request; false when the window is used up. Waits only when a burst outruns the leases. */
  take(window: KeyWindow): boolean | Promise<boolean>
  /** How many requests the window still has, all processes taken together, as far as is known here. */
  remaining(window: KeyWindow): number
  secondsLeft(): number
  readonly counts: Readonly<{ leases: number; failedLeases: number; refusals: number }>
}>

const MOST_AT_ONCE = 500
const LEASE_WITHIN_MS = 1_000
const RETRIED_AFTER_MS = 1_000

/**
 * One limit per key, shared by all processes. Each takes requests in blocks from PostgreSQL before it runs out, so that
 * counting a request is a subtraction in memory. The first block of a window is used on credit and paid for by the first
 * lease: a key that calls seldom costs PostgreSQL nothing, and a limit is exact to one block for each process.
 */
export function createRequestLimiter(deps: {
  lease(keyId: string, wanted: number, most: number): Promise<RequestLease>
  clock: Clock
  onLeaseFailed?: (error: unknown) => void
}): RequestLimiter {
  const counts = { leases: 0, failedLeases: 0, refusals: 0 }
  // Windows are PostgreSQL's: every lease says what time it is there, and this is the difference.
  let aheadMs = 0
  let number = 0
  // All keys' windows end together, so nothing of an old one needs to be kept.
  let windows = new Map<string, KeyWindow>()

  const serverNowMs = (): number => deps.clock.now().getTime() + aheadMs

  const turnPage = (): void => {
    const current = Math.floor(serverNowMs() / requestWindowMs)
    // One back is only the difference measured anew; more is a clock that was set back.
    if (current === number || current === number - 1) return
    number = current
    windows = new Map()
  }

  const windowOf = (keyId: string, limit: number): KeyWindow => {
    turnPage()
    let window = windows.get(keyId)
    if (window === undefined) {
      window = openWindow(keyId, number, limit)
      windows.set(keyId, window)
    }
    return window
  }

  const askForMore = async (window: KeyWindow): Promise<void> => {
    const unpaid = window.allowance - window.granted
    const wanted = unpaid + window.block + window.waiting
    counts.leases += 1
    try {
      const lease = await within(LEASE_WITHIN_MS, deps.lease(window.keyId, wanted, window.limit))
      aheadMs = lease.atMs - deps.clock.now().getTime()
      // While it was asked for, a new window may have begun, here or there.
      const current = windowOf(window.keyId, window.limit)
      if (lease.windowNumber === current.number) settle(current, wanted, lease)
    } catch (error) {
      window.askAt = Number.POSITIVE_INFINITY
      window.failedAtMs = deps.clock.now().getTime()
      counts.failedLeases += 1
      deps.onLeaseFailed?.(error)
    }
    window.asking = undefined
  }

  const ask = async (window: KeyWindow): Promise<void> => {
    window.asking = askForMore(window)
    return window.asking
  }

  const take = (window: KeyWindow): boolean | Promise<boolean> => {
    if (window.used < window.allowance) {
      window.used += 1
      if (window.used >= window.askAt && window.asking === undefined) void ask(window)
      return true
    }
    if (window.isExhausted || hasJustFailed(window)) return refuse()
    return takeLater(window)
  }

  const takeLater = async (window: KeyWindow): Promise<boolean> => {
    window.waiting += 1
    await (window.asking ?? ask(window))
    window.waiting -= 1
    return take(windowOf(window.keyId, window.limit))
  }

  /** Without PostgreSQL a key has its credit, one block in each window, and no more. */
  const hasJustFailed = ({ failedAtMs }: KeyWindow): boolean =>
    deps.clock.now().getTime() - failedAtMs < RETRIED_AFTER_MS

  const refuse = (): false => {
    counts.refusals += 1
    return false
  }

  return {
    windowOf: ({ id, requestsPerWindow }) => windowOf(id, requestsPerWindow),
    take,
    remaining: ({ limit, used, allowance, elsewhere, isExhausted }) =>
      Math.max(0, isExhausted ? allowance - used : limit - elsewhere - used),
    secondsLeft: () => Math.max(1, Math.ceil(((number + 1) * requestWindowMs - serverNowMs()) / 1000)),
    counts,
  }
}

function openWindow(keyId: string, number: number, limit: number): KeyWindow {
  const block = Math.min(Math.max(Math.floor(limit / 10), 1), MOST_AT_ONCE)
  return {
    keyId,
    number,
    limit,
    block,
    policy: `"key";q=${limit};w=${requestWindowMs / 1000}`,
    used: 0,
    allowance: block,
    granted: 0,
    elsewhere: 0,
    askAt: block - Math.floor(block / 2),
    isExhausted: false,
    failedAtMs: Number.NEGATIVE_INFINITY,
    waiting: 0,
    asking: undefined,
  }
}

function settle(window: KeyWindow, wanted: number, { granted, taken }: RequestLease): void {
  window.granted += granted
  window.elsewhere = taken - window.granted
  window.isExhausted = granted < wanted
  window.allowance = Math.max(window.block, window.granted)
  window.askAt = window.isExhausted
    ? Number.POSITIVE_INFINITY
    : window.allowance - Math.floor(window.block / 2)
}
