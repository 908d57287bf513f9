import { refuseUnless } from '../answers.ts'
import type { PayerJournal } from '../journal/payer-journal.ts'
import type { AccountPolicy } from './payer-policy.ts'

/** What a bank was asked to pay counts, whatever came of it: a payment that is not known to have failed may have been made. */
export function requireWithinPayoutCaps(
  policy: AccountPolicy,
  journal: Pick<PayerJournal, 'spent' | 'paidToNewcomer'>,
  payment: Readonly<{ beneficiary: string; amountMinor: bigint; atMs: number }>,
): void {
  const { amountMinor, beneficiary, atMs } = payment
  const { hour, day } = journal.spent(policy.account, atMs)
  const within = (sum: bigint, most: bigint): boolean => sum + amountMinor <= most
  const { perPayoutMinor, perHourMinor, perDayMinor, firstDayMinor } = policy
  refuseUnless(within(0n, perPayoutMinor), 'over_payout_cap', `more than ${perPayoutMinor} at once`)
  refuseUnless(within(hour, perHourMinor), 'over_hour_cap', `more than ${perHourMinor} in an hour`)
  refuseUnless(within(day, perDayMinor), 'over_day_cap', `more than ${perDayMinor} in a day`)
  const newcomer = journal.paidToNewcomer(beneficiary, atMs)
  refuseUnless(
    newcomer === undefined || within(newcomer, firstDayMinor),
    'over_first_day_cap',
    `more than ${firstDayMinor} on the first day of a beneficiary`,
  )
}
