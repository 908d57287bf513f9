import { type Bank, codesOf, namesOf } from './bank.ts'
import { bankNameKey } from './bank-name.ts'
import listings from './ng-banks.json' with { type: 'json' }

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
