import { isIPv6 } from 'node:net'
import type { Clock } from '../../kernel/clock/clock.ts'

/** Counts keys that were not right, by the address they came from, so that guessing stays slow. In this process only. */
export type FailureLimiter = Readonly<{
  /** False when the address has failed too often lately. Otherwise the attempt counts as failed until it is forgiven. */
  attempt(address: string): boolean
  /** The key was right after all. */
  forgive(address: string): void
  secondsLeft(): number
  addresses(): number
}>

const WINDOW_MS = 10_000
const MOST_FAILURES = 50
// Beyond these nothing is counted until the window ends: memory has a bound even when the whole network guesses.
const MOST_ADDRESSES = 10_000

export function createFailureLimiter({ clock }: { clock: Clock }): FailureLimiter {
  let failures = new Map<string, number>()
  let endsAtMs = 0

  const turnPage = (): void => {
    const nowMs = clock.now().getTime()
    if (nowMs < endsAtMs && nowMs >= endsAtMs - WINDOW_MS) return
    endsAtMs = nowMs + WINDOW_MS
    failures = new Map()
  }

  return {
    attempt: (address) => {
      turnPage()
      const source = sourceOf(address)
      const count = failures.get(source)
      if (count === undefined && failures.size >= MOST_ADDRESSES) return true
      if ((count ?? 0) >= MOST_FAILURES) return false
      failures.set(source, (count ?? 0) + 1)
      return true
    },
    forgive: (address) => {
      const source = sourceOf(address)
      const count = failures.get(source)
      if (count === undefined) return
      if (count === 1) failures.delete(source)
      else failures.set(source, count - 1)
    },
    secondsLeft: () => Math.max(1, Math.ceil((endsAtMs - clock.now().getTime()) / 1000)),
    addresses: () => failures.size,
  }
}

/** One customer of an IPv6 network has a /64 of addresses, and counts as one. */
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
