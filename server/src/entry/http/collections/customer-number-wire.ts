import { type Static, Type } from 'typebox'
import type { CustomerNumberRequest } from '../../../flows/collections/customer-numbers.ts'
import { formatId, parseId } from '../../../kernel/ids/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { CustomerNumber } from '../../../movements/collections/customer-number-store.ts'
import type { WalletAddressRules } from '../../../movements/transfers/wallet-address.ts'
import type { AuthenticatedKey } from '../../../records/keys/known-key.ts'
import { namedObject } from '../object-schemas.ts'
import { readFields } from '../read-fields.ts'
import { successField, textReply, wordReply } from '../reply-fields.ts'
import { businessFields, textField, walletFields } from '../request-fields.ts'
import { readWallet, requireOwnBusiness } from '../transaction-wire.ts'

export const NUMBERS_PATH = '/collections/v1/numbers'
export const NUMBER_PATH = `${NUMBERS_PATH}/:id(^num_[0-9a-f]{32}$)`

export const CustomerNumberBody = namedObject('CustomerNumberRequest', {
  ...businessFields,
  reference: Type.String({
    description:
      'Your name for the customer: 1 to 64 letters, digits, ".", "_" or "-". One reference has one number, for ever: the same request again returns it.',
    examples: ['customer-8841'],
    pattern: '^[A-Za-z0-9._-]{1,64}$',
  }),
  customer_name: textField(
    'The name of the customer, as their BVN or NIN has it. Payers see it at their bank.',
    ['Ada Obi'],
    100,
  ),
  identity_type: Type.Enum(['bvn', 'nin'], {
    description: 'What your identity provider checked.',
    examples: ['bvn'],
  }),
  identity_reference: Type.String({
    description:
      'The reference of that check at your identity provider: 6 to 100 letters, digits, ".", "_", ":" or "-". Never the BVN or NIN itself: a value with eleven digits is refused and not stored.',
    examples: ['idv_7f3a9c2e51b8'],
    minLength: 1,
    maxLength: 100,
  }),
  ...walletFields,
})

export type CustomerNumberBody = Static<typeof CustomerNumberBody>

const idReply = (description: string) =>
  Type.String({
    description,
    pattern: '^num_[0-9a-f]{32}$',
    examples: ['num_01a1dcc33c477feca0d6d2cee34c8ce8'],
  })

const moment = (description: string, example: string) =>
  Type.String({ description, format: 'date-time', examples: [example] })

const orNull = <Schema extends ReturnType<typeof textReply>>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description })

export const CustomerNumberView = namedObject('CustomerNumber', {
  id: idReply('The id of the number.'),
  number_id: idReply('The same as id.'),
  reference: textReply('Your name for the customer.', 'customer-8841'),
  customer_name: textReply('The name of the customer.', 'Ada Obi'),
  state: wordReply(
    ['pending', 'active', 'ended'],
    'pending: no vendor has given a number yet; send the request again. active: payments become buys. ended: payments go back.',
  ),
  account_number: orNull(
    textReply('Ten digits.', '9900000001'),
    'The account number to pay to. Null while it is pending.',
  ),
  account_name: orNull(
    textReply('The name that payers see.', 'Ada Obi'),
    'The name that payers see at their bank. Null while it is pending.',
  ),
  bank_name: orNull(
    textReply('The bank.', 'Wema Bank'),
    'The bank of the account number. Null while it is pending.',
  ),
  identity_type: wordReply(['bvn', 'nin'], 'What your identity provider checked.'),
  identity_reference: textReply('The reference that you sent.', 'idv_7f3a9c2e51b8'),
  network: textReply('The network of the wallet; empty for the balance.', 'Polygon'),
  wallet_address: textReply(
    'Where the tokens go; empty for the balance.',
    '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
  ),
  created_at: moment('The time, in UTC.', '2026-11-18T09:30:00.000Z'),
  ended_at: Type.Union([moment('The time, in UTC.', '2026-12-18T09:30:00.000Z'), Type.Null()], {
    description: 'When you ended it, in UTC. Null while it has not ended.',
  }),
})

export const CustomerNumberReply = namedObject('CustomerNumberReply', {
  status: successField,
  message: textReply('A human-readable message.', 'Every payment to this number becomes a buy …'),
  number: CustomerNumberView,
})

export const CustomerNumberPath = Type.Object({ id: idReply('The id of the number.') })

const IDENTITY_REFERENCE = /^[A-Za-z0-9._:-]{6,100}$/
const DIGITS_OF_AN_IDENTITY = 11

/** Reads a request. Refuses all errors at once. */
export function readCustomerNumber(
  body: CustomerNumberBody,
  key: AuthenticatedKey,
  addresses: WalletAddressRules,
): CustomerNumberRequest {
  requireOwnBusiness(key, body)
  const read = readFields({
    identity_reference: () => readIdentityReference(body.identity_reference),
    wallet_address: () => readWallet(addresses, body),
  })
  return {
    reference: body.reference,
    customerName: body.customer_name.trim(),
    identity: { type: body.identity_type, reference: read.identity_reference },
    wallet: read.wallet_address,
  }
}

/** The message never repeats the value: it may be somebody's BVN. */
function readIdentityReference(text: string): string {
  if (text.replaceAll(/[^0-9]/g, '').length === DIGITS_OF_AN_IDENTITY)
    throw new Refusal(
      'identity_number_sent',
      'This looks like a BVN or NIN. Do not send the number to us: send the reference that your identity provider gave you when it checked the customer.',
    )
  if (!IDENTITY_REFERENCE.test(text))
    throw new Refusal(
      'field_invalid',
      'identity_reference must be 6 to 100 letters, digits, ".", "_", ":" or "-". Send the reference of the check at your identity provider.',
    )
  return text
}

export function readNumberId(params: Readonly<{ id: string }>): string {
  const id = parseId('customerNumber', params.id)
  if (id === undefined)
    throw new Refusal('number_unknown', 'No standing number of your business in this mode has this id.')
  return id
}

export function toNumberWire(number: CustomerNumber) {
  const id = formatId('customerNumber', number.id)
  return {
    id,
    number_id: id,
    reference: number.reference,
    customer_name: number.customerName,
    state: stateOf(number),
    account_number: number.number,
    account_name: number.accountName,
    bank_name: number.bankName,
    identity_type: number.identityType,
    identity_reference: number.identityReference,
    network: number.wallet?.network ?? '',
    wallet_address: number.wallet?.address ?? '',
    created_at: number.createdAt.toISOString(),
    ended_at: number.endedAt?.toISOString() ?? null,
  }
}

function stateOf({ number, endedAt }: CustomerNumber): 'pending' | 'active' | 'ended' {
  if (endedAt !== null) return 'ended'
  return number === null ? 'pending' : 'active'
}

const messages = {
  pending: 'No vendor has given a number yet. Send the request again.',
  active: 'Every payment to this number becomes a buy for this customer and settles by itself.',
  ended: 'This number has ended. What is paid to it goes back to its payer.',
} as const

export function toNumberReply(number: CustomerNumber) {
  return { status: 'success', message: messages[stateOf(number)], number: toNumberWire(number) }
}
