import { formatMoney, type Money } from '../../kernel/money/money.ts'

// Lagos is one hour ahead of UTC, all year.
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

/** `NGN 25,000.50`: the sign of the naira is in none of the fonts that every reader has. */
export function writtenMoney(amount: Money): string {
  const [whole = '0', decimals = ''] = formatMoney(amount).split('.')
  return `${amount.asset} ${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals.padEnd(2, '0')}`
}

/** `15 November 2026`, as it is in Lagos. */
export function writtenDay(at: Date): string {
  const lagos = new Date(at.getTime() + LAGOS_OFFSET_MS)
  return `${lagos.getUTCDate()} ${MONTHS[lagos.getUTCMonth()]} ${lagos.getUTCFullYear()}`
}

/** `15 November 2026, 10:30:02 (Lagos)` */
export function writtenMoment(at: Date): string {
  const lagos = new Date(at.getTime() + LAGOS_OFFSET_MS)
  return `${writtenDay(at)}, ${lagos.toISOString().slice(11, 19)} (Lagos)`
}

/** Enough for whoever knows the account. */
export function maskedAccount(number: string): string {
  return `******${number.slice(-4)}`
}
