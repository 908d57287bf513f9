import { Type } from 'typebox'
import { sellMachine } from '../../../records/transactions/sell-machine.ts'
import {
  amountReply,
  needsField,
  successField,
  textReply,
  transactionFields,
  wordReply,
} from '../reply-fields.ts'

const { transaction_id, business, link_tag, date_created, created_at } = transactionFields

const Payout = Type.Object(
  {
    bank_name: textReply('The bank to pay.', 'GTBank'),
    account_number: textReply('The account to pay.', '0123456789'),
    account_name: textReply('Its name as it was given; empty if it was not.', 'ADA OBI'),
    amount: amountReply('Naira to be paid out: amount − fee.', 25000.5),
  },
  { $id: 'Payout', additionalProperties: false, description: 'What will be paid out.' },
)

export const SellTransaction = Type.Object(
  {
    transaction_id,
    business,
    type: wordReply(['Sell'], 'Always Sell.'),
    reference: textReply('Your reference, or one of ours if you gave none.', 'payout-77'),
    amount: amountReply('NGNC, exactly as it was asked for.', 25000.5),
    account_name: textReply('The account to pay, as it was given; empty if it was not.', 'ADA OBI'),
    account_number: textReply('Its number.', '0123456789'),
    bank_name: textReply('Its bank, as it was given.', 'GTBank'),
    link_tag,
    network: textReply(
      'Where the tokens come from; empty when they were taken from your balance.',
      'Polygon',
    ),
    wallet_address: textReply(
      'The wallet you named; empty when none.',
      '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
    ),
    date_created,
    status: wordReply(Object.keys(sellMachine.meanings), 'Where it has got to. New states may come.'),
    created_at,
    fee: amountReply('Inside the amount: the payout is amount − fee.', 0),
    needs: needsField('What stands in the way of the payout; usually empty.'),
    payout: Payout,
  },
  { $id: 'SellTransaction', additionalProperties: false },
)

export const SellReply = Type.Object(
  {
    status: successField,
    message: textReply(
      'For people: says plainly that nothing is paid out yet.',
      'Accepted, not settled yet: …',
    ),
    transaction: SellTransaction,
  },
  { $id: 'SellReply', additionalProperties: false },
)
