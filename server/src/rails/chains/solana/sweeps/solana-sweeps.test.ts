import { afterAll, afterEach, expect, test } from 'vitest'
import {
  NAIRA,
  newSalt,
  raiseSolanaDepositWorld,
  signal,
} from '../../../../../test/contracts/solana-deposit-world.ts'
import type { Terms } from '../../../../movements/transfers/chain.ts'

const world = await raiseSolanaDepositWorld()
const { acts, sweeper, customer, purse, treasuryAccount, deposits, sweeps } = world
const { opening, sell, logsSince, now } = world
afterEach(() => world.proxy.setLie(undefined))
afterAll(world.stop)

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
})
