export { toneOf, wordsOf } from '../shared/status-words.ts'
export {
  ageOf,
  clockOf,
  dateOf,
  dayOf,
  dayToday,
  exactClockOf,
  isoToday,
  isPast,
  shortDayOf,
  shortId,
  untilOf,
} from '../shared/times.ts'

/** What waits for a decision of the business. */
export const needsYou = ['action_required', 'part_paid', 'part_deposited'] as const

const holders: Readonly<Record<string, string>> = {
  payer: 'The payer',
  business: 'You',
  afara: 'Afara',
  in_flight: 'On its way',
  recipient: 'The recipient',
  sending_bank: 'The payer’s bank',
  issuer: 'The issuer of NGNC',
  nobody: 'Nobody',
}

export function holderOf(holder: string): string {
  return holders[holder] ?? holder
}

/** Kobo of an amount such as "25000.5", as text. */
export function koboOf(amount: string | number): string {
  const [whole = '0', part = ''] = String(amount).split('.')
  return `${whole}${part.padEnd(2, '0')}`.replace(/^(-?)0+(?=\d)/, '$1')
}

/** How long something took: "84 ms", "1.2 s". */
export function tookOf(milliseconds: number | string): string {
  const taken = Number(milliseconds)
  return taken < 1_000 ? `${taken} ms` : `${(taken / 1_000).toFixed(1)} s`
}

/** Spaces and dashes are for the eye. A zero that a spreadsheet dropped is never added back: it could be another person's account. */
export function accountOf(text: string): string {
  return text.replace(/[\s'-]/g, '')
}

/** "₦25,000.50" is 25000.50. Nothing else about an amount is guessed. */
export function amountOf(text: string): string {
  const plain = text.replace(/^(₦|NGN)\s*/i, '').trim()
  return /^[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?$/.test(plain) ? plain.replaceAll(',', '') : plain
}
