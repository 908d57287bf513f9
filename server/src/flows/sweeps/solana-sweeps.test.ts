import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSolanaSweepWorld } from '../../../test/solana-sweep-world.ts'

const MINUTE_MS = 60_000

let world: Awaited<ReturnType<typeof createSolanaSweepWorld>>
beforeAll(async () => {
  world = await createSolanaSweepWorld()
})
afterAll(async () => world?.close())

const until = async (isSo: () => Promise<boolean>, turn: () => Promise<unknown>): Promise<void> => {
  for (let turns = 0; turns < 200; turns += 1) {
    await turn()
    if (await isSo()) return
    await sleep(200)
  }
  throw new Error(`it never came to be: ${world.notices.join('; ')}`)
}

test('accounts are opened with the signer’s bytes, tokens arrive, and a sweep collects them and closes the accounts', async () => {
  const { sweeps } = world
  const sells = [await world.sell(100), await world.sell(200)].map(({ id, salt }) => ({
    id,
    address: sweeps.addressOf(salt),
  }))
  const addresses = sells.map(({ address }) => address)
  const missing = async () => (await sweeps.opening?.missing(addresses, AbortSignal.timeout(5_000))) ?? []
  await until(async () => (await missing()).length === 0, world.openNow)
  await world.send(addresses[0] ?? '', 100n)
  await world.send(addresses[1] ?? '', 200n)
  const isHere = async () => (await world.statusOf(sells[1]?.id ?? '')) === 'deposit_received'
  await until(isHere, world.look)

  world.clock.advance(11 * MINUTE_MS)
  const swept = async () => {
    const { rowCount } = await world.owner.query('select from deposit_sweep')
    return rowCount === 2
  }
  await until(swept, async () => {
    await world.sweepNow()
    await world.look()
  })
  const { rows } = await world.owner.query<{ minor: string }>(
    `select sum(swept_minor::numeric)::text as minor from deposit_sweep`,
  )
  expect(rows).toEqual([{ minor: '30000' }])
  // The ledger has the whole cost, exact to the lamport, when it is final.
  await until(
    async () => (await world.gasInBooks('Solana:sweeper')) === (await world.lamports()),
    world.sweepNow,
  )
  expect(await missing()).toEqual(addresses)
  expect(await world.findings()).toEqual([])
})
