import { bankNameKey } from './bank-name.ts'
import listings from './ng-banks.json' with { type: 'json' }

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

/** The banks, and the ways to look one up. A name or code that several banks share leads to all of them. */
export type BankDirectory = Readonly<{
  banks: readonly Bank[]
  byKey(key: string): Bank | undefined
  byCode(code: string): readonly Bank[]
  bySlug(slug: string): Bank | undefined
  byName(nameKey: string): readonly Bank[]
}>

export function createBankDirectory(banks: readonly Bank[]): BankDirectory {
  const keys = new Map(banks.map((bank) => [bank.key, bank]))
  const slugs = new Map(banks.map((bank) => [bank.slug, bank]))
  if (keys.size < banks.length || slugs.size < banks.length) {
    throw new Error('bank directory: two banks have the same key or slug')
  }
  const codes = index(banks, codesOf)
  const names = index(banks, (bank) => namesOf(bank).map(bankNameKey))
  return {
    banks,
    byKey: (key) => keys.get(key),
    byCode: (code) => codes.get(code.toUpperCase()) ?? [],
    bySlug: (slug) => slugs.get(slug.toLowerCase()),
    byName: (nameKey) => names.get(nameKey.toUpperCase()) ?? [],
  }
}

export const nigerianBanks: BankDirectory = createBankDirectory(listings as readonly Bank[])

function index(banks: readonly Bank[], textsOf: (bank: Bank) => string[]): Map<string, Bank[]> {
  const found = new Map<string, Bank[]>()
  for (const bank of banks) {
    for (const text of new Set(textsOf(bank).map((text) => text.toUpperCase()))) {
      found.set(text, [...(found.get(text) ?? []), bank])
    }
  }
  return found
}
