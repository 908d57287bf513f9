/** Words for the kind of institution. They distinguish two banks, but are ignored when two spellings are compared for similarity. */
const KIND_WORDS = new Set(['bank', 'mfb', 'psb'])
const COMPANY_WORDS = new Set(['plc', 'ltd', 'limited'])

/**
 * Returns the words of a bank's name without the parts that vary: case, accents, punctuation, "Plc", "Ltd", a final "Nigeria", and the
 * spellings of "microfinance bank". `Access MFB` and `Access Bank` stay different.
 */
export function bankNameWords(text: string): string[] {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replaceAll('&', ' and ')
    .replace(/['’.]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/\b(micro ?finance( bank)?|mf ?bank)\b/g, 'mfb')
    .replace(/\bpayments? service bank\b/g, 'psb')
    .replace(/^the /, '')
    .split(' ')
    .filter((word) => word !== '' && !COMPANY_WORDS.has(word))
  return withoutCountry(words)
}

/** Returns the key of a name. Texts with the same key are one name: `GT Bank`, `GTBank` and `gtbank plc`. */
export function bankNameKey(text: string): string {
  return bankNameWords(text).join('')
}

/** Returns the key without a final "bank" that the user added ("OPay Bank"). Undefined if there is none. */
export function keyWithoutBank(text: string): string | undefined {
  const words = bankNameWords(text)
  return words.length > 1 && words.at(-1) === 'bank' ? words.slice(0, -1).join('') : undefined
}

/** Returns the words without the kind of institution. Only for similarity, because different banks may share them. */
export function distinctiveWords(words: readonly string[]): string[] {
  return words.filter((word) => !KIND_WORDS.has(word))
}

function withoutCountry(words: string[]): string[] {
  const last = words.at(-1)
  if (words.length < 2 || (last !== 'nigeria' && last !== 'nig')) return words
  return words.slice(0, words.at(-2) === 'of' ? -2 : -1)
}
