import { type Static, Type } from 'typebox'
import type { ExpectedBuy, ExpectedBuyRequest } from '../../../flows/buys/expect-buy.ts'
import { jsonNumber } from '../../../kernel/money/money.ts'
import type { WalletAddressRules } from '../../../movements/transfers/wallet-address.ts'
import type { AuthenticatedKey } from '../../../records/keys/known-key.ts'
import { buyBounds, requireWithin } from '../../../records/limits/transaction-bounds.ts'
import { namedObject } from '../object-schemas.ts'
import { readFields } from '../read-fields.ts'
import { amountReply, successField, textReply } from '../reply-fields.ts'
import { amountField, businessFields, referenceField, walletFields } from '../request-fields.ts'
import { readAmount, readWallet, requireOwnBusiness } from '../transaction-wire.ts'
import { BuyTransaction, toBuyTransaction } from './buy-wire.ts'

export const ExpectedBuyBody = namedObject('ExpectedBuyRequest', {
  ...businessFields,
  amount: amountField('The naira that the payer will pay, in whole naira. Minimum 15000.', buyBounds),
  ...walletFields,
  reference: referenceField,
})

export type ExpectedBuyBody = Static<typeof ExpectedBuyBody>

const PayIntoSchema = namedObject('PayInto', {
  amount: amountReply('The exact naira to pay.', 25000),
  account_number: textReply('The account number to pay to.', '9900000001'),
  account_name: textReply('The name of the account.', 'Ada Foods / Afara'),
  bank_name: textReply('The bank of the account.', 'Wema Bank'),
  is_shared: Type.Boolean({
    description:
      'False if the number is for this payment alone. True if no number was available: then the payer must send the code as the narration.',
    examples: [false],
  }),
  code: textReply('The code for the narration.', '7KQ2MX'),
  pay_before: Type.String({
    description:
      'Until when the payer can use the number, in UTC. Send the request again for another number.',
    format: 'date-time',
    examples: ['2026-11-15T10:10:00.000Z'],
  }),
})

export const ExpectedBuyReply = namedObject('ExpectedBuyReply', {
  status: successField,
  message: textReply('A human-readable message.', 'Tell the payer to pay …'),
  transaction: BuyTransaction,
  pay_into: Type.Union([PayIntoSchema, Type.Null()], {
    description: 'What to tell the payer. Null if nothing is to be paid any more.',
  }),
})

/** Reads a request. Refuses all errors at once. */
export function readExpectedBuy(
  body: ExpectedBuyBody,
  key: AuthenticatedKey,
  addresses: WalletAddressRules,
  idempotencyKey: string | null,
): ExpectedBuyRequest {
  requireOwnBusiness(key, body)
  const read = readFields({
    amount: () => requireWithin(buyBounds, readAmount(body, 'NGN')),
    wallet_address: () => readWallet(addresses, body),
  })
  return {
    amount: read.amount,
    wallet: read.wallet_address,
    reference: body.reference ?? null,
    idempotencyKey,
  }
}

export function toExpectedReply({ buy, account, payInto, isReplay }: ExpectedBuy, linkTag: string) {
  return {
    status: 'success',
    message: messageOf(buy.status, isReplay, payInto),
    transaction: toBuyTransaction(buy, account, linkTag),
    pay_into: payInto && {
      amount: jsonNumber(buy.amount),
      account_number: payInto.accountNumber,
      account_name: payInto.accountName,
      bank_name: payInto.bankName,
      is_shared: payInto.isShared,
      code: payInto.code,
      pay_before: payInto.payBefore.toISOString(),
    },
  }
}

function messageOf(status: string, isReplay: boolean, payInto: ExpectedBuy['payInto']): string {
  if (isReplay)
    return `This request was accepted before. The transaction is now ${status}. Nothing was recorded twice.`
  const how = payInto?.isShared === true ? ' with the code as the narration' : ''
  return `Accepted, not paid: tell the payer to pay the exact amount to this account${how}. The buy settles by itself.`
}
