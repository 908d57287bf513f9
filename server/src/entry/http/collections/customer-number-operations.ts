import { Type } from 'typebox'
import { formatMoney } from '../../../kernel/money/money.ts'
import { buyBounds } from '../../../records/limits/transaction-bounds.ts'
import { pageEnd, pageReplyFields } from '../list-query.ts'
import { namedObject } from '../object-schemas.ts'
import { type Operation, successExample, walletAddressRefusals } from '../openapi/operation.ts'
import { successField, textReply } from '../reply-fields.ts'
import { CustomerNumberPath, CustomerNumberReply, CustomerNumberView } from './customer-number-wire.ts'

const business = { business_id: 'biz_01a1dcc264cc7ab5819881f76f5e96ba', link_tag: 'ada-foods' }
const wallet = { network: 'Polygon', wallet_address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72' }
const identity = { identity_type: 'bvn', identity_reference: 'idv_7f3a9c2e51b8' }

const example = {
  id: 'num_01a1dcc33c477feca0d6d2cee34c8ce8',
  number_id: 'num_01a1dcc33c477feca0d6d2cee34c8ce8',
  reference: 'customer-8841',
  customer_name: 'Ada Obi',
  state: 'active',
  account_number: '9900000001',
  account_name: 'TEST Ada Obi',
  bank_name: 'TEST BANK (not a bank)',
  ...identity,
  ...wallet,
  created_at: '2026-11-18T09:30:00.000Z',
  ended_at: null,
}
const endedExample = { ...example, state: 'ended', ended_at: '2026-12-18T09:30:00.000Z' }

const ACTIVE = 'Every payment to this number becomes a buy for this customer and settles by itself.'
const ENDED = 'This number has ended. What is paid to it goes back to its payer.'

export const obtainNumberOperation: Operation = {
  id: 'obtainCustomerNumber',
  tag: 'Customer numbers',
  summary: 'Get a standing account number for a customer',
  description: `Returns an account number that belongs to one of your customers and does not expire. Every payment to it becomes a buy for this customer, to the same wallet, and settles without a claim. The buy has your \`reference\` of the customer in its \`metadata\` as \`customer_reference\`.

The law asks for a checked BVN or NIN behind such a number. Send the reference of that check at your identity provider, never the BVN or NIN itself.

A business must be approved for standing numbers; until then this answers 403 \`customer_numbers_off\`. The same request again returns the same number.

A payment below ${formatMoney(buyBounds.minimum)} naira or above ${formatMoney(buyBounds.maximum)} goes back to its payer.`,
  requestExamples: {
    to_a_wallet: {
      summary: 'Tokens to a wallet',
      value: { ...business, reference: 'customer-8841', customer_name: 'Ada Obi', ...identity, ...wallet },
    },
  },
  replies: {
    200: {
      description: 'The number of the customer.',
      schema: CustomerNumberReply,
      headers: ['Idempotent-Replayed'],
      examples: { given: successExample('A standing number', ACTIVE, { number: example }) },
    },
  },
  refusals: [
    'business_mismatch',
    'customer_numbers_off',
    'identity_number_sent',
    'reference_conflict',
    'idempotency_key_conflict',
    'idempotency_key_invalid',
    'wallet_incomplete',
    'wallet_required',
    'network_unknown',
    ...walletAddressRefusals,
    'unavailable',
  ],
}

const NumberListReply = namedObject('CustomerNumberListReply', {
  status: successField,
  message: textReply('Tells you whether there are more pages.', 'This is the last page.'),
  numbers: Type.Array(CustomerNumberView, { description: 'Newest first.' }),
  ...pageReplyFields,
})

export const listNumbersOperation: Operation = {
  id: 'listCustomerNumbers',
  tag: 'Customer numbers',
  summary: 'List standing account numbers',
  description: 'The standing numbers of your customers, newest first, also those that have ended.',
  replies: {
    200: {
      description: 'One page of numbers.',
      schema: NumberListReply,
      examples: {
        page: successExample('One number', 'This is the last page.', {
          numbers: [example],
          ...pageEnd(null),
        }),
      },
    },
  },
  refusals: ['cursor_invalid'],
}

export const readNumberOperation: Operation = {
  id: 'readCustomerNumber',
  tag: 'Customer numbers',
  summary: 'Read a standing account number',
  description: 'One standing number. To find its buys, list transactions with `metadata=number_id:num_…`.',
  parameters: { path: CustomerNumberPath },
  replies: {
    200: {
      description: 'The number.',
      schema: CustomerNumberReply,
      examples: { active: successExample('An active number', ACTIVE, { number: example }) },
    },
  },
  refusals: ['number_unknown', 'not_found'],
}

export const endNumberOperation: Operation = {
  id: 'endCustomerNumber',
  tag: 'Customer numbers',
  summary: 'End a standing account number',
  description:
    'Ends a number for ever. What the bank books later goes back to its payer; what it booked before still becomes a buy. The same request again changes nothing.',
  parameters: { path: CustomerNumberPath },
  replies: {
    200: {
      description: 'The number has ended.',
      schema: CustomerNumberReply,
      headers: ['Idempotent-Replayed'],
      examples: { ended: successExample('An ended number', ENDED, { number: endedExample }) },
    },
  },
  refusals: [
    'number_unknown',
    'not_found',
    'idempotency_key_conflict',
    'idempotency_key_invalid',
    'unavailable',
  ],
}
