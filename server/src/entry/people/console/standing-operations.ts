import type { Operation } from '../../http/openapi/operation.ts'
import { ConsoleParams } from './console-wire.ts'
import { StandingReply } from './standing-wire.ts'

export const listStandingOperation: Operation = {
  id: 'listConsoleStanding',
  tag: 'Console',
  parameters: { path: ConsoleParams },
  summary: 'List standing decisions',
  description:
    'What two operators let one person decide alone, newest first: which decision in which kind of case, how much for one case and in total, how much is used, and why it ended. The commands `standing allow` and `standing end` change it.',
  replies: {
    200: {
      description: 'The standing decisions of one mode.',
      schema: StandingReply,
      examples: {
        one: {
          summary: 'One in force',
          value: {
            status: 'success',
            message: '1 standing decision.',
            standing: [
              {
                case_id: `cas_${'0'.repeat(32)}`,
                decision: 'return',
                kind: 'unmatched',
                business_id: null,
                cap_minor: '10000000',
                total_minor: '500000000',
                used_minor: '2500000',
                uses: 1,
                expires_at: '2027-01-31T00:00:00.000Z',
                state: 'in_force',
                ended_because: null,
              },
            ],
            may_stand: [
              { decision: 'return', kinds: ['unmatched', 'duplicate', 'overpaid', 'weak_evidence'] },
            ],
          },
        },
      },
    },
  },
  refusals: [],
}
