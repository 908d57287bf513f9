import { Asset, Keypair, Memo, Operation } from '@stellar/stellar-sdk/base'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { StellarMemo } from '../../../../test/contracts/open-stellar-accounts.ts'
import { raiseStellarWorld, type StellarWorld } from '../../../../test/contracts/stellar-world.ts'
import { depositSalt } from '../../../movements/deposits/deposit-address.ts'
import type { DepositChain, TokenLog } from '../../../movements/deposits/deposit-chain.ts'
import { createMuxedIds, readMuxedAddress } from './stellar-address.ts'
import { createStellarDeposits } from './stellar-deposits.ts'

type Listed = Readonly<Record<string, unknown>>

/** Changes every payment of a list. */
function relist(path: string, body: unknown, tell: (one: Listed) => Listed): unknown {
  if (!path.includes('/operations')) return body
  const { _embedded: embedded, ...rest } = body as { _embedded: { records: Listed[] } }
  return { ...rest, _embedded: { records: embedded.records.map(tell) } }
}

let world: StellarWorld
let deposits: DepositChain
let addressOf: (id: bigint) => string
beforeAll(async () => {
  world = await raiseStellarWorld()
  const sweeper = world.deposit.publicKey()
  addressOf = createMuxedIds(sweeper)
  deposits = createStellarDeposits({ ...world.settings, sweeper, treasury: world.lane })
})
afterEach(async () => {
  world.proxy.setLie(undefined)
  await world.ground.turn('/faults', {}, 'DELETE')
})
afterAll(async () => world.stop())

const signal = () => AbortSignal.timeout(30_000)
const watched = async () => []
const head = async () => (await deposits.head(signal())).finalized
const ID = 18_446_744_073_709_551_615n

/** Sends the customer's operations in one transaction, in its own ledger, and returns what is read of it. */
async function readOf(operations: Parameters<StellarWorld['submit']>[1], memo?: StellarMemo) {
  const hash = await world.submit(world.customer, operations, memo)
  await world.mine(1)
  const { block, hash: blockHash } = await head()
  return { hash, block, blockHash, ...(await deposits.logs(block, block, watched, signal())) }
}

const payment = (destination: string, amount = '12.3456789', asset: Asset = world.asset) =>
  Operation.payment({ destination, asset, amount })

describe('a deposit', () => {
  test.each([
    ['by memo', () => world.deposit.publicKey(), () => Memo.id(ID.toString())],
    ['by address', () => addressOf(ID), () => undefined],
    ['by both', () => addressOf(ID), () => Memo.id(ID.toString())],
  ])('%s is reported with its sell, its ledger and every unit', async (_, to, memo) => {
    const read = await readOf([payment(to())], memo())
    expect(read).toMatchObject({ through: read.block, odd: [] })
    expect(read.logs).toEqual([
      {
        txHash: read.hash,
        logIndex: 0,
        block: read.block,
        blockHash: read.blockHash,
        token: world.settings.asset,
        sender: world.customer.publicKey(),
        address: addressOf(ID),
        units: 123_456_789n,
      },
    ])
    expect(await deposits.shows(read.logs, signal())).toEqual([true])
    expect(await deposits.blockHash(read.block, signal())).toBe(read.blockHash)
  })

  test('by a path payment from another asset counts with the amount that arrived', async () => {
    await world.ground.turn('/prices', { from: 'native', to: world.asset.toString(), n: '3', d: '2' })
    const read = await readOf([
      Operation.pathPaymentStrictSend({
        sendAsset: Asset.native(),
        sendAmount: '2',
        destination: addressOf(7n),
        destAsset: world.asset,
        destMin: '1',
      }),
    ])
    expect(read.logs).toMatchObject([{ address: addressOf(7n), units: 30_000_000n }])
    expect(await deposits.shows(read.logs, signal())).toEqual([true])
  })

  test('for several sells in one transaction is one deposit each', async () => {
    const read = await readOf([
      payment(addressOf(1n), '1'),
      payment(world.newWallet(), '2'),
      payment(addressOf(2n), '3'),
    ])
    expect(read.logs.map(({ logIndex, address, units }) => [logIndex, address, units])).toEqual([
      [0, addressOf(1n), 10_000_000n],
      [2, addressOf(2n), 30_000_000n],
    ])
  })

  test('has an address that is derived from the salt of the sell', () => {
    const salt = depositSalt({ businessId: 'business', mode: 'test', reference: 'sell-1' })
    expect(readMuxedAddress(deposits.addressOf(salt))).toEqual({
      account: world.deposit.publicKey(),
      id: BigInt(salt.slice(0, 18)),
    })
  })
})

describe('a payment for no sell', () => {
  test.each([
    ['without a memo', () => undefined, 'the payment has no memo'],
    [
      'with a text, even the right digits',
      () => Memo.text('77'),
      'the memo of the payment is a text, not a number',
    ],
    ['with a hash', () => Memo.hash('ab'.repeat(32)), 'the memo of the payment is a hash, not a number'],
    ['as a return', () => Memo.return('ab'.repeat(32)), 'the memo of the payment is a return, not a number'],
  ])('%s is odd, with the amount that arrived', async (_, memo, problem) => {
    const read = await readOf([payment(world.deposit.publicKey())], memo())
    expect(read.logs).toEqual([])
    expect(read.odd).toMatchObject([
      { txHash: read.hash, logIndex: 0, problem, arrived: { block: read.block, units: 123_456_789n } },
    ])
  })

  test('is odd because address and memo differ', async () => {
    const read = await readOf([payment(addressOf(77n))], Memo.id('78'))
    expect(read.odd).toMatchObject([
      { problem: 'the address of the payment has memo 77, but its transaction has memo 78' },
    ])
  })
})

describe('no deposit is reported for', () => {
  test('a payment that failed', async () => {
    const read = await readOf([payment(addressOf(5n), '1'), payment(addressOf(5n), '999999999')])
    expect([read.logs, read.odd]).toEqual([[], []])
  })

  test('lumens, another token of the same name, and an account that is merged into ours', async () => {
    const namesake = new Asset('NGNC', world.customer.publicKey())
    await world.ground.turn('/trustlines', { account: world.deposit.publicKey(), asset: namesake.toString() })
    const merged = Keypair.random()
    await world.ground.open(merged.publicKey())
    await world.submit(merged, [Operation.accountMerge({ destination: world.deposit.publicKey() })])
    const memo = Memo.id('5')
    const read = await readOf(
      [payment(addressOf(5n), '1', Asset.native()), payment(world.deposit.publicKey(), '1000', namesake)],
      memo,
    )
    expect([read.logs, read.odd]).toEqual([[], []])
  })
})

describe('ledgers', () => {
  test('are read to the last payment, however many there are, and none is reported twice', async () => {
    const { block: from } = await head()
    const senders = Array.from({ length: 3 }, () => Keypair.random())
    for (const sender of senders) {
      await world.ground.open(sender.publicKey(), world.asset)
      await world.ground.give(sender.publicKey(), world.asset, '1.0000000')
    }
    let id = 0n
    for (let ledger = 0; ledger < 5; ledger += 1) {
      for (const sender of senders) {
        const many = Array.from({ length: 10 }, () => payment(addressOf((id += 1n)), '0.0000001'))
        await world.submit(sender, many)
      }
      await world.mine(1)
    }
    const { block: to } = await head()
    const sweeper = world.deposit.publicKey()
    const paged = createStellarDeposits({ ...world.settings, sweeper, treasury: world.lane, pageSize: 7 })
    const logs: TokenLog[] = []
    let reads = 0
    for (let through = from; through < to; reads += 1) {
      const read = await paged.logs(through + 1n, to, watched, signal())
      expect(read.through).toBeGreaterThan(through)
      logs.push(...read.logs)
      through = read.through
    }
    expect(reads).toBeGreaterThan(1)
    const ids = logs.map(({ address }) => readMuxedAddress(address)?.id)
    expect(new Set(ids).size).toBe(150)
    expect(ids).toHaveLength(150)
  })

  test('that a Horizon does not have yet do not count as ledgers without payments', async () => {
    const { block } = await head()
    expect((await deposits.logs(block, block + 9n, watched, signal())).through).toBe(block)
    await expect(deposits.logs(block + 1n, block + 1n, watched, signal())).rejects.toThrow('has not reached')
    expect(await deposits.blockHash(block + 1n, signal())).toBeUndefined()
  })

  test('are verified: a payment is accepted only if its transaction shows it', async () => {
    const read = await readOf([payment(addressOf(9n))])
    const [log] = read.logs
    if (log === undefined) throw new Error('nothing was read')
    const forged = [
      { ...log, units: log.units + 1n },
      { ...log, address: addressOf(10n) },
      { ...log, sender: world.lane },
      { ...log, logIndex: 1 },
      { ...log, blockHash: 'ab'.repeat(32) },
      { ...log, txHash: 'ab'.repeat(32) },
      { ...log, block: log.block - 1n },
    ]
    expect(await deposits.shows([log, ...forged], signal())).toEqual([true, ...forged.map(() => false)])
  })

  test('are verified against the signed transaction and not against a list', async () => {
    const wallet = world.newWallet()
    const honest = await readOf([
      payment(addressOf(9n)),
      payment(wallet, '5'),
      payment(addressOf(8n), '1', Asset.native()),
    ])
    const lies: Record<string, unknown>[] = [
      { amount: '99.0000000' },
      { to_muxed: addressOf(10n), to_muxed_id: '10' },
      { from: world.lane },
    ]
    for (const lie of lies) {
      world.proxy.setLie((path, body) => relist(path, body, (one) => ({ ...one, ...lie })))
      const { logs } = await deposits.logs(honest.block, honest.block, watched, signal())
      expect(logs).toHaveLength(1)
      expect(await deposits.shows(logs, signal())).toEqual([false])
    }
    // The list shows lumens under the token's name, and a payment to another account as ours.
    const token = {
      asset_type: 'credit_alphanum4',
      asset_code: 'NGNC',
      asset_issuer: world.issuer.publicKey(),
    }
    world.proxy.setLie((path, body) => relist(path, body, (one) => ({ ...one, ...token })))
    const { logs: named } = await deposits.logs(honest.block, honest.block, watched, signal())
    expect(await deposits.shows(named, signal())).toEqual([true, false])
    const [log] = honest.logs
    if (log === undefined) throw new Error('nothing was read')
    expect(await deposits.shows([{ ...log, logIndex: 1, units: 50_000_000n }], signal())).toEqual([false])
  })

  test('of another network are refused', async () => {
    const lost = createStellarDeposits({
      ...world.settings,
      passphrase: 'Public Global Stellar Network ; September 2015',
      sweeper: world.deposit.publicKey(),
      treasury: world.lane,
    })
    const why = 'the node is on the network'
    await expect(lost.check(signal())).rejects.toThrow(why)
    await expect(lost.head(signal())).rejects.toThrow(why)
    await expect(lost.logs(1n, 2n, watched, signal())).rejects.toThrow(why)
  })
})

describe('a snapshot', () => {
  test('is of one ledger: tokens, lumens and locks of lanes, and the sum of all sells', async () => {
    const { lockAhead } = await world.chain.readLane({ address: world.lane, nextLock: 0n }, signal())
    const reading = await world.chain.readLane({ address: world.lane, nextLock: lockAhead }, signal())
    // One used lock, and one free lock.
    const out = lockAhead === 0n ? [0n] : [lockAhead - 1n, lockAhead + 100n]
    const wallets = [{ address: world.lane, nextLock: lockAhead, out }]
    expect(await deposits.snapshot({ wallets, deposits: [addressOf(1n)], block: 0n }, signal())).toEqual({
      block: (await head()).block,
      wallets: [
        {
          units: await world.unitsOf(world.lane),
          gasUnits: reading.gasUnits,
          lock: reading.lockLatest,
          lockAhead: reading.lockAhead,
          used: lockAhead === 0n ? [] : [lockAhead - 1n],
        },
      ],
      holdings: [],
      shared: await world.unitsOf(world.deposit.publicKey()),
    })
  })

  test('is not available while ledgers close faster than it is read', async () => {
    let ledger = 1_000_000
    world.proxy.setLie((path, body) => {
      ledger += 1
      return path.startsWith('/ledgers?')
        ? (JSON.parse(JSON.stringify(body).replace(/"sequence":\d+/, `"sequence":${ledger}`)) as unknown)
        : body
    })
    expect(await deposits.snapshot({ wallets: [], deposits: [], block: 0n }, signal())).toBeUndefined()
  })

  test('needs two accounts that can hold the token', async () => {
    await deposits.check(signal())
    const [channel] = world.channels
    const sweeper = world.deposit.publicKey()
    const astray = createStellarDeposits({ ...world.settings, sweeper, treasury: channel?.publicKey() ?? '' })
    await expect(astray.check(signal())).rejects.toThrow('has no trustline for NGNC')
  })
})
