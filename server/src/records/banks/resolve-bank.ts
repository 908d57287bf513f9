import type { Bank } from './bank.ts'
import { type BankDirectory, nigerianBanks } from './bank-directory.ts'
import { bankNameKey, keyWithoutBank } from './bank-name.ts'
import { suggestBanks } from './suggest-banks.ts'

export type BankResolution =
  | Readonly<{ outcome: 'found'; bank: Bank }>
  /** `ambiguous`: the text names each of these. `unknown`: it names none, these are alike. */
  | Readonly<{ outcome: 'ambiguous' | 'unknown'; suggestions: readonly Bank[] }>

const MAX_LENGTH = 120

/**
 * The one bank that a text names: a name, an alias, a slug, or a code of any family, exactly as listed. Money follows
 * the answer, so it never picks between two banks and never takes a likeness for a match.
 */
export function resolveBank(text: string, directory: BankDirectory = nigerianBanks): BankResolution {
  const asked = text.trim().slice(0, MAX_LENGTH)
  const named = banksNamed(asked, directory)
  const [bank] = named
  if (bank !== undefined && named.length === 1) return { outcome: 'found', bank }
  if (named.length > 1) return { outcome: 'ambiguous', suggestions: bestKnownFirst(named) }
  return { outcome: 'unknown', suggestions: suggestBanks(asked, directory) }
}

function banksNamed(text: string, directory: BankDirectory): Bank[] {
  // A slug can read like a name that another bank bears too ("parralex"), so all readings are put together.
  const bySlug = directory.bySlug(text)
  const exact = new Set([
    ...directory.byCode(text),
    ...(bySlug === undefined ? [] : [bySlug]),
    ...directory.byName(bankNameKey(text)),
  ])
  if (exact.size > 0) return [...exact]
  const shorter = keyWithoutBank(text)
  return shorter === undefined ? [] : [...directory.byName(shorter)]
}

function bestKnownFirst(banks: readonly Bank[]): Bank[] {
  const rank = { checked: 0, name_match: 1, nip_list: 2, none: 3 }
  return banks.toSorted((a, b) => rank[a.confidence ?? 'none'] - rank[b.confidence ?? 'none'])
}
