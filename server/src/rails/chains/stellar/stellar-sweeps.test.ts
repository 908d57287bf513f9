import { Account, Operation, TransactionBuilder } from '@stellar/stellar-sdk/base'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { raiseStellarWorld, type StellarWorld } from '../../../../test/contracts/stellar-world.ts'
import type { DepositSalt } from '../../../movements/deposits/deposit-address.ts'
import type { DepositChain } from '../../../movements/deposits/deposit-chain.ts'
import type { Terms } from '../../../movements/transfers/chain.ts'
import type { SweepChain, SweepItem } from '../../../movements/treasury/sweep-chain.ts'
import { writeAmount } from './horizon-values.ts'
import { createStellarDeposits } from './stellar-deposits.ts'
import { createStellarSweeps } from './stellar-sweeps.ts'

let world: StellarWorld
let sweeps: SweepChain
let deposits: DepositChain
beforeAll(async () => {
  world = await raiseStellarWorld()
  const settings = { ...world.settings, sweeper: world.deposit.publicKey(), treasury: world.lane }
  sweeps = createStellarSweeps(settings)
  deposits = createStellarDeposits(settings)
  await world.ground.give(world.deposit.publicKey(), world.asset, '500.0000000')
})
afterEach(async () => world.ground.turn('/faults', {}, 'DELETE'))
afterAll(async () => world.stop())

const signal = () => AbortSignal.timeout(30_000)
const item = (place: number, units: bigint): SweepItem => {
  const salt: DepositSalt = `0x${place.toString(16).padStart(16, '0')}${'0'.repeat(48)}`
  return { salt, address: sweeps.addressOf(salt), units }
}

/** Builds a sweep like the signer: one payment per sell, from the address of the sell to the treasury. */
function sign(nonce: bigint, items: readonly SweepItem[], { fee, minTime, maxTime }: Terms) {
  const key = world.deposit
  const builder = new TransactionBuilder(new Account(key.publicKey(), (nonce - 1n).toString()), {
    fee: (BigInt(fee ?? '0') / BigInt(items.length)).toString(),
    networkPassphrase: world.settings.passphrase,
    timebounds: { minTime: minTime ?? '0', maxTime: maxTime ?? '0' },
  })
  for (const { address, units } of items) {
    const amount = writeAmount(units)
    builder.addOperation(
      Operation.payment({ source: address, destination: world.lane, asset: world.asset, amount }),
    )
  }
  const transaction = builder.build()
  transaction.sign(key)
  return {
    raw: Buffer.from(transaction.toXdr(), 'base64'),
    hash: Buffer.from(transaction.hash()).toString('hex'),
  }
}

async function termsFor(items: readonly SweepItem[]): Promise<Terms> {
  const terms = await sweeps.suggestTerms(items, signal())
  if (terms === undefined) throw new Error('it would fail')
  return terms
}

describe('a sweep', () => {
  test('sends the tokens of each sell to the treasury in one transaction, and each payment names its sell', async () => {
    const items = [item(1, 10_000_000n), item(2, 1n), item(3, 123_456_789n)]
    const terms = await termsFor(items)
    const { nonceLatest: nonce, gasUnits } = await sweeps.read(signal())
    const { raw, hash } = sign(nonce, items, terms)
    const sweep = { nonce, attempts: [{ hash, terms }] }
    const before = await world.unitsOf(world.lane)
    expect(await sweeps.endOf(sweep, signal())).toEqual({ state: 'waiting' })
    expect(await sweeps.broadcast(raw, signal())).toBe('taken')
    expect(await sweeps.endOf(sweep, signal())).toEqual({ state: 'waiting' })
    await world.mine(1)
    const after = await sweeps.read(signal())
    expect(await sweeps.endOf(sweep, signal())).toEqual({
      state: 'final_ok',
      hash,
      gasUnits: gasUnits - after.gasUnits,
    })
    expect(after.nonceLatest).toBe(nonce + 1n)
    expect((await world.unitsOf(world.lane)) - before).toBe(133_456_790n)
    expect(sweeps.mostCost(terms)).toBeGreaterThanOrEqual(gasUnits - after.gasUnits)

    const { block } = (await deposits.head(signal())).finalized
    const { logs, odd } = await deposits.logs(block, block, async () => [], signal())
    expect(odd).toEqual([])
    expect(
      logs.map(({ logIndex, sender, address, units }) => ({ logIndex, sender, address, units })),
    ).toEqual(
      items.map(({ address, units }, logIndex) => ({
        logIndex,
        sender: address,
        address: world.lane,
        units,
      })),
    )
  })

  test('of fifty sells is within the limits of size and cost', async () => {
    const items = Array.from({ length: sweeps.mostTogether }, (_, place) => item(100 + place, 1_000n))
    const terms = await termsFor(items)
    const { nonceLatest: nonce } = await sweeps.read(signal())
    const { raw, hash } = sign(nonce, items, terms)
    await sweeps.broadcast(raw, signal())
    await world.mine(1)
    expect(await sweeps.endOf({ nonce, attempts: [{ hash, terms }] }, signal())).toMatchObject({
      state: 'final_ok',
      gasUnits: 5_000n,
    })
  })

  test('that was lost and expired is built again on the same number, and moves the tokens once', async () => {
    const items = [item(4, 20_000_000n)]
    const terms = await termsFor(items)
    const { nonceLatest: nonce } = await sweeps.read(signal())
    const first = sign(nonce, items, terms)
    await world.ground.turn('/faults', { fault: 'dropped', on: 'submit', times: 1 })
    await sweeps.broadcast(first.raw, signal())
    await world.ground.turn('/clock', { advance_seconds: 200 }, 'PATCH')
    await world.mine(1)
    const better = sweeps.raiseTerms(terms, await termsFor(items))
    expect(better['fee']).toBe(terms['fee'])
    expect(BigInt(better['maxTime'] ?? 0)).toBeGreaterThan(BigInt(terms['maxTime'] ?? 0))
    const second = sign(nonce, items, better)
    const before = await world.unitsOf(world.lane)
    for (const { raw } of [first, second, first]) await sweeps.broadcast(raw, signal())
    await world.mine(1)
    await sweeps.broadcast(first.raw, signal())
    await world.mine(1)
    const attempts = [
      { hash: first.hash, terms },
      { hash: second.hash, terms: better },
    ]
    expect(await sweeps.endOf({ nonce, attempts }, signal())).toMatchObject({
      state: 'final_ok',
      hash: second.hash,
    })
    expect((await world.unitsOf(world.lane)) - before).toBe(20_000_000n)
  })

  test('that cannot succeed fails as a whole, and its number is used', async () => {
    const items = [item(5, 10_000_000n), item(6, 10n ** 12n)]
    const { nonceLatest: nonce } = await sweeps.read(signal())
    const terms = await termsFor([item(5, 1n), item(6, 1n)])
    const { raw, hash } = sign(nonce, items, terms)
    const before = await world.unitsOf(world.lane)
    await sweeps.broadcast(raw, signal())
    await world.mine(1)
    expect(await sweeps.endOf({ nonce, attempts: [{ hash, terms }] }, signal())).toMatchObject({
      state: 'final_failed',
      hash,
    })
    expect(await world.unitsOf(world.lane)).toBe(before)
  })

  test('whose number another transaction used is void, and names that transaction', async () => {
    const items = [item(7, 10n)]
    const terms = await termsFor(items)
    const { nonceLatest: nonce } = await sweeps.read(signal())
    const { raw, hash } = sign(nonce, items, terms)
    const stranger = await world.submit(world.deposit, [Operation.bumpSequence({ bumpTo: '0' })])
    await world.mine(1)
    expect(await sweeps.broadcast(raw, signal())).toMatch(/^rejected/)
    expect(await sweeps.endOf({ nonce, attempts: [{ hash, terms }] }, signal())).toEqual({
      state: 'void',
      because: `its sequence number was used by ${stranger}`,
    })
  })

  test('is not started if it would fail: too few tokens, or the treasury cannot receive them', async () => {
    expect(await sweeps.suggestTerms([item(8, 10n ** 13n)], signal())).toBeUndefined()
    const [channel] = world.channels
    const sweeper = world.deposit.publicKey()
    const astray = createStellarSweeps({ ...world.settings, sweeper, treasury: channel?.publicKey() ?? '' })
    expect(await astray.suggestTerms([item(8, 1n)], signal())).toBeUndefined()
  })

  test('is not judged while Horizon does not answer', async () => {
    const { nonceLatest: nonce } = await sweeps.read(signal())
    world.setFault('silence')
    await expect(sweeps.read(signal())).rejects.toThrow('no complete response within')
    await expect(sweeps.endOf({ nonce, attempts: [] }, signal())).rejects.toThrow(
      'no complete response within',
    )
    expect(await sweeps.broadcast(new Uint8Array(4), signal())).toMatch(/^no response/)
    world.setFault('none')
  })
})
