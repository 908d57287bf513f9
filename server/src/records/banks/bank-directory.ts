import { bankNameKey } from './bank-name.ts'
import listings from './ng-banks.json' with { type: 'json' }

/**
 * One institution that can hold an account in Nigeria: an entry of `ng-banks.json`.
 *
 * `key` identifies the bank in our rows. It is the NIP code, because the instant-payment network routes by it, and two listings with the
 * same NIP code are one destination (ALAT is Wema). It is the slug if no NIP code is known. The key is written in the file and not derived,
 * so a bank that receives a NIP code later keeps its key.
 *
 * The codes of each family (NIP, CBN, Paystack) come from lists. Never compute one from another.
 */
export type Bank = Readonly<{
  key: string
  name: string
  /** The vendor's slug, or our own slug if `confidence` is `nip_list`. */
  slug: string
  aliases?: readonly string[]
  kind: BankKind
  nipCode?: string
  cbnCode?: string
  /** The first one is used to pay. Others only identify the same bank, such as one of its brands. */
  paystackCodes?: readonly string[]
  /** Origin of the NIP code: compared across lists, found by exact name, or from one list alone. */
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

/** The banks and their indexes. A name or code that several banks share returns all of them. */
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
