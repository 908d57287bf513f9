import { Type } from 'typebox'
import type { Operation } from '../../http/openapi/operation.ts'
import { BooksDayReply, BooksReply, DayParams } from './books-wire.ts'
import { ConsoleParams } from './console-wire.ts'

const at = '2026-11-18T09:18:24.000Z'

/** The columns of the export, in their order. */
export const postingColumns = [
  'entry_id',
  'posting',
  'day_lagos',
  'posted_at',
  'step',
  'debit_account',
  'credit_account',
  'asset',
  'amount',
  'amount_minor',
  'transaction_id',
  'reverses',
] as const

export const readBooksOperation: Operation = {
  id: 'readConsoleBooks',
  tag: 'Console',
  parameters: { path: ConsoleParams },
  summary: 'Read how the books compare',
  description:
    'Returns each account, wallet and part of the ledger that is compared, with its difference and the rows of both sides that disagree; rows that are not what was sealed; and the last 31 closed days with who signed them off. To sign one off, run the command `books sign-off`.',
  replies: {
    200: {
      description: 'How the books compare.',
      schema: BooksReply,
      examples: {
        books: {
          summary: 'A late line of a vendor',
          value: {
            status: 'success',
            message: 'Everything agrees.',
            at,
            today: '2026-11-18',
            scopes: [
              {
                kind: 'payout_lines',
                scope: '01a1dcc2-64cc-7ab5-8198-81f76f5e96ba',
                title: 'Paystack main',
                compares: 'ledger and vendor’s lines',
                state: 'agrees',
                asset: 'NGN',
                decimals: 2,
                ours_minor: '841200000',
                theirs_minor: '843700000',
                difference_minor: '0',
                since: at,
                looked_at: at,
                last_agreed_at: at,
                case_id: null,
                traces: [
                  {
                    what: 'af-01a1dcc264cc7ab5819881f76f5e96ba-1',
                    why: 'paid, not yet shown by the vendor',
                    is_explained: true,
                    ours_minor: '-2500000',
                    theirs_minor: '0',
                    ours: [
                      {
                        id: '01a1dcc2-64cc-7ab5-8198-81f76f5e96bb',
                        words: 'payout af-01a1dcc264cc7ab5819881f76f5e96ba-1',
                        amount_minor: '-2500000',
                        at,
                      },
                    ],
                    theirs: [],
                    transaction_id: `txn_${'0'.repeat(32)}`,
                  },
                ],
              },
            ],
            tampering: { since: null, case_id: null, rows: [] },
            seals: {
              verified_at: at,
              owed_rows: 0,
              newest_seal: '2291',
              sealed_at: at,
              checked_at: at,
              failing_checks: 0,
            },
            closes: [
              {
                day: '2026-11-17',
                closed_at: '2026-11-17T23:05:10.000Z',
                accounts: 14,
                signed_by: 'Bisi Adeyemi',
                signed_at: at,
              },
            ],
            unclosed: [],
            differing: [],
          },
        },
      },
    },
  },
  refusals: [],
}

export const readBooksDayOperation: Operation = {
  id: 'readConsoleBooksDay',
  tag: 'Console',
  parameters: { path: DayParams },
  summary: 'Read the books of a day',
  description:
    'Returns the figures of every account on one day in Lagos. For a closed day, these are the figures of its close; for an open day, the present ones. Each read verifies the signature of the sign-off.',
  replies: {
    200: {
      description: 'The books of the day.',
      schema: BooksDayReply,
      examples: {
        day: {
          summary: 'A closed day',
          value: {
            status: 'success',
            message: 'The day is closed.',
            day: '2026-11-17',
            closed_at: '2026-11-17T23:05:10.000Z',
            differing: [],
            lines: [
              {
                account: 'float:Polygon:1',
                asset: 'NGNC',
                decimals: 2,
                opening_minor: '900000000',
                in_minor: '0',
                out_minor: '58800000',
                closing_minor: '841200000',
                world_minor: '841200000',
                difference_minor: '0',
              },
            ],
            sign_off: {
              name: 'Bisi Adeyemi',
              at,
              text: 'Afara close 1\nmode: "live"\nday: "2026-11-17"',
              code: '3F2A-91BC',
              is_verified: true,
              site: 'https://console.people.example.ng',
            },
          },
        },
      },
    },
  },
  refusals: ['field_invalid'],
}

const line = `${postingColumns.join(',')}\r
ent_01a1dcc264cc7ab5819881f76f5e96ba,0,2026-11-17,2026-11-17T09:30:00.000Z,delivered,outgoing:Polygon:1,float:Polygon:1,NGNC,25000,2500000,txn_01a1dcc33c477feca0d6d2cee34c8ce8,\r
`

export const exportBooksOperation: Operation = {
  id: 'exportConsoleBooks',
  tag: 'Console',
  parameters: { path: ConsoleParams },
  summary: 'Export the double-entry books',
  description:
    'Every posting of 1 to 31 days in Lagos as a CSV file, oldest first, with a header line. Each line debits one account and credits another with the same amount, so the file always balances.',
  replies: {
    200: {
      description: 'The file, streamed. If the connection breaks, the file is incomplete.',
      contentType: 'text/csv',
      schema: Type.String({ description: `Columns: ${postingColumns.join(', ')}.` }),
      examples: { file: { summary: 'One posting', value: line } },
    },
  },
  refusals: ['field_invalid'],
}
