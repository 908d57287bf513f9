import { parse } from 'csv-parse/browser/esm/sync'
import { stringify } from 'csv-stringify/browser/esm/sync'
import { accountOf, amountOf } from '../words.ts'
import { itemOf } from './order-words.ts'
import type { Item, Row } from './use-payments.ts'

export type ReadFile = Readonly<{ rows: readonly Row[] }> | Readonly<{ problem: string }>

const MOST_ROWS = 1_000
const MOST_BYTES = 1_000_000

/** The names that a column may have. Spreadsheets of banks and of payroll programs call them differently. */
const columns: Readonly<Record<keyof Row, readonly string[]>> = {
  bank: ['bank', 'bank name', 'bank code', 'beneficiary bank'],
  account_number: ['account number', 'account', 'account no', 'nuban', 'beneficiary account'],
  amount: ['amount', 'amount ngn', 'amount naira', 'naira', 'net pay'],
  reference: ['reference', 'ref', 'payment reference', 'id'],
  note: ['note', 'narration', 'description', 'remark', 'remarks'],
}

export const TEMPLATE = `bank,account number,amount,reference,note
GTBank,0123456789,25000.50,salary-oct-01,October salary
Access Bank,0690000031,18000,salary-oct-02,October salary
`

/** Reads a file with one payment in each row. The server judges the values; here only the form must be right. */
export async function readPayments(file: File, orderReference: string): Promise<ReadFile> {
  if (file.size > MOST_BYTES)
    return { problem: 'The file is larger than 1 MB. Split it into several orders.' }
  const text = await file.text()
  let lines: string[][]
  try {
    lines = parse(text, {
      bom: true,
      delimiter: [',', ';', '\t'],
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
    })
  } catch (error) {
    return {
      problem: `This is not a CSV file: ${(error as Error).message}. Export it as CSV and try again.`,
    }
  }
  const [head, ...body] = lines
  if (head === undefined || body.length === 0)
    return { problem: 'The file has no payments. The first row has the names of the columns.' }
  if (body.length > MOST_ROWS)
    return {
      problem: `The file has ${body.length} payments. An order has at most ${MOST_ROWS}: split the file.`,
    }
  const names = head.map((name) =>
    name
      .toLowerCase()
      .replace(/[^a-z]+/g, ' ')
      .trim(),
  )
  const place = (field: keyof Row) => names.findIndex((name) => columns[field].includes(name))
  const missing = (['bank', 'account_number', 'amount'] as const).filter((field) => place(field) < 0)
  if (missing.length > 0) {
    const wanted = missing.map((field) => `“${field.replace('_', ' ')}”`).join(' and ')
    return { problem: `No column is called ${wanted}. Name the columns in the first row of the file.` }
  }
  return {
    rows: body.map((cells, row) => {
      const cell = (field: keyof Row): string => cells[place(field)] ?? ''
      return {
        bank: cell('bank'),
        account_number: accountOf(cell('account_number')),
        amount: amountOf(cell('amount')),
        reference: cell('reference') === '' ? `${orderReference}-${row + 1}` : cell('reference'),
        note: cell('note'),
      }
    }),
  }
}

/** A reference that nobody used: a name that people recognise, and some random letters. */
export function newReference(name = 'payment'): string {
  const words = name
    .toLowerCase()
    .replace(/\.[a-z]+$/, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
  const random = [...crypto.getRandomValues(new Uint8Array(4))]
  return `${words || 'payment'}-${random.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Returns a file with the outcome of each payment. No cell runs as a formula in a spreadsheet. */
export function writeOutcomes(items: readonly Item[]): string {
  const lines = items.map((item) => ({
    number: item.number,
    account_name: item.account_name,
    account_number: item.account_number,
    bank: item.bank_name,
    amount: item.amount,
    reference: item.reference,
    note: item.note,
    outcome: itemOf(item).words,
    reason: item.refusal?.message ?? '',
    transaction_id: item.transaction_id ?? '',
  }))
  return stringify(lines, { header: true, escape_formulas: true, record_delimiter: 'windows' })
}
