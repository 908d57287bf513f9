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

const Deposit = Type.Object(
  {
    network: textReply('Send them on this network and no other.', 'Polygon'),
    address: textReply(
      'Where to send them. With its memo, if it has one, it is for this sell alone.',
      '0x52908400098527886E0F7030069857D2E4169EE7',
    ),
    memo: textReply(
      'What must be sent along, as a memo of the type id, where sells share an address (Stellar); empty elsewhere.',
      '',
    ),
    amount: amountReply('NGNC to send, in one transfer.', 25000.5),
    expires_at: textReply(
      'Until then (UTC) they are waited for. What comes later is not lost, but somebody has to decide about it.',
      '2026-11-16T09:30:00.000Z',
    ),
  },
  {
    $id: 'Deposit',
    additionalProperties: false,
    description: 'Where to send the tokens of a sell from a wallet.',
  },
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
    deposit: Type.Optional(Deposit),
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
