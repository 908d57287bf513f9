import type { Operation } from '../../http/openapi/operation.ts'
import { ConsoleParams } from './console-wire.ts'
import { MoneyReply, StatementReply } from './money-wire.ts'

const at = '2026-11-18T09:18:24.000Z'
const account = {
  account_id: `vac_${'0'.repeat(32)}`,
  number: '0000000003',
  bank: 'Providus Bank',
  name: 'Afara Collections',
  state: 'active',
  last_statement_day: '2026-11-17',
}

export const readMoneyOperation: Operation = {
  id: 'readConsoleMoney',
  tag: 'Console',
  parameters: { path: ConsoleParams },
  summary: 'Read where our own money is',
  description:
    'Returns floats with their runway and 30 days of history, payout accounts, lanes, naira that is due to its payers, what businesses and vendors owe us, what belongs to nobody yet by age, and moves between our own accounts.',
  replies: {
    200: {
      description: 'Where our own money is.',
      schema: MoneyReply,
      examples: {
        money: {
          summary: 'One float',
          value: {
            status: 'success',
            message: '1 place of money.',
            at,
            places: [
              {
                kind: 'lane',
                place: 'live:Polygon:1',
                state: 'active',
                ledger_minor: '841200000',
                world_minor: '841200000',
                world_at: at,
                in_flight_minor: '0',
                promised_minor: '0',
                hour_minor: '400000000',
                empty_at: '2026-11-18T11:24:00.000Z',
                is_low: false,
                gas: '12.5 POL',
                days: [{ day: '2026-11-17', closing_minor: '900000000', out_minor: '58800000' }],
              },
            ],
            payout_accounts: [],
            lanes: [],
            accounts: [account],
            returns: [],
            business_debts: [],
            vendors: [],
            suspense: [],
            moves: [],
          },
        },
      },
    },
  },
  refusals: [],
}

export const previewStatementOperation: Operation = {
  id: 'previewConsoleStatement',
  tag: 'Console',
  parameters: { path: ConsoleParams },
  summary: 'Read a statement without importing it',
  description:
    'Finds which bank made the file and which of our accounts it is of, and adds up its rows beside what we recorded for these days. Nothing is recorded. To import it, run the command `import`.',
  requestExamples: { file: { summary: 'A file', value: { content: 'QWNjb3VudA==' } } },
  replies: {
    200: {
      description: 'What the file says.',
      schema: StatementReply,
      examples: {
        statement: {
          summary: 'One day',
          value: {
            status: 'success',
            message: 'The rows add up. Nothing is recorded yet.',
            profile: 'gtb',
            account,
            from: '2026-11-17',
            to: '2026-11-17',
            opening_minor: '0',
            closing_minor: '2500000',
            credits: { count: 1, amount_minor: '2500000' },
            debits: { count: 0, amount_minor: '0' },
            unreadable: 0,
            are_days_doubtful: false,
            recorded_credits: { count: 1, amount_minor: '2500000' },
            recorded_debits: { count: 0, amount_minor: '0' },
          },
        },
      },
    },
  },
  refusals: ['statement_unreadable', 'statement_does_not_add_up', 'vendor_account_unknown'],
}
