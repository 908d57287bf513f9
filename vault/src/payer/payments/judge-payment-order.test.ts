import { expect, test } from 'vitest'
import { BUSINESS, TRANSACTION } from '../../../test/credit-rows.ts'
import {
  bookOf,
  coseOf,
  type Known,
  limitOf,
  member,
  NOW_MS,
  party,
  pinned,
  signedBy,
  signer,
} from '../../../test/member-rows.ts'
import { createPasskey } from '../../../test/passkeys.ts'
import { sellOfBalance } from '../../../test/payout-rows.ts'
import { changed, refusalOf, refusalsIn, untested } from '../../../test/refusals.ts'
import type { MemberFact } from '../../shared/members/member-book.ts'
import { judgePaymentOrder } from './judge-payment-order.ts'
import { orderText, type StoredOrder } from './read-orders.ts'
import { requireOrdered } from './require-ordered.ts'

const ORDER = '01a1dee6-1366-7ab8-a780-7f2d4afdd6b1'

const [ngozi, tunde, stranger] = [member(1), member(2), member(3)]

const items = [1, 2].map((number) => ({
  number,
  bank_code: '000013',
  account_number: '0123456789',
  account_name: 'ADA OBI',
  amount_minor: '10000',
  reference: `sell-${number}`,
  note: 'October',
}))
const unsigned: StoredOrder = {
  id: ORDER,
  business_id: BUSINESS,
  mode: 'test',
  reference: 'salaries',
  items,
  signatures: [],
  limit: undefined,
  withdrawn_alone_minor: '0',
  signers: [signer(ngozi, { role: 'owner' }), signer(tunde)],
}
const TEXT = orderText(unsigned)
const order: StoredOrder = { ...unsigned, signatures: [signedBy(ngozi, TEXT), signedBy(tunde, TEXT)] }

const account = { business: BUSINESS, bank_code: '000013', account_number: '0123456789' }
const settled: MemberFact = { kind: 'beneficiary', mode: 'test', ...account }

const known: Known = [
  [100, pinned(signer(ngozi))],
  [100, pinned(signer(tunde))],
  [100, settled],
]

function judge(stored: StoredOrder, facts: Known = known): string {
  const { judged } = judgePaymentOrder(stored, { book: bookOf(facts), party, atMs: NOW_MS })
  return judged.problem ?? (judged.waits === undefined ? 'allowed' : `waits: ${judged.waits}`)
}

const WRONG = 'a signature does not count: it signs another text'
const withItem = (change: Partial<(typeof items)[number]>): StoredOrder => ({
  ...order,
  items: items.map((item) => (item.number === 2 ? { ...item, ...change } : item)),
})
const ONE = '1 of 2 members signed it'
const second = createPasskey()
const again = { id: ngozi.id, passkey: second }

test.each<readonly [what: string, stored: StoredOrder, problem: string]>([
  ['that two members signed', order, 'allowed'],
  ['that nobody signed', unsigned, '0 of 2 members signed it'],
  ['with one signature too few', { ...order, signatures: order.signatures.slice(0, 1) }, ONE],
  [
    'that its proposer signed twice',
    { ...order, signatures: [signedBy(ngozi, TEXT), signedBy(ngozi, TEXT)] },
    ONE,
  ],
  [
    'that its proposer signed with two passkeys',
    {
      ...order,
      signatures: [signedBy(ngozi, TEXT), signedBy(again, TEXT)],
      signers: [...order.signers, signer(again)],
    },
    `${ONE}, a signature does not count yet: its passkey is new here`,
  ],
  ...(
    [
      { amount_minor: '10001' },
      { account_number: '0999999999' },
      { bank_code: '000014' },
      { account_name: 'EVE OBI' },
      { reference: 'sell-3' },
      { note: 'November' },
    ] as const
  ).map((change) => {
    const what = `with a payment that was changed: ${JSON.stringify(change)}`
    return [what, withItem(change), `0 of 2 members signed it, ${WRONG}, ${WRONG}`] as const
  }),
  ['with a payment that was left out', { ...order, items: items.slice(1) }, 'a payment is missing'],
  ['without payments', { ...order, items: [] }, 'a payment is missing'],
  [
    'with a payment that was added',
    { ...order, items: [...items, { ...items[0], number: 3 } as (typeof items)[number]] },
    `0 of 2 members signed it, ${WRONG}, ${WRONG}`,
  ],
  ['of another id', { ...order, id: TRANSACTION }, `0 of 2 members signed it, ${WRONG}, ${WRONG}`],
  ['under another name', { ...order, reference: 'x' }, `0 of 2 members signed it, ${WRONG}, ${WRONG}`],
  [
    'that a stranger signed in the name of a member',
    { ...order, signatures: [signedBy(ngozi, TEXT), { ...signedBy(stranger, TEXT), member_id: tunde.id }] },
    `${ONE}, a signature does not count: its passkey is not of a member of the business`,
  ],
  [
    'that a stranger signed with the name of a member’s passkey',
    {
      ...order,
      signatures: [
        signedBy(ngozi, TEXT),
        {
          ...signedBy(stranger, TEXT),
          member_id: tunde.id,
          credential_id: Buffer.from(tunde.passkey.id, 'base64url'),
        },
      ],
    },
    `${ONE}, a signature does not count: its signature is wrong`,
  ],
  [
    'that a developer signed',
    { ...order, signers: [signer(ngozi), signer(tunde, { role: 'developer' })] },
    `${ONE}, a signature does not count: the role developer does not allow it`,
  ],
  [
    'that a member signed who left',
    { ...order, signers: [signer(ngozi), signer(tunde, { is_active: false })] },
    `${ONE}, a signature does not count: the member left, or the passkey was revoked`,
  ],
  [
    'with a passkey that the database replaced',
    {
      ...order,
      signatures: [signedBy(ngozi, TEXT), impostor().signature],
      signers: [signer(ngozi), impostor().row],
    },
    `${ONE}, a signature does not count: its passkey was another one before`,
  ],
])('an order %s', (_what, stored, problem) => {
  expect(judge(stored)).toBe(problem)
})

/** A stranger whose key stands in the row of Tunde's passkey. */
function impostor() {
  const row = signer(tunde, { public_key: coseOf(stranger.passkey) })
  const signature = {
    ...signedBy(stranger, TEXT),
    member_id: tunde.id,
    credential_id: Buffer.from(tunde.passkey.id, 'base64url'),
  }
  return { row, signature }
}

test('in live mode a passkey counts a day after it was first seen', () => {
  const live = { ...unsigned, mode: 'live' }
  const text = orderText(live)
  const stored = { ...live, signatures: [signedBy(ngozi, text), signedBy(tunde, text)] }
  const seen = (hours: number): Known => [
    [100, pinned(signer(ngozi))],
    [hours, pinned(signer(tunde))],
  ]
  const NEW = 'waits: 1 of 2 members signed it, a signature does not count yet: its passkey is new here'
  expect(judge(stored, seen(23.9))).toBe(NEW)
  expect(judge(stored, known.slice(0, 1))).toBe(NEW)
  expect(judge(stored, seen(24))).toBe('allowed')
})

const alone: StoredOrder = { ...order, signatures: order.signatures.slice(0, 1) }
const paid = (total_minor: string): MemberFact => ({
  kind: 'order',
  order: TRANSACTION,
  business: BUSINESS,
  mode: 'test',
  text: '',
  people: 1,
  total_minor,
})
const verifiedLimit = (version: number, limit_minor: string): MemberFact => ({
  kind: 'limit',
  business: BUSINESS,
  mode: 'test',
  version,
  limit_minor,
})

test.each<readonly [what: string, stored: StoredOrder, facts: Known, problem: string]>([
  ['within the limit of an owner', { ...alone, limit: limitOf('20000', ngozi) }, known, 'allowed'],
  ['above the limit', { ...alone, limit: limitOf('19999', ngozi) }, known, ONE],
  ['within a limit that no owner signed', { ...alone, limit: limitOf('20000', tunde) }, known, ONE],
  [
    'within a limit that was raised afterwards',
    { ...alone, limit: { ...limitOf('100', ngozi), limit_minor: '20000' } },
    known,
    ONE,
  ],
  [
    'within an older limit than the newest',
    { ...alone, limit: limitOf('20000', ngozi, 1) },
    [...known, [1, verifiedLimit(2, '0')]],
    ONE,
  ],
  [
    'within a verified limit whose owner left',
    {
      ...alone,
      signatures: [signedBy(tunde, TEXT)],
      signers: [signer(ngozi, { is_active: false }), signer(tunde)],
      limit: limitOf('20000', ngozi),
    },
    [...known, [1, verifiedLimit(1, '20000')]],
    'allowed',
  ],
  [
    'beside others that use the limit up today',
    { ...alone, limit: limitOf('20000', ngozi) },
    [...known, [23, paid('1')]],
    `waits: ${ONE}`,
  ],
  [
    'beside a withdrawal that uses the limit up today',
    { ...alone, limit: limitOf('20000', ngozi), withdrawn_alone_minor: '1' },
    known,
    `waits: ${ONE}`,
  ],
  [
    'beside others that used it up yesterday',
    { ...alone, limit: limitOf('20000', ngozi) },
    [...known, [24, paid('1')]],
    'allowed',
  ],
  [
    'to an account that is new here',
    { ...alone, limit: limitOf('20000', ngozi) },
    [...known.slice(0, 2), [0.01, settled]],
    `waits: ${ONE}`,
  ],
])('an order of one member %s', (_what, stored, facts, problem) => {
  expect(judge(stored, facts)).toBe(problem)
})

test('an order is verified once: it is paid after its members left, and not after its rows changed', () => {
  const book = bookOf(known)
  const { learned } = judgePaymentOrder(order, { book, party, atMs: NOW_MS })
  book.addMembers({ at: new Date(NOW_MS).toISOString(), payments: learned })
  const later = (stored: StoredOrder) =>
    judgePaymentOrder(stored, { book, party, atMs: NOW_MS }).judged.problem
  expect(later({ ...order, signers: [], signatures: [] })).toBeUndefined()
  expect(later(withItem({ amount_minor: '99999' }))).toBe(
    'its rows changed after its signatures were verified',
  )
})

const facts = changed(sellOfBalance, { payment: { order_id: ORDER, number: 1 } })
const judged = { id: ORDER, business_id: BUSINESS, mode: 'test', items }
const NOT_THAT = 'payment_mismatch: the sell is not the payment that its order names'
const NONE = 'payment_mismatch: the payment order behind the sell does not exist'
const rows: readonly (readonly [what: string, change: object, order: object, refusal: string])[] = [
  ['as it should be', {}, {}, 'allowed'],
  ['from the API', { payment: null }, { id: 'another' }, 'allowed'],
  ['of an order that does not exist', {}, { id: 'another' }, NONE],
  ['of an item that does not exist', { 'payment.number': 3 }, {}, NONE],
  ['of another item', { 'payment.number': 2 }, {}, NOT_THAT],
  ['of another amount', { 'transaction.amount_minor': '10001' }, {}, NOT_THAT],
  ['to another account', { 'sell.account_number': '0999999999' }, {}, NOT_THAT],
  ['to another bank', { 'sell.bank_code': '000014' }, {}, NOT_THAT],
  ['of another reference', { 'transaction.reference': 'sell-9' }, {}, NOT_THAT],
  ['of another business', { 'transaction.business_id': 'another' }, {}, NOT_THAT],
  ['of another mode', {}, { mode: 'live' }, NOT_THAT],
  ['from a wallet', { 'sell.network': 'Polygon' }, {}, NOT_THAT],
  [
    'to another name',
    { 'right.account_name': 'EVE EZE' },
    {},
    'payment_mismatch: members signed another name than the one on the account',
  ],
  [
    'of an order that too few signed',
    {},
    { problem: ONE },
    `payment_unsigned: members did not sign its payment order: ${ONE}`,
  ],
  ['of an order that waits', {}, { waits: ONE }, `payment_waits: its payment order waits: ${ONE}`],
]
test.each(rows)('a sell %s', (_what, change, more, refusal) => {
  const one = { ...judged, ...more }
  const asked = changed(facts, { ...change })
  expect(refusalOf(() => requireOrdered(asked, new Map([[one.id, one]])))).toBe(refusal)
})

test('every refusal is tested', () => {
  const all = refusalsIn(new URL('require-ordered.ts', import.meta.url))
  const tested = rows.map(([, , , refusal]) => refusal)
  expect(untested(all, tested)).toEqual([])
})
