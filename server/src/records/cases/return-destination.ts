import { Refusal } from '../../kernel/refusal.ts'
import { namesAgree } from '../names/compare-names.ts'
import type { Destination } from './resolution.ts'

/** The payer in the bank's own record. */
export type RecordedPayer = Readonly<{
  accountNumber: string | null
  accountMask: string | null
  name: string | null
  /** A key of our bank directory. Null: the directory does not know the bank's name. */
  bankCode: string | null
  bankName: string | null
  /** The account that the payer named on the pay page. Its holder has the name in the record. */
  named: NamedAccount | null
}>

type NamedAccount = Readonly<{
  accountNumber: string
  bankCode: string
  bankName: string
  accountName: string
}>

/** The payer that the buy claims. */
export type ClaimedPayer = Readonly<{
  accountNumber: string | null
  name: string | null
  bankCode: string | null
}>

/**
 * Returns the account that receives a return. Only the number in the bank's own record counts: a claim alone could send the money to a
 * thief. If the record shows only a part of the number, the claimed number is used if it matches that part and has the same bank and name.
 * If the payer named an account on the pay page, it is used instead.
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
  if (recorded.named !== null) {
    const { accountNumber, bankCode, bankName, accountName } = recorded.named
    return {
      account_number: accountNumber,
      bank_code: bankCode,
      bank_name: bankName,
      account_name: accountName,
      known_by: 'payer',
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
      : `The bank's record shows only ${recorded.accountMask}, and no buy names a payer with a matching number, bank and name. ` +
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

/** A mask has ten places, with `*` for each hidden digit. A mask that shows fewer than three digits identifies nobody. */
function fitsMask(number: string, mask: string): boolean {
  const places = mask.split('')
  const shown = places.filter((place) => place !== '*').length
  const fits = places.every((place, at) => place === '*' || place === number[at])
  return places.length === number.length && shown >= 3 && fits
}
