import { isAccountNumber } from '../../records/banks/nuban.ts'
import type { BankLine } from '../feeds/bank-line.ts'

/** Why a line cannot be recorded as it is, or undefined. Whoever read it should have found out; here nothing gets by. */
export function lineProblem(line: BankLine): string | undefined {
  if (line.grossMinor <= 0n) return 'its amount is not more than nothing'
  if (line.settledMinor < 0n || line.settledMinor > line.grossMinor) {
    return 'what settled is not between nothing and the amount'
  }
  if (Number.isNaN(line.bookedAt.getTime())) return 'its time is no time'
  if (!isDay(line.valueDate)) return 'its value date is no day'
  const { accountNumber, accountMask } = line.payer
  if (accountNumber !== undefined && accountNumber.trim() !== '' && !isAccountNumber(accountNumber)) {
    return "the payer's account number has not ten digits"
  }
  if (accountMask !== undefined && accountMask.trim() !== '' && !/^[0-9*]{10}$/.test(accountMask)) {
    return "the payer's account number is not masked in ten places"
  }
  return undefined
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
