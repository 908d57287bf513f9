import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createSolanaActs } from '../../../../test/contracts/solana-acts.ts'
import {
  newKey,
  raiseSolanaWorld,
  type SolanaKey,
  type SolanaWorld,
} from '../../../../test/contracts/solana-world.ts'
import type { AttemptKind, Terms } from '../../../movements/transfers/chain.ts'
import { decodeBase58, encodeBase58 } from './addresses/base58.ts'
import { createSeedAddresses } from './addresses/seed-address.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './addresses/solana-address.ts'
import { createMarkers, MARKER_RENT } from './locks/markers.ts'
import { tokenAccountFor } from './messages/lane-message.ts'
import { createSolanaChain } from './solana-chain.ts'

let world: SolanaWorld
let acts: ReturnType<typeof createSolanaActs>
let ours: SolanaKey
beforeAll(async () => {
  ours = newKey()
  world = await raiseSolanaWorld({ own: [ours.address] })
  acts = createSolanaActs(world)
})
afterEach(() => world.proxy.setLie(undefined))
afterAll(async () => world.stop())

const signal = () => AbortSignal.timeout(20_000)
const suggest = async () => world.chain.suggestTerms(signal())
let next = 1_000n
const nextLock = () => next++

async function attempt(kind: AttemptKind, lock: bigint, to: string, tokensMinor: bigint, terms: Terms) {
  const order = { from: world.lane, lock, terms }
  const unsigned =
    kind === 'cancel'
      ? await world.chain.prepareCancel(order)
      : await world.chain.prepare({ ...order, to, tokensMinor })
  return { kind, ...(await world.sign(unsigned)) }
}
type Attempt = Awaited<ReturnType<typeof attempt>>

const statusOf = async (lock: bigint, to: string, tokensMinor: bigint, ...attempts: Attempt[]) =>
  (await world.chain.status(world.lane, [{ lock, to, tokensMinor, attempts }], signal()))[0]
const send = async (...attempts: Attempt[]) =>
  world.chain.broadcast(
    attempts.map(({ raw }) => raw),
    signal(),
  )

test('a transaction with an expired blockhash is signed again on the same lock, and pays once', async () => {
  const [lock, to] = [nextLock(), world.newWallet()]
  const terms = await suggest()
  const first = await attempt('pay', lock, to, 5_00n, terms)
  expect(world.chain.termsIn(first.raw)).toEqual(terms)
  expect(world.chain.haveExpired(world.chain.termsIn(first.raw), await suggest())).toBe(false)
  await world.mine(170)
  const now = await suggest()
  expect(world.chain.haveExpired(terms, now)).toBe(true)
  await send(first)
  await world.mine(3)
  expect(await statusOf(lock, to, 5_00n, first)).toEqual({ state: 'unknown' })
  const second = await attempt('bump', lock, to, 5_00n, world.chain.raiseTerms(terms, now))
  await send(second)
  await send(first)
  await world.finalize()
  expect(await statusOf(lock, to, 5_00n, first, second)).toMatchObject({
    state: 'final_ok',
    hash: second.hash,
  })
  expect(await world.tokensOf(to)).toBe(5_00n)
})

test('only one of several valid attempts succeeds, and its cost includes the fees of the others', async () => {
  const [lock, to] = [nextLock(), world.newWallet()]
  const terms = await suggest()
  const before = await world.chain.readLane({ address: world.lane, nextLock: next }, signal())
  const first = await attempt('pay', lock, to, 6_00n, terms)
  const second = await attempt('bump', lock, to, 6_00n, world.chain.raiseTerms(terms, terms))
  const third = await attempt('cancel', lock, to, 6_00n, world.chain.raiseTerms(terms, terms))
  for (const one of [first, second, third]) await world.land(one.raw)
  await world.finalize()
  const status = await statusOf(lock, to, 6_00n, first, second, third)
  const after = await world.chain.readLane({ address: world.lane, nextLock: next }, signal())
  expect(status).toMatchObject({
    state: 'final_ok',
    hash: first.hash,
    gasUnits: before.gasUnits - after.gasUnits,
  })
  expect(await world.tokensOf(to)).toBe(6_00n)
  const spent = before.gasUnits - after.gasUnits
  expect(spent).toBeLessThanOrEqual(world.chain.mostCost(terms) + 3n * 20_000n)
})

test('a marker to which a stranger sent lamports is a conflict that names the transaction', async () => {
  const [lock, to] = [nextLock(), world.newWallet()]
  const payment = await attempt('pay', lock, to, 5_00n, await suggest())
  const stranger = newKey()
  await world.put('sol', { address: stranger.address, lamports: '1000000000' })
  const marker = createMarkers(world.markerSecret).addressOf(world.lane, lock)
  const hash = await acts.act(stranger, acts.lamports(stranger, marker, MARKER_RENT))
  await send(payment)
  await world.finalize()
  expect(await statusOf(lock, to, 5_00n, payment)).toEqual({
    state: 'conflict',
    detail: `lock ${lock} was used up by ${hash}`,
  })
  expect(await world.tokensOf(to)).toBe(0n)
})

test('the lock stays pending if the node pruned our transaction or shows only part of it', async () => {
  const [lock, to] = [nextLock(), world.newWallet()]
  const payment = await attempt('pay', lock, to, 5_00n, await suggest())
  await send(payment)
  await world.finalize()
  world.proxy.setLie((call, result) => {
    if (call.method === 'getSignatureStatuses') return { ...(result as object), value: [null] }
    return call.method === 'getSignaturesForAddress' ? [] : result
  })
  expect(await statusOf(lock, to, 5_00n, payment)).toEqual({ state: 'pending' })
  world.proxy.setLie((call, result) =>
    call.method === 'getSignatureStatuses' ? { ...(result as object), value: [null] } : result,
  )
  expect(await statusOf(lock, to, 5_00n, payment)).toEqual({ state: 'pending' })
  world.proxy.setLie((call, result) => (call.method === 'getTransaction' ? null : result))
  expect(await statusOf(lock, to, 5_00n, payment)).toEqual({ state: 'pending' })
  world.proxy.setLie((call, result) =>
    call.method === 'getMultipleAccounts' ? { ...(result as object), value: [null] } : result,
  )
  expect(await statusOf(lock, to, 5_00n, payment)).toEqual({ state: 'pending' })
  world.proxy.setLie(undefined)
  expect(await statusOf(lock, to, 5_00n, payment)).toMatchObject({ state: 'final_ok' })
})

test('only the newest attempts are read while a lock is free, and all of them once it is used', async () => {
  const [lock, to] = [nextLock(), world.newWallet()]
  const dead = Array.from({ length: 600 }, () => ({
    kind: 'bump' as const,
    raw: new Uint8Array(),
    hash: encodeBase58(randomBytes(64)),
  }))
  let asked = 0
  world.proxy.setLie((call, result) => {
    if (call.method === 'getSignatureStatuses') asked += (call.params[0] as unknown[]).length
    return result
  })
  const payment = await attempt('pay', lock, to, 5_00n, await suggest())
  expect(await statusOf(lock, to, 5_00n, ...dead, payment)).toEqual({ state: 'unknown' })
  expect(asked).toBeLessThan(20)
  await world.land(payment.raw)
  expect(await statusOf(lock, to, 5_00n, ...dead, payment)).toEqual({ state: 'pending' })
  await world.finalize()
  asked = 0
  // The attempt that succeeded is found, whichever it was.
  expect(await statusOf(lock, to, 5_00n, payment, ...dead)).toMatchObject({ state: 'final_ok' })
  expect(asked).toBe(601)
})

test('a used lock far ahead of ours is detected', async () => {
  const lock = next + 60n
  const stranger = await attempt('cancel', lock, '', 0n, await suggest())
  await world.land(stranger.raw)
  const reading = await world.chain.readLane({ address: world.lane, nextLock: next }, signal())
  expect(reading.lockAhead).toBe(lock + 1n)
  next = lock + 1n
})

test('a price that is raised for hours stops at a maximum and never falls', async () => {
  const now = await suggest()
  let terms = now
  for (let turn = 0; turn < 200; turn += 1) terms = world.chain.raiseTerms(terms, now)
  expect(BigInt(terms['cuPrice'] ?? '')).toBe(5_000_000n)
  expect(world.chain.raiseTerms({ ...terms, cuPrice: '9000000' }, now)['cuPrice']).toBe('9000000')
})

const wallet = async (to: string) => world.chain.preflight(to, 1_00n, signal())
const someData = (mint: string, owner: string, { state = 1 } = {}): string => {
  const data = Buffer.alloc(165)
  data.set(decodeBase58(mint, 32), 0)
  data.set(decodeBase58(owner, 32), 32)
  data[108] = state
  return data.toString('hex')
}
const putAccount = async (address: string, owner: string, data = '', lamports = 5_000_000) =>
  world.put('accounts', { address, lamports, owner, data })

test('a wallet without history is fine with a warning, and one with history has no warning', async () => {
  const [fresh, used, funded] = [world.newWallet(), world.newWallet(), world.newWallet()]
  expect(await wallet(fresh)).toMatchObject({ outcome: 'fine', warning: expect.any(String) as string })
  await world.put('sol', { address: used, lamports: '1000000' })
  expect(await wallet(used)).toEqual({ outcome: 'fine' })
  await world.put('tokens', { owner: funded, mint: world.mint, units: '1' })
  expect(await wallet(funded)).toEqual({ outcome: 'fine' })
})

test('an address that cannot receive is blocked with the reason', async () => {
  const frozen = world.newWallet()
  await world.put('tokens', { owner: frozen, mint: world.mint, units: '0', state: 'frozen' })
  expect(await wallet(frozen)).toMatchObject({ outcome: 'blocked', code: 'account_frozen' })

  // Token accounts that have their own key, and so look like wallets.
  const keyed = world.newWallet()
  await putAccount(keyed, TOKEN_PROGRAM, someData(world.mint, world.newWallet()))
  expect(await wallet(keyed)).toMatchObject({ outcome: 'blocked', code: 'not_a_wallet' })

  const given = world.newWallet()
  const account = await tokenAccountFor(world.token, given)
  await putAccount(account, TOKEN_PROGRAM, someData(world.mint, world.newWallet()))
  expect(await wallet(given)).toMatchObject({ outcome: 'blocked', code: 'token_refuses' })

  expect(await wallet('ComputeBudget111111111111111111111111111111')).toMatchObject({ outcome: 'blocked' })
  expect(await wallet(TOKEN_PROGRAM)).toMatchObject({ outcome: 'blocked', code: 'not_a_wallet' })
  expect(await wallet(world.mint)).toMatchObject({ outcome: 'blocked', code: 'not_a_wallet' })
  expect(await wallet(ours.address)).toMatchObject({ outcome: 'blocked', code: 'not_a_wallet' })
})

test('an address without a key is fine only if it is a token account of our mint', async () => {
  const addresses = createSeedAddresses(newKey().address)
  const offCurve: string[] = []
  for (let turn = 0; offCurve.length < 5; turn += 1) {
    const one = addresses(`0x${turn.toString(16).padStart(64, '0').split('').toReversed().join('')}`)
    if ((await tokenAccountFor(world.token, one)) === one) offCurve.push(one)
  }
  const [none = '', other = '', owned = '', cold = '', good = ''] = offCurve
  expect(await wallet(none)).toMatchObject({ outcome: 'blocked', code: 'not_a_wallet' })
  await putAccount(other, TOKEN_PROGRAM, someData(world.newWallet(), world.newWallet()))
  expect(await wallet(other)).toMatchObject({ outcome: 'blocked', code: 'wrong_mint' })
  await putAccount(owned, TOKEN_PROGRAM, someData(world.mint, ours.address))
  expect(await wallet(owned)).toMatchObject({ outcome: 'blocked', code: 'not_a_wallet' })
  await putAccount(cold, TOKEN_PROGRAM, someData(world.mint, world.newWallet(), { state: 2 }))
  expect(await wallet(cold)).toMatchObject({ outcome: 'blocked', code: 'account_frozen' })
  await putAccount(good, TOKEN_PROGRAM, someData(world.mint, world.newWallet()))
  expect(await wallet(good)).toEqual({ outcome: 'fine' })

  const lock = nextLock()
  const payment = await attempt('pay', lock, good, 8_00n, await suggest())
  await send(payment)
  await world.finalize()
  expect(await statusOf(lock, good, 8_00n, payment)).toMatchObject({ state: 'final_ok' })
  expect(await world.tokensOf(good)).toBe(8_00n)
})

const chainOf = (mint: string, tokenProgram: string, decimals = 6) =>
  createSolanaChain({
    mode: 'test',
    url: world.proxy.url,
    mint,
    decimals,
    tokenProgram,
    markerSecret: world.markerSecret,
  })

const refused: ReadonlyArray<readonly [name: string, type: number, value: string, reason: RegExp]> = [
  ['a fee on transfers', 1, '00'.repeat(108), /a fee on transfers/],
  ['confidential transfers', 4, '00'.repeat(65), /confidential/],
  ['accounts that begin frozen', 6, '02', /begin frozen/],
  ['tokens that cannot be transferred', 9, '', /cannot be transferred/],
  ['a permanent delegate', 12, '01'.repeat(32), /permanent delegate/],
  ['a hook in transfers', 14, '01'.repeat(64), /a hook/],
  ['an unknown extension', 99, '00', /extension 99/],
]

test.each(refused)('a mint with %s is not served', async (_name, type, value, reason) => {
  const mint = newKey().address
  await putAccount(
    mint,
    TOKEN_2022_PROGRAM,
    mintWith([
      [18, '00'.repeat(64)],
      [type, value],
    ]),
  )
  await expect(chainOf(mint, TOKEN_2022_PROGRAM).check(signal())).rejects.toThrow(reason)
})

test('a Token-2022 mint with only metadata is accepted, and one with other decimals or another program is refused', async () => {
  const mint = newKey().address
  await putAccount(
    mint,
    TOKEN_2022_PROGRAM,
    mintWith([
      [18, '00'.repeat(64)],
      [6, '01'],
    ]),
  )
  await expect(chainOf(mint, TOKEN_2022_PROGRAM).check(signal())).resolves.toBeUndefined()
  await expect(chainOf(mint, TOKEN_PROGRAM).check(signal())).rejects.toThrow(/belongs to the program Tokenz/)
  await expect(chainOf(mint, TOKEN_2022_PROGRAM, 9).check(signal())).rejects.toThrow(/6 decimals, not 9/)
  await expect(chainOf(newKey().address, TOKEN_PROGRAM).check(signal())).rejects.toThrow(/no mint/)
  await expect(chainOf(world.lane, TOKEN_PROGRAM).check(signal())).rejects.toThrow(/program 1111/)
  const account = encodeBase58(Buffer.alloc(32, 7))
  await putAccount(account, TOKEN_PROGRAM, someData(world.mint, world.lane))
  await expect(chainOf(account, TOKEN_PROGRAM).check(signal())).rejects.toThrow(/is not a mint/)
})

function mintWith(extensions: ReadonlyArray<readonly [type: number, value: string]>): string {
  const data = Buffer.alloc(166)
  data[44] = 6
  data[45] = 1
  data[165] = 1
  const parts = extensions.map(([type, value]) => {
    const head = Buffer.alloc(4)
    head.writeUInt16LE(type, 0)
    head.writeUInt16LE(value.length / 2, 2)
    return Buffer.concat([head, Buffer.from(value, 'hex')])
  })
  return Buffer.concat([data, ...parts]).toString('hex')
}
