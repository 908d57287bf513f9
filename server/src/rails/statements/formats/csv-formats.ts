import { Refusal } from '../../../kernel/refusal.ts'
import type { Statement, StatementFormat } from '../../../movements/feeds/statement.ts'
import { buildStatement } from '../build-statement.ts'
import { printRows, readTable } from '../csv-table.ts'
import { readDay, readLabel, requireAccountNumber, requireNaira } from '../printed-fields.ts'
import { type PrintedRow, takeEndRows } from '../printed-statement.ts'
import { cleanText } from '../statement-text.ts'

const GTB_DAY_FORM = 'dd-MMM-yyyy'

/** Guaranty Trust Bank: sums above the headings, references with a leading apostrophe, long remarks over several rows. */
export const gtbFormat: StatementFormat = { profile: 'gtb', parse: parseGtb }

function parseGtb(file: Uint8Array): Statement {
  const { above, rows } = readTable(file, {
    date: ['transdate'],
    valueDate: ['valuedate'],
    reference: ['reference'],
    debit: ['debits', 'debit'],
    credit: ['credits', 'credit'],
    balance: ['balance'],
    narration: ['remarks'],
  })
  const amount = (label: string) => requireNaira(readLabel(above, label), label)
  return buildStatement({
    accountNumber: requireAccountNumber(readLabel(above, 'Account No')),
    ...readGtbPeriod(readLabel(above, 'Period')),
    openingMinor: amount('Opening Balance'),
    closingMinor: amount('Closing Balance'),
    totals: { debitsMinor: amount('Total Debit'), creditsMinor: amount('Total Credit') },
    rows: printRows(rows, GTB_DAY_FORM),
  })
}

function readGtbPeriod(text: string): { from: string; to: string } {
  const [first = '', last = ''] = text.split(' to ')
  const [from, to] = [readDay(first, GTB_DAY_FORM), readDay(last, GTB_DAY_FORM)]
  if (from !== undefined && to !== undefined) return { from, to }
  throw new Refusal('statement_unreadable', `The period cannot be read: "${text.slice(0, 40)}".`)
}

/** Zenith: zeros for empty amounts, opening and closing balance as rows, the session id at the end of the description. */
export const zenithFormat: StatementFormat = { profile: 'zenith', parse: parseZenith }

function parseZenith(file: Uint8Array): Statement {
  const { above, rows } = readTable(file, {
    date: ['date'],
    narration: ['description'],
    debit: ['debit'],
    credit: ['credit'],
    valueDate: ['valuedate'],
    balance: ['balance'],
  })
  return buildStatement(
    {
      accountNumber: requireAccountNumber(readLabel(above, 'Account Number')),
      ...takeEndRows(printRows(rows, 'dd/MM/yyyy'), {
        opening: 'Opening Balance',
        closing: 'Closing Balance',
      }),
    },
    { sessionText },
  )
}

/** Returns the session id only from the bank's own format, in which it follows the payer's text. */
function sessionText({ narration }: PrintedRow): string {
  const [, id = ''] = /^NIP\/.*\/(\d+)$/.exec(cleanText(narration)) ?? []
  return id
}

/** Sterling: money in before money out, a dash for empty amounts, the account in the title, the closing balance in the last row. */
export const sterlingFormat: StatementFormat = { profile: 'sterling', parse: parseSterling }

function parseSterling(file: Uint8Array): Statement {
  const { above, rows } = readTable(file, {
    date: ['date'],
    reference: ['reference', 'ref'],
    narration: ['narration'],
    credit: ['moneyin', 'in'],
    debit: ['moneyout', 'out'],
    balance: ['balance'],
  })
  const foot = rows.at(-1)
  if (foot?.cells.length !== 1) {
    throw new Refusal(
      'statement_unreadable',
      'The file does not end with a closing balance, so it is incomplete. Export it again.',
    )
  }
  return buildStatement({
    accountNumber: requireAccountNumber(readTitle(above).split(' - ').at(-1) ?? ''),
    // The file prints no period, so the days of the rows are used.
    from: undefined,
    to: undefined,
    openingMinor: requireNaira(readLabel(above, 'OPENING BALANCE'), 'opening balance'),
    closingMinor: requireNaira(readLabel([foot.cells], 'CLOSING BALANCE'), 'closing balance'),
    rows: printRows(rows.slice(0, -1), 'dd-MM-yyyy'),
  })
}

function readTitle(above: readonly (readonly string[])[]): string {
  const titles = above.flat().filter((cell) => cleanText(cell).startsWith('STERLING BANK'))
  return titles.length === 1 ? cleanText(titles[0] ?? '') : ''
}

const heads = {
  date: ['date', 'txndate', 'transdate', 'transactiondate', 'posteddate', 'postingdate'],
  valueDate: ['valuedate'],
  narration: ['narration', 'remarks', 'particulars', 'description', 'details'],
  reference: ['ref', 'reference', 'transref', 'serial', 'referenceno'],
  balance: ['balance'],
} as const
const sides = {
  debit: ['debit', 'debits', 'dr', 'withdrawal', 'withdrawals'],
  credit: ['credit', 'credits', 'cr', 'deposit', 'deposits'],
} as const

/** Access, and other banks whose headings change between exports. Columns are found by any of their names. */
export const accessFormat: StatementFormat = { profile: 'access', parse: parseAccess }

function parseAccess(file: Uint8Array): Statement {
  const { above, rows } = readTable(file, { ...heads, ...sides }, { ...heads, amount: ['amount'] })
  const printed = printRows(rows, 'dd/MM/yyyy')
  return buildStatement({
    accountNumber: requireAccountNumber(readLabel(above, 'Account')),
    ...takeEndRows(printed, { opening: 'BALANCE B/F', closing: 'BALANCE C/F' }),
  })
}
