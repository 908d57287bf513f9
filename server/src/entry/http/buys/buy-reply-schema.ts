import { Type } from 'typebox'

const text = (description: string, example: string) => Type.String({ description, examples: [example] })

export const BuyReply = Type.Object(
  {
    status: Type.Enum(['success']),
    message: text('For people: says plainly that nothing is settled yet.', 'Accepted, not settled yet: …'),
    transaction: Type.Object(
      {
        transaction_id: text('The id of the transaction.', 'txn_01a1dcc33c477feca0d6d2cee34c8ce8'),
        business: Type.Object({
          business_id: text('Your business.', 'biz_01a1dcc264cc7ab5819881f76f5e96ba'),
        }),
        type: Type.Enum(['Buy']),
        reference: text('Your reference, or one of ours if you gave none.', 'order-2291'),
        amount: Type.Number({ description: 'Naira, exactly as it was asked for.', examples: [25000.5] }),
        link_account_name: text('The account of ours that was to be paid: its name,', 'Afara Collections'),
        link_account_number: text('its number,', '0000000003'),
        link_bank_name: text('and its bank. From our own records.', 'Providus Bank'),
        account_number: text('The account the payment came from, as it was given.', '0123456789'),
        bank_name: text('Its bank, as it was given.', 'GTBank'),
        link_tag: text('The link tag of your business.', 'ada-foods'),
        network: text('Where the tokens go; empty when they go to your balance.', 'Polygon'),
        wallet_address: text(
          'Who gets them; empty when they go to your balance.',
          '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
        ),
        date_created: text('The day in Lagos.', 'November 15, 2026'),
        status: text('The state of the transaction.', 'pending_payment'),
        created_at: text('The moment, in UTC.', '2026-11-15T09:30:00.000Z'),
        fee: Type.Number({ description: 'Inside the amount: tokens are amount − fee.', examples: [0] }),
        needs: Type.Array(Type.Object({ code: Type.String(), message: Type.String() }), {
          description: 'What stands in the way of delivery; usually empty.',
        }),
      },
      { $id: 'BuyTransaction' },
    ),
  },
  { $id: 'BuyReply' },
)
