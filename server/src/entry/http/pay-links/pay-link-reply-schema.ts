import { Type } from 'typebox'
import { buyMachine } from '../../../records/transactions/machines/buy-machine.ts'
import { amountReply, successField, textReply, transactionFields, wordReply } from '../reply-fields.ts'

const orNull = (description: string, example: string) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] })

export const PayLink = Type.Object(
  {
    id: Type.String({
      description: 'The id of the pay link.',
      pattern: '^lnk_[0-9a-f]{32}$',
      examples: ['lnk_01a1dcc3a0b17c5e8f20417c2b5a9d3e'],
    }),
    url: textReply(
      'The page for the payer. Its last part is a secret: whoever has it sees the page.',
      'https://api.afara.example/pay/4f9Qd1s0YB2mX7ZrT5uVwA',
    ),
    transaction_id: transactionFields.transaction_id,
    status: wordReply(Object.keys(buyMachine.meanings), 'That of the buy behind it. New states may come.'),
    reference: textReply('Your reference, or one of ours if you gave none.', 'order-2291'),
    amount: amountReply('Naira, exactly as the payer is asked for it, kobo and all.', 25000.37),
    fee: amountReply('Inside the amount: the tokens are amount − fee.', 0),
    account_name: textReply('The account of ours that is to be paid.', 'Afara Collections'),
    account_number: textReply('Its number.', '0000000003'),
    bank_name: textReply('Its bank.', 'Providus Bank'),
    code: textReply('What the payer writes beside the payment.', '7KQ2MX'),
    network: textReply('Where the tokens go; empty when they go to your balance.', 'Polygon'),
    wallet_address: textReply(
      'Who gets them; empty when they go to your balance.',
      '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
    ),
    description: orNull('What the payer is told that it is for.', 'Order 2291'),
    return_url: orNull('Where the page leads the payer back to.', 'https://shop.example/orders/2291'),
    created_at: transactionFields.created_at,
    expires_at: Type.String({
      description: 'Until when the page waits for the payment, in UTC.',
      format: 'date-time',
      examples: ['2026-11-15T10:30:00.000Z'],
    }),
    warnings: Type.Array(Type.String(), {
      description:
        'What is odd about the wallet and no reason to refuse it; only in the answer that makes the link.',
    }),
  },
  { $id: 'PayLink', additionalProperties: false },
)

export const PayLinkReply = Type.Object(
  {
    status: successField,
    message: textReply('For people.', 'Send the payer to the URL: …'),
    pay_link: PayLink,
  },
  { $id: 'PayLinkReply', additionalProperties: false },
)
