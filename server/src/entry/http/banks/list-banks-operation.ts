import type { Operation } from '../openapi/operation.ts'
import { BanksReply } from './bank-wire.ts'

export const listBanksOperation: Operation = {
  id: 'listBanks',
  tag: 'Banks',
  summary: 'List the banks',
  description:
    'Every bank that a payer or a beneficiary can be at, with how our own payments there did in the last day (in the last week, where the day has fewer than five). Use it to warn a customer whose bank is down before they sell.',
  replies: {
    200: {
      description: 'The banks.',
      schema: BanksReply,
      examples: {
        banks: {
          summary: 'One that does well, and one that nothing is known of',
          value: {
            status: 'success',
            message: '658 banks, with how our own payments to them did.',
            banks: [
              {
                code: '000013',
                name: 'Guaranty Trust Bank',
                other_names: ['GTBank', 'GTB'],
                kind: 'dmb',
                health: { state: 'good', typical_seconds: 12, success_percent: 99, attempts: 481 },
              },
              {
                code: '120001',
                name: '9mobile 9Payment Service Bank',
                other_names: ['9PSB'],
                kind: 'psb',
                health: { state: 'unknown', typical_seconds: null, success_percent: null, attempts: 2 },
              },
            ],
          },
        },
      },
    },
  },
  refusals: [],
}
