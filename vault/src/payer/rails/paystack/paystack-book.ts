import { type Fields, fieldsOf, listOf, textOf } from '../../../shared/banks/exact-json.ts'
import { BankUnavailable, type RailLine, type RailLines } from '../bank-rail.ts'
import { createBookWalk, createLearnedReferences, referenceIn } from '../vendor-book.ts'
import type { AskPaystack } from './paystack-client.ts'

const PER_PAGE = 100

/**
 * The ledger of our balance at Paystack. A line names a transfer by the vendor's own number and repeats our reason, which contains our
 * reference. For orders with another reason, the reference is found in the list of transfers.
 */
export function createPaystackBook(ask: AskPaystack) {
  const learned = createLearnedReferences()
  const walk = createBookWalk()

  const readRows = async (path: string, signal: AbortSignal): Promise<Fields[]> => {
    const { status, body } = await ask(path, signal)
    const rows = listOf(fieldsOf(body)['data'])
    if (status !== 200 || rows === undefined)
      throw new BankUnavailable(`the ledger cannot be read: the vendor answered ${status}`)
    return rows.map(fieldsOf)
  }
  const readTransfers = async (number: number, signal: AbortSignal) =>
    (await readRows(`/transfer?perPage=${PER_PAGE}&page=${number + 1}`, signal)).flatMap(
      ({ id, reference }) =>
        typeof id === 'string' && typeof reference === 'string' ? [{ vendorId: id, reference }] : [],
    )

  return {
    lines: async (cursor: string | null, signal: AbortSignal): Promise<RailLines> =>
      walk(cursor, async (number) => {
        const rows = await readRows(`/balance/ledger?perPage=${PER_PAGE}&page=${number + 1}`, signal)
        const nameless = rows.filter((row) => isOfTransfer(row) && referenceIn(row['reason']) === null)
        await learned.learn(nameless.map(numberOf), async (page) => readTransfers(page, signal))
        const lines = rows
          .filter(({ currency }) => currency === 'NGN')
          .map((row) => toLine(row, referenceIn(row['reason']) ?? learned.get(numberOf(row)) ?? null))
        // Drops lines that moved no money.
        return { lines: lines.filter(({ amountMinor }) => amountMinor > 0n), isLast: rows.length < PER_PAGE }
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
    reference,
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

function numberOf(row: Fields): string {
  return String(row['model_row'])
}
