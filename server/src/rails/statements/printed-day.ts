import { swapDay } from '../../movements/feeds/statement.ts'
import { cleanText } from './clean-text.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** How a bank writes a day. Each profile has one: which number is the month is a fact about the bank, never a guess. */
const forms = {
  'dd/MM/yyyy': /^(?<day>\d{2})\/(?<month>\d{2})\/(?<year>\d{4})$/,
  'dd-MM-yyyy': /^(?<day>\d{2})-(?<month>\d{2})-(?<year>\d{4})$/,
  'dd-MMM-yyyy': /^(?<day>\d{2})-(?<month>[A-Za-z]{3})-(?<year>\d{4})$/,
  'yyyy/MM/dd': /^(?<year>\d{4})\/(?<month>\d{2})\/(?<day>\d{2})$/,
  yyMMdd: /^(?<year>\d{2})(?<month>\d{2})(?<day>\d{2})$/,
} as const

export type DayForm = keyof typeof forms

/** `2026-11-15`, or undefined for a text of another form and for days that no calendar has. */
export function readDay(text: string, form: DayForm): string | undefined {
  const { year = '', month = '', day = '' } = forms[form].exec(cleanText(text))?.groups ?? {}
  const named = MONTHS.indexOf(month.toLowerCase()) + 1
  const iso = `${year.padStart(4, '20')}-${named > 0 ? String(named).padStart(2, '0') : month}-${day}`
  return isDay(iso) ? iso : undefined
}

/** The same digits read the other way round, where that is a day too and another one. */
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
