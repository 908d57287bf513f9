import type { Operation } from '../../http/openapi/operation.ts'
import { caseRowExample } from './console-examples.ts'
import { ConsoleParams } from './console-wire.ts'
import { NowReply } from './now-wire.ts'

const at = '2026-11-18T09:18:24.000Z'

export const readNowOperation: Operation = {
  id: 'readConsoleNow',
  tag: 'Console',
  parameters: { path: ConsoleParams },
  summary: 'Read what is true now',
  description:
    'One sentence of verdict, what proves that money is safe, every rail, open transactions by status, the next cases, our floats, and what is frozen. Everything is of one mode.',
  replies: {
    200: {
      description: 'What is true now.',
      schema: NowReply,
      examples: {
        now: {
          summary: 'A quiet morning',
          value: {
            status: 'success',
            message: 'Money is moving.',
            at,
            verdict: { tone: 'good', sentence: 'Money is moving.' },
            changed_rows: [],
            proofs: {
              stuck: 0,
              differ_minor: '0',
              differ_count: 0,
              compared_at: at,
              paid_twice: 0,
              paid_count: 2318,
              hold_minor: '104200000',
              owe_minor: '100000000',
              case_count: 1,
              case_overdue: 0,
              case_due_at: '2026-11-18T09:56:00.000Z',
              settled_count: 2318,
              settled_minor: '21480635000',
              settled_seconds: 31,
            },
            rails: [
              {
                kind: 'payout',
                name: 'Paystack to GTBank',
                state: 'working',
                ended: 31,
                succeeded: 31,
                typical_seconds: 14,
                slowest_seconds: 52,
                in_flight: 12,
                in_flight_minor: '286550000',
                last_at: at,
                points: [9, 11, 8, 12, 10, 9, 11, 10, 12, 9, 11, 10],
              },
            ],
            waiting: [
              {
                type: 'buy',
                status: 'sending',
                count: 12,
                minor: '31000000',
                oldest_transaction_id: `txn_${'0'.repeat(32)}`,
                oldest_at: '2026-11-18T09:17:40.000Z',
              },
            ],
            cases: [caseRowExample],
            floats: [
              {
                kind: 'lane',
                place: 'live:Polygon:1',
                name: 'Polygon',
                state: 'active',
                ledger_minor: '841200000',
                promised_minor: '0',
                in_flight_minor: '107500000',
                hour_minor: '400000000',
                read_at: at,
                empty_at: '2026-11-18T11:24:00.000Z',
                is_low: false,
              },
            ],
            frozen: [],
          },
        },
      },
    },
  },
  refusals: [],
}
