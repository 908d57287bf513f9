import { writeGroupedNaira } from '../kobo.ts'
import { lagosDate } from '../lagos-time.ts'
import { isCredit } from '../ledger/line.ts'
import { narrate } from '../narration.ts'
import type { Statement } from './statement.ts'

const ZERO_WIDTH = '\u200b'
const NARRATION_WIDTH = 32

/** The text of a printed page: columns by width, balances with CR or DR, and narrations that mostly name no payer. */
export function writeUba(statement: Statement): string {
  const { account, opening, closing, text, date } = statement
  const day = (iso: string) => {
    const parts = date(iso)
    return `${parts.day}/${parts.month}/${parts.year}`
  }
  const rows = statement.rows.map((line) => {
    const [narration = '', ...rest] = wrap(line.narration ?? narrate('mobile', line))
    const amount = writeGroupedNaira(line.settled)
    const [debit, credit] = isCredit(line) ? ['', amount] : [amount, '']
    const cells = [
      day(lagosDate(line.bookedAt)).padEnd(12),
      day(line.valueDate).padEnd(12),
      (narration + ZERO_WIDTH).padEnd(NARRATION_WIDTH + 2),
      debit.padStart(18),
      credit.padStart(18),
      signed(line.balanceAfter).padStart(22),
    ]
    const more = rest.map((part) => `${' '.repeat(24)}${part}`)
    return [cells.join(''), ...more].join('\n')
  })
  const title = ['TRANS DATE  VALUE DATE  ', 'NARRATION'.padEnd(NARRATION_WIDTH + 2)]
  const columns = ['DEBIT'.padStart(18), 'CREDIT'.padStart(18), 'BALANCE'.padStart(22)]
  return [
    'UNITED BANK FOR AFRICA PLC',
    `ACCOUNT NAME: ${account.name}`,
    `ACCOUNT NUMBER: ${text(account.number)}   CURRENCY: NGN`,
    `STATEMENT PERIOD: ${day(statement.from)} - ${day(statement.to)}`,
    `OPENING BALANCE: ${signed(opening)}`,
    '',
    [...title, ...columns].join(''),
    ...rows,
    '',
    `CLOSING BALANCE: ${signed(closing)}`,
    '',
  ].join('\n')
}

function signed(kobo: bigint): string {
  return kobo < 0n ? `${writeGroupedNaira(-kobo)}DR` : `${writeGroupedNaira(kobo)}CR`
}

function wrap(narration: string): string[] {
  const flat = narration.replace(/\s/g, ' ')
  const parts = []
  for (let at = 0; at < flat.length; at += NARRATION_WIDTH) parts.push(flat.slice(at, at + NARRATION_WIDTH))
  return parts
}
