import { formatMoney, type Money } from '../../kernel/money/money.ts'

// Lagos is one hour ahead of UTC all year.
const LAGOS_OFFSET_MS = 60 * 60 * 1000
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** Formats `₦25,000.50`, and an amount of tokens `24,950.50 NGNC`. */
export function writtenMoney(amount: Money): string {
  const [whole = '0', decimals = ''] = formatMoney(amount).split('.')
  const figures = `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals.padEnd(2, '0')}`
  return amount.asset === 'NGN' ? `₦${figures}` : `${figures} ${amount.asset}`
}

/** Formats `15 November 2026`, in Lagos time. */
export function writtenDay(at: Date): string {
  const lagos = new Date(at.getTime() + LAGOS_OFFSET_MS)
  return `${lagos.getUTCDate()} ${MONTHS[lagos.getUTCMonth()]} ${lagos.getUTCFullYear()}`
}

/** Formats `15 November 2026, 10:30:02 (Lagos)`. */
export function writtenMoment(at: Date): string {
  const lagos = new Date(at.getTime() + LAGOS_OFFSET_MS)
  return `${writtenDay(at)}, ${lagos.toISOString().slice(11, 19)} (Lagos)`
}

/** Shows only the last four digits: enough for a reader who knows the account. */
export function maskedAccount(number: string): string {
  return `••••••${number.slice(-4)}`
}

// Letters beyond Latin Extended-A in our fonts (server/papers): those of Nigerian names, the naira sign, and punctuation.
const OTHER_PRINTABLE = '₦€™✓•·…–—‘’“”−ẸẹỌọṢṣḤḥẠạỊịỤụḾḿǸǹƘƙƁɓƊɗƳƴ'

/**
 * Returns one line of text that looks the same on paper: without control characters, direction marks or letters that would print as other
 * letters. Accents that the fonts cannot show are removed. Any other character that they cannot show becomes a question mark.
 */
export function printable(text: string, most = 80): string {
  const visible = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Zs}\p{Zl}\p{Zp}\t\r\n]+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, '')
  const letters = Array.from(visible, shown).join('').trim()
  return letters.length <= most ? letters : `${letters.slice(0, most - 1).trimEnd()}…`
}

function shown(letter: string): string {
  if (isShown(letter)) return letter
  const plain = letter.normalize('NFKD').replace(/\p{M}/gu, '')
  if (plain === '' && /\p{M}/u.test(letter)) return ''
  return plain !== '' && Array.from(plain).every(isShown) ? plain : '?'
}

function isShown(letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0x17f) || OTHER_PRINTABLE.includes(letter)
}
