import fc from 'fast-check'
import {
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  hexToBytes,
  keccak256,
  parseTransaction,
  serializeTransaction,
  toHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { createLocalKey } from '../../keys/local-key.ts'
import { verifiedKey } from '../../keys/verified-key.ts'
import { Malformed } from '../byte-reader.ts'
import { encodeRlp, type RlpItem } from './rlp.ts'
import {
  assembleTransaction,
  decodeTransaction,
  decodeTransferCall,
  encodeSweep,
  hashTransaction,
  signable,
} from './transaction.ts'

const bytes20 = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => toHex(bytes))
const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const transaction = fc
  .record({
    chainId: fc.integer({ min: 1, max: 10_000_000 }),
    nonce: fc.nat(1_000_000),
    gas: fc.bigInt({ min: 21_000n, max: 30_000_000n }),
    fees: fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.bigInt({ min: 0n, max: 10n ** 15n })),
    token: bytes20,
    to: bytes20,
    units: amount,
  })
  .map(({ fees: [one, other], ...rest }) => ({
    ...rest,
    maxFeePerGas: one > other ? one : other,
    maxPriorityFeePerGas: one > other ? other : one,
  }))

const write = (order: Order): Uint8Array =>
  hexToBytes(
    serializeTransaction({
      type: 'eip1559',
      chainId: order.chainId,
      nonce: order.nonce,
      gas: order.gas,
      maxFeePerGas: order.maxFeePerGas,
      maxPriorityFeePerGas: order.maxPriorityFeePerGas,
      to: order.token,
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [getAddress(order.to), order.units],
      }),
    }),
  )

type Order = typeof transaction extends fc.Arbitrary<infer T> ? T : never

test('a transfer written by another library is read correctly', () => {
  fc.assert(
    fc.property(transaction, (order) => {
      const read = decodeTransaction(write(order))
      expect(read).toMatchObject({
        chainId: BigInt(order.chainId),
        nonce: BigInt(order.nonce),
        gas: order.gas,
        maxFeePerGas: order.maxFeePerGas,
        maxPriorityFeePerGas: order.maxPriorityFeePerGas,
        to: order.token,
        value: 0n,
      })
      expect(decodeTransferCall(read.data)).toEqual({ to: order.to, units: order.units })
    }),
  )
})

test('another library accepts our signature as that of the key and computes the same hash', async () => {
  const secret = new Uint8Array(32).fill(9)
  const key = verifiedKey(createLocalKey(secret))
  const account = privateKeyToAccount(toHex(secret))
  await fc.assert(
    fc.asyncProperty(transaction, async (order) => {
      const unsigned = write(order)
      const [signature] = await key.signAll([hashTransaction(unsigned)])
      expect.assert(signature !== undefined)
      const raw = assembleTransaction(unsigned, signature)
      const { r: _r, s: _s, v: _v, yParity: _y, ...parsed } = parseTransaction(toHex(raw) as `0x02${string}`)
      expect(serializeTransaction(parsed)).toBe(toHex(unsigned))
      expect(toHex(raw)).toBe(await account.signTransaction(parsed))
      expect(toHex(hashTransaction(raw))).toBe(keccak256(raw))
    }),
    { numRuns: 25 },
  )
})

test('bytes with one changed byte are refused or read with another meaning, never with the same meaning', () => {
  fc.assert(
    fc.property(transaction, fc.nat(), fc.integer({ min: 1, max: 255 }), (order, place, change) => {
      const bytes = write(order)
      const honest = meaning(bytes)
      const index = place % bytes.length
      bytes[index] = (bytes[index] ?? 0) ^ change
      expect(meaning(bytes)).not.toEqual(honest)
    }),
    { numRuns: 2_000 },
  )
})

test.each<[string, Hex]>([
  ['a longer call', `0xa9059cbb${'00'.repeat(65)}`],
  ['a shorter call', `0xa9059cbb${'00'.repeat(63)}`],
  ['another function', `0x095ea7b3${'00'.repeat(64)}`],
  ['an address of more than twenty bytes', `0xa9059cbb${'00'.repeat(11)}01${'00'.repeat(52)}`],
  ['nothing', '0x'],
])('%s is no transfer', (_what, data) => {
  expect(() => decodeTransferCall(hexToBytes(data))).toThrow(Malformed)
})

function meaning(bytes: Uint8Array): unknown {
  try {
    const { data, ...rest } = decodeTransaction(bytes)
    return { ...rest, ...decodeTransferCall(data), token: rest.to }
  } catch (error) {
    return (error as Error).name
  }
}

const field = (bytes: readonly number[] = []) => Uint8Array.from(bytes)
const fieldsWith = (place: number, value: RlpItem): Uint8Array => {
  const fields: RlpItem[] = [
    ...[1, 2, 3, 4, 5].map((byte) => field([byte])),
    new Uint8Array(20),
    field(),
    field(),
    [],
  ]
  fields[place] = value
  return Uint8Array.of(2, ...encodeRlp(fields))
}

test.each<readonly [because: string, place: number, value: RlpItem]>([
  ['the chain id is a list', 0, []],
  ['the nonce begins with a zero byte', 1, field([0, 1])],
  ['the nonce is too large', 1, new Uint8Array(9).fill(1)],
  ['the receiver is not twenty bytes', 5, field()],
  ['the data is a list', 7, []],
  ['the transaction has an access list', 8, [field([1])]],
  ['the transaction has an access list', 8, field()],
])('a transaction is refused because %s', (because, place, value) => {
  expect(() => decodeTransaction(fieldsWith(place, value))).toThrow(because)
})

test('bytes that are no list of nine fields are refused, before and after signing', () => {
  const text = Uint8Array.of(2, ...encodeRlp(field([1, 2])))
  const short = Uint8Array.of(2, ...encodeRlp([field([1])]))
  for (const wrong of [text, short]) expect(() => decodeTransaction(wrong)).toThrow('nine fields')
  expect(() => decodeTransaction(Uint8Array.of(1))).toThrow('EIP-1559')
  expect(() => assembleTransaction(text, { r: 1n, s: 1n, recovery: 0 })).toThrow('nine fields')
  const { assemble } = signable(fieldsWith(0, field([1])), 'key')
  for (const wrong of [[], [new Uint8Array(64)]]) expect(() => assemble(wrong)).toThrow(Malformed)
})

test('a sweep with a salt that is no hex is not built', () => {
  const fees = { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, gas: 1n }
  const sweeper = { chainId: 1n, factory: `0x${'11'.repeat(20)}`, token: `0x${'22'.repeat(20)}` }
  expect(() => encodeSweep(sweeper, { nonce: 0n, salts: ['0xzz'], fees })).toThrow('not a hex string')
})
