import { Refusal } from '../../kernel/refusal.ts'
import { editDistance } from '../names/edit-distance.ts'
import { type Bank, type BankDirectory, codesOf, namesOf, nigerianBanks } from './bank-directory.ts'
import { bankNameKey, bankNameWords, distinctiveWords, keyWithoutBank } from './bank-name.ts'

type BankResolution =
  | Readonly<{ outcome: 'found'; bank: Bank }>
  /** `ambiguous`: the text names each of these banks. `unknown`: the text names no bank, and these banks have similar names. */
  | Readonly<{ outcome: 'ambiguous' | 'unknown'; suggestions: readonly Bank[] }>

const LONGEST_BANK_TEXT = 120

/**
 * Finds the bank that a text names: a name, alias, slug or code of any family, exactly as listed. Money is sent to the result, so the
 * function never chooses between two banks and never accepts a similar name.
 */
export function resolveBank(text: string, directory: BankDirectory = nigerianBanks): BankResolution {
  const asked = text.trim().slice(0, LONGEST_BANK_TEXT)
  const named = banksNamed(asked, directory)
  const [bank] = named
  if (bank !== undefined && named.length === 1) return { outcome: 'found', bank }
  if (named.length > 1) return { outcome: 'ambiguous', suggestions: bestKnownFirst(named) }
  return { outcome: 'unknown', suggestions: suggestBanks(asked, directory) }
}

/** Returns the one bank that a text names. Undefined if it names none or several. Costs far less than finding similar names. */
export function findBank(text: string, directory: BankDirectory = nigerianBanks): Bank | undefined {
  const named = banksNamed(text.trim().slice(0, LONGEST_BANK_TEXT), directory)
  return named.length === 1 ? named[0] : undefined
}

function banksNamed(text: string, directory: BankDirectory): Bank[] {
  // A slug can equal the name of another bank ("parralex"), so all readings are combined.
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

/** Returns the bank that a text names, or refuses with the banks that were perhaps meant. */
export function requireBank(text: string, directory: BankDirectory = nigerianBanks): Bank {
  const resolution = resolveBank(text, directory)
  if (resolution.outcome === 'found') return resolution.bank
  const detail = {
    suggestions: resolution.suggestions.map((bank) => ({ name: bank.name, code: bank.key })),
  }
  const choices = resolution.suggestions.map((bank) => `${bank.name} (${bank.key})`).join(', ')
  if (resolution.outcome === 'ambiguous') {
    throw new Refusal('bank_ambiguous', `Several banks match "${text}". Send the code of one: ${choices}.`, {
      detail,
    })
  }
  throw new Refusal(
    'bank_unknown',
    choices === '' ? `No bank matches "${text}".` : `No bank matches "${text}". Did you mean ${choices}?`,
    { detail },
  )
}

type Reading = Readonly<{ stem: string; words: readonly string[]; lastWord: string | undefined }>

const MOST_SUGGESTIONS = 5
const LEAST_LIKENESS = 0.55

// Parsed names are cached, because parsing a name costs far more than comparing two names, and the directory never changes at run time.
const readingsByBank = new WeakMap<Bank, readonly Reading[]>()

/** Returns the most similar banks, best first. Only for the user to choose from. */
function suggestBanks(text: string, directory: BankDirectory): readonly Bank[] {
  if (/^\d+$/.test(text)) return banksWithCodeLike(text, directory)
  const asked = read(text)
  if (asked.stem === '') return []
  return directory.banks
    .map((bank) => ({ bank, likeness: likeness(asked, bank) }))
    .filter(({ likeness }) => likeness >= LEAST_LIKENESS)
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, MOST_SUGGESTIONS)
    .map(({ bank }) => bank)
}

/** Suggests codes without their leading zeros, which spreadsheets remove (`58` for `058`). A code is never completed automatically. */
function banksWithCodeLike(text: string, directory: BankDirectory): readonly Bank[] {
  const digits = text.replace(/^0+/, '')
  if (digits === '') return []
  return directory.banks
    .filter((bank) => codesOf(bank).some((code) => code.replace(/^0+/, '') === digits))
    .slice(0, MOST_SUGGESTIONS)
}

function likeness(asked: Reading, bank: Bank): number {
  const best = Math.max(...readingsOf(bank).map((known) => nameLikeness(asked, known)))
  // At equal similarity, a widely used bank is more likely.
  return best + (bank.confidence === 'checked' ? 0.06 : 0)
}

function nameLikeness(asked: Reading, known: Reading): number {
  const spelling = spellingLikeness(asked.stem, known.stem)
  const isBeginning = asked.stem.length >= 3 && known.stem.startsWith(asked.stem)
  const beginning = isBeginning ? 0.7 + 0.3 * (asked.stem.length / known.stem.length) : 0
  const shared = asked.words.some((word) => word.length >= 4 && known.words.includes(word)) ? 0.6 : 0
  return Math.max(spelling, beginning, shared) + (asked.lastWord === known.lastWord ? 0.03 : 0)
}

/** Returns 0 without comparing letters if the lengths differ too much. */
function spellingLikeness(a: string, b: string): number {
  const longer = Math.max(a.length, b.length)
  if (1 - Math.abs(a.length - b.length) / longer < LEAST_LIKENESS - 0.1) return 0
  return 1 - editDistance(a, b) / longer
}

function readingsOf(bank: Bank): readonly Reading[] {
  const known = readingsByBank.get(bank) ?? namesOf(bank).map(read)
  readingsByBank.set(bank, known)
  return known
}

function read(text: string): Reading {
  const all = bankNameWords(text)
  const words = distinctiveWords(all)
  return { stem: words.join(''), words, lastWord: all.at(-1) }
}
