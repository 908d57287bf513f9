import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BUSINESS, proven, ROOT, TRANSACTION } from '../../test/credit-rows.ts'
import { journalKeys } from '../../test/journal-keys.ts'
import { decided, decisionsOf } from '../../test/passkeys.ts'
import {
  accountLine,
  minutesAgo,
  NOW_MS,
  redirected,
  referenceOf,
  refund,
  right,
  sell,
  sellOfBalance,
  sent,
  tokenLine,
} from '../../test/payout-rows.ts'
import { changed, IN_DOUBT, refusalOf, refusalsIn, unsigned, untested } from '../../test/refusals.ts'
import type { ProvenBalance } from '../shared/balances/prove-balances.ts'
import type { SendOrder } from './answers.ts'
import { openPayerJournal, type PayerJournal } from './journal/payer-journal.ts'
import type { Heard, SendIntent } from './journal/payer-record.ts'
import type { Former } from './journal/require-unsent.ts'
import { type Judged, judgeOrder } from './judge-order.ts'
import type { PayoutFacts } from './money/payout-facts.ts'
import { readPayerPolicy } from './payer-policy.ts'
import type { PaymentOrders } from './payments/require-ordered.ts'

let folder: string
let journal: PayerJournal

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'afara-judge-order-'))
  journal = await openPayerJournal(join(folder, 'journal.jsonl'), journalKeys)
})

afterEach(async () => {
  await journal.close()
  rmSync(folder, { recursive: true })
})

type Said = 'not_found' | 'failed' | 'success' | 'rejected'

type Sent = Partial<SendIntent> &
  Readonly<{
    /** The bank's answers, each with its age in minutes. */ heard?: readonly (readonly [Said, number])[]
  }>

type Asked = Readonly<{
  facts?: PayoutFacts | undefined
  kind?: SendOrder['kind']
  policy?: Readonly<Record<string, unknown>>
  former?: Partial<Former>
  orders?: PaymentOrders
  balance?: ProvenBalance
  unsigned?: ReadonlyMap<string, string>
  /** Payments that are already in the journal. */
  before?: readonly Sent[]
  /** Whether a decision in force is unsigned. */
  isInDoubt?: boolean
  rail?: Readonly<{ refusesDuplicates: boolean; sameAgainAfterMs: number }> | undefined
}>

function judge(asked: Asked): Judged {
  const { kind = 'first', policy = {}, before = [] } = asked
  for (const { heard = [], ...intent } of before) {
    const of = journal.add({ ...sent, ...intent })
    journal.commit()
    journal.hear(heard.map(([said, minutes]) => hear(of, said, minutes)))
  }
  if (asked.isInDoubt) journal.noteDecisions(unsigned)
  const lines = { operators_root: ROOT, accounts: [{ ...accountLine, ...policy }], tokens: [tokenLine] }
  const rail = 'rail' in asked ? asked.rail : { refusesDuplicates: true, sameAgainAfterMs: 120_000 }
  return judgeOrder({ payoutId: 'payout-1', kind }, 'facts' in asked ? asked.facts : sell, {
    policy: readPayerPolicy(JSON.stringify(lines)),
    journal,
    former: { dead: new Set(), gone: new Set(), decisions: decisionsOf(), ...asked.former },
    orders: asked.orders ?? new Map(),
    balances: new Map([[`test/${BUSINESS}`, asked.balance ?? proven()]]),
    unsigned: asked.unsigned ?? new Map(),
    atMs: NOW_MS,
    railOf: () => rail,
  })
}

function hear(of: number, said: Said, minutes: number): Heard {
  const what = { of, at: minutesAgo(minutes), code: null, vendor_id: null }
  return said === 'rejected' ? { ...what, outcome: said } : { ...what, reading: said }
}

/** A payment order with the payment of the sell, which one member signed. */
const unsignedOrder = {
  id: 'order-1',
  business_id: BUSINESS,
  mode: 'test',
  items: [
    {
      number: 1,
      bank_code: '000013',
      account_number: '0123456789',
      account_name: 'ADA OBI',
      amount_minor: '10000',
      reference: 'sell-1',
      note: '',
    },
  ],
  problem: '1 of 2 members signed it',
}

/** The payout's second attempt. The first has another reference. */
const again = changed(sell, { attempt: 2, reference: referenceOf('payout', 1, 2) })
const failed: Sent = { heard: [['failed', 60]] }
const dead = { dead: new Set([sent.reference]) }
const missing: Sent = {
  heard: [
    ['not_found', 100],
    ['not_found', 70],
  ],
}
const another: Sent = { reference: 'af-another', right: 'another', amount_minor: '100', source: [] }
const lately: Sent = { ...another, at: minutesAgo(59) }
const same = (minutes: number): Sent => ({ ...another, amount_minor: '9900', at: minutesAgo(minutes) })
const toOther: Sent = { ...another, account_number: '0999999999' }

const MEANT = 'reference_used: the reference was sent before with other values'
const ALIVE = `former_alive: ${sent.reference} was sent for the same debt: its bank last answered *, and the ledger does not show it as failed`
const GONE = `former_alive: ${sent.reference} was sent for the same debt: the vendor's ledger shows its debit, or an unexplained debit that may be its own`
const UNTOLD = `former_alive: the bank has not reported the result of ${sent.reference}, and operators did not sign that it was not paid: no signed decision says not_paid`
const TOO_SOON =
  'too_soon: the bank must answer "not found" for 1800 seconds before a repeat; its last answer was'
const OTHER_SOURCE = 'right_used: the money behind the payout differs from when it was first sent'
const SAME = 'two_minute_rule: the vendor accepts the same amount to the same account only after 120 seconds'

const rows: readonly (readonly [what: string, asked: Asked, refusal: string])[] = [
  ['a payout as it should be', {}, 'allowed'],
  [
    'a sell of tokens that nothing caused',
    { facts: sellOfBalance, balance: { ...proven(), minor: -10_000n, uncausedMinor: 10_000n } },
    'balance_unproven: 100.00 NGNC more was taken from the balance than its causes are worth; 100.00 NGNC was credited without a cause',
  ],
  [
    'a sell whose debit was inserted among older ones',
    { facts: sellOfBalance, balance: { ...proven(), debits: new Set() } },
    'balance_unproven: the debit of the sell is not among the new entries of the balance',
  ],
  ['a payout while a decision is unsigned', { isInDoubt: true }, IN_DOUBT],
  ['a sent payout while a decision is unsigned', { isInDoubt: true, before: [{}] }, 'allowed'],
  [
    'a payment that members did not sign',
    {
      facts: changed(sellOfBalance, { payment: { order_id: 'order-1', number: 1 } }),
      orders: new Map([['order-1', unsignedOrder]]),
    },
    'payment_unsigned: members did not sign its payment order: 1 of 2 members signed it',
  ],
  [
    'a sell that its business did not sign',
    { facts: sellOfBalance, unsigned: new Map([[TRANSACTION, 'its sell is not signed']]) },
    'request_unsigned: its sell is not signed',
  ],
  ['a payout that nobody knows', { facts: undefined }, 'unknown_payout: no payout has this id'],
  [
    'an account without credentials',
    { rail: undefined },
    'unknown_account: the payout account has no credentials',
  ],
  [
    'rows that contradict the order',
    { facts: changed(sell, { state: 'paid' }) },
    'payout_over: the payout is paid',
  ],
  [
    'a sent reference whose right is missing',
    { before: [{}], facts: changed(sell, { right: null }) },
    'reference_used: the reference was sent before, but the database has no right for it',
  ],
  ...[
    { right: right(2) },
    { attempt: 2 },
    { account: 'another' },
    { bank_code: '000014' },
    { account_number: '0999999999' },
    { amount_minor: '9901' },
  ].map(
    (change) => [`a reference sent with ${JSON.stringify(change)}`, { before: [change] }, MEANT] as const,
  ),

  [
    'a repeat of nothing',
    { kind: 'repeat' },
    'cannot_repeat: the payout was never sent, so it cannot be repeated',
  ],
  ['a repeat that may be', { kind: 'repeat', before: [missing] }, 'allowed'],
  [
    'a repeat after the bank did not find the payout for half an hour',
    { kind: 'repeat', before: [missing] },
    'allowed',
  ],
  [
    'a repeat at a vendor that may pay twice',
    { kind: 'repeat', before: [missing], rail: { refusesDuplicates: false, sameAgainAfterMs: 0 } },
    'cannot_repeat: the vendor is not known to reject duplicates, so a repeat could pay twice',
  ],
  [
    'a repeat after a day',
    { kind: 'repeat', before: [{ ...missing, at: minutesAgo(24 * 60) }] },
    'too_late: the payout was first sent more than a day ago',
  ],
  ['a repeat before the bank was asked', { kind: 'repeat', before: [{}] }, `${TOO_SOON} nothing`],
  [
    'a repeat after the bank did not find the payout for a second less than half an hour',
    {
      kind: 'repeat',
      before: [
        {
          heard: [
            ['not_found', 100],
            ['not_found', 70 + 1 / 60],
          ],
        },
      ],
    },
    `${TOO_SOON} not_found`,
  ],
  [
    'a repeat of a paid payout',
    {
      kind: 'repeat',
      before: [
        {
          heard: [
            ['not_found', 100],
            ['not_found', 70],
            ['success', 60],
          ],
        },
      ],
    },
    `${TOO_SOON} success`,
  ],

  ['a second attempt, when the first is dead', { facts: again, before: [failed], former: dead }, 'allowed'],
  [
    'a second attempt, when the ledger of the vendor may show the debit of the first',
    { facts: again, before: [failed], former: { ...dead, gone: new Set([sent.reference]) } },
    GONE,
  ],
  [
    'a second attempt, when the database does not have the first as failed',
    { facts: again, before: [failed] },
    ALIVE.replace('*', 'failed'),
  ],
  [
    'a second attempt, when the first was paid',
    { facts: again, before: [{ heard: [['success', 60]] }], former: dead },
    ALIVE.replace('*', 'success'),
  ],
  [
    'a second attempt, when no bank reported the outcome of the first',
    { facts: again, before: [{}], former: dead },
    UNTOLD,
  ],
  [
    'a second attempt, when two operators decided the outcome of the first',
    {
      facts: again,
      before: [{}],
      former: { ...dead, decisions: decisionsOf(decided('not_paid', { transaction: sent.transaction_id })) },
    },
    'allowed',
  ],
  [
    'an eleventh attempt',
    {
      facts: again,
      before: Array.from({ length: 10 }, (_, place) => ({ ...failed, reference: `af-${place}` })),
      former: { dead: new Set(Array.from({ length: 10 }, (_, place) => `af-${place}`)) },
    },
    'right_used: the payout was already sent 10 times, the maximum',
  ],
  [
    'a second attempt with other source money',
    {
      facts: again,
      before: [{ ...failed, source: [{ name: 'x', amount_minor: '10000', gross_minor: '10000' }] }],
      former: dead,
    },
    OTHER_SOURCE,
  ],
  [
    'a second attempt with more of the same source money',
    {
      facts: again,
      before: [
        { ...failed, source: [{ name: 'test|Polygon|0xaa#1', amount_minor: '9999', gross_minor: '10000' }] },
      ],
      former: dead,
    },
    OTHER_SOURCE,
  ],
  [
    'tokens for which another sell was paid',
    { before: [{ ...sent, reference: 'af-another', right: 'another' }] },
    'source_used: ₦100.00 of the ₦100.00 behind the payout was already paid out',
  ],
  [
    'a deposit that is counted twice',
    {
      facts: changed(sell, {
        deposits: [...sell.deposits, ...sell.deposits],
        'transaction.amount_minor': '20000',
        'right.amount_minor': '19900',
        'opening.postings': sell.opening?.postings.map((one) =>
          one.replace('10000', '20000').replace('9900', '19900'),
        ),
      }),
    },
    'source_used: the payout uses the same money twice',
  ],

  ['a payout at the limit per payout', { policy: { per_payout_minor: '9900' } }, 'allowed'],
  [
    'a payout one kobo above that limit',
    { policy: { per_payout_minor: '9899' } },
    'over_payout_cap: above the limit of ₦98.99 per payout',
  ],
  ['a payout at the limit per hour', { policy: { per_hour_minor: '10000' }, before: [lately] }, 'allowed'],
  [
    'a payout one kobo above that limit',
    { policy: { per_hour_minor: '9999' }, before: [lately] },
    'over_hour_cap: above the limit of ₦99.99 per hour',
  ],
  [
    'a payout after the hour of another payout',
    { policy: { per_hour_minor: '9900' }, before: [another] },
    'allowed',
  ],
  ['a payout at the limit per day', { policy: { per_day_minor: '10000' }, before: [another] }, 'allowed'],
  [
    'a payout one kobo above that limit',
    { policy: { per_day_minor: '9999' }, before: [another] },
    'over_day_cap: above the limit of ₦99.99 per day',
  ],
  [
    'a payout at the limit for a new beneficiary',
    { policy: { first_day_minor: '10000' }, before: [another] },
    'allowed',
  ],
  [
    'a payout one kobo above that limit',
    { policy: { first_day_minor: '9999' }, before: [another] },
    'over_first_day_cap: above the limit of ₦99.99 on the first day of a beneficiary',
  ],
  [
    'a payout to a second new beneficiary',
    { policy: { first_day_minor: '9900' }, before: [toOther] },
    'allowed',
  ],

  ['a payout of the same amount as one two minutes ago', { before: [same(2)] }, 'allowed'],
  ['a payout of the same amount as one a minute ago', { before: [same(1)] }, SAME],
]

test.each(rows)('the payer judges %s', (_what, asked, refusal) => {
  expect(refusalOf(() => judge(asked))).toBe(refusal)
})

test('every refusal before a payment is expected by one of these tests', () => {
  const files = ['./judge-order.ts', './payer-policy.ts', './journal/require-unsent.ts']
  const refusals = refusalsIn(...files.map((file) => new URL(file, import.meta.url)))
  expect(
    untested(
      refusals,
      rows.map(([, , refusal]) => refusal),
    ),
  ).toEqual([])
})

test('a reference that was sent is never sent again as if it were the first time', () => {
  expect(judge({ before: [{}] })).toEqual({ verdict: 'exists' })
  // Later changes of its rows do not matter.
  expect(judge({ facts: changed(sell, { state: 'paid', account: null }) })).toEqual({ verdict: 'exists' })
})

test('a reference that the vendor refused is reported as rejected', () => {
  expect(judge({ before: [{ heard: [['rejected', 119]] }] })).toEqual({ verdict: 'rejected' })
})

test('a redirected refund is the same debt as the original', () => {
  const first = judge({ facts: refund })
  if (first.verdict !== 'send') throw new Error('it is not sent')
  journal.add({ ...first.intent, at: minutesAgo(60) })
  journal.commit()
  const signed = decided('redirect', {
    transaction: sent.transaction_id,
    'decision.return_id': 'return-1',
    'decision.amount_minor': '10000',
    'decision.bank_code': '000013',
    'decision.account_number': '0999999999',
  })
  expect(refusalOf(() => judge({ facts: redirected }))).toMatch(/^decision_unsigned/)
  const former = { decisions: decisionsOf(signed) }
  expect(refusalOf(() => judge({ facts: redirected, former }))).toMatch(/^former_alive/)
})
