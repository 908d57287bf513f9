import { createTestDatabase, type TestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPool, type Pool } from '../../../kernel/postgres/pool.ts'
import { type Machine, transitionsOf } from './machine.ts'
import { machines } from './machines.ts'

let database: TestDatabase
let owner: Pool

beforeAll(async () => {
  database = await createTestDatabase()
  owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

describe.each(Object.values(machines))('the $type machine', (machine) => {
  const statuses = Object.keys(machine.edges)
  const edges = transitionsOf(machine)

  test('PostgreSQL has the same edges as the code', async () => {
    const { rows } = await owner.query(
      'select type::text, from_status as from, event, to_status as to from transition where type = $1',
      [machine.type],
    )
    const sorted = (list: readonly object[]) => list.map((row) => JSON.stringify(row)).toSorted()
    expect(sorted(rows)).toEqual(sorted(edges))
  })

  test('every arrow ends at a status of the machine, and every status has a meaning', () => {
    for (const { to } of edges) expect(statuses).toContain(to)
    expect(Object.keys(machine.meanings).toSorted()).toEqual(statuses.toSorted())
  })

  test('every status can be reached from the start', () => {
    const reached = new Set(Object.values(machine.starts) as string[])
    for (const status of reached) {
      for (const edge of edges) if (edge.from === status) reached.add(edge.to)
    }
    expect([...reached].toSorted()).toEqual(statuses.toSorted())
  })
})

test('tokens in flight cannot be recalled, refunded or stopped', () => {
  const eventsFrom = (machine: Machine, status: string) =>
    transitionsOf(machine).flatMap(({ from, event }) => (from === status ? [event] : []))
  for (const event of ['credit_recalled', 'return_chosen', 'stopped']) {
    expect(eventsFrom(machines.buy, 'sending')).not.toContain(event)
    expect(eventsFrom(machines.sell, 'paying_out')).not.toContain(event)
  }
})
