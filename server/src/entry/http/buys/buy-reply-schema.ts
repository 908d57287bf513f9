import { Type } from 'typebox'
import { buyMachine } from '../../../records/transactions/buy-machine.ts'
import {
  amountReply,
  needsField,
  successField,
  textReply,
  transactionFields,
  wordReply,
} from '../reply-fields.ts'

const { transaction_id, business, link_tag, date_created, created_at } = transactionFields

export const BuyTransaction = Type.Object(
  {
    transaction_id,
    business,
    type: wordReply(['Buy'], 'Always Buy.'),
    reference: textReply('Your reference, or one of ours if you gave none.', 'order-2291'),
    amount: amountReply('Naira, exactly as it was asked for.', 25000.5),
    link_account_name: textReply(
      'The account of ours that was to be paid, from our records.',
      'Afara Collections',
    ),
    link_account_number: textReply('Its number.', '0000000003'),
    link_bank_name: textReply('Its bank.', 'Providus Bank'),
    account_number: textReply('The account that the payment came from, as it was given.', '0123456789'),
    bank_name: textReply('Its bank, as it was given.', 'GTBank'),
    link_tag,
    network: textReply('Where the tokens go; empty when they go to your balance.', 'Polygon'),
    wallet_address: textReply(
      'Who gets them; empty when they go to your balance.',
      '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
    ),
    date_created,
    status: wordReply(Object.keys(buyMachine.meanings), 'Where it has got to. New states may come.'),
    created_at,
    fee: amountReply('Inside the amount: the tokens are amount − fee.', 0),
    needs: needsField('What stands in the way of delivery; usually empty.'),
  },
  { $id: 'BuyTransaction', additionalProperties: false },
)

export const BuyReply = Type.Object(
  {
    status: successField,
    message: textReply(
      'For people: says plainly that nothing is settled yet.',
      'Accepted, not settled yet: …',
    ),
    transaction: BuyTransaction,
  },
  { $id: 'BuyReply', additionalProperties: false },
)
