import type { Draw } from '../draw.ts'
import { writeGroupedNaira } from '../kobo.ts'
import { lagosDate } from '../lagos-time.ts'
import { isCredit } from '../ledger/line.ts'
import { narrate } from '../narration.ts'
import { csvRow } from './csv-row.ts'
import type { Statement } from './statement.ts'

/** Column headers that change between exports, debits in brackets, and an N before the balance. */
export function writeAccess(statement: Statement, draw: Draw): string {
  const { account, opening, closing, text, date } = statement
  const day = (iso: string) => {
    const parts = date(iso)
    return `${parts.day}/${parts.month}/${parts.year}`
  }
  const key = [account.number, statement.from] as const
  const [debit, credit] = draw.pick(
    [
      ['Withdrawals', 'Deposits'],
      ['DR', 'CR'],
      ['Debit', 'Credit'],
    ],
    'sides',
    ...key,
  )
  const heads = [
    draw.pick(['Date', 'Txn Date', 'Posted Date'], 'date', ...key),
    'Value Date',
    draw.pick(['Narration', 'Remarks', 'Particulars'], 'narration', ...key),
    draw.pick(['Ref', 'Trans Ref', 'Serial'], 'reference', ...key),
    debit ?? '',
    credit ?? '',
    'Balance',
  ]
  const rows = statement.rows.map((line) => {
    const amount = writeGroupedNaira(line.settled)
    return csvRow(
      day(lagosDate(line.bookedAt)),
      day(line.valueDate),
      line.narration ?? narrate('nip_trf', line),
      line.shownSessionId === null ? '' : text(line.shownSessionId),
      ...(isCredit(line) ? ['', amount] : [`(${amount})`, '']),
      `N${writeGroupedNaira(line.balanceAfter)}`,
    )
  })
  return (
    csvRow('Account', text(account.number), account.name) +
    csvRow(...heads) +
    csvRow(day(statement.from), '', 'BALANCE B/F', '', '', '', `N${writeGroupedNaira(opening)}`) +
    rows.join('') +
    csvRow(day(statement.to), '', 'BALANCE C/F', '', '', '', `N${writeGroupedNaira(closing)}`)
  )
}
