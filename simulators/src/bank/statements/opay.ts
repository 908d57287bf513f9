import { writeGroupedNaira } from '../kobo.ts'
import { lagosStamp } from '../lagos-time.ts'
import { isCredit, type Line } from '../ledger/line.ts'
import { csvRow } from './csv-row.ts'
import type { Statement } from './statement.ts'

/**
 * Naira signs in the amounts, and after every credit a sweep into savings and back: two rows that are no payments and cancel out. These
 * rows exist only in the statement, not in a ledger.
 */
export function writeOpay(statement: Statement): string {
  const { account, opening, closing, text, date } = statement
  const moment = (ms: number) => {
    const [iso = '', clock = ''] = lagosStamp(ms).split(' ')
    const parts = date(iso)
    return `${parts.year}/${parts.month}/${parts.day} ${clock}`
  }
  const day = (iso: string) => moment(Date.parse(`${iso}T12:00:00Z`)).slice(0, 10)
  const rows = statement.rows.map((line) => {
    const when = [moment(line.bookedAt), day(line.valueDate)]
    const balance = money(line.balanceAfter)
    const reference = line.shownSessionId === null ? '' : text(line.shownSessionId)
    const row = csvRow(...when, describe(line), ...sides(line), balance, 'Mobile', reference)
    return isCredit(line) ? row + sweep(line, when, balance) : row
  })
  return (
    csvRow('Account Name', account.name, 'Account Number', text(account.number)) +
    csvRow('Opening Balance', money(opening), 'Closing Balance', money(closing)) +
    csvRow('DateTime', 'Value Date', 'Description', 'Debit', 'Credit', 'Balance', 'Channel', 'Reference') +
    rows.join('')
  )
}

function sides(line: Line): string[] {
  return isCredit(line) ? ['--', money(line.settled)] : [money(line.settled), '--']
}

function sweep(line: Line, when: readonly string[], balance: string): string {
  const amount = money(line.settled)
  const before = money(line.balanceAfter - line.settled)
  return (
    csvRow(...when, 'Auto-save to OWealth Balance', amount, '--', before, 'E-Channel', `OW${line.seq}A`) +
    csvRow(...when, 'OWealth Withdrawal', '--', amount, balance, 'E-Channel', `OW${line.seq}B`)
  )
}

function describe(line: Line): string {
  if (line.narration !== null) return line.narration
  const { name, bankName, accountNumber } = line.payer
  return `Transfer from ${name} | ${bankName} | ${accountNumber.slice(0, 3)}***${accountNumber.slice(-4)} | ${line.remark}`
}

function money(kobo: bigint): string {
  return `₦${writeGroupedNaira(kobo)}`
}
