import { type Bank, codesOf, namesOf } from './bank.ts'
import type { BankDirectory } from './bank-directory.ts'
import { bankNameWords, distinctiveWords } from './bank-name.ts'
import { editDistance } from './edit-distance.ts'

type Reading = Readonly<{ stem: string; words: readonly string[]; lastWord: string | undefined }>

const MOST = 5
const LEAST_LIKENESS = 0.55

// Reading a name costs far more than comparing two, and the directory never changes while we run.
const readingsByBank = new WeakMap<Bank, readonly Reading[]>()

/** The banks that a text most likely meant, best first. For a person to choose from, never to act on. */
export function suggestBanks(text: string, directory: BankDirectory): readonly Bank[] {
  if (/^\d+$/.test(text)) return banksWithCodeLike(text, directory)
  const asked = read(text)
  if (asked.stem === '') return []
  return directory.banks
    .map((bank) => ({ bank, likeness: likeness(asked, bank) }))
    .filter(({ likeness }) => likeness >= LEAST_LIKENESS)
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, MOST)
    .map(({ bank }) => bank)
}

/** Spreadsheets eat leading zeros (`58` for `058`): worth a hint, but a code is never completed for the caller. */
function banksWithCodeLike(text: string, directory: BankDirectory): readonly Bank[] {
  const digits = text.replace(/^0+/, '')
  if (digits === '') return []
  return directory.banks
    .filter((bank) => codesOf(bank).some((code) => code.replace(/^0+/, '') === digits))
    .slice(0, MOST)
}

function likeness(asked: Reading, bank: Bank): number {
  const best = Math.max(...readingsOf(bank).map((known) => nameLikeness(asked, known)))
  // Between equals, the bank that many people use is the likelier one.
  return best + (bank.confidence === 'checked' ? 0.06 : 0)
}

function nameLikeness(asked: Reading, known: Reading): number {
  const spelling = spellingLikeness(asked.stem, known.stem)
  const isBeginning = asked.stem.length >= 3 && known.stem.startsWith(asked.stem)
  const beginning = isBeginning ? 0.7 + 0.3 * (asked.stem.length / known.stem.length) : 0
  const shared = asked.words.some((word) => word.length >= 4 && known.words.includes(word)) ? 0.6 : 0
  return Math.max(spelling, beginning, shared) + (asked.lastWord === known.lastWord ? 0.03 : 0)
}

/** Lengths that differ too much settle it without comparing letters. */
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
