import { type Fields, fieldsOf, koboOfNaira, listOf, textOf } from '../../../shared/banks/exact-json.ts'
import { BankUnavailable, type RailLine, type RailLines } from '../bank-rail.ts'
import { createBookWalk, createLearnedReferences, referenceIn } from '../vendor-book.ts'
import type { MonnifyClient } from './monnify-client.ts'

const PER_PAGE = 100

/**
 * The statement of our wallet at Monnify. A line's reference is `<the vendor's reference>_<DEBIT|CREDIT|FEE>_<place>`. Its narration
 * repeats the narration of our order, which contains our reference. For orders with another narration, the reference is found in the list
 * of disbursements.
 */
export function createMonnifyBook(client: MonnifyClient, walletNumber: string) {
  const learned = createLearnedReferences()
  const walk = createBookWalk()

  const readRows = async (path: string, query: URLSearchParams, signal: AbortSignal): Promise<Fields[]> => {
    const { status, body } = await client.get(`${path}?${query.toString()}`, signal)
    const rows = listOf(fieldsOf(fieldsOf(body)['responseBody'])['content'])
    if (status !== 200 || rows === undefined)
      throw new BankUnavailable(`the statement cannot be read: the vendor answered ${status}`)
    return rows.map(fieldsOf)
  }
  const readOrders = async (number: number, signal: AbortSignal) => {
    const query = new URLSearchParams({ pageNo: String(number), pageSize: String(PER_PAGE) })
    const rows = await readRows('/api/v2/disbursements/single/transactions', query, signal)
    return rows.flatMap(({ transactionReference: vendorId, reference }) =>
      typeof vendorId === 'string' && typeof reference === 'string' ? [{ vendorId, reference }] : [],
    )
  }

  return {
    lines: async (cursor: string | null, signal: AbortSignal): Promise<RailLines> =>
      walk(cursor, async (number) => {
        const query = new URLSearchParams({
          accountNumber: walletNumber,
          pageNo: String(number),
          pageSize: String(PER_PAGE),
        })
        const rows = await readRows('/api/v1/disbursements/wallet/transactions', query, signal)
        const nameless = rows.filter((row) => referenceIn(row['narration']) === null)
        const vendorIds = nameless.flatMap((row) => nameOf(row)?.vendorId ?? [])
        await learned.learn(vendorIds, async (page) => readOrders(page, signal))
        const lines = rows.map((row) => {
          const { vendorId } = nameOf(row) ?? {}
          const listed = vendorId === undefined ? undefined : learned.get(vendorId)
          return toLine(row, referenceIn(row['narration']) ?? listed ?? null)
        })
        // Drops lines that moved no money.
        return { lines: lines.filter(({ amountMinor }) => amountMinor > 0n), isLast: rows.length < PER_PAGE }
      }),
  }
}

function toLine(row: Fields, reference: string | null): RailLine {
  const externalId = textOf(row['walletTransactionReference'])
  const amountMinor = koboOfNaira(row['amount'])
  const at = new Date(textOf(row['transactionDate']) ?? '')
  const type = row['transactionType']
  const isWhole = externalId !== null && amountMinor !== undefined && !Number.isNaN(at.getTime())
  if (!isWhole || (type !== 'DEBIT' && type !== 'CREDIT'))
    throw new BankUnavailable('a line of the statement cannot be read')
  const direction = type === 'DEBIT' ? 'debit' : 'credit'
  return { externalId, at, direction, amountMinor, reference, kind: kindOf(row, direction, reference) }
}

function kindOf(row: Fields, direction: 'debit' | 'credit', reference: string | null): RailLine['kind'] {
  if (nameOf(row)?.movement === 'FEE') return 'fee'
  if (reference !== null) return direction === 'debit' ? 'payment' : 'return'
  return direction === 'credit' ? 'funding' : 'other'
}

function nameOf(row: Fields): Readonly<{ vendorId: string; movement: string }> | undefined {
  const match = /^(.+)_(DEBIT|CREDIT|FEE)_\d+$/.exec(String(row['walletTransactionReference']))
  return match?.[1] !== undefined && match[2] !== undefined
    ? { vendorId: match[1], movement: match[2] }
    : undefined
}
