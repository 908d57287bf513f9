import { beforeEach, expect, test } from 'vitest'
import { createMemberBook, type MemberFact } from './member-book.ts'

const START_MS = Date.parse('2026-11-16T09:00:00Z')
const HOUR_MS = 3_600_000
const business = '01a1dee6-1366-7ab8-a780-7f2d4afdd601'
const passkey = { business, member: 'ada', credential: 'YQ', key: 'aa' }
const account = { business, mode: 'live', bank_code: '000013', account_number: '0123456789' }
const wallet = { kind: 'wallet', wallet: 'wallet-1', text: 'text-1', people: 1 } as const
const signingKey = { key: 'key-1', business, mode: 'live', public_key: 'cHVi' }

let book: ReturnType<typeof createMemberBook>
beforeEach(() => {
  book = createMemberBook()
})
const learn = (hours: number, ...payments: readonly MemberFact[]): void =>
  book.addMembers({ at: new Date(START_MS + hours * HOUR_MS).toISOString(), payments })

test('a passkey and an account keep the time of their first sight', () => {
  expect(book.passkeySeenAt(passkey)).toBeUndefined()
  expect(book.beneficiarySeenAt(account)).toBeUndefined()
  for (const hours of [0, 30])
    learn(hours, { kind: 'passkey', ...passkey }, { kind: 'beneficiary', ...account })
  expect(book.passkeySeenAt(passkey)).toBe(START_MS)
  expect(book.beneficiarySeenAt(account)).toBe(START_MS)
})

test('a credential belongs to the member and the key with which it was first seen', () => {
  expect(book.isChanged(passkey)).toBe(false)
  const stolen = { ...passkey, member: 'eve', key: 'bb' }
  learn(0, { kind: 'passkey', ...passkey })
  learn(1, { kind: 'passkey', ...stolen })
  expect([book.isChanged(passkey), book.isChanged(stolen)]).toEqual([false, true])
})

test('a wallet waits from its first sight, and again if its text changes', () => {
  learn(0, wallet)
  learn(5, { ...wallet, people: 2 })
  learn(9, wallet)
  expect(book.knownWallet('wallet-1')).toEqual({
    text: 'text-1',
    people: 2,
    seenAtMs: START_MS,
    isEnded: false,
  })
  learn(20, { ...wallet, text: 'text-2' })
  expect(book.knownWallet('wallet-1')).toMatchObject({ people: 1, seenAtMs: START_MS + 20 * HOUR_MS })
})

test('a wallet that a member removed stays removed, whatever is written about it later', () => {
  learn(0, { kind: 'wallet_end', wallet: 'wallet-1' })
  learn(1, wallet)
  expect(book.knownWallet('wallet-1')).toMatchObject({ text: 'text-1', isEnded: true })
  learn(2, { ...wallet, wallet: 'wallet-2' }, { kind: 'wallet_end', wallet: 'wallet-2' })
  expect(book.knownWallet('wallet-2')).toMatchObject({ people: 1, isEnded: true })
})

test('a signing key never changes', () => {
  learn(0, { kind: 'signing_key', ...signingKey })
  learn(1, { kind: 'signing_key', ...signingKey, public_key: 'b3RoZXI' })
  expect(book.signingKey('key-1')).toMatchObject({ public_key: 'cHVi' })
  expect([book.mustSign(business, 'live'), book.mustSign(business, 'test')]).toEqual([true, false])
})

test('only what one member moved alone in the last 24 hours counts', () => {
  const order = { kind: 'order', business, mode: 'live', text: 'digest', people: 1 } as const
  learn(0, { ...order, order: 'order-1', total_minor: '100' })
  learn(1, { ...order, order: 'order-2', total_minor: '20', people: 2 })
  learn(23, { ...order, order: 'order-3', total_minor: '3' })
  const paidAfter = (hours: number) => book.paidAlone(business, 'live', START_MS + hours * HOUR_MS)
  expect([paidAfter(23), paidAfter(24), paidAfter(47)]).toEqual([103n, 3n, 0n])
  expect(book.verifiedText('order-2')).toBe('digest')
})
