import { createFingerprints } from './fingerprints.ts'

/** Wallets that were first paid less than a day ago, or never. */
export type Newcomers = Readonly<{
  add(wallet: string, atMs: number, minor: bigint): void
  /** What a wallet was paid in its first day, which still runs; undefined when we have known it for longer. */
  paidSoFar(wallet: string, atMs: number): bigint | undefined
}>

const DAY_MS = 24 * 3_600_000

/** To pay a kobo first makes nobody known: what counts is the sum of the first day. */
export function createNewcomers(): Newcomers {
  const known = createFingerprints()
  const young = new Map<string, { sinceMs: number; minor: bigint }>()
  const forget = (atMs: number): void => {
    for (const [wallet, { sinceMs }] of young) {
      if (sinceMs > atMs - DAY_MS) return
      young.delete(wallet)
    }
  }
  return {
    add(wallet, atMs, minor) {
      forget(atMs)
      const met = young.get(wallet)
      if (met !== undefined) met.minor += minor
      else if (known.set(wallet, 1) === 0) {
        young.set(wallet, { sinceMs: atMs, minor })
      }
    },
    paidSoFar(wallet, atMs) {
      forget(atMs)
      const met = young.get(wallet)
      if (met !== undefined) return met.minor
      return known.get(wallet) === 0 ? 0n : undefined
    },
  }
}
