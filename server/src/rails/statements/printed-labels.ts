import { Refusal } from '../../kernel/refusal.ts'
import { cleanReference, cleanText } from './clean-text.ts'
import { readNaira } from './naira-text.ts'

/** What a page says behind a label: in the next cell, or in the same one after a colon. */
export function labelled(rows: readonly (readonly string[])[], label: string): string {
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
    `The file ${found.length > 1 ? 'says more than once' : 'does not say'} "${label}": is it whole, and of this bank?`,
  )
}

export function requireNaira(text: string, what: string): bigint {
  const amount = readNaira(text)
  if (typeof amount === 'bigint') return amount
  throw new Refusal('statement_unreadable', `The ${what} cannot be read: "${text.slice(0, 40)}".`)
}

/** Ten digits. Where a spreadsheet took leading zeros there is only one number that it can have been. */
export function requireAccountNumber(text: string): string {
  const digits = cleanReference(text)
  if (/^\d{1,10}$/.test(digits)) return digits.padStart(10, '0')
  throw new Refusal(
    'statement_unreadable',
    `The file does not name its account by ten digits: "${digits.slice(0, 40)}".`,
  )
}

export function requireDay(day: string | undefined, what: string): string {
  if (day !== undefined) return day
  throw new Refusal('statement_unreadable', `The ${what} is not a day as this bank writes it.`)
}
