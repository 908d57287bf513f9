import { type FeeBumpTransaction, Keypair, TransactionBuilder } from '@stellar/stellar-sdk/base'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { AMOUNT, raiseStellarPayments, signal } from '../../../../test/contracts/stellar-payments.ts'
import { writeAmount } from './horizon-values.ts'
import { placeOfLock } from './lane-locks.ts'
import { createStellarChain } from './stellar-chain.ts'

const world = await raiseStellarPayments()
const { suggest, read, signPayment: sign, pay, bump, send, statusOf } = world
afterEach(world.calm)
afterAll(world.stop)

describe('a transaction', () => {
  test('that is answered with a timeout has landed anyway, and pays once however often it is sent', async () => {
    const sent = await pay()
    await world.ground.turn('/faults', { fault: 'landed_then_504', on: 'submit', times: 1 })
    expect(await send(sent.attempts[0])).toBe('no response: the node answered 504: Timeout')
    await world.mine(1)
    expect(await statusOf(sent)).toMatchObject({ state: 'final_ok', hash: sent.attempts[0]?.hash })
    expect(await send(sent.attempts[0])).toMatch(/^rejected: ERROR/)
    await world.mine(1)
    expect(await world.tokensOf(sent.to)).toBe(AMOUNT)
  })

  test('that was dropped and has expired is signed again on the same number, and pays once', async () => {
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

  test('is not built while the ledger time is far ahead of our clock, because the signer would refuse it', async () => {
    const clock = { now: () => new Date(Date.now() - 1_000_000) }
    const behind = createStellarChain({ ...world.settings, clock })
    await expect(behind.suggestTerms(signal())).rejects.toThrow('our clock shows')
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

  test('that a stranger fee-bumped is our payment and costs us nothing', async () => {
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

  test('in each channel at once: all land in one ledger, and no more locks are given out until they have', async () => {
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

describe('a Horizon', () => {
  const why = /the node is on the network "Test SDF Network ; September 2015", not "Public/
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
      'is lower than its base',
    )
    const nobody = new Map([[world.lane, [{ address: Keypair.random().publicKey(), base: 0n }]]])
    await expect(createStellarChain({ ...world.settings, lanes: nobody }).check(signal())).rejects.toThrow(
      'does not exist',
    )
  })
})
