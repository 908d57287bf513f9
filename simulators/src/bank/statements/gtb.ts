import { writeGroupedNaira } from '../kobo.ts'
import { lagosDate } from '../lagos-time.ts'
import { isCredit } from '../ledger/line.ts'
import { narrate } from '../narration.ts'
import { csvRow } from './csv-row.ts'
import type { DateParts, Statement } from './statement.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const NBSP = '\u00a0'
const REMARK_WIDTH = 40

/** References after an apostrophe, non-breaking spaces in remarks, and long remarks that continue in rows without a date. */
export function writeGtb(statement: Statement): string {
  const { account, opening, closing, debits, credits, text, date } = statement
  const day = (iso: string) => writeDay(date(iso))
  const head =
    csvRow('CUSTOMER STATEMENT') +
    csvRow('Account Name', account.name) +
    csvRow('Account No', `'${text(account.number)}`) +
    csvRow('Period', `${day(statement.from)} to ${day(statement.to)}`) +
    csvRow('Opening Balance', writeGroupedNaira(opening)) +
    csvRow('Total Debit', writeGroupedNaira(debits)) +
    csvRow('Total Credit', writeGroupedNaira(credits)) +
    csvRow('Closing Balance', writeGroupedNaira(closing)) +
    csvRow() +
    csvRow(
      'Trans. Date',
      'Value. Date',
      'Reference',
      'Debits',
      'Credits',
      'Balance',
      'Originating Branch',
      'Remarks',
    )
  const rows = statement.rows.map((line) => {
    const amount = writeGroupedNaira(line.settled)
    const [remark = '', ...rest] = wrap(line.narration ?? narrate('nip', line))
    const sides = isCredit(line) ? ['', amount] : [amount, '']
    return (
      csvRow(
        day(lagosDate(line.bookedAt)),
        day(line.valueDate),
        line.shownSessionId === null ? '' : `'${text(line.shownSessionId)}`,
        ...sides,
        writeGroupedNaira(line.balanceAfter),
        'E-CHANNELS',
        remark,
      ) + rest.map((more) => csvRow('', '', '', '', '', '', '', more)).join('')
    )
  })
  return head + rows.join('')
}

function writeDay({ year, month, day }: DateParts): string {
  return `${day}-${months[Number(month) - 1] ?? month}-${year}`
}

function wrap(remark: string): string[] {
  const spaced = remark.replace(/ /g, (space, at: number) => (at % 3 === 0 ? NBSP : space))
  const lines = []
  for (let at = 0; at < spaced.length; at += REMARK_WIDTH) lines.push(spaced.slice(at, at + REMARK_WIDTH))
  return lines
}
