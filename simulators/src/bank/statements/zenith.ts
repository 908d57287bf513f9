import { writeGroupedNaira } from '../kobo.ts'
import { lagosDate } from '../lagos-time.ts'
import { isCredit, type Line } from '../ledger/line.ts'
import { narrate } from '../narration.ts'
import { csvRow } from './csv-row.ts'
import type { Statement } from './statement.ts'

/** Zeros for empty amounts, opening and closing balances as rows, and an outward payment that reads "NIP CR". */
export function writeZenith(statement: Statement): string {
  const { account, opening, closing, text, date } = statement
  const day = (iso: string) => {
    const parts = date(iso)
    return `${parts.day}/${parts.month}/${parts.year}`
  }
  const rows = statement.rows.map((line) => {
    const amount = writeGroupedNaira(line.settled)
    const sides = isCredit(line) ? ['0.00', amount] : [amount, '0.00']
    const balance = writeGroupedNaira(line.balanceAfter)
    return csvRow(day(lagosDate(line.bookedAt)), describe(line), ...sides, day(line.valueDate), balance)
  })
  return (
    csvRow(`Account Number: ${text(account.number)}`, `Account Name: ${account.name}`) +
    csvRow('Date', 'Description', 'Debit', 'Credit', 'Value Date', 'Balance') +
    csvRow('', 'Opening Balance', '0.00', '0.00', day(statement.from), writeGroupedNaira(opening)) +
    rows.join('') +
    csvRow('', 'Closing Balance', '0.00', '0.00', day(statement.to), writeGroupedNaira(closing))
  )
}

function describe(line: Line): string {
  const { sessionId } = line
  return line.narration ?? `${narrate('nip', line)}/${sessionId}`
}
