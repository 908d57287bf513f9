import { Type } from 'typebox'
import { parseId } from '../../../kernel/ids/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'

/** Only what looks like an id leads to these routes, so that a mistyped URL stays a URL that leads nowhere. */
export const TRANSACTION_PATH = '/transactions/v1/:id(^txn_[0-9a-f]{32}$)'

export const TransactionPath = Type.Object({
  id: Type.String({
    pattern: '^txn_[0-9a-f]{32}$',
    description: 'The id of the transaction.',
    examples: ['txn_01a1dcc33c477feca0d6d2cee34c8ce8'],
  }),
})

export function readTransactionId(params: Readonly<{ id: string }>): string {
  const id = parseId('transaction', params.id)
  if (id === undefined) throw new Refusal('transaction_unknown', 'There is no such transaction.')
  return id
}
