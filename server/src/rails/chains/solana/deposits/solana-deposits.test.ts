import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createSolanaActs } from '../../../../../test/contracts/solana-acts.ts'
import {
  newKey,
  raiseSolanaWorld,
  type SolanaKey,
  type SolanaWorld,
} from '../../../../../test/contracts/solana-world.ts'
import type { DepositSalt } from '../../../../movements/deposits/deposit-address.ts'
import type { DepositChain } from '../../../../movements/deposits/deposit-chain.ts'
import type { Terms } from '../../../../movements/transfers/chain.ts'
import type { SweepChain } from '../../../../movements/treasury/sweep-chain.ts'
import { tokenAccountFor } from '../messages/lane-message.ts'
import { createSolanaSweeps } from '../sweeps/solana-sweeps.ts'
import { createSolanaDeposits } from './solana-deposits.ts'

const NAIRA = 1_000_000n

let world: SolanaWorld
let acts: ReturnType<typeof createSolanaActs>
let sweeper: SolanaKey
let customer: SolanaKey
let purse: string
let treasuryAccount: string
let settings: Parameters<typeof createSolanaDeposits>[0]
let deposits: DepositChain
let sweeps: SweepChain
const given: string[] = []

beforeAll(async () => {
  // The tests send hundreds of transfers, and a full node would accept only four a second.
  world = await raiseSolanaWorld({ engine: 'litesvm' })
  acts = createSolanaActs(world)
  ;[sweeper, customer] = [newKey(), newKey()]
  for (const { address } of [sweeper, customer]) await world.put('sol', { address, lamports: '10000000000' })
  await world.put('tokens', { owner: customer.address, mint: world.mint, units: `${1_000n * NAIRA}` })
  purse = await tokenAccountFor(world.token, customer.address)
  treasuryAccount = await tokenAccountFor(world.token, world.lane)
  settings = {
    mode: 'test',
    url: world.proxy.url,
    mint: world.mint,
    decimals: 6,
    markerSecret: 'a secret of the test only',
    treasury: world.lane,
    sweeper: sweeper.address,
    deadlineMs: 3_000,
  }
  deposits = createSolanaDeposits(settings)
  sweeps = createSolanaSweeps(settings)
})
afterEach(() => world.proxy.setLie(undefined))
afterAll(async () => world.stop())

const signal = () => AbortSignal.timeout(20_000)
const newSalt = (): DepositSalt => `0x${randomBytes(32).toString('hex')}`
const opening = () => {
  if (sweeps.opening === undefined) throw new Error('nothing is opened here')
  return sweeps.opening
}

/** Opens the account of a new sell. */
async function sell(): Promise<Readonly<{ salt: DepositSalt; address: string }>> {
  const salt = newSalt()
  const address = deposits.addressOf(salt)
  await acts.act(sweeper, ...acts.open(sweeper, salt))
  given.push(address)
  return { salt, address }
}
/** Finalises the chain and returns all logs from a slot on. */
async function logsSince(from: bigint) {
  await world.finalize()
  const { finalized } = await deposits.head(signal())
  const read = await deposits.logs(from, finalized.block, async () => Promise.resolve(given), signal())
  expect(read.through).toBe(finalized.block)
  expect(read.odd).toEqual([])
  return read.logs.filter(({ block }) => block >= from)
}
const now = async () => BigInt(await world.ask<number>('getSlot', { commitment: 'processed' }))

test('settings that match the chain are accepted, and others are refused', async () => {
  await expect(deposits.check(signal())).resolves.toBeUndefined()
  const other = createSolanaDeposits({
    mode: 'test',
    markerSecret: 'a secret of the test only',
    url: world.proxy.url,
    mint: world.mint,
    decimals: 6,
    treasury: world.newWallet(),
    sweeper: sweeper.address,
  })
  await expect(other.check(signal())).rejects.toThrow(/no token account to sweep to/)
})

test('the account of a sell is missing until it is opened, and then receives tokens', async () => {
  const salt = newSalt()
  const address = deposits.addressOf(salt)
  expect(sweeps.addressOf(salt)).toBe(address)
  expect(await opening().missing([address], signal())).toEqual([address])
  expect(await opening().spare([address], signal())).toEqual([])
  const terms = await opening().suggestTerms(signal())
  const before = await sweeps.read(signal())
  const { raw, hash } = await acts.signed(sweeper, acts.open(sweeper, salt), terms)
  expect(await sweeps.endOf({ nonce: 0n, attempts: [{ hash, terms }] }, signal())).toEqual({
    state: 'waiting',
  })
  expect(await sweeps.broadcast(raw, signal())).toBe('taken')
  await world.finalize()
  const after = await sweeps.read(signal())
  expect(await sweeps.endOf({ nonce: 0n, attempts: [{ hash, terms }] }, signal())).toEqual({
    state: 'final_ok',
    hash,
    gasUnits: before.gasUnits - after.gasUnits,
  })
  expect(before.gasUnits - after.gasUnits).toBeLessThanOrEqual(sweeps.mostCost(terms))
  expect(await opening().missing([address], signal())).toEqual([])
  expect(await opening().spare([address], signal())).toEqual([address])
})

test('tokens of either kind of transfer are reported, with sender and recipient', async () => {
  const { address } = await sell()
  const from = await now()
  const plain = await acts.act(customer, acts.transfer(customer, purse, address, 5n * NAIRA))
  const checked = await acts.act(customer, acts.transferChecked(customer, purse, address, 7n * NAIRA + 1n))
  const logs = await logsSince(from)
  expect(logs).toMatchObject([
    { txHash: plain, token: world.mint, sender: customer.address, address, units: 5n * NAIRA },
    { txHash: checked, token: world.mint, sender: customer.address, address, units: 7n * NAIRA + 1n },
  ])
  for (const log of logs) expect(await deposits.blockHash(log.block, signal())).toBe(log.blockHash)
  expect(await deposits.shows(logs, signal())).toEqual([true, true])
  expect(
    await deposits.shows(
      logs.map((log) => ({ ...log, units: log.units + 1n })),
      signal(),
    ),
  ).toEqual([false, false])
  expect(
    await deposits.shows(
      logs.map((log) => ({ ...log, blockHash: 'another' })),
      signal(),
    ),
  ).toEqual([false, false])
})

test('one transaction that pays two sells is two deposits, and several transfers to one sell are one', async () => {
  const [one, other] = [await sell(), await sell()]
  const from = await now()
  const hash = await acts.act(
    customer,
    acts.transferChecked(customer, purse, one.address, 2n * NAIRA),
    acts.transfer(customer, purse, one.address, 1n),
    acts.transferChecked(customer, purse, other.address, 3n * NAIRA),
  )
  const logs = await logsSince(from)
  expect(new Set(logs.map(({ txHash }) => txHash))).toEqual(new Set([hash]))
  expect(new Map(logs.map(({ address, units }) => [address, units]))).toEqual(
    new Map([
      [one.address, 2n * NAIRA + 1n],
      [other.address, 3n * NAIRA],
    ]),
  )
  expect(new Set(logs.map(({ logIndex }) => logIndex)).size).toBe(2)
  expect(await deposits.shows(logs, signal())).toEqual([true, true])
})

test('failed transfers, other tokens and transfers elsewhere are no deposits', async () => {
  const { address } = await sell()
  const from = await now()
  await acts.act(
    customer,
    acts.transferChecked(customer, purse, address, NAIRA),
    acts.transferChecked(customer, purse, address, 10_000_000n * NAIRA),
  )
  // Sends lamports to the account, and tokens to another account.
  await acts.act(customer, acts.lamports(customer, address, 5_000n))
  await acts.act(customer, acts.transferChecked(customer, purse, treasuryAccount, NAIRA))
  expect(await logsSince(from)).toEqual([])

  const mint = newKey().address
  await world.put('mints', { address: mint, decimals: 6, authority: customer.address })
  await world.put('tokens', { owner: customer.address, mint, units: `${9n * NAIRA}` })
  const other = await tokenAccountFor({ ...world.token, mint }, customer.address)
  await acts.act(customer, acts.transfer(customer, other, address, NAIRA))
  expect(await logsSince(from)).toEqual([])
})

test('a transfer of one unit is a deposit, however little it is worth', async () => {
  const { address } = await sell()
  const from = await now()
  await acts.act(customer, acts.transferChecked(customer, purse, address, 1n))
  expect(await logsSince(from)).toMatchObject([{ address, units: 1n }])
})

test('a deposit is reported only when it is final, and again whenever it is requested', async () => {
  const { address } = await sell()
  const from = await now()
  await acts.act(customer, acts.transferChecked(customer, purse, address, 4n * NAIRA))
  const { finalized } = await deposits.head(signal())
  const watched = async () => Promise.resolve(given)
  const early = await deposits.logs(1n, finalized.block, watched, signal())
  expect(early.logs.filter((log) => log.address === address)).toEqual([])
  expect(await logsSince(from)).toHaveLength(1)
  for (let turn = 0; turn < 4; turn += 1) {
    await world.mine(20)
    expect((await logsSince(from)).filter((log) => log.address === address)).toHaveLength(1)
  }
  // Nothing is reported beyond the final block, and the result says how far it was read.
  const { finalized: head } = await deposits.head(signal())
  const read = await deposits.logs(head.block, head.block + 1_000n, watched, signal())
  expect(read.through).toBeLessThan(head.block + 1_000n)
  const nothing = await deposits.logs(head.block + 900n, head.block + 1_000n, watched, signal())
  expect(nothing).toEqual({ through: head.block + 899n, logs: [], odd: [] })
})

test('a flood of dust is read in several calls, each of which continues where the last stopped', async () => {
  const { address } = await sell()
  const from = await now()
  const dust = Array.from({ length: 130 }, (_, place) => BigInt(place + 1))
  let terms = await acts.freshTerms()
  for (const units of dust) {
    if (units % 30n === 0n) terms = await acts.freshTerms()
    const { raw } = await acts.signed(
      customer,
      [acts.transferChecked(customer, purse, address, units)],
      terms,
    )
    await world.ask('sendTransaction', Buffer.from(raw).toString('base64'), {
      encoding: 'base64',
      skipPreflight: true,
    })
  }
  await world.mine(5)
  await world.finalize()
  let [asked, left] = [0, 90]
  world.proxy.setLie((call, result) => {
    if (call.method !== 'getTransaction') return result
    asked += 1
    left -= 1
    return left < 0 ? 'out of time' : result
  })
  await expect(logsSince(from)).rejects.toThrow(/transaction/)
  ;[asked, left] = [0, 120]
  const logs = await logsSince(from)
  expect(logs.map(({ units }) => units).toSorted((one, other) => Number(one - other))).toEqual(dust)
  expect(asked).toBeLessThan(120)
  ;[asked, left] = [0, 90]
  await expect(deposits.shows(logs, signal())).rejects.toThrow(/transaction/)
  ;[asked, left] = [0, 120]
  expect(await deposits.shows(logs, signal())).not.toContain(false)
  expect(asked).toBe(50)
  // A log that differs from what was read before is read again.
  const other = logs.map((log) => ({ ...log, units: log.units + 1n }))
  expect(await deposits.shows(other, signal())).not.toContain(true)
  ;[asked, left] = [0, 500]
  expect(await deposits.shows(logs, signal())).not.toContain(false)
  expect(asked).toBe(130)

  // Too many transactions for one call are reported up to a block, and the next call continues from there.
  const inParts = createSolanaDeposits({ ...settings, mostTold: 40 })
  const { finalized } = await inParts.head(signal())
  const told = new Map<string, bigint>()
  let parts = 0
  for (let next = from; next <= finalized.block; parts += 1) {
    const part = await inParts.logs(next, finalized.block, async () => Promise.resolve(given), signal())
    expect(part.through).toBeGreaterThanOrEqual(next)
    expect(await inParts.blockHash(part.through, signal())).toBeDefined()
    for (const { txHash, block, units } of part.logs) if (block >= from) told.set(txHash, units)
    next = part.through + 1n
  }
  expect(parts).toBeGreaterThan(1)
  expect([...told.values()].toSorted((one, other) => Number(one - other))).toEqual(dust)
}, 120_000)

test('a snapshot is from one slot and contains lanes and deposit accounts', async () => {
  const { address } = await sell()
  await acts.act(customer, acts.transferChecked(customer, purse, address, 6n * NAIRA))
  await world.finalize()
  const snapshot = await deposits.snapshot(
    {
      wallets: [{ address: world.lane, nextLock: 0n, out: [7n] }],
      deposits: [address, deposits.addressOf(newSalt())],
      block: 0n,
    },
    signal(),
  )
  expect(snapshot?.holdings).toEqual([6n * NAIRA, 0n])
  const lane = await world.chain.readLane({ address: world.lane, nextLock: 0n }, signal())
  expect(snapshot?.wallets).toMatchObject([
    { units: lane.tokensMinor * 10_000n, gasUnits: lane.gasUnits, lock: 0n, used: [] },
  ])
})

test('a sweep empties and closes accounts, is reported as one transfer each, and later transfers fail', async () => {
  const [one, other] = [await sell(), await sell()]
  await acts.act(
    customer,
    acts.transferChecked(customer, purse, one.address, 10n * NAIRA),
    acts.transferChecked(customer, purse, other.address, 20n * NAIRA),
  )
  await world.finalize()
  const items = [
    { ...one, units: 10n * NAIRA },
    { ...other, units: 20n * NAIRA },
  ]
  // The account holds more than expected, so closing it would fail, and with it the whole sweep.
  expect(
    await sweeps.suggestTerms(
      [{ ...one, units: 9n * NAIRA }, items[1]].flatMap((item) => item ?? []),
      signal(),
    ),
  ).toBeUndefined()
  const terms = await sweeps.suggestTerms(items, signal())
  if (terms === undefined) throw new Error('it would fail')
  const instructions = items.flatMap(({ address, units }) => [
    acts.transferChecked(sweeper, address, treasuryAccount, units),
    acts.close(sweeper, address),
  ])
  const from = await now()
  const before = await sweeps.read(signal())
  const first = await acts.signed(sweeper, instructions, terms)
  const raised = sweeps.raiseTerms(terms, terms)
  const second = await acts.signed(sweeper, instructions, raised)
  const sent = (...used: (readonly [{ hash: string }, Terms])[]) => ({
    nonce: before.nonceLatest,
    attempts: used.map(([{ hash }, offered]) => ({ hash, terms: offered })),
  })
  await world.land(first.raw)
  expect(await sweeps.endOf(sent([first, terms]), signal())).toEqual({ state: 'pending' })
  // The same sweep again with a higher fee fails and costs that fee.
  await world.land(second.raw)
  const swept = (await logsSince(from)).toSorted((left, right) => (left.units < right.units ? -1 : 1))
  expect(swept).toMatchObject(
    items.map(({ address, units }) => ({ txHash: first.hash, sender: address, address: world.lane, units })),
  )
  expect(await deposits.shows(swept, signal())).toEqual([true, true])
  const after = await sweeps.read(signal())
  const gasUnits = before.gasUnits - after.gasUnits
  expect(gasUnits).toBeLessThan(0n)
  const both = sent([first, terms], [second, raised])
  expect(await sweeps.endOf(both, signal())).toEqual({ state: 'final_ok', hash: first.hash, gasUnits })
  expect(await opening().missing([one.address, other.address], signal())).toEqual([
    one.address,
    other.address,
  ])

  const late = await acts.act(customer, acts.transferChecked(customer, purse, one.address, NAIRA))
  await world.finalize()
  const { value } = await world.ask<{ value: { err: unknown }[] }>('getSignatureStatuses', [late])
  expect(value[0]?.err).not.toBeNull()
  expect(await sweeps.suggestTerms(items, signal())).toBeUndefined()
})

test('an account without a deposit is closed, and its rent is returned', async () => {
  const { salt, address } = await sell()
  expect(await opening().spare([address], signal())).toEqual([address])
  const terms = await sweeps.suggestTerms([{ salt, address, units: 0n }], signal())
  if (terms === undefined) throw new Error('it would fail')
  const before = await sweeps.read(signal())
  const { raw } = await acts.signed(sweeper, [acts.close(sweeper, address)], terms)
  await world.land(raw)
  expect((await sweeps.read(signal())).gasUnits).toBeGreaterThan(before.gasUnits)
})

test('a sweep that is in no block is void when its blockhashes have expired, and a failed one is failed', async () => {
  const { address } = await sell()
  const terms = await acts.freshTerms()
  const lost = await acts.signed(sweeper, [acts.close(sweeper, address)], terms)
  const failing = await acts.signed(sweeper, [acts.transfer(sweeper, address, treasuryAccount, NAIRA)], terms)
  await world.land(failing.raw)
  const of = (hash: string) => ({ nonce: 0n, attempts: [{ hash, terms }] })
  const pair = { nonce: 0n, attempts: [failing, lost].map(({ hash }) => ({ hash, terms })) }
  expect(await sweeps.endOf(of(lost.hash), signal())).toEqual({ state: 'waiting' })
  await world.finalize()
  expect(await sweeps.endOf(pair, signal())).toEqual({ state: 'waiting' })
  await world.mine(170)
  await world.finalize()
  expect(await sweeps.endOf(of(lost.hash), signal())).toMatchObject({ state: 'void' })
  expect(await sweeps.endOf(pair, signal())).toMatchObject({ state: 'final_failed', hash: failing.hash })
}, 60_000)
