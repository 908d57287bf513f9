import { type Static, Type } from 'typebox'
import type { CheckedPayment, TypedPayment } from '../../../flows/payments/check-payments.ts'
import type { WholeOrder } from '../../../flows/payments/make-payments.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { formatMoney, money } from '../../../kernel/money/money.ts'
import { nigerianBanks } from '../../../records/banks/bank-directory.ts'
import { hashDecision, shortCode } from '../../../records/decisions/decision-text.ts'
import type { Beneficiary, PayeeRestriction } from '../../../records/payments/beneficiary-store.ts'
import {
  type FollowedItem,
  orderStates,
  type PaymentLimit,
  type PaymentOrder,
} from '../../../records/payments/payment-order-store.ts'
import { closedObject, namedObject } from '../../http/object-schemas.ts'
import { textReply, wordReply } from '../../http/reply-fields.ts'
import { maybeTime, timeReply } from '../people-wire.ts'

const MOST_ITEMS = 1_000

const typedText = (description: string, example: string, maxLength: number) =>
  Type.String({ description, examples: [example], maxLength })

/** As a person typed it. Our own rules judge each value, so that every row of a file gets its own answer. */
export const PaymentRow = namedObject(
  'PaymentRow',
  {
    bank: typedText('The bank: its name, a common short name or its code.', 'GTBank', 120),
    account_number: typedText('The account number, ten digits.', '0123456789', 40),
    amount: typedText('The naira, as text.', '25000.50', 40),
    reference: typedText('Your own reference of this payment, which no other payment has.', 'salary-77', 100),
    note: Type.Optional(typedText('For you alone. No bank sees it.', 'October', 300)),
  },
  'One payment.',
)

export const CheckBody = closedObject({
  payments: Type.Array(PaymentRow, { description: 'At most 200 at a time.', minItems: 1, maxItems: 200 }),
})

export const ProposeBody = closedObject({
  reference: Type.String({
    description: 'Your own reference of the order. A repeated proposal with it returns the first order.',
    examples: ['salaries-october'],
    pattern: '^[A-Za-z0-9._-]{1,64}$',
  }),
  payments: Type.Array(PaymentRow, { description: 'What is paid.', minItems: 1, maxItems: MOST_ITEMS }),
})

export function toTypedPayment(row: Static<typeof PaymentRow>): TypedPayment {
  const { bank, account_number: accountNumber, amount, reference, note = '' } = row
  return {
    bank: bank.trim(),
    accountNumber: accountNumber.trim(),
    amount: amount.trim(),
    reference: reference.trim(),
    note: note.trim(),
  }
}

export const maybeText = (description: string, example: string) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] })

export const CheckedPaymentWire = namedObject('CheckedPayment', {
  number: Type.Integer({ description: 'The place of the row, from 1.', examples: [1] }),
  bank_name: maybeText('The bank that we found; null if we found none.', 'Guaranty Trust Bank'),
  account_number: textReply('The account number.', '0123456789'),
  account_name: maybeText('The name on the account, as the bank answered.', 'ADA OBI'),
  amount: maybeText('The naira that leave your balance.', '25000.5'),
  fee: maybeText('The fee, included in the amount.', '0'),
  reference: textReply('Your reference.', 'salary-77'),
  note: textReply('Your note.', 'October'),
  is_new: Type.Boolean({ description: 'Whether your business never paid this account.', examples: [true] }),
  settled_at: maybeTime('When one member may pay it alone; null for a new account.'),
  problems: Type.Array(
    namedObject('PaymentProblem', {
      field: wordReply(['bank', 'account_number', 'amount', 'reference', 'note'], 'What is wrong.'),
      code: textReply('The reason, as a code.', 'account_unknown'),
      message: textReply('The reason in words.', 'The bank has no account with this number.'),
    }),
    { description: 'Why it cannot be paid like this. Empty if it can.' },
  ),
})

export function toCheckedWire(checked: CheckedPayment) {
  const { bank, accountNumber, accountName, amountMinor, feeMinor, settledAt, ...rest } = checked
  return {
    number: rest.number,
    bank_name: bank?.name ?? null,
    account_number: accountNumber,
    account_name: accountName,
    amount: amountMinor === null ? null : naira(amountMinor),
    fee: feeMinor === null ? null : naira(feeMinor),
    reference: rest.reference,
    note: rest.note,
    is_new: accountName !== null && settledAt === null,
    settled_at: settledAt?.toISOString() ?? null,
    problems: rest.problems,
  }
}

export const BeneficiaryWire = namedObject(
  'Beneficiary',
  {
    beneficiary_id: textReply('The id.', 'ben_01a1dcc264cc7ab5819881f76f5e96ba'),
    bank_name: textReply('The bank.', 'Guaranty Trust Bank'),
    bank_code: textReply('The code of the bank.', '000013'),
    account_number: textReply('The account number.', '0123456789'),
    account_name: textReply('The name on the account, as the bank answered.', 'ADA OBI'),
    created_at: timeReply('When it was added.'),
    settled_at: timeReply('From when one member may pay it alone, within the limit.'),
  },
  'A bank account that your business pays.',
)

export function toBeneficiaryWire(one: Beneficiary) {
  return {
    beneficiary_id: formatId('beneficiary', one.id),
    bank_name: bankName(one.bankCode),
    bank_code: one.bankCode,
    account_number: one.accountNumber,
    account_name: one.accountName,
    created_at: one.createdAt.toISOString(),
    settled_at: one.settledAt.toISOString(),
  }
}

export const PayeeRestrictionWire = namedObject(
  'PayeeRestriction',
  {
    version: Type.Integer({ description: 'Grows with each change; 0 if it was never set.', examples: [1] }),
    is_on: Type.Boolean({ description: 'Whether it is on.', examples: [true] }),
    ends_at: maybeTime('Until when it holds after it was turned off; null otherwise.'),
  },
  'Whether sells are accepted only to beneficiaries that have settled.',
)

export function toPayeeRestrictionWire({ version, isOn, endsAt }: PayeeRestriction) {
  return { version, is_on: isOn, ends_at: endsAt?.toISOString() ?? null }
}

const orderFields = {
  payment_order_id: textReply('The id.', 'pmo_01a1dcc264cc7ab5819881f76f5e96ba'),
  reference: textReply('Your reference.', 'salaries-october'),
  state: wordReply(
    orderStates,
    'unsigned: its proposer has not signed it. proposed: another member must approve it. approved: its payments are made. withdrawn, refused: nothing of it is paid.',
  ),
  count: Type.Integer({ description: 'How many payments it has.', examples: [200] }),
  total: textReply('The sum of its payments, in naira.', '5000000'),
  created_at: timeReply('When it was proposed.'),
  proposed_by: textReply('The name of the member who proposed it.', 'Ngozi Eze'),
  is_own: Type.Boolean({ description: 'Whether you proposed it.', examples: [false] }),
  approved_by: maybeText('The name of the second member who signed it.', 'Tunde Ade'),
  ended_by: maybeText('The name of the member who withdrew or refused it.', 'Tunde Ade'),
  over_at: maybeTime('When it was approved, withdrawn or refused.'),
  paid_count: Type.Integer({ description: 'Payments whose naira arrived.', examples: [198] }),
  refused_count: Type.Integer({ description: 'Payments that wait for you to try again.', examples: [2] }),
  failed_count: Type.Integer({ description: 'Payments whose naira came back.', examples: [0] }),
}
export const ListedOrderWire = namedObject('ListedPaymentOrder', orderFields, 'A payment order in a list.')

const ItemWire = namedObject('PaymentItem', {
  number: Type.Integer({ description: 'The place in the order, from 1.', examples: [1] }),
  bank_name: textReply('The bank.', 'Guaranty Trust Bank'),
  account_number: textReply('The account number.', '0123456789'),
  account_name: textReply('The name on the account, as the bank answered.', 'ADA OBI'),
  amount: textReply('The naira.', '25000.5'),
  reference: textReply('Your reference, which its transaction has too.', 'salary-77'),
  note: textReply('Your note.', 'October'),
  transaction_id: maybeText('The transaction that pays it.', 'txn_01a1dcc33c477feca0d6d2cee34c8ce8'),
  status: maybeText('The status of that transaction.', 'completed'),
  refusal: Type.Union(
    [
      namedObject('PaymentRefusal', {
        code: textReply('The reason, as a code.', 'insufficient_balance'),
        message: textReply('The reason in words.', 'The balance is below this amount.'),
      }),
      Type.Null(),
    ],
    { description: 'Why it was not made; null if nothing is wrong. Nothing was debited.' },
  ),
})

/** What a browser needs to have a passkey sign a text. */
export const SignedFields = {
  code: textReply('A short code of the signed text. Both members see the same one.', '9F3A-0C77'),
  text: textReply('Exactly what members sign.', 'Afara payment 1\n…'),
  challenge: textReply('What the passkey signs: the SHA-256 of the text, in base64url.', 'q83vEjRWeJA'),
}

export const OrderWire = namedObject(
  'PaymentOrder',
  {
    ...orderFields,
    people: Type.Integer({ description: 'How many members must sign it, as of now.', examples: [2] }),
    ...SignedFields,
    items: Type.Array(ItemWire, { description: 'Its payments, in order.' }),
  },
  'A payment order with its payments.',
)

export function toListedOrder(order: PaymentOrder, memberId: string) {
  return {
    payment_order_id: formatId('paymentOrder', order.id),
    reference: order.reference,
    state: order.state,
    count: order.itemCount,
    total: naira(order.totalMinor),
    created_at: order.createdAt.toISOString(),
    proposed_by: order.proposedBy.name,
    is_own: order.proposedBy.id === memberId,
    approved_by: order.approvedBy,
    ended_by: order.endedBy,
    over_at: order.overAt?.toISOString() ?? null,
    paid_count: order.paidCount,
    refused_count: order.refusedCount,
    failed_count: order.failedCount,
  }
}

export function toOrderWire({ order, items, people }: WholeOrder, memberId: string) {
  return {
    ...toListedOrder(order, memberId),
    people,
    ...toSigned(order.text),
    items: items.map(toItemWire),
  }
}

export function toSigned(text: string) {
  return { code: shortCode(text), text, challenge: hashDecision(text).toString('base64url') }
}

function toItemWire(item: FollowedItem) {
  return {
    number: item.number,
    bank_name: bankName(item.bankCode),
    account_number: item.accountNumber,
    account_name: item.accountName,
    amount: naira(item.amountMinor),
    reference: item.reference,
    note: item.note,
    transaction_id: item.transactionId && formatId('transaction', item.transactionId),
    status: item.status,
    refusal: item.refusal,
  }
}

export const LimitWire = namedObject(
  'PaymentLimit',
  {
    version: Type.Integer({ description: 'Grows with each change; 0 if it was never set.', examples: [1] }),
    amount: textReply('What one member may pay out alone in 24 hours, in naira.', '50000'),
    used: textReply('What was paid out by one member alone in the last 24 hours.', '0'),
  },
  'How much one member may pay out alone. Everything above needs a second member.',
)

export function toLimitWire({ version, limitMinor, usedMinor }: PaymentLimit) {
  return { version, amount: naira(limitMinor), used: naira(usedMinor) }
}

function bankName(code: string): string {
  return nigerianBanks.byCode(code)[0]?.name ?? code
}

function naira(minor: bigint): string {
  return formatMoney(money('NGN', minor))
}
