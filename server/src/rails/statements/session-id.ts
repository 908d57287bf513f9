import { nigerianBanks } from '../../records/banks/bank-directory.ts'
import { readDay } from './printed-day.ts'

export type SessionId = Readonly<{ id: string /** On which it was made, give or take one. */; day: string }>

/**
 * The rail's name of a payment: six digits of the sender's bank, twelve of the time, twelve of a number. Whole, or with
 * leading zeros that a spreadsheet took, if what is left can only be that. Any other reference is a bank's own affair:
 * taken for a session id it would make one payment look like two.
 */
export function readSessionId(reference: string): SessionId | undefined {
  if (!/^\d+$/.test(reference) || reference.length < 25 || reference.length > 30) return undefined
  const id = reference.padStart(30, '0')
  const isWhole = id === reference
  if (!isWhole && nigerianBanks.byKey(id.slice(0, 6)) === undefined) return undefined
  const day = readDay(id.slice(6, 12), 'yyMMdd')
  const isTime = /^([01]\d|2[0-3])[0-5]\d[0-5]\d$/.test(id.slice(12, 18))
  return day === undefined || !isTime ? undefined : { id, day }
}
