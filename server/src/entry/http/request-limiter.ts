import { type Clock, within } from '../../kernel/clock/clock.ts'
import type { RequestLease } from '../../records/keys/api-key-store.ts'
import { requestWindowMs } from '../../records/keys/key-rights.ts'

/** A key's current window, as this process knows it. */
export type KeyWindow = {
  readonly keyId: string
  readonly number: number
  readonly limit: number
  readonly block: number
  /** The limit in the format of the header RateLimit-Policy. */
  readonly policy: string
  used: number
  /** Number of requests that may be used before the next lease. It starts with one block on credit, which the first lease covers. */
  allowance: number
  /** Number of requests that PostgreSQL granted to this process. `elsewhere` is the number that it granted to all other processes. */
  granted: number
  elsewhere: number
  /** When `used` reaches this number, the limiter leases more. */
  askAt: number
  isExhausted: boolean
  /** Number of requests that were refused, with which the key shows whether it waits for the next window. */
  refused: number
  failedAtMs: number
  waiting: number
  asking: Promise<void> | undefined
}

export type RequestLimiter = Readonly<{
  windowOf(key: Readonly<{ id: string; requestsPerWindow: number }>): KeyWindow
  /**
   * Counts a request, as `cost` requests. Returns false when the window is used up. Waits only when a burst exceeds the leases. A request
   * that costs more than the whole limit costs the limit.
   */
  take(window: KeyWindow, cost?: number): boolean | Promise<boolean>
  /** Returns the requests that remain in the window for all processes together, as far as this process knows. */
  remaining(window: KeyWindow): number
  secondsLeft(): number
  readonly counts: Readonly<{ leases: number; failedLeases: number; refusals: number }>
}>

const MOST_AT_ONCE = 500
const LEASE_WITHIN_MS = 1_000
const RETRIED_AFTER_MS = 1_000

/**
 * One limit per key, shared by all processes. Each process leases requests in blocks from PostgreSQL before it runs out, so counting a
 * request is a subtraction in memory. The first block of a window is used on credit and covered by the first lease. So a key with few
 * requests costs PostgreSQL nothing, and a limit is exact to one block per process.
 */
export function createRequestLimiter(deps: {
  lease(keyId: string, wanted: number, most: number): Promise<RequestLease>
  clock: Clock
  onLeaseFailed?: (error: unknown) => void
}): RequestLimiter {
  const counts = { leases: 0, failedLeases: 0, refusals: 0 }
  // Windows follow PostgreSQL's clock. Every lease returns PostgreSQL's time. This is how far that time is ahead of ours.
  let aheadMs = 0
  let number = 0
  // The windows of all keys end together, so old ones need not be kept.
  let windows = new Map<string, KeyWindow>()

  const serverNowMs = (): number => deps.clock.now().getTime() + aheadMs

  const turnPage = (): void => {
    const current = Math.floor(serverNowMs() / requestWindowMs)
    // If the number goes back by one, only the measured difference has changed. If it goes back by more, a clock was set back.
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
      // A new window may have started during the request, here or in PostgreSQL.
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

  const take = (window: KeyWindow, cost = 1): boolean | Promise<boolean> => {
    const counted = Math.min(cost, window.limit)
    if (window.used + counted <= window.allowance) {
      window.used += counted
      if (window.used >= window.askAt && window.asking === undefined) void ask(window)
      return true
    }
    if (window.isExhausted || hasJustFailed(window)) return refuse(window)
    return takeLater(window, counted)
  }

  const takeLater = async (window: KeyWindow, cost: number): Promise<boolean> => {
    window.waiting += cost
    await (window.asking ?? ask(window))
    window.waiting -= cost
    return take(windowOf(window.keyId, window.limit), cost)
  }

  /** While leases fail, a key has only the one block per window that it may use on credit. */
  const hasJustFailed = ({ failedAtMs }: KeyWindow): boolean =>
    deps.clock.now().getTime() - failedAtMs < RETRIED_AFTER_MS

  const refuse = (window: KeyWindow): false => {
    window.refused += 1
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
    refused: 0,
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
