import { type Static, Type } from 'typebox'
import { formatId } from '../../../kernel/ids/ids.ts'
import { jsonNumber } from '../../../kernel/money/json-number.ts'
import { money } from '../../../kernel/money/money.ts'
import type { BalanceMovement } from '../../../records/ledger/own-balance-store.ts'
import { readCursor } from '../page-cursor.ts'
import { periodFields, readFrom, readTo } from '../period.ts'
import { readFields } from '../read-fields.ts'

const MOST = 100
const USUAL = 20

export const MovementsQuery = Type.Object(
  {
    limit: Type.Optional(
      Type.String({
        description: `At most so many on a page, 1 to ${MOST}; ${USUAL} when not given.`,
        pattern: '^([1-9][0-9]?|100)$',
        examples: ['50'],
      }),
    ),
    after: Type.Optional(
      Type.String({ description: 'The `next` of the page before, as it came.', maxLength: 100 }),
    ),
    ...periodFields,
  },
  { additionalProperties: false },
)

export type MovementsQuery = Static<typeof MovementsQuery>

export function readMovementsQuery({ limit, after, from, to }: MovementsQuery) {
  return {
    most: Number(limit ?? USUAL),
    before: after === undefined ? undefined : readCursor('movements', after),
    ...readFields({ from: () => readFrom(from), to: () => readTo(to) }),
  }
}

export function toMovementWire({ entryId, step, at, minor, transaction }: BalanceMovement) {
  const isIn = minor > 0n
  return {
    movement_id: formatId('entry', entryId),
    at: at.toISOString(),
    direction: isIn ? 'in' : 'out',
    asset: 'NGNC',
    amount: jsonNumber(money('NGNC', isIn ? minor : -minor)),
    reason: step,
    transaction_id: transaction === null ? null : formatId('transaction', transaction.id),
    type: transaction === null ? null : typeWords[transaction.type],
    reference: transaction?.reference ?? null,
  }
}

const typeWords: Readonly<Record<string, string>> = { buy: 'Buy', sell: 'Sell', withdrawal: 'Withdrawal' }
