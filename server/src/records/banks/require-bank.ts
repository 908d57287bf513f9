import { Refusal } from '../../kernel/refusal.ts'
import type { Bank } from './bank.ts'
import { type BankDirectory, nigerianBanks } from './bank-directory.ts'
import { resolveBank } from './resolve-bank.ts'

/** The bank that a text names, or a refusal that says which banks were perhaps meant. */
export function requireBank(text: string, directory: BankDirectory = nigerianBanks): Bank {
  const resolution = resolveBank(text, directory)
  if (resolution.outcome === 'found') return resolution.bank
  const detail = {
    suggestions: resolution.suggestions.map((bank) => ({ name: bank.name, code: bank.key })),
  }
  const choices = resolution.suggestions.map((bank) => `${bank.name} (${bank.key})`).join(', ')
  if (resolution.outcome === 'ambiguous') {
    throw new Refusal(
      'bank_ambiguous',
      `More than one bank is called "${text}": give the code of one of ${choices}.`,
      { detail },
    )
  }
  throw new Refusal(
    'bank_unknown',
    choices === '' ? `No bank is called "${text}".` : `No bank is called "${text}": did you mean ${choices}?`,
    { detail },
  )
}
