import { afterAll, afterEach, expect, test } from 'vitest'
import {
  NAIRA,
  newSalt,
  raiseSolanaDepositWorld,
  signal,
} from '../../../../../test/contracts/solana-deposit-world.ts'
import { newKey } from '../../../../../test/contracts/solana-world.ts'
import { tokenAccountFor } from '../messages/lane-message.ts'
import { createSolanaDeposits } from './solana-deposits.ts'

const world = await raiseSolanaDepositWorld()
const { acts, sweeper, customer, purse, treasuryAccount, settings, deposits, given } = world
const { sell, logsSince, now } = world
afterEach(() => world.proxy.setLie(undefined))
afterAll(world.stop)

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
  await expect(other.check(signal())).rejects.toThrow(/has no account for the token/)
})

test('tokens sent by either transfer instruction are reported, with sender and recipient', async () => {
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

test('failed transfers, other tokens and transfers to other accounts are no deposits', async () => {
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

test('a deposit is reported only when it is final, and is reported again whenever its slots are read again', async () => {
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
})

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
