import type { Operation } from '../../http/openapi/operation.ts'
import { ConsoleParams } from './console-wire.ts'
import { NewestReply, SearchReply } from './search-wire.ts'

const transaction = {
  kind: 'transaction',
  id: `txn_${'0'.repeat(32)}`,
  type: 'buy',
  status: 'completed',
  business: 'Ada Foods',
  party: 'ADA OBI',
  reference: 'order-2291',
  amount_minor: '2500000',
  at: '2026-11-18T09:02:00.000Z',
}

export const searchOperation: Operation = {
  id: 'searchConsole',
  tag: 'Console',
  parameters: { path: ConsoleParams },
  summary: 'Find anything by any identifier',
  description:
    'Finds transactions, credits, cases, businesses, keys, accounts, lanes, endpoints and operators by an id of ours or of a bank, vendor or network: ids, references, session ids, hashes, wallets, account numbers (also those made for one payment), codes, names, link tags, email addresses. Never send a secret key.',
  replies: {
    200: {
      description: 'What matches.',
      schema: SearchReply,
      examples: {
        found: {
          summary: 'One transaction',
          value: {
            status: 'success',
            message: '1 result.',
            results: [{ ...transaction, found_by: 'reference' }],
            has_more: false,
            is_in_other_mode: false,
          },
        },
      },
    },
  },
  refusals: ['not_found'],
}

export const listNewestOperation: Operation = {
  id: 'listConsoleTransactions',
  tag: 'Console',
  parameters: { path: ConsoleParams },
  summary: 'List the newest transactions',
  description: 'Returns the newest transactions of all businesses in one mode.',
  replies: {
    200: {
      description: 'The newest transactions.',
      schema: NewestReply,
      examples: {
        newest: {
          summary: 'One transaction',
          value: { status: 'success', message: '1 transaction.', transactions: [transaction] },
        },
      },
    },
  },
  refusals: [],
}
