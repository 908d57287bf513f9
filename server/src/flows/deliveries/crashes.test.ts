import { afterAll, expect, test } from 'vitest'
import { createLaneWorld } from '../../../test/lane-world.ts'
import { createSeededRandom } from '../../../test/seeded-random.ts'
import { newId } from '../../kernel/ids/ids.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { Chain } from '../../movements/transfers/chain.ts'
import { holdLane } from '../../movements/transfers/hold-lane-store.ts'
import type { Signer } from '../../movements/transfers/signer.ts'
import { workLane } from './work-lane.ts'

const world = await createLaneWorld()
const { evm, worker, clock, lane } = world
afterAll(world.close)

const BUYS = 15
const SEED = 20_261_115
const random = createSeededRandom(SEED)
const happens = (chance: number) => random.below(1_000) < chance * 1_000
let crashes = 0

/** Does the work, or crashes before or after it. After a crash the caller never receives the answer. */
async function orCrash<T>(work: () => Promise<T>): Promise<T> {
  if (happens(0.08)) return crash()
  const result = await work()
  return happens(0.08) ? crash() : result
}

function crash(): never {
  crashes += 1
  throw new Error('the process ended here')
}

const fragilePool = new Proxy(worker, {
  get: (pool, name) => {
    if (name !== 'query') return Reflect.get(pool, name)
    return async (...asked: unknown[]) =>
      orCrash(async () => Reflect.apply(Reflect.get(pool, 'query'), pool, asked) as Promise<unknown>)
  },
}) satisfies Pool

const fragileSigner: Signer = {
  ...world.signer,
  sign: async (requests, signal) => orCrash(async () => world.signer.sign(requests, signal)),
}

const fragileChain: Chain = {
  ...evm.chain,
  status: async (from, out, signal) => orCrash(async () => evm.chain.status(from, out, signal)),
  broadcast: async (raws, signal) => {
    // Some of the bytes get through, in any order, and the answer may be lost.
    const heard = raws.filter(() => !happens(0.2))
    return orCrash(async () => evm.chain.broadcast(heard, signal))
  },
}

/** Ends the lease of the lane, as if its holder had crashed or were slow. */
async function endLease(): Promise<void> {
  await world.owner.query('update lane set lease_until = clock_timestamp() where id = $1', [lane.id])
}

/** Works in the lane until nothing is left or the worker crashes. After a crash the worker's lease remains. */
async function workOnce(): Promise<void> {
  if (happens(0.1)) await endLease()
  const chains = new Map([['test:Polygon' as const, fragileChain]])
  const deps = { ...world.deps, pool: fragilePool, signer: fragileSigner, chains }
  try {
    const held = await holdLane(fragilePool, {
      laneId: lane.id,
      holder: newId(),
      at: clock.now(),
      leaseMs: 15_000,
    })
    if (held === undefined) return
    await workLane(deps, held)
    await world.release(held)
  } catch {
    // The next worker continues from the database.
    await endLease()
  }
}

test('with two workers that crash at every possible place, lost answers and reorganised blocks, every buy is paid once', async () => {
  const buys = await world.clear(BUYS)
  // Only ends a test that hangs: how long the rounds take depends on the machine.
  const until = performance.now() + 300_000
  for (let round = 1; performance.now() < until; round += 1) {
    await Promise.all([workOnce(), workOnce()])
    if (happens(0.5)) await evm.mine(1)
    if (happens(0.08)) await evm.ask('anvil_reorg', 1, [])
    clock.advance(happens(0.2) ? 45_000 : 2_000)
    if (round % 10 === 0 && crashes > 10 && (await left()) === 0) break
  }
  expect(crashes).toBeGreaterThan(10)
  const delivered = await Promise.all(buys.map(async (buy) => world.delivered(buy)))
  expect(delivered, await tell()).toEqual(buys.map((_, place) => BigInt(1_000 + place - 1) * 100n))
  expect(await left()).toBe(0)
  expect(await world.findings()).toEqual([])
}, 360_000)

/** Describes the unfinished transfers, for the failure report. */
async function tell(): Promise<string> {
  const { rows } = await world.owner.query(
    `select l.state, l.halted_because, l.short_of, t.lock, t.state as transfer, t.sent_count, t.hash from lane l left join transfer t on t.lane_id = l.id
     where l.id = $1 and (t.state is null or t.state <> 'final_ok') order by t.lock`,
    [lane.id],
  )
  return JSON.stringify(rows)
}

async function left(): Promise<number> {
  const { rows } = await world.owner.query<{ left: number }>(
    `select count(*)::integer as left from transaction where type = 'buy' and status <> 'completed'`,
  )
  return rows[0]?.left ?? 0
}
