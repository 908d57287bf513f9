import { BankUnavailable, type RailLine, type RailLines } from '../bank-rail.ts'
import { type Fields, fieldsOf, listOf, textOf } from '../fields.ts'
import { koboOfNaira } from '../kobo.ts'
import { walkBook } from '../walk-book.ts'
import type { MonnifyClient } from './monnify-client.ts'

const PER_PAGE = 100

/** The statement of our wallet at Monnify. */
export async function readMonnifyBook(
  client: MonnifyClient,
  walletNumber: string,
  cursor: string | null,
  signal: AbortSignal,
): Promise<RailLines> {
  return walkBook(cursor, async (number) => {
    const query = new URLSearchParams({
      accountNumber: walletNumber,
      page: String(number),
      size: String(PER_PAGE),
    })
    const path = `/api/v1/disbursements/wallet/transactions?${query.toString()}`
    const { status, body } = await client.get(path, signal)
    const rows = listOf(fieldsOf(fieldsOf(body)['responseBody'])['content'])
    if (status !== 200 || rows === undefined) throw new BankUnavailable(`no statement: it answered ${status}`)
    return { lines: rows.map(fieldsOf).map(toLine), isLast: rows.length < PER_PAGE }
  })
}

function toLine(row: Fields): RailLine {
  const externalId = textOf(row['walletTransactionReference'])
  const amountMinor = koboOfNaira(row['amount'])
  const at = new Date(textOf(row['transactionDate']) ?? '')
  const type = row['transactionType']
  if (
    externalId === null ||
    amountMinor === undefined ||
    Number.isNaN(at.getTime()) ||
    (type !== 'DEBIT' && type !== 'CREDIT')
  )
    throw new BankUnavailable('a line of the statement cannot be read')
  const direction = type === 'DEBIT' ? 'debit' : 'credit'
  const reference = textOf(row['transactionReference'])
  return { externalId, at, direction, amountMinor, reference, kind: kindOf(row, direction, reference) }
}

function kindOf(row: Fields, direction: 'debit' | 'credit', reference: string | null): RailLine['kind'] {
  if (/\bfee\b|charge/i.test(String(row['narration']))) return 'fee'
  if (reference !== null) return direction === 'debit' ? 'payment' : 'return'
  return direction === 'credit' ? 'funding' : 'other'
}
