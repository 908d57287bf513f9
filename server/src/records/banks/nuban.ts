import type { Bank, BankKind } from './bank-directory.ts'

const WEIGHTS = [3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3]

/** Institutions that follow the account number standard. Wallets use the holder's phone number instead. */
const FOLLOWS_STANDARD: ReadonlySet<BankKind> = new Set(['dmb', 'merchant_bank', 'mfb', 'mortgage_bank'])

/** An account number has ten digits and is always text, because leading zeros count. It is unique only within one bank. */
export function isAccountNumber(text: string): boolean {
  return /^[0-9]{10}$/.test(text)
}

/**
 * Whether the check digit is right for the bank (CBN standard on NUBAN). Undefined if the standard does not apply. A wrong digit leads to a
 * warning, not a refusal: one number in ten passes by chance, and only the bank's name enquiry is proof.
 */
export function checkDigitFits(bank: Bank, accountNumber: string): boolean | undefined {
  if (bank.cbnCode === undefined || !FOLLOWS_STANDARD.has(bank.kind)) return undefined
  const expected = checkDigit(bank.cbnCode, accountNumber.slice(0, 9))
  return expected === undefined ? undefined : accountNumber[9] === expected
}

/** Returns the tenth digit for a serial of nine digits. Undefined if the code is not a CBN code of 3 or 5 digits. */
export function checkDigit(cbnCode: string, serial: string): string | undefined {
  const institution = institutionDigits(cbnCode)
  if (institution === undefined || !/^[0-9]{9}$/.test(serial)) return undefined
  const digits = Array.from(institution + serial, Number)
  const sum = digits.reduce((sum, digit, place) => sum + digit * (WEIGHTS[place] ?? 0), 0)
  return String((10 - (sum % 10)) % 10)
}

/**
 * Returns the six digits of the institution that the standard uses: a bank's 3 digits after zeros, another institution's 5 digits after a
 * nine.
 */
function institutionDigits(cbnCode: string): string | undefined {
  if (/^[0-9]{3}$/.test(cbnCode)) return `000${cbnCode}`
  if (/^[0-9]{5}$/.test(cbnCode)) return `9${cbnCode}`
  return undefined
}
