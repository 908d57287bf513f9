import { writeGroupedNaira } from '../kobo.ts'
import { lagosDate } from '../lagos-time.ts'
import { isCredit } from '../ledger/line.ts'
import { narrate } from '../narration.ts'
import { csvRow } from './csv-row.ts'
import type { Statement } from './statement.ts'

/** Credits before debits, a dash for empty amounts, and the payer labelled SENDER. */
export function writeSterling(statement: Statement): string {
  const { account, opening, closing, text, date } = statement
  const day = (iso: string) => {
    const parts = date(iso)
    return `${parts.day}-${parts.month}-${parts.year}`
  }
  const rows = statement.rows.map((line) => {
    const amount = writeGroupedNaira(line.settled)
    const reference = line.shownSessionId === null ? '-' : text(line.shownSessionId)
    const sides = isCredit(line) ? [amount, '-'] : ['-', amount]
    const narration = line.narration ?? narrate('banknip', line)
    const balance = writeGroupedNaira(line.balanceAfter)
    return csvRow(day(lagosDate(line.bookedAt)), reference, narration, ...sides, balance)
  })
  return (
    csvRow(`STERLING BANK PLC - ${account.name} - ${text(account.number)}`) +
    csvRow(`OPENING BALANCE: ${writeGroupedNaira(opening)}`) +
    csvRow('DATE', 'REFERENCE', 'NARRATION', 'MONEY IN', 'MONEY OUT', 'BALANCE') +
    rows.join('') +
    csvRow(`CLOSING BALANCE: ${writeGroupedNaira(closing)}`)
  )
}
