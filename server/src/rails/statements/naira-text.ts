import { cleanText } from './clean-text.ts'

/** Kobo with a sign, no amount at all, or something that is no amount. */
export type PrintedAmount = bigint | 'nothing' | 'unreadable'

const NAIRA =
  /^(?<open>\()?(?<minus>-)?(?:NGN|N|₦)?(?<inner>-)?(?<whole>\d{1,3}(?:,\d{3})+|\d+)(?:\.(?<kobo>\d{1,2}))?(?<close>\))?(?<side>CR|DR)?$/i
const MOST_DIGITS = 15

/**
 * Naira as banks print them: `50,000.00`, `N50,000.00`, `₦50`, `(50.00)` and `-50.00` below zero, `50,000.00CR`, `50.00DR`
 * below zero. Three decimals, commas in odd places or a comma for the point are not read: they could mean two amounts.
 */
export function readNaira(text: string): PrintedAmount {
  const clean = cleanText(text).replaceAll(' ', '')
  if (/^-*$/.test(clean)) return 'nothing'
  const { open, minus, inner, whole, kobo = '', close, side } = NAIRA.exec(clean)?.groups ?? {}
  if (whole === undefined || (open === undefined) !== (close === undefined)) return 'unreadable'
  const digits = whole.replaceAll(',', '')
  const signs = [open, minus, inner, side].filter((sign) => sign !== undefined)
  if (signs.length > 1 || digits.length > MOST_DIGITS) return 'unreadable'
  const minor = BigInt(digits + kobo.padEnd(2, '0'))
  return signs.length === 0 || side?.toUpperCase() === 'CR' ? minor : -minor
}
