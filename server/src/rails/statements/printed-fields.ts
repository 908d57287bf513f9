import { Refusal } from '../../kernel/refusal.ts'
import { swapDay } from '../../movements/feeds/statement.ts'
import { cleanReference, cleanText } from './statement-text.ts'

/** Returns the text of a label, from the next cell or from the same cell after a colon. */
export function readLabel(rows: readonly (readonly string[])[], label: string): string {
  const wanted = label.toLowerCase()
  const found = rows.flatMap((cells) =>
    cells.flatMap((cell, place) => {
      const text = cleanText(cell).toLowerCase()
      if (text === wanted) return [cleanText(cells[place + 1] ?? '')]
      return text.startsWith(`${wanted}:`) ? [cleanText(cleanText(cell).slice(wanted.length + 1))] : []
    }),
  )
  const [value] = found
  if (value !== undefined && found.length === 1) return value
  throw new Refusal(
    'statement_unreadable',
    `The file ${found.length > 1 ? 'has more than one' : 'has no'} "${label}". Check that it is complete and from this bank.`,
  )
}

export function requireNaira(text: string, what: string): bigint {
  const amount = readNaira(text)
  if (typeof amount === 'bigint') return amount
  throw new Refusal('statement_unreadable', `The ${what} cannot be read: "${text.slice(0, 40)}".`)
}

/**
 * Returns ten digits. Leading zeros that a spreadsheet removed are added again. This is safe, because an account number always has ten
 * digits.
 */
export function requireAccountNumber(text: string): string {
  const digits = cleanReference(text)
  if (/^\d{1,10}$/.test(digits)) return digits.padStart(10, '0')
  throw new Refusal(
    'statement_unreadable',
    `The file does not name its account with ten digits: "${digits.slice(0, 40)}".`,
  )
}

export function requireDay(day: string | undefined, what: string): string {
  if (day !== undefined) return day
  throw new Refusal(
    'statement_unreadable',
    `The ${what} is not a date in the format of this bank. Check the profile.`,
  )
}

/** Kobo with a sign, an empty cell, or a text that is not an amount. */
export type PrintedAmount = bigint | 'nothing' | 'unreadable'

const NAIRA =
  /^(?<open>\()?(?<minus>-)?(?:NGN|N|₦)?(?<inner>-)?(?<whole>\d{1,3}(?:,\d{3})+|\d+)(?:\.(?<kobo>\d{1,2}))?(?<close>\))?(?<side>CR|DR)?$/i
const MAX_DIGITS = 15

/**
 * Reads naira as banks print them: `50,000.00`, `N50,000.00`, `₦50` and `50,000.00CR`, and below zero `(50.00)`, `-50.00` and `50.00DR`.
 * Three decimals, misplaced commas and a comma as decimal point are unreadable, because they could mean two amounts.
 */
export function readNaira(text: string): PrintedAmount {
  const clean = cleanText(text).replaceAll(' ', '')
  if (/^-*$/.test(clean)) return 'nothing'
  const { open, minus, inner, whole, kobo = '', close, side } = NAIRA.exec(clean)?.groups ?? {}
  if (whole === undefined || (open === undefined) !== (close === undefined)) return 'unreadable'
  const digits = whole.replaceAll(',', '')
  const signs = [open, minus, inner, side].filter((sign) => sign !== undefined)
  if (signs.length > 1 || digits.length > MAX_DIGITS) return 'unreadable'
  const minor = BigInt(digits + kobo.padEnd(2, '0'))
  return signs.length === 0 || side?.toUpperCase() === 'CR' ? minor : -minor
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Date formats of banks. Each profile has exactly one, so the order of day and month is never guessed. */
const forms = {
  'dd/MM/yyyy': /^(?<day>\d{2})\/(?<month>\d{2})\/(?<year>\d{4})$/,
  'dd-MM-yyyy': /^(?<day>\d{2})-(?<month>\d{2})-(?<year>\d{4})$/,
  'dd-MMM-yyyy': /^(?<day>\d{2})-(?<month>[A-Za-z]{3})-(?<year>\d{4})$/,
  'yyyy/MM/dd': /^(?<year>\d{4})\/(?<month>\d{2})\/(?<day>\d{2})$/,
  yyMMdd: /^(?<year>\d{2})(?<month>\d{2})(?<day>\d{2})$/,
} as const

export type DayForm = keyof typeof forms

/** Returns `2026-11-15`, or undefined for another format and for a date that does not exist. */
export function readDay(text: string, form: DayForm): string | undefined {
  const { year = '', month = '', day = '' } = forms[form].exec(cleanText(text))?.groups ?? {}
  const named = MONTHS.indexOf(month.toLowerCase()) + 1
  const iso = `${year.padStart(4, '20')}-${named > 0 ? String(named).padStart(2, '0') : month}-${day}`
  return isDay(iso) ? iso : undefined
}

/** Returns the date with day and month swapped, if that is a valid and different date. */
export function otherReading(day: string): string | undefined {
  const swapped = swapDay(day)
  return swapped !== day && isDay(swapped) ? swapped : undefined
}

export function daysBetween(one: string, other: string): number {
  return Math.abs(dayNumber(one) - dayNumber(other))
}

function isDay(iso: string): boolean {
  if (!/^20\d{2}-\d{2}-\d{2}$/.test(iso)) return false
  const ms = Date.parse(`${iso}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(iso)
}

function dayNumber(iso: string): number {
  return Date.parse(`${iso}T00:00:00Z`) / 86_400_000
}
