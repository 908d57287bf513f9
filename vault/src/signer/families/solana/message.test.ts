import { expect, test } from 'vitest'
import { toBase58 } from '../../../shared/bytes.ts'
import { Malformed } from '../byte-reader.ts'
import { decodeMessage, encodeMessage, signable } from './message.ts'

const address = (byte: number) => toBase58(new Uint8Array(32).fill(byte))
const [payer, other, program, blockhash] = [1, 2, 3, 4].map(address) as [string, string, string, string]
const order = {
  payer,
  writable: new Set([other]),
  blockhash,
  instructions: [{ program, accounts: [payer, other], data: new Uint8Array(300).fill(5) }],
}
const bytes = encodeMessage(order)

/** The message with other bytes from a place on. */
const altered = (at: number, ...values: readonly number[]) => {
  const copy = Uint8Array.from(bytes)
  copy.set(values, at)
  return copy
}

test('reading a message that we wrote returns the same fields, also for long data', () => {
  const read = decodeMessage(bytes)
  expect(read.accounts).toEqual([payer, other, program])
  expect([...read.signers]).toEqual([payer])
  expect([...read.writable]).toEqual([payer, other])
  expect(read.instructions).toEqual(order.instructions)
})

// The header has the version, three counts and the number of accounts; the accounts follow.
const FIRST_ACCOUNT = 5
const AFTER_ACCOUNTS = FIRST_ACCOUNT + 3 * 32 + 32

test.each<readonly [what: string, given: Uint8Array]>([
  ['another version', altered(0, 0)],
  ['more signers than accounts', altered(1, 4)],
  ['more signers that only read than signers', altered(2, 2)],
  ['an account twice', altered(FIRST_ACCOUNT + 32, ...new Uint8Array(32).fill(1))],
  ['an account that is not listed', altered(AFTER_ACCOUNTS + 1, 9)],
  ['a length in more bytes than it needs', altered(4, 0x83, 0)],
  ['a length in three bytes', altered(4, 0x83, 0x80)],
  ['a lookup table', altered(bytes.length - 1, 1)],
  ['a byte too many', Uint8Array.of(...bytes, 0)],
  ['a byte too few', bytes.subarray(0, -1)],
])('a message with %s is refused', (_what, given) => {
  expect(() => decodeMessage(given)).toThrow(Malformed)
})

test('a message needs a blockhash, and its transaction a signature', () => {
  expect(() => encodeMessage({ ...order, blockhash: 'x' })).toThrow('blockhash')
  const { assemble } = signable(bytes, 'key')
  for (const wrong of [[], [new Uint8Array(63)], [{ r: 1n, s: 1n, recovery: 0 }]] as const)
    expect(() => assemble(wrong as Parameters<typeof assemble>[0])).toThrow(Malformed)
  const signature = new Uint8Array(64).fill(6)
  expect(assemble([signature])).toMatchObject({ hash: toBase58(signature) })
})
