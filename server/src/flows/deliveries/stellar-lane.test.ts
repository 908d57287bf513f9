import { afterAll, expect, test } from 'vitest'
import { raiseStellarWorld } from '../../../test/contracts/stellar-world.ts'
import { createLaneWorldOn } from '../../../test/lane-world.ts'

const world = await createLaneWorldOn('Stellar', async () => raiseStellarWorld())
const { ground: stellar, owner, lane } = world
afterAll(world.close)

const clear = async (buys: number) => world.clear(buys, 1_000, 'Stellar', { newWallet: stellar.newWallet })
const giveLumens = async (id: string, xlm: string) => stellar.ground.turn('/accounts', { id, xlm })
const gasOfLane = async () =>
  (await stellar.chain.readLane({ address: stellar.lane, nextLock: 0n }, AbortSignal.timeout(5_000))).gasUnits
const casesAboutLane = async () => {
  const { rows } = await owner.query<{ state: string; summary: string; facts: Record<string, string> }>(
    `select state, summary, facts from case_file where facts ->> 'subject' = $1 order by opened_at`,
    [lane.id],
  )
  return rows
}

test('buys settle on every channel, although one of them cannot pay a fee, and the ledger has the fees that the lane paid', async () => {
  const [dry] = stellar.channels
  await giveLumens(dry?.publicKey() ?? '', '0.5')
  const before = await gasOfLane()
  // Two buys for each channel. No buy may wait for the channel without lumens.
  const buys = await clear(2 * stellar.channels.length)
  await world.round()
  await world.settle()
  await world.settle()
  for (const [place, buy] of buys.entries()) {
    expect(await world.statusOf(buy)).toBe('completed')
    expect(await world.delivered(buy)).toBe(100_000n + 100n * BigInt(place) - 100n)
    expect(await world.transfersOf(buy)).toMatchObject([{ state: 'final_ok', kinds: ['pay'] }])
  }
  const { rows } = await owner.query<{ spent: string }>(
    `select sum(gas_units)::text as spent from transfer where lane_id = $1`,
    [lane.id],
  )
  expect(BigInt(rows[0]?.spent ?? '0')).toBe(before - (await gasOfLane()))
  expect(await casesAboutLane()).toEqual([])
  expect(await world.findings()).toEqual([])
})

test('a lane with only its reserve has no gas, whatever its channels hold, and the case says how much to send where', async () => {
  for (const channel of stellar.channels) await giveLumens(channel.publicKey(), '1000')
  await giveLumens(stellar.lane, '1.5')
  const buys = await clear(3)
  await world.round()
  for (const buy of buys) expect(await world.transfersOf(buy)).toEqual([])
  // Each payment offers 1,000 stroops, and its fee bump another 1,000.
  expect(await casesAboutLane()).toMatchObject([
    {
      state: 'open',
      summary: `Stellar lane 1 has too little gas for its queue: send at least 0.0006 XLM to ${stellar.lane}`,
      facts: { short_of: 'gas', address: stellar.lane, gas_units: '6000' },
    },
  ])
  await giveLumens(stellar.lane, '1000')
  await world.round()
  await world.settle()
  for (const buy of buys) expect(await world.statusOf(buy)).toBe('completed')
  expect(await casesAboutLane()).toMatchObject([{ state: 'resolved' }])
})
