import { expect, test } from 'vitest'
import { BUSINESS, TRANSACTION } from '../../../test/credit-rows.ts'
import {
  bookOf,
  coseOf,
  type Known,
  limitOf,
  type Member,
  member,
  NOW_MS,
  party,
  pinned,
  signedBy,
  signer,
} from '../../../test/member-rows.ts'
import { changed, refusalOf, refusalsIn, untested } from '../../../test/refusals.ts'
import { withdrawal } from '../../../test/transfer-rows.ts'
import type { MemberFact } from '../../shared/members/member-book.ts'
import { judgeWallet, judgeWithdrawal, strangerProblem } from './judge-withdrawal.ts'
import { type StoredWallet, type StoredWithdrawal, walletText, withdrawalText } from './read-withdrawals.ts'
import { requireOrdered } from './require-ordered.ts'

const ORDER = '01a1dee6-1366-7ab8-a780-7f2d4afdd6b1'
const WALLET_ID = '01a1dee6-1366-7ab8-a780-7f2d4afdd6c2'
const [ngozi, tunde, stranger] = [member(1), member(2), member(3)]
const signers = [signer(ngozi, { role: 'owner' }), signer(tunde)]

const plain: StoredWallet = {
  id: WALLET_ID,
  business_id: BUSINESS,
  mode: 'test',
  network: 'Polygon',
  address: '0x8ba1f109551bd432803012645ac136ddd64dba72',
  label: 'Treasury',
  is_ended: false,
  signatures: [],
  signers,
}
const signedWallet = (wallet: StoredWallet, ...by: readonly Member[]): StoredWallet => ({
  ...wallet,
  signatures: by.map((one) => signedBy(one, walletText(wallet))),
})
const wallet = signedWallet(plain, ngozi, tunde)

const unsigned: StoredWithdrawal = {
  id: ORDER,
  business_id: BUSINESS,
  mode: 'test',
  reference: 'to-treasury',
  wallet_id: WALLET_ID,
  network: plain.network,
  address: plain.address,
  amount_minor: '10000',
  signatures: [],
  wallet,
  limit: undefined,
  signers,
  paid_alone_minor: '0',
}
const signedOrder = (order: StoredWithdrawal, ...by: readonly Member[]): StoredWithdrawal => ({
  ...order,
  signatures: by.map((one) => signedBy(one, withdrawalText(order))),
})
const order = signedOrder(unsigned, ngozi, tunde)

const known: Known = [
  [100, pinned(signer(ngozi))],
  [100, pinned(signer(tunde))],
]

function judge(stored: StoredWithdrawal, facts: Known = known): string {
  const { judged } = judgeWithdrawal(stored, { book: bookOf(facts), party, atMs: NOW_MS })
  return judged.problem ?? 'allowed'
}

const ONE = '1 of 2 members signed it'
const WRONG = 'a signature does not count: it signs another text'
const NOBODY = `0 of 2 members signed it, ${WRONG}, ${WRONG}`
const UNSIGNED_WALLET = `no member signed its wallet, ${WRONG}, ${WRONG}`
const NEW_WALLET = 'its wallet is new here, and one member signed it'
const OTHER = '0x00000000000000000000000000000000deadbeef'

test.each<readonly [what: string, stored: StoredWithdrawal, problem: string]>([
  ['that two members signed', order, 'allowed'],
  ['that nobody signed', unsigned, '0 of 2 members signed it'],
  ['that one member signed', signedOrder(unsigned, ngozi), ONE],
  ['that its proposer signed twice', signedOrder(unsigned, ngozi, ngozi), ONE],
  ['of another amount', { ...order, amount_minor: '10001' }, NOBODY],
  ['of another reference', { ...order, reference: 'another' }, NOBODY],
  ['of another id', { ...order, id: TRANSACTION }, NOBODY],
  ['to another address', { ...order, address: OTHER }, 'it goes to another wallet than the enrolled one'],
  [
    'on another network',
    { ...order, network: 'Avalanche' },
    'it goes to another wallet than the enrolled one',
  ],
  [
    'to an address that the database put into the wallet and the order',
    { ...order, address: OTHER, wallet: { ...wallet, address: OTHER } },
    UNSIGNED_WALLET,
  ],
  ['to no wallet', { ...order, wallet: undefined }, 'its wallet is not enrolled'],
  [
    'to a wallet that was removed',
    { ...order, wallet: { ...wallet, is_ended: true } },
    'its wallet was removed',
  ],
  ['to a wallet that nobody signed', { ...order, wallet: plain }, 'no member signed its wallet'],
  [
    'to a wallet that one member signed just now',
    { ...order, wallet: signedWallet(plain, ngozi) },
    NEW_WALLET,
  ],
  [
    'to a wallet of the other mode',
    { ...order, wallet: signedWallet({ ...plain, mode: 'live' }, ngozi, tunde) },
    'it goes to another wallet than the enrolled one',
  ],
  [
    'to a wallet that a stranger enrolled in the names of members',
    {
      ...order,
      wallet: {
        ...plain,
        signatures: [ngozi, tunde].map((one) => ({
          ...signedBy(stranger, walletText(plain)),
          member_id: one.id,
          credential_id: Buffer.from(one.passkey.id, 'base64url'),
        })),
      },
    },
    'no member signed its wallet, a signature does not count: its signature is wrong, a signature does not count: its signature is wrong',
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
      signatures: [
        signedBy(ngozi, withdrawalText(unsigned)),
        {
          ...signedBy(stranger, withdrawalText(unsigned)),
          member_id: tunde.id,
          credential_id: Buffer.from(tunde.passkey.id, 'base64url'),
        },
      ],
      signers: [signer(ngozi), signer(tunde, { public_key: coseOf(stranger.passkey) })],
    },
    `${ONE}, a signature does not count: its passkey was another one before`,
  ],
])('a withdrawal %s', (_what, stored, problem) => {
  expect(judge(stored)).toBe(problem)
})

const paid = (total_minor: string): MemberFact => ({
  kind: 'order',
  order: TRANSACTION,
  business: BUSINESS,
  mode: 'test',
  text: '',
  people: 1,
  total_minor,
})
const alone = signedOrder(unsigned, ngozi)

test.each<readonly [what: string, stored: StoredWithdrawal, facts: Known, problem: string]>([
  ['within the limit of an owner', { ...alone, limit: limitOf('10000', ngozi) }, known, 'allowed'],
  ['above the limit', { ...alone, limit: limitOf('9999', ngozi) }, known, ONE],
  ['within a limit that no owner signed', { ...alone, limit: limitOf('10000', tunde) }, known, ONE],
  [
    'within a limit that was raised afterwards',
    { ...alone, limit: { ...limitOf('100', ngozi), limit_minor: '10000' } },
    known,
    ONE,
  ],
  [
    'beside another that uses the limit up today',
    { ...alone, limit: limitOf('10000', ngozi) },
    [...known, [23, paid('1')]],
    ONE,
  ],
  [
    'beside a payment to a bank that uses the limit up today',
    { ...alone, limit: limitOf('10000', ngozi), paid_alone_minor: '1' },
    known,
    ONE,
  ],
  [
    'beside another that used it up yesterday',
    { ...alone, limit: limitOf('10000', ngozi) },
    [...known, [24, paid('1')]],
    'allowed',
  ],
])('a withdrawal of one member %s', (_what, stored, facts, problem) => {
  expect(judge(stored, facts)).toBe(problem)
})

/** The same in live mode, where passkeys and wallets must be known for a day. */
function live(walletSigners: readonly Member[]): StoredWithdrawal {
  const enrolled = signedWallet({ ...plain, mode: 'live' }, ...walletSigners)
  return signedOrder({ ...unsigned, mode: 'live', wallet: enrolled }, ngozi, tunde)
}
const enrolledAt = (hours: number, stored: StoredWithdrawal): Known => {
  const { learned } = judgeWallet(stored.wallet, { book: bookOf(known), party, atMs: NOW_MS })
  return [...known, ...learned.map((fact) => [hours, fact] as const)]
}

test('in live mode a wallet of one member counts a day after it was first seen, and that of two at once', () => {
  const stored = live([ngozi])
  expect(judge(stored)).toBe(NEW_WALLET)
  expect(judge(stored, enrolledAt(23.9, stored))).toBe(NEW_WALLET)
  expect(judge(stored, enrolledAt(24, stored))).toBe('allowed')
  expect(judge(live([ngozi, tunde]))).toBe('allowed')
})

const byKey = {
  business: BUSINESS,
  mode: 'live',
  destination: { network: plain.network, wallet_address: plain.address },
}
const liveWallet = (...by: readonly Member[]) => signedWallet({ ...plain, mode: 'live' }, ...by)
const [two, one] = [liveWallet(ngozi, tunde), liveWallet(ngozi)]
const newRow = { ...plain, id: ORDER, mode: 'live' }

test.each<readonly [what: string, wallets: readonly StoredWallet[], facts: Known, problem: string]>([
  ['that two members enrolled', [two], known, 'allowed'],
  ['that one member enrolled just now', [one], known, NEW_WALLET],
  ['that one member enrolled yesterday', [one], enrolledAt(24, live([ngozi])), 'allowed'],
  ['that nobody enrolled', [], known, 'its wallet is not enrolled'],
  ['that the worker stored', [newRow], known, 'no member signed its wallet'],
  ['that members enrolled beside an unsigned row', [newRow, two], known, 'allowed'],
  ['that was removed', [{ ...two, is_ended: true }], known, 'its wallet was removed'],
  ['of test mode', [wallet], known, 'its wallet is not enrolled'],
  ['of another business', [{ ...two, business_id: ORDER }], known, 'its wallet is not enrolled'],
  ['on another network', [{ ...two, network: 'Avalanche' }], known, 'its wallet is not enrolled'],
  ['of another address', [{ ...two, address: OTHER }], known, 'its wallet is not enrolled'],
])('a key withdraws in live mode to a wallet %s', (_what, wallets, facts, expected) => {
  const { problem } = strangerProblem(byKey, wallets, { book: bookOf(facts), party, atMs: NOW_MS })
  expect(problem ?? 'allowed').toBe(expected)
})

test('an address that the database put into a signed wallet does not count for a key', () => {
  const moved = { ...two, address: OTHER }
  const asked = { ...byKey, destination: { network: plain.network, wallet_address: OTHER } }
  const { problem } = strangerProblem(asked, [moved], { book: bookOf(known), party, atMs: NOW_MS })
  expect(problem).toContain('no member signed its wallet')
})

test('a member and a passkey that the database added with the order count for nothing in live mode', () => {
  const forged = (facts: Known) => {
    const row = { signers: [signer(ngozi), signer(stranger, { role: 'owner' })] }
    const enrolled = signedWallet({ ...plain, ...row, mode: 'live' }, ngozi, tunde)
    const two = signedOrder(
      { ...unsigned, ...row, mode: 'live', wallet: { ...enrolled, signers } },
      ngozi,
      stranger,
    )
    return judge(two, facts)
  }
  const NEW = `${ONE}, a signature does not count yet: its passkey is new here`
  expect(forged(known)).toBe(NEW)
  expect(forged([...known, [23.9, pinned(signer(stranger))]])).toBe(NEW)
})

test('a wallet that was removed, or whose row changed, never counts again', () => {
  const book = bookOf([...known, [30, { kind: 'wallet_end', wallet: WALLET_ID }]])
  expect(judgeWallet(wallet, { book, party, atMs: NOW_MS }).problem).toBe('its wallet was removed')
  const renamed = signedWallet({ ...plain, label: 'Treasury 2' }, ngozi, tunde)
  expect(judge({ ...order, wallet: renamed }, enrolledAt(30, order))).toBe(
    'its wallet changed after members signed it',
  )
})

test('an order is verified once: it is sent after its members left or the wallet was removed, and not after its rows changed', () => {
  const book = bookOf(known)
  const { learned } = judgeWithdrawal(order, { book, party, atMs: NOW_MS })
  book.addMembers({ at: new Date(NOW_MS).toISOString(), payments: learned })
  const later = (stored: StoredWithdrawal) =>
    judgeWithdrawal(stored, { book, party, atMs: NOW_MS }).judged.problem
  expect(
    later({ ...order, signers: [], signatures: [], wallet: { ...wallet, is_ended: true } }),
  ).toBeUndefined()
  expect(later({ ...order, amount_minor: '99999' })).toBe(
    'its rows changed after its signatures were verified',
  )
})

const facts = { ...withdrawal, order_id: ORDER }
const judged = {
  id: ORDER,
  business_id: BUSINESS,
  mode: 'test',
  reference: withdrawal.transaction?.reference ?? '',
  network: 'Polygon',
  address: withdrawal.withdrawal?.wallet_address ?? '',
  amount_minor: '10000',
}
const NOT_THAT = 'withdrawal_mismatch: the withdrawal is not the one that its order names'
const rows: readonly (readonly [what: string, change: object, order: object, refusal: string])[] = [
  ['as it should be', {}, {}, 'allowed'],
  ['from the API', { order_id: null }, { problem: ONE }, 'allowed'],
  [
    'of an order that does not exist',
    {},
    { id: 'another' },
    'withdrawal_mismatch: the order behind the withdrawal does not exist',
  ],
  ['of another amount', { 'transaction.amount_minor': '10001' }, {}, NOT_THAT],
  ['of another reference', { 'transaction.reference': 'another' }, {}, NOT_THAT],
  ['of another business', { 'transaction.business_id': 'another' }, {}, NOT_THAT],
  ['of another mode', {}, { mode: 'live' }, NOT_THAT],
  ['to another address', { 'withdrawal.wallet_address': OTHER }, {}, NOT_THAT],
  ['on another network', { 'withdrawal.network': 'Avalanche' }, {}, NOT_THAT],
  ['that is a buy', { withdrawal: null }, {}, NOT_THAT],
  [
    'of an order that too few signed',
    {},
    { problem: ONE },
    `withdrawal_unsigned: members did not sign the withdrawal: ${ONE}`,
  ],
]
test.each(rows)('a transfer %s', (_what, change, more, refusal) => {
  const one = { ...judged, ...more }
  const asked = changed(facts, { ...change })
  expect(refusalOf(() => requireOrdered(asked, new Map([[one.id, one]])))).toBe(refusal)
})

test('every refusal is tested', () => {
  const all = refusalsIn(new URL('require-ordered.ts', import.meta.url))
  const tested = rows.map(([, , , refusal]) => refusal)
  expect(untested(all, tested)).toEqual([])
})
