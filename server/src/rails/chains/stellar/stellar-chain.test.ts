import {
  Asset,
  type FeeBumpTransaction,
  Keypair,
  Operation,
  TransactionBuilder,
} from '@stellar/stellar-sdk/base'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { raiseStellarWorld, type StellarWorld } from '../../../../test/contracts/stellar-world.ts'
import type { AttemptKind, LockStatus, Terms } from '../../../movements/transfers/chain.ts'
import { writeAmount } from './horizon-values.ts'
import { placeOfLock } from './lane-locks.ts'
import { createMuxedIds } from './stellar-address.ts'
import { createStellarChain } from './stellar-chain.ts'

type Attempt = Readonly<{ kind: AttemptKind; raw: Uint8Array; hash: string }>
type Sent = Readonly<{ lock: bigint; to: string; attempts: readonly Attempt[] }>

let world: StellarWorld
beforeAll(async () => {
  world = await raiseStellarWorld()
})
afterEach(async () => {
  world.proxy.setLie(undefined)
  await world.ground.turn('/faults', {}, 'DELETE')
  await world.ground.turn('/fees', { fee: '100' }, 'PATCH')
})
afterAll(async () => world.stop())

const AMOUNT = 12_34n
const UNITS = 123_400_000n
const signal = () => AbortSignal.timeout(30_000)
const suggest = async (): Promise<Terms> => world.chain.suggestTerms(signal())
const read = async (nextLock = 0n) => world.chain.readLane({ address: world.lane, nextLock }, signal())

async function sign(lock: bigint, to: string, kind: AttemptKind = 'pay', terms?: Terms): Promise<Attempt> {
  const order = { from: world.lane, lock, to, tokensMinor: AMOUNT, terms: terms ?? (await suggest()) }
  const unsigned = await (kind === 'cancel' ? world.chain.prepareCancel(order) : world.chain.prepare(order))
  return { kind, ...(await world.sign(unsigned)) }
}

async function pay(to = world.newWallet()): Promise<Sent> {
  const { lockAhead: lock } = await read()
  return { lock, to, attempts: [await sign(lock, to)] }
}

/** Signs the same payment with terms raised to the current suggestion. */
async function bump({ lock, to, attempts }: Sent): Promise<Sent> {
  const before = world.chain.termsIn(attempts.at(-1)?.raw ?? new Uint8Array())
  const bumped = await sign(lock, to, 'bump', world.chain.raiseTerms(before, await suggest()))
  return { lock, to, attempts: [...attempts, bumped] }
}

const send = async (attempt: Attempt | undefined) =>
  (await world.chain.broadcast(attempt === undefined ? [] : [attempt.raw], signal()))[0]

async function statusOf({ lock, to, attempts }: Sent): Promise<LockStatus | undefined> {
  return (await world.chain.status(world.lane, [{ lock, to, tokensMinor: AMOUNT, attempts }], signal()))[0]
}

describe('what is sent', () => {
  test('and answered with a timeout has landed anyway, and pays once however often it is sent', async () => {
    const sent = await pay()
    await world.ground.turn('/faults', { fault: 'landed_then_504', on: 'submit', times: 1 })
    expect(await send(sent.attempts[0])).toBe('no response: it answered 504: Timeout')
    await world.mine(1)
    expect(await statusOf(sent)).toMatchObject({ state: 'final_ok', hash: sent.attempts[0]?.hash })
    expect(await send(sent.attempts[0])).toMatch(/^rejected: ERROR/)
    await world.mine(1)
    expect(await world.tokensOf(sent.to)).toBe(AMOUNT)
  })

  test('and dropped, then expired, is signed again on the same number, and pays once', async () => {
    const first = await pay()
    await world.ground.turn('/faults', { fault: 'dropped', on: 'submit', times: 1 })
    expect(await send(first.attempts[0])).toBe('taken')
    await world.mine(1)
    expect(await statusOf(first)).toEqual({ state: 'unknown' })
    const before = world.chain.termsIn(first.attempts[0]?.raw ?? new Uint8Array())
    expect(world.chain.haveExpired(before, await suggest())).toBe(false)
    await world.ground.turn('/clock', { advance_seconds: 200 }, 'PATCH')
    await world.mine(1)
    expect(world.chain.haveExpired(before, await suggest())).toBe(true)
    const both = await bump(first)
    expect(await send(first.attempts[0])).toMatch(/^rejected: ERROR/)
    expect(await send(both.attempts[1])).toBe('taken')
    await world.mine(1)
    await send(first.attempts[0])
    await world.mine(1)
    expect(await statusOf(both)).toMatchObject({ state: 'final_ok', hash: both.attempts[1]?.hash })
    expect(await world.tokensOf(first.to)).toBe(AMOUNT)
  })

  test('waits if the ledger time is far ahead of our clock, because the signer would refuse it', async () => {
    const clock = { now: () => new Date(Date.now() - 1_000_000) }
    const behind = createStellarChain({ ...world.settings, clock })
    await expect(behind.suggestTerms(signal())).rejects.toThrow('by our clock')
  })

  test('waits while fees are higher, and lands by a fee bump, which is found by the inner hash', async () => {
    const first = await pay()
    await world.ground.turn('/fees', { fee: '50000' }, 'PATCH')
    expect(await send(first.attempts[0])).toBe('taken')
    await world.mine(1)
    expect(await statusOf(first)).toEqual({ state: 'unknown' })
    const both = await bump(first)
    expect(await send(both.attempts[1])).toBe('taken')
    const before = await read()
    await world.mine(1)
    const landed = await statusOf(both)
    expect(landed).toMatchObject({
      state: 'final_ok',
      hash: both.attempts[1]?.hash,
      gasUnits: before.gasUnits - (await read()).gasUnits,
      evidence: {
        innerHash: first.attempts[0]?.hash,
        transactionHash: both.attempts[1]?.hash,
        successful: 'true',
      },
    })
    expect(await statusOf(first)).toMatchObject({ state: 'final_ok', hash: first.attempts[0]?.hash })
    expect(await world.tokensOf(first.to)).toBe(AMOUNT)
  })

  test('and fee-bumped by a stranger is our payment and costs us nothing', async () => {
    const sent = await pay()
    const ours = TransactionBuilder.fromXdr(
      Buffer.from(sent.attempts[0]?.raw ?? []).toString('base64'),
      world.settings.passphrase,
    ) as FeeBumpTransaction
    const outer = TransactionBuilder.buildFeeBumpTransaction(
      world.customer.publicKey(),
      '5000',
      ours.innerTransaction,
      world.settings.passphrase,
    )
    outer.sign(world.customer)
    await world.ground.submit(outer.toXdr())
    await world.mine(1)
    expect(await statusOf(sent)).toMatchObject({
      state: 'final_ok',
      hash: sent.attempts[0]?.hash,
      gasUnits: 0n,
    })
  })

  test('to a wallet without its trustline fails finally: the number is used, the fee is paid, nothing moved', async () => {
    const to = Keypair.random().publicKey()
    await world.ground.open(to)
    const sent = await pay(to)
    expect(await send(sent.attempts[0])).toBe('taken')
    const before = await read()
    await world.mine(1)
    const after = await read()
    expect(await statusOf(sent)).toMatchObject({
      state: 'final_failed',
      hash: sent.attempts[0]?.hash,
      gasUnits: before.gasUnits - after.gasUnits,
      evidence: { successful: 'false' },
    })
    expect(after.tokensMinor).toBe(before.tokensMinor)
    expect(after.lockAhead).toBe(sent.lock + 1n)
  })

  test('on a channel without lumens lands at once, payment and cancel alike, because the lane pays the fee', async () => {
    const first = await pay()
    const { channel } = placeOfLock(world.settings.lanes.get(world.lane) ?? [], first.lock)
    await world.ground.turn('/accounts', { id: channel, xlm: '0.0000001' })
    const before = await read()
    expect(await send(first.attempts[0])).toBe('taken')
    await world.mine(1)
    const paid = before.gasUnits - (await read()).gasUnits
    expect(paid).toBeGreaterThan(0n)
    expect(await statusOf(first)).toMatchObject({
      state: 'final_ok',
      hash: first.attempts[0]?.hash,
      gasUnits: paid,
    })
    for (const place of [1n, 2n, 3n]) await send(await sign(first.lock + place, world.lane, 'cancel'))
    const cancelled = await sign(first.lock + 4n, world.lane, 'cancel')
    expect(await send(cancelled)).toBe('taken')
    await world.mine(1)
    const status = await statusOf({ lock: first.lock + 4n, to: world.lane, attempts: [cancelled] })
    expect(status).toMatchObject({ state: 'final_void', hash: cancelled.hash })
    for (const place of [5n, 6n, 7n]) await send(await sign(first.lock + place, world.lane, 'cancel'))
    await world.mine(1)
    expect(await world.ground.lumensOf(channel)).toBe(1n)
    await world.ground.turn('/accounts', { id: channel, xlm: '50' })
  })

  test('costs gas that the lane itself can spend: reserves and lumens of channels do not count', async () => {
    const [channel] = world.channels
    const { gasUnits } = await read()
    // The lane keeps two reserves of half a lumen, and one more for its trustline.
    expect(gasUnits).toBe((await world.ground.lumensOf(world.lane)) - 15_000_000n)
    await world.ground.turn('/accounts', { id: channel?.publicKey() ?? '', xlm: '5000' })
    expect((await read()).gasUnits).toBe(gasUnits)
    const sent = await pay()
    const lumens = await world.ground.lumensOf(world.lane)
    await world.ground.turn('/accounts', { id: world.lane, xlm: '1.5001999' })
    expect((await read()).gasUnits).toBe(1_999n)
    // Result code -7: not enough lumens.
    expect(await send(sent.attempts[0])).toMatch(/^rejected: ERROR AAAAAAAAAAD\/{4}5/)
    await world.ground.turn('/accounts', { id: world.lane, xlm: '1.4' })
    expect((await read()).gasUnits).toBe(0n)
    await world.ground.turn('/accounts', { id: world.lane, xlm: '1.5002000' })
    expect(await send(sent.attempts[0])).toBe('taken')
    await world.mine(1)
    expect(await statusOf(sent)).toMatchObject({ state: 'final_ok' })
    await world.ground.turn('/accounts', { id: world.lane, xlm: writeAmount(lumens) })
  })

  test('in all channels at once lands in one ledger, and no more locks are given out until it has', async () => {
    const { lockAhead: first, lockLatest } = await read()
    expect(first).toBe(lockLatest)
    const to = world.newWallet()
    const locks = [0n, 1n, 2n, 3n].map((place) => first + place)
    const sent = await Promise.all(
      locks.map(async (lock) => ({ lock, to, attempts: [await sign(lock, to)] })),
    )
    expect((await read(first)).room).toBe(4)
    expect((await read(first + 4n)).room).toBe(0)
    for (const { attempts } of sent) expect(await send(attempts[0])).toBe('taken')
    const busy = await sign(first + 4n, to)
    expect(await send(busy)).toMatch(/^rejected: TRY_AGAIN_LATER/)
    await world.mine(1)
    const states = await Promise.all(sent.map(statusOf))
    expect(
      new Set(states.map((status) => (status !== undefined && 'block' in status ? status.block : 0n))).size,
    ).toBe(1)
    expect((await read(first + 4n)).room).toBe(4)
    expect(await send(busy)).toBe('taken')
    await world.mine(1)
    expect(await statusOf({ lock: first + 4n, to, attempts: [busy] })).toMatchObject({ state: 'final_ok' })
    expect(await world.tokensOf(to)).toBe(5n * AMOUNT)
  })
})

describe('a number that is used', () => {
  test('by a stranger is a conflict that names the transaction', async () => {
    const sent = await pay()
    const stranger = await world.strangerUses(sent.lock)
    expect(await send(sent.attempts[0])).toMatch(/^rejected: ERROR/)
    await world.mine(1)
    const status = await statusOf(sent)
    expect(status).toMatchObject({
      state: 'conflict',
      detail: expect.stringContaining(stranger) as string,
    })
  })

  test('by a stranger who moved the sequence past it is also a conflict', async () => {
    const { lockAhead } = await read()
    const { channel, sequence } = placeOfLock(world.settings.lanes.get(world.lane) ?? [], lockAhead)
    const key = world.channels.find((one) => one.publicKey() === channel)
    if (key === undefined) throw new Error('there is no such channel')
    const over = await world.submit(key, [Operation.bumpSequence({ bumpTo: (sequence + 1n).toString() })])
    await world.mine(1)
    const jumped = { lock: lockAhead + 4n, to: world.newWallet() }
    const sent = { ...jumped, attempts: [await sign(jumped.lock, jumped.to)] }
    expect(await statusOf(sent)).toMatchObject({
      state: 'conflict',
      detail: expect.stringContaining(over) as string,
    })
    // The other channels catch up, so that locks continue in order.
    for (const place of [1n, 2n, 3n, 5n, 6n, 7n]) {
      await send(await sign(lockAhead + place, world.lane, 'cancel'))
      await world.mine(1)
    }
    expect(await read()).toMatchObject({ lockLatest: lockAhead + 8n, lockAhead: lockAhead + 8n })
  })

  test('decides nothing if the history does not show which transaction used it', async () => {
    const sent = await pay()
    await send(sent.attempts[0])
    await world.mine(1)
    await world.ground.turn('/faults', { fault: 'forgets', on: 'read' })
    await expect(statusOf(sent)).rejects.toThrow('counts as used, but no transaction used it')
    await world.ground.turn('/faults', {}, 'DELETE')
    expect(await statusOf(sent)).toMatchObject({ state: 'final_ok' })
  })

  test('is read after the newest ledger and before the transactions', async () => {
    const sent = await pay()
    await send(sent.attempts[0])
    await world.mine(1)
    const asked: string[] = []
    world.proxy.setLie((path, body) => {
      asked.push(path.split(/[/?]/)[1] ?? '')
      return body
    })
    await statusOf(sent)
    expect(asked.toSorted((one, other) => asked.indexOf(one) - asked.indexOf(other))).toEqual(asked)
    expect(asked.indexOf('ledgers')).toBeLessThan(asked.indexOf('accounts'))
    expect(asked.indexOf('accounts')).toBeLessThan(asked.indexOf('transactions'))
  })

  test('is not judged by another transaction that is returned instead of the requested one', async () => {
    const [one, other] = [await pay(), await bump(await pay())]
    await send(one.attempts[0])
    await world.mine(1)
    const foreign = Buffer.from(other.attempts[1]?.raw ?? []).toString('base64')
    world.proxy.setLie((path, body) =>
      path.startsWith('/transactions/') ? { ...(body as object), envelope_xdr: foreign } : body,
    )
    await expect(statusOf(one)).rejects.toThrow(/was requested, but it returned/)
  })
})

describe('a Horizon', () => {
  const why = /this is the network "Test SDF Network ; September 2015", not "Public/
  test('of another network is refused, at the start and at every reading', async () => {
    const lost = createStellarChain({
      ...world.settings,
      passphrase: 'Public Global Stellar Network ; September 2015',
    })
    await expect(lost.check(signal())).rejects.toThrow(why)
    await expect(lost.readLane({ address: world.lane, nextLock: 0n }, signal())).rejects.toThrow(why)
    await expect(lost.suggestTerms(signal())).rejects.toThrow(why)
    await expect(lost.status(world.lane, [], signal())).rejects.toThrow(why)
    await expect(lost.preflight(world.newWallet(), 1n, signal())).rejects.toThrow(why)
  })

  test('whose lane cannot hold the token, or has a channel whose sequence is below its base, is refused', async () => {
    const asset = `NGNC:${world.customer.publicKey()}`
    await expect(createStellarChain({ ...world.settings, asset }).check(signal())).rejects.toThrow(
      'has no trustline for NGNC',
    )
    const [channel] = world.channels
    const lanes = new Map([[world.lane, [{ address: channel?.publicKey() ?? '', base: 2n ** 62n }]]])
    const early = createStellarChain({ ...world.settings, lanes })
    await expect(early.readLane({ address: world.lane, nextLock: 0n }, signal())).rejects.toThrow(
      'stands before its base',
    )
    const nobody = new Map([[world.lane, [{ address: Keypair.random().publicKey(), base: 0n }]]])
    await expect(createStellarChain({ ...world.settings, lanes: nobody }).check(signal())).rejects.toThrow(
      'there is no account',
    )
  })
})

describe('a wallet', () => {
  const blockOf = async (to: string, tokensMinor = AMOUNT) => {
    const told = await world.chain.preflight(to, tokensMinor, signal())
    if (told.outcome === 'fine') return 'fine'
    expect(told.message).not.toContain(to)
    expect(told.message).toMatch(/\. [A-Z].*\.$/)
    return told.code
  }
  const open = async (line?: object, account?: object): Promise<string> => {
    const id = Keypair.random().publicKey()
    await world.ground.turn('/accounts', { id, xlm: '10', ...account })
    if (line !== undefined)
      await world.ground.turn('/trustlines', { account: id, asset: world.asset.toString(), ...line })
    return id
  }

  test('with a trustline that has room is fine, and so is its muxed address', async () => {
    const wallet = world.newWallet()
    expect(await blockOf(wallet)).toBe('fine')
    expect(await blockOf(createMuxedIds(wallet)(9n))).toBe('fine')
  })

  test('that does not exist, or has no trustline for the token, is blocked', async () => {
    expect(await blockOf(Keypair.random().publicKey())).toBe('no_account')
    const wallet = await open()
    expect(await blockOf(wallet)).toBe('no_trustline')
    const namesake = new Asset('NGNC', world.customer.publicKey())
    await world.ground.turn('/trustlines', { account: wallet, asset: namesake.toString() })
    expect(await blockOf(wallet)).toBe('no_trustline')
    expect(await blockOf(createMuxedIds(wallet)(9n))).toBe('no_trustline')
  })

  test('that the issuer has not authorised is blocked', async () => {
    expect(await blockOf(await open({ authorized: false }))).toBe('not_authorized')
  })

  test('whose trustline is too full for the amount is blocked, exact to the last unit', async () => {
    const wallet = await open({ limit: '100.0000000', balance: '87.6600000' })
    expect(await blockOf(wallet, 12_34n)).toBe('fine')
    expect(await blockOf(wallet, 12_35n)).toBe('trustline_full')
  })

  test('that requires a memo is blocked, and can be paid by an address that contains the memo', async () => {
    const wallet = await open({}, { data: { 'config.memo_required': '1' } })
    expect(await blockOf(wallet)).toBe('memo_required')
    expect(await blockOf(createMuxedIds(wallet)(9n))).toBe('fine')
  })

  test('that is the issuer or one of our own accounts is blocked', async () => {
    for (const own of [world.issuer, world.hot, world.deposit, ...world.channels]) {
      expect(await blockOf(own.publicKey())).toBe('not_a_wallet')
      expect(await blockOf(createMuxedIds(own.publicKey())(1n))).toBe('not_a_wallet')
    }
  })

  test('with a muxed address is paid at that address, including the id', async () => {
    const wallet = world.newWallet()
    const sent = await pay(createMuxedIds(wallet)(9n))
    await send(sent.attempts[0])
    await world.mine(1)
    expect(await statusOf(sent)).toMatchObject({ state: 'final_ok' })
    expect(await world.unitsOf(wallet)).toBe(UNITS)
  })
})
