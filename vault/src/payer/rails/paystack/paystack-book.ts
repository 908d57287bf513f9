import { BankUnavailable, type RailLine, type RailLines } from '../bank-rail.ts'
import { type Fields, fieldsOf, listOf, textOf } from '../fields.ts'
import { walkBook } from '../walk-book.ts'
import type { AskPaystack } from './paystack-rail.ts'

const PER_PAGE = 100
const MOST_PAGES = 400
const MOST_KEPT = 50_000

/**
 * The ledger of our balance at Paystack. A line names a transfer by the vendor's own number, so that the list of transfers is asked which
 * reference that is.
 */
export function createPaystackBook(ask: AskPaystack) {
  const references = new Map<string, string>()

  const readRows = async (path: string, signal: AbortSignal): Promise<Fields[]> => {
    const { status, body } = await ask(path, signal)
    const rows = listOf(fieldsOf(body)['data'])
    if (status !== 200 || rows === undefined) throw new BankUnavailable(`no page: it answered ${status}`)
    return rows.map(fieldsOf)
  }

  const learnReferences = async (rows: readonly Fields[], signal: AbortSignal): Promise<void> => {
    if (references.size > MOST_KEPT) references.clear()
    const wanted = rows.filter(isOfTransfer).map(({ model_row }) => String(model_row))
    const isMissing = (): boolean => wanted.some((row) => !references.has(row))
    for (let number = 1; number <= MOST_PAGES && isMissing(); number += 1) {
      const transfers = await readRows(`/transfer?perPage=${PER_PAGE}&page=${number}`, signal)
      for (const { id, reference } of transfers)
        if (typeof id === 'string' && typeof reference === 'string') references.set(id, reference)
      if (transfers.length < PER_PAGE) return
    }
  }

  return {
    lines: async (cursor: string | null, signal: AbortSignal): Promise<RailLines> =>
      walkBook(cursor, async (number) => {
        const rows = await readRows(`/balance/ledger?perPage=${PER_PAGE}&page=${number + 1}`, signal)
        await learnReferences(rows, signal)
        return {
          lines: rows
            .filter(({ currency }) => currency === 'NGN')
            .map((row) => toLine(row, references.get(String(row['model_row'])) ?? null)),
          isLast: rows.length < PER_PAGE,
        }
      }),
  }
}

function toLine(row: Fields, reference: string | null): RailLine {
  const match = /^(-?)(\d{1,24})$/.exec(String(row['difference']))
  const at = new Date(textOf(row['createdAt']) ?? textOf(row['created_at']) ?? '')
  const externalId = textOf(row['id'])
  if (match === null || externalId === null || Number.isNaN(at.getTime()))
    throw new BankUnavailable('a line of the ledger cannot be read')
  const direction = match[1] === '-' ? 'debit' : 'credit'
  return {
    externalId,
    at,
    direction,
    amountMinor: BigInt(match[2] ?? ''),
    reference: isOfTransfer(row) ? reference : null,
    kind: kindOf(row, direction),
  }
}

function kindOf(row: Fields, direction: 'debit' | 'credit'): RailLine['kind'] {
  if (isOfTransfer(row)) return direction === 'debit' ? 'payment' : 'return'
  if (/fee/i.test(String(row['model_responsible']))) return 'fee'
  return direction === 'credit' ? 'funding' : 'other'
}

function isOfTransfer(row: Fields): boolean {
  return row['model_responsible'] === 'Transfer'
}
