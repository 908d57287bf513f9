import { refuseUnless } from '../answers.ts'
import type { Journal } from '../journal/journal.ts'
import type { LanePolicy } from './policy.ts'

/** What has been signed counts, whether or not it was ever sent: the signer knows no more than that. */
export function requireWithinCaps(
  lane: LanePolicy,
  journal: Pick<Journal, 'spent' | 'paidToNewcomer'>,
  payment: Readonly<{ to: string; tokensMinor: bigint; atMs: number }>,
): void {
  const { tokensMinor, to, atMs } = payment
  const { hour, day } = journal.spent(lane, atMs)
  const within = (sum: bigint, most: bigint): boolean => sum + tokensMinor <= most
  refuseUnless(
    within(0n, lane.perTransferMinor),
    'over_transfer_cap',
    `more than ${lane.perTransferMinor} in one transfer`,
  )
  refuseUnless(within(hour, lane.perHourMinor), 'over_hour_cap', `more than ${lane.perHourMinor} in an hour`)
  refuseUnless(within(day, lane.perDayMinor), 'over_day_cap', `more than ${lane.perDayMinor} in a day`)
  const newcomer = journal.paidToNewcomer(lane, to, atMs)
  refuseUnless(
    newcomer === undefined || within(newcomer, lane.firstSeenMinor),
    'over_first_day_cap',
    `more than ${lane.firstSeenMinor} on the first day of a wallet`,
  )
}
