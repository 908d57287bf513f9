import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createOtherNetworkWorld } from '../../../test/other-network-world.ts'

type World = Awaited<ReturnType<typeof createOtherNetworkWorld>>

let opened: World
let shared: World
beforeAll(async () => {
  opened = await createOtherNetworkWorld({ network: 'Solana' })
  shared = await createOtherNetworkWorld({ network: 'Stellar', isShared: true })
})
afterAll(async () => {
  await Promise.all([opened?.close(), shared?.close()])
})

const openSell = async (naira: number) => {
  const sell = await opened.sell(naira)
  await opened.openNow()
  opened.script.land()
  return sell
}

/** Simulates a database that was restored from before the sell. */
async function forget(sell: string): Promise<void> {
  const client = await shared.superuser.connect()
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  await client.query('delete from afara.deposit_address where transaction_id = $1', [sell])
  await client.query('commit')
  client.release()
}

test('a transfer that arrives during a pass is not a difference on a network that shows only current balances', async () => {
  const { id, address } = await openSell(100)
  opened.script.send(address, 60_00n)
  opened.script.mine()
  opened.script.onSnapshot(() => {
    opened.script.mine()
    opened.script.send(address, 40_00n)
  })
  await opened.look()
  opened.script.mine()
  await opened.look()
  expect(await opened.deposits()).toEqual(['funded 6000', 'funded 4000'])
  expect(await opened.asides()).toEqual([])
  expect(await opened.statusOf(id)).toBe('deposit_received')
})

test('no transfer is accepted for an address whose balance does not match its transfers', async () => {
  const { id, address } = await openSell(100)
  opened.script.send(address, 100_00n)
  opened.script.change(address, -1n)
  opened.script.mine()
  await opened.look()
  expect(await opened.asides()).toMatchObject([{ problem: expect.stringContaining(address) }])
  expect(await opened.statusOf(id)).toBe('pending_deposit')
})

test('tokens that the issuer takes hold only that sell, and later transfers are recorded', async () => {
  const [taken, other] = [await openSell(100), await openSell(200)]
  opened.script.send(taken.address, 100_00n)
  opened.script.mine()
  await opened.look()
  opened.script.take(taken.address, 100_00n)
  opened.script.send(other.address, 200_00n)
  opened.script.mine()
  await opened.look()
  expect([await opened.statusOf(taken.id), await opened.statusOf(other.id)]).toEqual([
    'on_hold',
    'deposit_received',
  ])
  expect(await opened.casesOf('recall')).toBe(1)
})

test('a flood of dust is recorded in parts that one pass can verify, and completely in the end', async () => {
  const { deposits } = opened.script
  const { address } = await openSell(100)
  await opened.look()
  const before = (await opened.deposits()).length
  for (let block = 0; block < 13; block += 1) {
    opened.script.mine()
    for (let turn = 0; turn < 100; turn += 1) opened.script.send(address, 1n)
  }
  const shows = vi.spyOn(deposits, 'shows')
  // The node returns logs for a few blocks at a time, but its balances already include all of them.
  const tell = deposits.logs
  const logs = vi
    .spyOn(deposits, 'logs')
    .mockImplementation(async (from, to, watched, signal) =>
      tell(from, to < from + 8n ? to : from + 8n, watched, signal),
    )
  try {
    await opened.look()
    expect(shows.mock.calls.map(([asked]) => asked.length)).toEqual([500, 500, 300])
  } finally {
    logs.mockRestore()
    shows.mockRestore()
  }
  expect((await opened.deposits()).length - before).toBe(1_300)
  expect(opened.notices.filter((words) => words.includes(address))).toEqual([])
})

test('only addresses that may receive are queried', async () => {
  opened.script.asked.length = 0
  opened.script.mine()
  await opened.look()
  const { rows } = await opened.owner.query<{ address: string }>(
    `select address from deposit_account where state <> 'closed'`,
  )
  expect(opened.script.asked[0]?.toSorted()).toEqual(rows.map(({ address }) => address).toSorted())
})

test('a payment to a shared account for no sell is set aside with its amount, and gets a case if it is large enough for a sell', async () => {
  const { id, address } = await shared.sell(100)
  shared.script.send(address, 100_00n)
  shared.script.send('nobody’s number', 250_00n)
  shared.script.send('another’s number', 1n)
  shared.script.mine()
  await shared.look()
  expect(await shared.statusOf(id)).toBe('deposit_received')
  const units = (await shared.asides()).map((aside) => aside.units)
  expect(new Set(units)).toEqual(new Set(['10000', '250000000']))
  expect(await shared.casesOf('line_aside')).toBe(1)
})

test('a payment from a shared account for no sell is set aside, gets a case, and delays nothing', async () => {
  const cases = await shared.casesOf('line_aside')
  const { id, address } = await shared.sell(100)
  shared.script.send(address, 100_00n)
  shared.script.takeFromShared(250_00n)
  shared.script.takeFromShared(0n)
  shared.script.mine()
  await shared.look()
  expect(await shared.statusOf(id)).toBe('deposit_received')
  expect((await shared.asides()).map(({ units }) => units)).toEqual(
    expect.arrayContaining(['-250000000', '0']),
  )
  expect(await shared.casesOf('line_aside')).toBe(cases + 1)
})

test('a sell that a restored database lost gets its deposit when the sell is repeated and the blocks are read again', async () => {
  const forgotten = await shared.sell(300, 'forgotten')
  await forget(forgotten.id)
  shared.script.send(forgotten.address, 300_00n)
  shared.script.mine()
  await shared.look()
  expect(await shared.statusOf(forgotten.id)).toBe('pending_deposit')
  await shared.owner.query(`insert into deposit_address values ('test', 'Stellar', $1, $2, now())`, [
    forgotten.address,
    forgotten.id,
  ])
  shared.script.mine()
  await shared.look()
  expect(await shared.statusOf(forgotten.id)).toBe('deposit_received')
})

test('a sweep for a sell that a restored database lost is recorded with the amount that it removed', async () => {
  const forgotten = await shared.sell(700)
  shared.script.send(forgotten.address, 700_00n)
  shared.script.mine()
  await shared.look()
  shared.clock.advance(660_000)
  await shared.look()
  // Earlier deposits are swept first.
  await shared.sweepNow()
  shared.script.land()
  await shared.look()
  await shared.sweepNow()
  await shared.sweepNow()
  await forget(forgotten.id)
  shared.script.land()
  shared.script.mine()
  await shared.look()
  const units = (await shared.asides()).map((aside) => aside.units)
  expect(units).toContain('-700000000')
  expect(units).not.toContain('700000000')
})
