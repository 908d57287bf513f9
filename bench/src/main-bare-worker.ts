import { setTimeout as sleep } from 'node:timers/promises'
import { createDurableObject, serveObjects } from '@afara/server/entry/workflows/durable-objects.ts'
import { groupDriving } from '@afara/server/flows/advance/group-driving.ts'
import { systemClock as clock } from '@afara/server/kernel/clock/clock.ts'
import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import type { ObjectType } from '@afara/server/records/transactions/wake-store.ts'
import { pino } from 'pino'
import { type BareLane, createBareLane } from './settle/bare-lane.ts'
import { CLEAR_BUYS, FIND_BUYS } from './settle/bare-statements.ts'

// The bare side of the settle bench: the engine calls these two objects as it calls ours, and they do the same work without any check.
const { PORT, DATABASE_URL, CHAIN_URL, INGRESS_URL, LANES } = process.env
const pool = createPool(DATABASE_URL ?? '', { max: 20, applicationName: 'bare-worker' })
const lanes = new Map(
  (JSON.parse(LANES ?? '[]') as Array<{ number: number; key: `0x${string}` }>).map(({ number, key }) => [
    laneId(number),
    createBareLane({ pool, chainUrl: CHAIN_URL ?? '', number, key }),
  ]),
)
const laneIds = [...lanes.keys()]
const CALL_MS = 10_000
let calls = 0
let cleared = 0

// Different names, because ours are in the same engine.
const named = (name: string): ObjectType => name as ObjectType

type Clearing = Readonly<{ id: string; lane: number | undefined; subject: string }>

// Grouped by the same code as ours.
const { find, clear } = groupDriving({
  find: async (ids) => {
    const { rows } = await pool.query<{ id: string }>({ name: 'find', text: FIND_BUYS, values: [ids] })
    const found = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => found.get(id))
  },
  clear: async (group: readonly Clearing[]) => {
    const values = (['id', 'lane', 'subject'] as const).map((field) => group.map((one) => one[field]))
    await pool.query({ name: 'clear', text: CLEAR_BUYS, values })
    return group.map(() => true)
  },
})

const buys = createDurableObject(
  named('bare-buy'),
  async (id) => {
    await find(id)
    cleared += 1
    const subject = laneIds[cleared % laneIds.length] ?? ''
    const lane = lanes.get(subject)
    await clear({ id, lane: lane?.number, subject })
    if (lane !== undefined) await callOnce(lane, subject)
    return undefined
  },
  clock,
)

const working = createDurableObject(
  named('bare-lane'),
  async (id) => {
    const lane = lanes.get(id)
    if (lane === undefined) return undefined
    const until = performance.now() + CALL_MS
    let isBusy = true
    while (isBusy && performance.now() < until) {
      const done = await lane.work()
      isBusy = done.out + done.moved > 0
      if (done.moved === 0) await sleep(50)
    }
    lane.isCalled = false
    if (isBusy) await callOnce(lane, id)
    return undefined
  },
  clock,
)

/** Keeps at most one call pending for each lane. */
async function callOnce(lane: BareLane, id: string): Promise<void> {
  if (lane.isCalled) return
  lane.isCalled = true
  calls += 1
  const response = await fetch(`${INGRESS_URL}/bare-lane/${id}/advance/send`, {
    method: 'POST',
    headers: { 'idempotency-key': `${id}:${calls}` },
  })
  await response.body?.cancel()
}

function laneId(number: number): string {
  return `00000000-0000-0000-0000-${String(number).padStart(12, '0')}`
}

await serveObjects([buys, working], {
  host: '127.0.0.1',
  port: Number(PORT),
  logger: pino({ level: 'warn' }),
})
