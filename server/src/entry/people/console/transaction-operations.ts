import type { Operation } from '../../http/openapi/operation.ts'
import { TransactionParams } from './console-wire.ts'
import { TransactionReply } from './transaction-wire.ts'

const at = '2026-11-18T09:02:00.000Z'

export const readTransactionOperation: Operation = {
  id: 'readConsoleTransaction',
  tag: 'Console',
  parameters: { path: TransactionParams },
  summary: 'Read everything about a transaction',
  description:
    'Returns the timeline, every effect with its evidence (bank lines, deposits, transfers, payouts), the ledger entries, what the business was told and sees, the margin and the cases.',
  replies: {
    200: {
      description: 'The transaction.',
      schema: TransactionReply,
      examples: {
        accepted: {
          summary: 'A buy that nobody paid yet',
          value: {
            status: 'success',
            message: 'We wait for the naira.',
            transaction: {
              transaction_id: `txn_${'0'.repeat(32)}`,
              type: 'buy',
              status: 'pending_payment',
              reference: 'order-2291',
              business_id: `biz_${'0'.repeat(32)}`,
              business: 'Ada Foods',
              amount_minor: '2500000',
              held_minor: '0',
              lacks_minor: '2500000',
              created_at: at,
              sentence: 'We wait for the naira.',
              holder: 'payer',
              expected_by: null,
              frozen: null,
              waits_for_lane: null,
              claims: 'Emeka Obi, 0123456789, GTBank',
              goes_to: null,
              deposit_to: null,
            },
            steps: [
              {
                at,
                event: 'accepted',
                status: 'pending_payment',
                sentence: 'We wait for the naira.',
                holder: 'payer',
                evidence: [],
              },
            ],
            credits: [],
            deposits: [],
            transfers: [],
            payouts: [],
            entries: [],
            margin: null,
            events: [],
            told: {
              status: 'pending_payment',
              sentence: 'We wait for the naira.',
              holder: 'payer',
              expected_by: null,
              steps: [{ at, sentence: 'We wait for the naira.' }],
            },
            cases: [],
          },
        },
      },
    },
  },
  refusals: ['not_found'],
}
