/**
 * One institution that can hold an account in Nigeria, a line of `ng-banks.json`.
 *
 * `key` is how our rows name it: its NIP code, because that is what the instant-payment network routes by and two
 * listings with one NIP code are one destination (ALAT is Wema); its slug where no NIP code is known. The key is
 * written in the file, not derived: a bank that is given a NIP code later keeps the key that rows already hold.
 *
 * Codes of different families (NIP, CBN, Paystack) are facts from lists. None is ever computed from another.
 */
export type Bank = Readonly<{
  key: string
  name: string
  /** The vendor's slug, or one of ours where `confidence` is `nip_list`. */
  slug: string
  aliases?: readonly string[]
  kind: BankKind
  nipCode?: string
  cbnCode?: string
  /** The first is the one to pay with; others only name the same bank (a brand of it). */
  paystackCodes?: readonly string[]
  /** How we know the NIP code: compared across lists, found by exact name, or from one list alone. */
  confidence?: 'checked' | 'name_match' | 'nip_list'
  note?: string
}>

export type BankKind =
  | 'dmb' // deposit money bank
  | 'merchant_bank'
  | 'mfb' // microfinance bank
  | 'mortgage_bank'
  | 'finance_company'
  | 'psb' // payment service bank
  | 'mobile_money_or_other'
  | 'switch_or_psp'
  | 'unknown'

export function namesOf(bank: Bank): string[] {
  return [bank.name, ...(bank.aliases ?? [])]
}

export function codesOf(bank: Bank): string[] {
  return [bank.nipCode, bank.cbnCode, ...(bank.paystackCodes ?? [])].filter((code) => code !== undefined)
}
