import type { Tone } from '../shared/ui/pill.tsx'

/** Green is done, blue is moving, amber needs someone, red failed, grey ended. */
const tones: Readonly<Record<string, Tone>> = {
  completed: 'good',
  part_paid: 'warn',
  part_deposited: 'warn',
  action_required: 'warn',
  on_hold: 'warn',
  recalled: 'warn',
  send_failed: 'bad',
  refund_failed: 'bad',
  payout_failed: 'bad',
  expired: 'ended',
  cancelled: 'ended',
  refunded: 'ended',
  returned: 'ended',
}

export function toneOf(status: string): Tone {
  return tones[status] ?? 'info'
}

/** The public status in words: action_required is "Action required". */
export function wordsOf(status: string): string {
  const words = status.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

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

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  hour: '2-digit',
  minute: '2-digit',
})
const day = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})
const date = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const shortDay = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  day: 'numeric',
  month: 'short',
})
const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' })

const exactClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** The time with its seconds, for a live tail. */
export const exactClockOf = (at: string): string => exactClock.format(new Date(at))
export const clockOf = (at: string): string => clock.format(new Date(at))
export const dayOf = (at: string): string => day.format(new Date(at))
/** The day without its year: 17 Nov. */
export const shortDayOf = (at: string | Date): string => shortDay.format(new Date(at))
export const dateOf = (at: string): string => date.format(new Date(at))
/** Today in Lagos: 2026-11-17, and Tuesday 17 November. */
export const isoToday = (): string => isoDay.format(new Date())
export const dayToday = (): string => day.format(new Date())
export const isPast = (at: string): boolean => new Date(at) <= new Date()

/** How long ago: "2 min ago". */
export function ageOf(at: string, now = Date.now()): string {
  const seconds = Math.floor((now - new Date(at).getTime()) / 1_000)
  if (seconds < 60) return 'just now'
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h ago`
  return `${Math.floor(seconds / 86_400)} d ago`
}

/** The time and how far away it is: "10:27 Lagos, in 4 min". */
export function untilOf(at: string, now = Date.now()): string {
  const minutes = Math.ceil((new Date(at).getTime() - now) / 60_000)
  const away =
    minutes <= 0
      ? 'late'
      : minutes < 60
        ? `in ${minutes} min`
        : minutes < 2_880
          ? `in ${Math.round(minutes / 60)} h`
          : `in ${Math.round(minutes / 1_440)} d`
  return `${clockOf(at)} Lagos, ${away}`
}

/** Kobo of an amount such as "25000.5", as text. */
export function koboOf(amount: string | number): string {
  const [whole = '0', part = ''] = String(amount).split('.')
  return `${whole}${part.padEnd(2, '0')}`.replace(/^(-?)0+(?=\d)/, '$1')
}

/** Ids are always shortened in the same way: txn_01a1…9c3e. */
export function shortId(id: string): string {
  return id.length <= 14 ? id : `${id.slice(0, 8)}…${id.slice(-4)}`
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
