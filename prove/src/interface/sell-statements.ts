import { acceptedTransaction, messageOf } from './accepted.ts'
import { digits, spelled } from './exact-json.ts'
import {
  expectEqual,
  expectFields,
  expectMatch,
  expectTrue,
  expectWithin,
  objectOf,
  textOf,
} from './expect.ts'
import { expectRefusal } from './expect-refusal.ts'
import { type Statement, statement } from './statement.ts'
import { polygonWallet, type World } from './world.ts'

const FIELDS = [
  'id',
  'transaction_id',
  'business',
  'type',
  'reference',
  'amount',
  'account_name',
  'account_number',
  'bank_name',
  'link_tag',
  'network',
  'wallet_address',
  'date_created',
  'status',
  'created_at',
  'fee',
  'needs',
  'metadata',
  'payout',
]

const required = ['business_id', 'link_tag', 'type', 'amount', 'account_number', 'bank_name']
const wallet = { network: 'Polygon', wallet_address: polygonWallet }

const closedWallets = [
  {
    network: 'Stellar',
    wallet_address: 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
  },
  { network: 'Solana', wallet_address: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM' },
]

export const sellStatements: readonly Statement[] = [
  statement(
    'the interface’s short sample of a sell is accepted from the balance',
    async ({ sell, parties }) => {
      const answer = await sell({ amount: spelled('1001') })
      const transaction = acceptedTransaction(answer)
      expectFields('the transaction', transaction, FIELDS, answer)
      expectWithin(
        'the transaction',
        transaction,
        {
          business: { business_id: parties.obi.businessId },
          link_tag: parties.obi.linkTag,
          type: 'Sell',
          amount: digits('1001'),
          account_name: 'ADA OBI',
          account_number: '0123456789',
          bank_name: 'GTBank',
          network: '',
          wallet_address: '',
          status: 'deposit_received',
          fee: digits('0'),
          needs: [],
          payout: {
            bank_name: 'GTBank',
            account_number: '0123456789',
            account_name: 'ADA OBI',
            amount: digits('1001'),
          },
        },
        answer,
      )
    },
  ),

  statement(
    'the interface’s long sample of a sell, with a wallet, is accepted in test mode',
    async ({ sell }) => {
      const answer = await sell({ amount: spelled('1002'), ...wallet })
      expectWithin(
        'the transaction',
        acceptedTransaction(answer),
        { status: 'pending_deposit', ...wallet },
        answer,
      )
    },
  ),

  statement(
    'the answer to a wallet sell has its own deposit address, the amount and a deadline in 24 hours',
    async ({ sell }) => {
      const answer = await sell({ amount: spelled('1003'), ...wallet })
      const transaction = acceptedTransaction(answer)
      expectFields('the transaction', transaction, [...FIELDS, 'deposit'], answer)
      const deposit = objectOf('deposit', transaction['deposit'], answer)
      expectFields('deposit', deposit, ['network', 'address', 'memo', 'amount', 'expires_at'], answer)
      expectWithin('deposit', deposit, { network: 'Polygon', memo: '', amount: digits('1003') }, answer)
      expectMatch('deposit.address', deposit['address'], /^0x[0-9a-fA-F]{40}$/, answer)
      const moment = (what: string, text: unknown) => Date.parse(textOf(what, text, answer))
      const day =
        moment('expires_at', deposit['expires_at']) - moment('created_at', transaction['created_at'])
      expectEqual('the time to deposit', day, 24 * 60 * 60 * 1000, answer)
      const other = acceptedTransaction(await sell({ amount: spelled('1003.01'), ...wallet }))
      expectTrue(
        'two sells have different addresses',
        objectOf('deposit', other['deposit'])['address'] !== deposit['address'],
        answer,
      )
      expectMatch('message', messageOf(answer), /not settled/i, answer)
    },
  ),

  statement(
    'a wallet sell is refused where deposits are not open: in live mode here, and on Stellar and Solana',
    async ({ sell, parties }) => {
      for (const as of [parties.obi, parties.withLiveBalance]) {
        expectRefusal(await sell(wallet, { mode: 'live', as }), 422, 'deposits_not_open', 'wallet_address')
      }
      for (const elsewhere of closedWallets) {
        expectRefusal(await sell(elsewhere), 422, 'deposits_not_open', 'wallet_address')
      }
    },
  ),

  statement('the message of an accepted sell says that nothing is paid out yet', async ({ sell }) => {
    const answer = await sell({ amount: spelled('1004') })
    expectMatch('message', messageOf(answer), /not settled/i, answer)
  }),

  statement('a sell without account_name is accepted, and the name is empty text', async ({ sell }) => {
    const answer = await sell({ amount: spelled('1005'), account_name: undefined })
    const transaction = acceptedTransaction(answer)
    expectEqual('account_name', transaction['account_name'], '', answer)
    expectWithin('payout', transaction['payout'], { account_name: '' }, answer)
  }),

  ...['Sell', 'sell', 'buy_ramp', 'SELL_RAMP'].map((type) =>
    statement(`a sell of type "${type}" is refused, because the type must be sell_ramp`, async ({ sell }) => {
      expectRefusal(await sell({ type }), 422, 'field_invalid', 'type')
    }),
  ),

  ...required.map((field) =>
    statement(`a sell without ${field} is refused, naming the field`, async ({ sell }) => {
      expectRefusal(await sell({ [field]: undefined }), 422, 'field_required', field)
    }),
  ),

  statement('a field that only buys have is refused in a sell', async ({ sell }) => {
    expectRefusal(await sell({ vendor_number: '1000000001' }), 422, 'field_unknown', 'vendor_number')
  }),

  statement('a wallet without its network or address is refused in a sell too', async ({ sell }) => {
    expectRefusal(await sell({ network: 'Polygon' }), 422, 'wallet_incomplete', 'wallet_address')
    expectRefusal(await sell({ wallet_address: polygonWallet }), 422, 'wallet_incomplete', 'network')
  }),

  statement('an address that can never be valid is refused in a sell too', async ({ sell }) => {
    const answer = await sell({ ...wallet, wallet_address: `0x${'0'.repeat(40)}` })
    expectRefusal(answer, 422, 'wallet_address_forbidden', 'wallet_address')
  }),

  statement('an unknown bank is refused in a sell too', async ({ sell }) => {
    expectRefusal(await sell({ bank_name: 'No Such Bank At All' }), 422, 'bank_unknown', 'bank_name')
  }),

  statement('business_id or link_tag of another business is 403 in a sell too', async ({ sell, parties }) => {
    const { businessId: business_id, linkTag: link_tag } = parties.zainab
    for (const changes of [{ business_id, link_tag }, { business_id }, { link_tag }]) {
      expectRefusal(await sell(changes), 403, 'business_mismatch', 'business_id')
    }
  }),

  statement('the commit that accepts a sell also debits the balance', async (world) => {
    const before = await balanceOf(world, 'test')
    const reference = world.unused()
    acceptedTransaction(await world.sell({ amount: spelled('1234.56'), reference }))
    expectEqual('the balance', await balanceOf(world, 'test'), before - 123_456n)
    const { rows } = await world.records.query(
      `select b.amount_minor::text as held from transaction t
       join balance b on b.owner = t.id::text and b.kind = 'held' and b.asset = 'NGNC' where t.reference = $1`,
      [reference],
    )
    expectEqual('what the sell holds', rows, [{ held: '123456' }])
  }),

  statement(
    'a sell of more than the balance is 422 insufficient_balance and takes nothing',
    async (world) => {
      const as = world.parties.withFees
      const answer = await world.sell({ amount: spelled('1000000.01') }, { as })
      expectRefusal(answer, 422, 'insufficient_balance', 'amount')
      const { rows } = await world.records.query(
        `select amount_minor::text as balance from balance where owner = $1 and kind = 'business'`,
        [as.uuid],
      )
      expectEqual('the balance', rows, [{ balance: '100000000' }])
    },
  ),

  statement('a business without a balance is 422 insufficient_balance', async ({ sell, parties }) => {
    expectRefusal(await sell({}, { as: parties.zainab }), 422, 'insufficient_balance', 'amount')
  }),

  statement(
    'a business that is not allowed to hold a balance must name a wallet: 422 wallet_required',
    async (world) => {
      const { withoutBalance, obi } = world.parties
      expectRefusal(await world.sell({}, { as: withoutBalance }), 422, 'wallet_required', 'wallet_address')
      expectRefusal(await world.sell({}, { as: obi, mode: 'live' }), 422, 'wallet_required', 'wallet_address')
    },
  ),

  statement('a live sell from a balance that is switched on is accepted', async ({ sell, parties }) => {
    const answer = await sell({ amount: spelled('500.25') }, { as: parties.withLiveBalance, mode: 'live' })
    expectWithin(
      'the transaction',
      acceptedTransaction(answer),
      { type: 'Sell', status: 'deposit_received', amount: digits('500.25') },
      answer,
    )
  }),

  statement('the payout of a sell is the amount less the fee', async ({ sell, parties }) => {
    const answer = await sell({ amount: spelled('20000.05') }, { as: parties.withFees })
    const transaction = acceptedTransaction(answer)
    expectWithin(
      'the transaction',
      transaction,
      { amount: digits('20000.05'), fee: digits('150.01') },
      answer,
    )
    expectWithin('payout', transaction['payout'], { amount: digits('19850.04') }, answer)
  }),

  statement(
    'a sell from the balance needs the scope payouts, which a key does not have unless asked for',
    async (world) => {
      for (const key of [world.keys.withDefaultScopes, world.keys.sellOnly]) {
        expectRefusal(await world.sell({}, { key }), 403, 'scope_missing')
        acceptedTransaction(await world.sell({ ...wallet, reference: world.unused() }, { key }))
      }
    },
  ),
]

async function balanceOf({ records, parties }: World, mode: string): Promise<bigint> {
  const { rows } = await records.query<{ amount: string }>(
    `select amount_minor::text as amount from balance where owner = $1 and kind = 'business' and mode = $2`,
    [parties.obi.uuid, mode],
  )
  return BigInt(rows[0]?.amount ?? 0)
}
