import { hash } from 'node:crypto'
import { depositAddresses } from '../src/payer/chains/evm-token.ts'
import type { SendIntent } from '../src/payer/journal/payer-record.ts'
import type { PayoutFacts } from '../src/payer/money/payout-facts.ts'
import { allocation, BUSINESS, entry, TRANSACTION } from './credit-rows.ts'
import { changed } from './refusals.ts'

const ACCOUNT = '01a1dee6-1366-7ab8-a780-7f2d4afdd600'
const FACTORY = '0xe7f1725e7734ce288f8367e1bb143e90bb3f0512'
const TOKEN = '0x5fbdb2315678afecb367f032d93f642f64180aa3'

/** Entries of the policy. */
export const accountLine = {
  account: ACCOUNT,
  mode: 'test',
  vendor: 'paystack',
  per_payout_minor: '100000000',
  per_hour_minor: '100000000',
  per_day_minor: '100000000',
  first_day_minor: '100000000',
}
export const tokenLine = {
  mode: 'test',
  network: 'Polygon',
  token: TOKEN,
  factory: FACTORY,
  treasury: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
}

const sellNames = { transactionId: TRANSACTION, businessId: BUSINESS, mode: 'test', reference: 'sell-1' }

export const referenceOf = (purpose: string, leg = 1, attempt = 1, business = BUSINESS): string =>
  `af-${hash('sha256', `${business}/test/sell-1/${purpose}/${leg}/${attempt}`).slice(0, 32)}`

/** A sell of ₦100 with a fee of ₦1, whose tokens arrived at its own address. */
export const sell: PayoutFacts = {
  payout_id: 'payout-1',
  state: 'sending',
  mode: 'test',
  account_id: ACCOUNT,
  attempt: 1,
  reference: referenceOf('payout'),
  account: { mode: 'test', vendor: 'paystack', state: 'active', is_held: true },
  right: {
    mode: 'test',
    transaction_id: TRANSACTION,
    purpose: 'payout',
    leg: 1,
    business_id: BUSINESS,
    reference: 'sell-1',
    bank_code: '000013',
    account_number: '0123456789',
    account_name: 'ADA OBI',
    amount_minor: '9900',
  },
  transaction: {
    business_id: BUSINESS,
    mode: 'test',
    type: 'sell',
    status: 'paying_out',
    amount_minor: '10000',
    reference: 'sell-1',
    is_short: false,
    accepted_minor: [],
    releases: 0,
  },
  sell: {
    mode: 'test',
    network: 'Polygon',
    fee_minor: '100',
    bank_code: '000013',
    account_number: '0123456789',
    payee: null,
  },
  payment: null,
  opening: entry(
    TRANSACTION,
    `held:${TRANSACTION} / committed:${TRANSACTION} NGNC 10000`,
    `outgoing:${ACCOUNT} / payout_bank:${ACCOUNT} NGN 9900`,
  ),
  deposits: [
    {
      mode: 'test',
      network: 'Polygon',
      tx_hash: '0xAA',
      log_index: 1,
      address: depositAddresses(FACTORY, sellNames)[0] ?? '',
      token: TOKEN,
      minor: '10000',
      held_minor: '10000',
      outcome: 'funded',
      address_of: TRANSACTION,
      entry: entry(TRANSACTION, `deposit:Polygon / held:${TRANSACTION} NGNC 10000`),
    },
  ],
  taken: null,
  losses: [],
  refund: null,
  freezes: [],
}

/** The same sell without a wallet: its tokens were debited from the balance. */
export const sellOfBalance: PayoutFacts = {
  ...changed(sell, { 'sell.network': null, deposits: [] }),
  taken: entry(TRANSACTION, `business:${BUSINESS} / held:${TRANSACTION} NGNC 10000`),
}

/** A buy of ₦100 whose one credit is returned to its payer. */
export const refund: PayoutFacts = {
  ...changed(sell, {
    'right.purpose': 'refund',
    'right.amount_minor': '10000',
    'transaction.type': 'buy',
    'transaction.status': 'refunding',
    reference: referenceOf('refund'),
    sell: null,
    deposits: [],
  }),
  opening: entry(
    TRANSACTION,
    `held:${TRANSACTION} / committed:${TRANSACTION} NGN 10000`,
    `outgoing:${ACCOUNT} / payout_bank:${ACCOUNT} NGN 10000`,
  ),
  refund: {
    buy: { mode: 'test', vendor_account_id: 'account-1' },
    allocations: [allocation],
    returns: [
      {
        id: 'return-1',
        mode: 'test',
        line_id: 'line-1',
        amount_minor: '10000',
        numbers: ['0123456789'],
        masks: [],
        names: ['ADA OBI'],
        named: null,
        bank_codes: ['000013'],
        redirects: [],
        ordinal: 1,
        is_by_hand: false,
      },
    ],
    is_delivered: false,
    is_listed: false,
  },
}

/** The same refund after two operators redirected it to another account. */
export const redirected: PayoutFacts = changed(refund, {
  'right.leg': 1001,
  'right.account_number': '0999999999',
  reference: referenceOf('refund', 1001),
  'refund.returns.0.redirects': [{ bank_code: '000013', account_number: '0999999999' }],
})

/** A credit without a buy that is returned. It belongs to no business. */
export const returned: PayoutFacts = changed(refund, {
  'right.business_id': null,
  'transaction.type': 'return',
  'transaction.business_id': null,
  'refund.buy': null,
  'refund.allocations.0.business_id': null,
  reference: referenceOf('refund', 1, 1, ''),
})

export const NOW_MS = Date.parse('2026-11-16T12:00:00Z')
export const minutesAgo = (minutes: number): string => new Date(NOW_MS - minutes * 60_000).toISOString()
export const right = (leg = 1): string => `${sell.right?.business_id}/test/sell-1/payout/${leg}`

/** The same payout, sent two hours ago. */
export const sent: SendIntent = {
  at: minutesAgo(120),
  reference: referenceOf('payout'),
  account: accountLine.account,
  mode: 'test',
  action: 'send',
  right: right(),
  attempt: 1,
  payout_id: 'payout-1',
  transaction_id: sell.right?.transaction_id ?? '',
  bank_code: '000013',
  account_number: '0123456789',
  amount_minor: '9900',
  source: [{ name: 'test|Polygon|0xaa#1', amount_minor: '10000', gross_minor: '10000' }],
}
