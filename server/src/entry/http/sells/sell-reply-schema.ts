import { Type } from 'typebox'

const text = (description: string, example: string) => Type.String({ description, examples: [example] })

export const SellReply = Type.Object(
  {
    status: Type.Enum(['success']),
    message: text('For people: says plainly that nothing is paid out yet.', 'Accepted, not settled yet: …'),
    transaction: Type.Object(
      {
        transaction_id: text('The id of the transaction.', 'txn_01a1dcc33c477feca0d6d2cee34c8ce8'),
        business: Type.Object({
          business_id: text('Your business.', 'biz_01a1dcc264cc7ab5819881f76f5e96ba'),
        }),
        type: Type.Enum(['Sell']),
        reference: text('Your reference, or one of ours if you gave none.', 'payout-77'),
        amount: Type.Number({ description: 'NGNC, exactly as it was asked for.', examples: [25000.5] }),
        account_name: text('The account to pay, as it was given; empty if it was not.', 'ADA OBI'),
        account_number: text('Its number.', '0123456789'),
        bank_name: text('Its bank, as it was given.', 'GTBank'),
        link_tag: text('The link tag of your business.', 'ada-foods'),
        network: text('Where the tokens come from; empty when they were taken from your balance.', 'Polygon'),
        wallet_address: text(
          'The wallet you named; empty when none.',
          '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
        ),
        date_created: text('The day in Lagos.', 'November 15, 2026'),
        status: text('The state of the transaction.', 'deposit_received'),
        created_at: text('The moment, in UTC.', '2026-11-15T09:30:00.000Z'),
        fee: Type.Number({ description: 'Inside the amount: the payout is amount − fee.', examples: [0] }),
        needs: Type.Array(Type.Object({ code: Type.String(), message: Type.String() }), {
          description: 'What stands in the way of the payout; usually empty.',
        }),
        payout: Type.Object(
          {
            bank_name: text('The bank to pay.', 'GTBank'),
            account_number: text('The account to pay.', '0123456789'),
            account_name: text('Its name as it was given; empty if it was not.', 'ADA OBI'),
            amount: Type.Number({ description: 'Naira to be paid out: amount − fee.', examples: [25000.5] }),
          },
          { description: 'What will be paid out.' },
        ),
      },
      { $id: 'SellTransaction' },
    ),
  },
  { $id: 'SellReply' },
)
