import { isIPv6 } from 'node:net'
import type { Clock } from '../../kernel/clock/clock.ts'

/** Counts rare events (wrong keys, forged notifications) by source address. Each process counts on its own. */
export type FailureLimiter = Readonly<{
  isTooMany(address: string): boolean
  /** Counts one failure. Call this only after a key was found wrong: many callers with good keys may share one address. */
  count(address: string): void
  secondsLeft(): number
  addresses(): number
  /** Number of counted events of all addresses in this window. */
  total(): number
}>

const WINDOW_MS = 10_000
const MOST_FAILURES = 50
// Further addresses are not counted until the window ends, so that memory stays bounded even if very many addresses guess.
const MOST_ADDRESSES = 20_000

export function createFailureLimiter({
  clock,
  most = MOST_FAILURES,
  windowMs = WINDOW_MS,
}: {
  clock: Clock
  most?: number
  windowMs?: number
}): FailureLimiter {
  let failures = new Map<string, number>()
  let endsAtMs = 0
  let total = 0

  const turnPage = (): void => {
    const nowMs = clock.now().getTime()
    if (nowMs < endsAtMs && nowMs >= endsAtMs - windowMs) return
    endsAtMs = nowMs + windowMs
    failures = new Map()
    total = 0
  }

  return {
    isTooMany: (address) => {
      turnPage()
      return (failures.get(sourceOf(address)) ?? 0) >= most
    },
    count: (address) => {
      turnPage()
      total += 1
      const source = sourceOf(address)
      const before = failures.get(source)
      if (before === undefined && failures.size >= MOST_ADDRESSES) return
      failures.set(source, (before ?? 0) + 1)
    },
    secondsLeft: () => Math.max(1, Math.ceil((endsAtMs - clock.now().getTime()) / 1000)),
    addresses: () => failures.size,
    total: () => {
      turnPage()
      return total
    },
  }
}

/** Returns the source that an address belongs to. One customer of an IPv6 network has a whole /64 of addresses, which is one source. */
function sourceOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const last = tail === '' ? [] : tail.split(':')
    while (groups.length + last.length < 8) groups.push('0')
    groups.push(...last)
  }
  return groups.slice(0, 4).join(':')
}
