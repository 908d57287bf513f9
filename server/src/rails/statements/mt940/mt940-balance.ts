import { Refusal } from '../../../kernel/refusal.ts'
import { readDay } from '../printed-day.ts'
import { readSwiftAmount } from './swift-amount.ts'

/** `C261103NGN1000000,00`: which side, the day, the currency, the amount. */
export function readBalance(text: string): { day: string; minor: bigint } {
  const { side, date, amount } = /^(?<side>[CD])(?<date>\d{6})NGN(?<amount>\S+)$/.exec(text)?.groups ?? {}
  const day = readDay(date ?? '', 'yyMMdd')
  const minor = readSwiftAmount(amount ?? '')
  if (day !== undefined && minor !== undefined) return { day, minor: side === 'D' ? -minor : minor }
  throw new Refusal(
    'statement_unreadable',
    `A balance of the message cannot be read: "${text.slice(0, 40)}".`,
  )
}
