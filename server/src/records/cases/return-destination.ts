import { Refusal } from '../../kernel/refusal.ts'
import { namesAgree } from '../names/compare-names.ts'
import type { Destination } from './resolution.ts'

/** Who paid, as far as the bank's own record says. */
export type RecordedPayer = Readonly<{
  accountNumber: string | null
  accountMask: string | null
  name: string | null
  /** A key of our directory; null where the bank's own words (the name) are none that we know. */
  bankCode: string | null
  bankName: string | null
}>

/** Who paid, as the buy claims. */
export type ClaimedPayer = Readonly<{
  accountNumber: string | null
  name: string | null
  bankCode: string | null
}>

/**
 * Money goes back to the number in the bank's own record and nowhere else: a claim alone could send it to a thief. Where
 * the record shows only a part of the number, the claimed one is taken if it fits that part, is at the same bank and is in
 * the same name.
 */
export function returnDestination(recorded: RecordedPayer, claimed: ClaimedPayer | undefined): Destination {
  if (recorded.accountNumber !== null) {
    if (recorded.bankCode === null && recorded.bankName === null) {
      throw new Refusal(
        'return_destination_unproved',
        `The bank's record shows account ${recorded.accountNumber} but not its bank, and other banks may have that number too. ` +
          'Import the statement that shows the bank, or propose --keep.',
      )
    }
    return {
      account_number: recorded.accountNumber,
      bank_code: recorded.bankCode,
      bank_name: recorded.bankName,
      account_name: recorded.name,
      known_by: 'number',
    }
  }
  if (recorded.accountMask !== null && claimed !== undefined && isSamePayer(recorded, claimed)) {
    return {
      account_number: claimed.accountNumber ?? '',
      bank_code: claimed.bankCode,
      bank_name: recorded.bankName,
      account_name: recorded.name,
      known_by: 'mask',
    }
  }
  throw new Refusal(
    'return_destination_unproved',
    recorded.accountMask === null
      ? "The bank's record does not show the payer's account. Import the statement that does, or propose --keep."
      : `The bank's record shows only ${recorded.accountMask}, and no buy matches number, bank and name. ` +
          'Import the statement that shows the full number, or propose --keep.',
  )
}

function isSamePayer(recorded: RecordedPayer, claimed: ClaimedPayer): boolean {
  return (
    claimed.accountNumber !== null &&
    fitsMask(claimed.accountNumber, recorded.accountMask ?? '') &&
    recorded.bankCode !== null &&
    recorded.bankCode === claimed.bankCode &&
    recorded.name !== null &&
    claimed.name !== null &&
    namesAgree(recorded.name, claimed.name)
  )
}

/** A mask has ten places, `*` where the bank hides a digit. One that shows fewer than three tells nobody apart. */
function fitsMask(number: string, mask: string): boolean {
  const places = mask.split('')
  const shown = places.filter((place) => place !== '*').length
  const fits = places.every((place, at) => place === '*' || place === number[at])
  return places.length === number.length && shown >= 3 && fits
}
