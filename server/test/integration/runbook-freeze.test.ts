import { afterAll, expect, test, vi } from 'vitest'
import { createClearingWorld } from '../clearing-world.ts'
import { createRunbook } from './follow-runbook.ts'

// Slow: every command of the runbook starts a process, and the machine may be busy with other tests.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const world = await createClearingWorld()
const { owner: pool, clock } = world
clock.advance(Date.now() - 10 * 24 * 3_600_000 - clock.now().getTime())
await world.openLane(1)
const { follow } = await createRunbook('freeze.md', {
  environment: process.env,
  ownerUrl: world.ownerUrl,
  emails: ['bisi@afara.test', 'chidi@afara.test'],
})

afterAll(world.close)

/** The newest request, as an operator copies it from the list. */
const CASE = async (): Promise<string> => {
  const { rows } = await pool.query<{ id: string }>(
    `select 'cas_' || replace(id::text, '-', '') as id from case_file where kind = 'request' and state <> 'resolved'`,
  )
  expect(rows).toHaveLength(1)
  return rows[0]?.id ?? ''
}

const standing = async (): Promise<number> =>
  (await pool.query('select from freeze_order where lifted_at is null')).rowCount ?? 0

test('one operator freezes everything and two lift it, as in the runbook', async () => {
  const said = await follow('Stop everything', { CASE })
  expect(said).toContain('Everything is frozen: nothing is sent')
  expect(said).toContain('Everything, since')
  expect(said).toContain('is done: lift the freeze')
  expect(await standing()).toBe(0)
})

test('a business is frozen and released, as in the runbook', async () => {
  const { shop } = await world.receive(10_000)
  const { rows } = await pool.query<{ tag: string }>('select link_tag as tag from business where id = $1', [
    shop,
  ])
  const said = await follow('Stop one business', { BUSINESS: rows[0]?.tag ?? '', CASE })
  expect(said).toContain('is done: lift the freeze')
  expect(await standing()).toBe(0)
})

test('a network is frozen and released, as in the runbook', async () => {
  expect(await follow('Stop one network', { CASE })).toContain('Polygon in test mode is frozen')
  expect(await standing()).toBe(0)
})

test('one of our wallets is stopped and resumed, as in the runbook', async () => {
  const said = await follow('Stop one lane', { LANE: 'test:Polygon:1', CASE })
  expect(said).toContain('test:Polygon:1 sends nothing, not even signed transfers')
  expect(said).toContain('halted: its key may have been seen')
  expect(said).toContain('is done: resume the lane')
  expect(await world.findings()).toEqual([])
})
