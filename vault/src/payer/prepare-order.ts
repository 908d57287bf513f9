import { Refused, refuseUnless } from './answers.ts'
import type { FundedPayout } from './money/judge-payout.ts'
import type { PayoutAccount } from './payout-accounts.ts'
import { BankUnavailable, type Sent } from './rails/bank-rail.ts'
import { isSameHolder } from './same-holder.ts'

/** Asks the vendor to pay, once. */
export type Fire = (signal: AbortSignal) => Promise<Sent>

/**
 * What has to be asked of the bank just before it is asked to pay: whether it still has the same holder for the account, and whatever its
 * vendor needs besides. Nothing of this moves money. Throws Refused.
 */
export async function prepareOrder(
  { rail, directory }: PayoutAccount,
  payout: FundedPayout,
  signal: AbortSignal,
): Promise<Fire> {
  const { accountNumber, accountName, reference, amountMinor } = payout
  try {
    const bankCode = await directory.codeOf(payout.bankCode, signal)
    refuseUnless(bankCode !== undefined, 'unknown_bank', `${rail.vendor} has no bank ${payout.bankCode}`)
    const enquiry = await rail.enquire({ bankCode, accountNumber }, signal)
    refuseUnless(
      enquiry.outcome !== 'unavailable',
      'name_unavailable',
      'the bank does not say whose account it is',
    )
    refuseUnless(enquiry.outcome === 'found', 'name_not_found', 'the bank has no such account any more')
    refuseUnless(
      isSameHolder(accountName, enquiry.accountName),
      'name_drift',
      'the bank has another holder for the account than when the payout was cleared',
    )
    return await rail.prepare(
      { reference, amountMinor, bankCode, accountNumber, accountName: enquiry.accountName },
      signal,
    )
  } catch (error) {
    if (error instanceof BankUnavailable) throw new Refused('bank_unavailable', error.message)
    throw error
  }
}
