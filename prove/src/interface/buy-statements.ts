import { acceptedTransaction, messageOf } from './accepted.ts'
import { digits, spelled } from './exact-json.ts'
import { expectEqual, expectFields, expectMatch, expectTrue, expectWithin, textOf } from './expect.ts'
import { expectRefusal } from './expect-refusal.ts'
import { lagosDay } from './lagos-day.ts'
import { type Statement, statement } from './statement.ts'
import { polygonWallet } from './world.ts'

const INTERFACE_TEXTS = [
  'transaction_id',
  'type',
  'reference',
  'link_account_name',
  'link_account_number',
  'link_bank_name',
  'account_number',
  'bank_name',
  'link_tag',
  'network',
  'wallet_address',
  'date_created',
]

export const buyStatements: readonly Statement[] = [
  statement('a buy with every field of the interface is accepted with 200', async ({ buy, unused }) => {
    acceptedTransaction(await buy({ reference: unused() }))
  }),

  statement(
    'the transaction has the fourteen fields of the interface, seven more, and no others',
    async ({ buy }) => {
      const answer = await buy()
      expectFields(
        'the transaction',
        acceptedTransaction(answer),
        [
          ...INTERFACE_TEXTS,
          'id',
          'business',
          'amount',
          'status',
          'created_at',
          'fee',
          'needs',
          'metadata',
          'paid_amount',
        ],
        answer,
      )
    },
  ),

  statement('each field of the transaction has the type that the interface gives it', async ({ buy }) => {
    const answer = await buy()
    const transaction = acceptedTransaction(answer)
    for (const field of INTERFACE_TEXTS)
      expectEqual(`type of ${field}`, typeof transaction[field], 'string', answer)
    expectEqual('amount', transaction['amount'], digits('15000'), answer)
    expectFields('business', transaction['business'], ['business_id'], answer)
  }),

  statement('the type of a buy is buy_ramp in the request and Buy in the answer', async ({ buy }) => {
    const answer = await buy({ type: 'buy_ramp' })
    expectEqual('type', acceptedTransaction(answer)['type'], 'Buy', answer)
  }),

  ...['Buy', 'buy', 'BUY_RAMP', 'sell_ramp', ''].map((type) =>
    statement(`a buy of type "${type}" is refused, because the type must be buy_ramp`, async ({ buy }) => {
      expectRefusal(await buy({ type }), 422, 'field_invalid', 'type')
    }),
  ),

  statement(
    'the transaction names its business, by the id and the link tag of the key',
    async ({ buy, parties }) => {
      for (const as of [parties.obi, parties.zainab]) {
        const answer = await buy({}, { as })
        expectWithin(
          'the transaction',
          acceptedTransaction(answer),
          { business: { business_id: as.businessId }, link_tag: as.linkTag },
          answer,
        )
      }
    },
  ),

  statement('a transaction id is txn_ and 32 hex digits, and no two are the same', async ({ buy }) => {
    const answers = [await buy(), await buy()]
    const ids = answers.map((answer) => acceptedTransaction(answer)['transaction_id'])
    for (const id of ids) expectMatch('transaction_id', id, /^txn_[0-9a-f]{32}$/)
    expectTrue('two buys have two ids', ids[0] !== ids[1])
  }),

  statement(
    'link_account_* is the vendor account from our own records, not what the request said',
    async (world) => {
      const { vendorName, vendorBank, vendorNumber } = world.vendors.sharedTest
      const answer = await world.buy({
        vendor_name: `  ${vendorName.toLowerCase().replace(' ', '   ')} `,
        vendor_bank: vendorBank.toLowerCase(),
      })
      expectWithin(
        'the transaction',
        acceptedTransaction(answer),
        { link_account_name: vendorName, link_account_number: vendorNumber, link_bank_name: vendorBank },
        answer,
      )
    },
  ),

  statement('account_number and bank_name are the payer’s, as they were given', async ({ buy }) => {
    for (const bank_name of ['GTBank', 'guaranty trust bank', '058']) {
      const answer = await buy({ bank_name, account_number: '0009876543' })
      expectWithin(
        'the transaction',
        acceptedTransaction(answer),
        { bank_name, account_number: '0009876543' },
        answer,
      )
    }
  }),

  statement('date_created is the day in Lagos, as month, day and year, without a time', async ({ buy }) => {
    const answer = await buy()
    const { date_created, created_at } = acceptedTransaction(answer)
    expectMatch('date_created', date_created, /^[A-Z][a-z]+ [1-9][0-9]?, 20[0-9]{2}$/, answer)
    expectEqual(
      'date_created',
      date_created,
      lagosDay(new Date(textOf('created_at', created_at, answer))),
      answer,
    )
  }),

  statement('created_at is the time of acceptance, in UTC and ISO 8601', async ({ buy }) => {
    const before = Date.now()
    const answer = await buy()
    const { created_at } = acceptedTransaction(answer)
    expectMatch('created_at', created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, answer)
    const at = Date.parse(textOf('created_at', created_at, answer))
    expectTrue('created_at is between request and answer', at >= before - 1 && at <= Date.now() + 1, answer)
  }),

  statement(
    'an accepted buy is pending_payment, and its message says that nothing is settled',
    async ({ buy }) => {
      const answer = await buy()
      expectWithin(
        'the transaction',
        acceptedTransaction(answer),
        { status: 'pending_payment', needs: [] },
        answer,
      )
      expectMatch('message', messageOf(answer), /not settled/i, answer)
    },
  ),

  statement(
    'an accepted buy is durable: its rows are committed when the answer arrives',
    async ({ buy, records, unused }) => {
      const reference = unused()
      acceptedTransaction(await buy({ reference, amount: spelled('15000.05') }))
      const { rows } = await records.query(
        `select t.status, t.amount_minor::text as amount, e.event, k.key, w.due_at > now() as waits
       from transaction t join transaction_event e on e.transaction_id = t.id join buy b on b.transaction_id = t.id
       join wake w on w.subject_id = t.id join request_key k on k.transaction_id = t.id
       where t.reference = $1`,
        [reference],
      )
      expectEqual('its rows', rows, [
        {
          status: 'pending_payment',
          amount: '1500005',
          event: 'accepted',
          key: `r:${reference}`,
          waits: true,
        },
      ])
    },
  ),

  statement('a buy without account_name is accepted, as in the interface’s samples', async ({ buy }) => {
    acceptedTransaction(await buy({ account_name: undefined }))
  }),

  statement('the answer to a buy with a reference contains the reference', async ({ buy, unused }) => {
    const reference = unused()
    expectEqual('reference', acceptedTransaction(await buy({ reference }))['reference'], reference)
  }),

  statement('each buy without a reference gets its own reference of the same format', async ({ buy }) => {
    const references = [await buy(), await buy()].map((answer) => acceptedTransaction(answer)['reference'])
    for (const reference of references) expectMatch('reference', reference, /^[A-Za-z0-9._-]{1,64}$/)
    expectTrue('two buys have two references', references[0] !== references[1])
  }),

  statement('two identical buys without a reference are two claims', async ({ buy }) => {
    const ids = [await buy(), await buy()].map((answer) => acceptedTransaction(answer)['transaction_id'])
    expectTrue('two buys', ids[0] !== ids[1])
  }),

  statement('the fee is 0 for a business without a plan', async ({ buy }) => {
    expectEqual('fee', acceptedTransaction(await buy())['fee'], digits('0'))
  }),

  ...(
    [
      ['20000', '150', 'flat and basis points'],
      ['15000.05', '125.01', 'a part of a kobo rounded up'],
      ['1000000', '500', 'the cap'],
    ] as const
  ).map(([amount, fee, how]) =>
    statement(
      `a buy of ${amount} under a plan of 50 + 0.5 %, at most 500, has a fee of ${fee} (${how})`,
      async (world) => {
        const answer = await world.buy({ amount: spelled(amount) }, { as: world.parties.withFees })
        // The fee is included in the amount, so the amount is the requested one.
        expectWithin(
          'the transaction',
          acceptedTransaction(answer),
          { amount: digits(amount), fee: digits(fee) },
          answer,
        )
      },
    ),
  ),

  statement(
    'a live buy into a live account is accepted like a test buy',
    async ({ buy, parties, vendors }) => {
      const answer = await buy({}, { mode: 'live' })
      expectWithin(
        'the transaction',
        acceptedTransaction(answer),
        {
          type: 'Buy',
          business: { business_id: parties.obi.businessId },
          link_account_name: vendors.sharedLive.vendorName,
          link_account_number: vendors.sharedLive.vendorNumber,
          link_bank_name: 'Providus Bank',
          network: 'Polygon',
          wallet_address: polygonWallet,
          status: 'pending_payment',
        },
        answer,
      )
    },
  ),
]
