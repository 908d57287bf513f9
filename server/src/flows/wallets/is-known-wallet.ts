import type { WalletTarget } from '../../records/transactions/wallet-answer.ts'

const MINUTE_MS = 60_000
const FINE_FOR_MS = 60 * MINUTE_MS
// Tokens have arrived there, so it is somebody's wallet. What has changed since fails on its network without moving anything.
const PAID_FOR_MS = 30 * 24 * 60 * MINUTE_MS

/** Whether a wallet need not be asked about: it was within the hour, for as much or more, or tokens of ours arrived there lately. */
export function isKnownWallet({ fine, paidAt, tokensMinor, isOurs }: WalletTarget, now: Date): boolean {
  if (isOurs) return false
  const ageMs = (at: Date) => now.getTime() - at.getTime()
  if (fine !== undefined && fine.tokensMinor >= tokensMinor && ageMs(fine.at) < FINE_FOR_MS) return true
  return fine !== undefined && paidAt !== undefined && ageMs(paidAt) < PAID_FOR_MS
}
