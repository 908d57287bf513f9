import { Type } from 'typebox'
import { namedObject } from '../../http/object-schemas.ts'
import { type Operation, successExample } from '../../http/openapi/operation.ts'
import { successField } from '../../http/reply-fields.ts'
import { assertionExample } from '../credential-wire.ts'
import { message } from './account-wire.ts'
import { common, modePath } from './beneficiary-operations.ts'
import { CheckedPaymentWire, LimitWire, ListedOrderWire, OrderWire } from './payment-wire.ts'

const orderPath = {
  ...modePath,
  payment_order_id: Type.String({ description: 'The id of the order (pmo_…).' }),
}

const ID = '01a1dcc264cc7ab5819881f76f5e96ba'
const rowExample = {
  bank: 'GTBank',
  account_number: '0123456789',
  amount: '25000.50',
  reference: 'salary-77',
  note: 'October',
}
const checkedExample = {
  number: 1,
  bank_name: 'Guaranty Trust Bank',
  account_number: '0123456789',
  account_name: 'ADA OBI',
  amount: '25000.5',
  fee: '0',
  reference: 'salary-77',
  note: 'October',
  is_new: true,
  settled_at: null,
  problems: [],
}
const listedExample = {
  payment_order_id: `pmo_${ID}`,
  reference: 'salaries-october',
  state: 'proposed',
  count: 1,
  total: '25000.5',
  created_at: '2026-11-15T09:30:00.000Z',
  proposed_by: 'Ngozi Eze',
  is_own: false,
  approved_by: null,
  ended_by: null,
  over_at: null,
  paid_count: 0,
  refused_count: 0,
  failed_count: 0,
}
const orderExample = {
  ...listedExample,
  people: 2,
  code: '9F3A-0C77',
  text: 'Afara payment 1\nmode: "test"\n…',
  challenge: 'q83vEjRWeJA',
  items: [
    {
      number: 1,
      bank_name: 'Guaranty Trust Bank',
      account_number: '0123456789',
      account_name: 'ADA OBI',
      amount: '25000.5',
      reference: 'salary-77',
      note: 'October',
      transaction_id: null,
      status: null,
      refusal: null,
    },
  ],
}
const limitExample = { version: 0, amount: '0', used: '0' }

export const checkPaymentsOperation: Operation = {
  id: 'checkPayments',
  tag: 'Account',
  summary: 'Check payments before you propose them',
  description:
    'Reads each row, asks the banks for the names of accounts that are new, and says what is wrong. Stores nothing but the name enquiries, of which a business can make 3,000 an hour.',
  requestExamples: { row: { summary: 'One row', value: { payments: [rowExample] } } },
  parameters: { path: Type.Object(modePath) },
  replies: {
    200: {
      description: 'What we and the banks know about each row.',
      schema: namedObject('CheckedPaymentsReply', {
        status: successField,
        message,
        payments: Type.Array(CheckedPaymentWire, { description: 'In the order of the rows.' }),
      }),
      examples: { row: successExample('One row', '1 payment can be made.', { payments: [checkedExample] }) },
    },
  },
  refusals: [...common, 'name_enquiry_limit'],
}

const orderReply = (name: string, description: string, said: string): Operation['replies'] => ({
  200: {
    description,
    schema: namedObject(name, { status: successField, message, payment_order: OrderWire }),
    examples: { order: successExample('An order', said, { payment_order: orderExample }) },
  },
})

export const proposePaymentsOperation: Operation = {
  id: 'proposePayments',
  tag: 'Account',
  summary: 'Propose a payment order',
  description:
    'Stores an order of 1 to 1,000 payments from the balance. Nothing is paid before members have signed it with their passkeys. Accounts that are new become beneficiaries. With the same `reference` and the same payments, the first order is returned.',
  requestExamples: {
    order: { summary: 'One payment', value: { reference: 'salaries-october', payments: [rowExample] } },
  },
  parameters: { path: Type.Object(modePath) },
  replies: orderReply('ProposedOrderReply', 'The order. Sign it next.', 'Sign the order with your passkey.'),
  refusals: [
    ...common,
    'payments_invalid',
    'reference_conflict',
    'beneficiary_unknown',
    'name_enquiry_limit',
  ],
}

export const listOrdersOperation: Operation = {
  id: 'listPaymentOrders',
  tag: 'Account',
  summary: 'List the payment orders',
  description: 'The newest 100 orders, and how much one member may pay out alone.',
  parameters: { path: Type.Object(modePath) },
  replies: {
    200: {
      description: 'The orders.',
      schema: namedObject('PaymentOrdersReply', {
        status: successField,
        message,
        payment_orders: Type.Array(ListedOrderWire, { description: 'The newest first.' }),
        limit: LimitWire,
      }),
      examples: {
        list: successExample('One', '1 payment order.', {
          payment_orders: [listedExample],
          limit: limitExample,
        }),
      },
    },
  },
  refusals: common,
}

export const readOrderOperation: Operation = {
  id: 'readPaymentOrder',
  tag: 'Account',
  summary: 'Read a payment order',
  description: 'The order with every payment, the outcome of each, and the text that members sign.',
  parameters: { path: Type.Object(orderPath) },
  replies: orderReply('PaymentOrderReply', 'The order.', 'A payment order of 1 payment.'),
  refusals: [...common, 'payment_order_unknown'],
}

export const signOrderOperation: Operation = {
  id: 'signPaymentOrder',
  tag: 'Account',
  summary: 'Sign a payment order',
  description:
    'The proposer signs first, then another member approves by signing the same text. With enough signatures the payments are made. The process that pays verifies the signatures again.',
  requestExamples: { passkey: { summary: 'A signature', value: { credential: assertionExample } } },
  parameters: { path: Type.Object(orderPath) },
  replies: orderReply(
    'SignedOrderReply',
    'The order after the signature.',
    'Another member must approve it.',
  ),
  refusals: [...common, 'payment_order_unknown', 'payment_order_over', 'signature_invalid'],
}

export const endOrderOperation: Operation = {
  id: 'endPaymentOrder',
  tag: 'Account',
  summary: 'Withdraw or refuse a payment order',
  description: 'Your own order is withdrawn, that of another member is refused. Nothing of it is paid.',
  parameters: { path: Type.Object(orderPath) },
  replies: orderReply('EndedOrderReply', 'The order is over.', 'The order is refused. Nothing is paid.'),
  refusals: [...common, 'payment_order_unknown', 'payment_order_over'],
}

export const retryOrderOperation: Operation = {
  id: 'retryPaymentOrder',
  tag: 'Account',
  summary: 'Try refused payments again',
  description:
    'Payments of an approved order that were refused, for example because the balance was too low, are tried again under the same references. None can be paid twice.',
  parameters: { path: Type.Object(orderPath) },
  replies: orderReply('RetriedOrderReply', 'The order.', '2 payments are tried again.'),
  refusals: [...common, 'payment_order_unknown'],
}

export const draftLimitOperation: Operation = {
  id: 'draftPaymentLimit',
  tag: 'Account',
  summary: 'Get the text of a new limit',
  description: 'What an owner signs to change how much one member may pay out alone in 24 hours.',
  requestExamples: { limit: { summary: '₦50,000', value: { amount: '50000' } } },
  parameters: { path: Type.Object(modePath) },
  replies: {
    200: {
      description: 'The text.',
      schema: namedObject('LimitDraftReply', {
        status: successField,
        message,
        version: Type.Integer({ description: 'Send it back with the signature.', examples: [1] }),
        code: OrderWire.properties.code,
        text: OrderWire.properties.text,
        challenge: OrderWire.properties.challenge,
      }),
      examples: {
        text: successExample('A text', 'Sign the new limit with your passkey.', {
          version: 1,
          code: '9F3A-0C77',
          text: 'Afara payment limit 1\n…',
          challenge: 'q83vEjRWeJA',
        }),
      },
    },
  },
  refusals: [...common, 'amount_malformed', 'amount_too_fine'],
}

export const setLimitOperation: Operation = {
  id: 'setPaymentLimit',
  tag: 'Account',
  summary: 'Set how much one member may pay out alone',
  description: 'Only an owner can, with a passkey. Zero means that two members sign every order.',
  requestExamples: {
    limit: { summary: '₦50,000', value: { amount: '50000', version: 1, credential: assertionExample } },
  },
  parameters: { path: Type.Object(modePath) },
  replies: {
    200: {
      description: 'The limit is set.',
      schema: namedObject('LimitReply', { status: successField, message, limit: LimitWire }),
      examples: {
        set: successExample('Set', 'The limit is set.', {
          limit: { ...limitExample, version: 1, amount: '50000' },
        }),
      },
    },
  },
  refusals: [...common, 'amount_malformed', 'amount_too_fine', 'payment_limit_moved', 'signature_invalid'],
}
