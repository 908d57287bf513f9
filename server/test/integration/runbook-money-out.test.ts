import { formatId } from '@afara/server/kernel/ids/ids.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { createClearingWorld } from '../clearing-world.ts'
import { createRunbook } from './follow-runbook.ts'

// Slow: every command of the runbook starts a process, and the machine may be busy with other tests.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const world = await createClearingWorld()
const { owner: pool, clock } = world
// The events are some days old, so that the commands, which use the real clock, come after them.
clock.advance(Date.now() - 10 * 24 * 3_600_000 - clock.now().getTime())
await world.openLane(1)
const { follow, run, operators } = await createRunbook('money-out.md', {
  environment: process.env,
  ownerUrl: world.ownerUrl,
  emails: ['bisi@afara.test', 'chidi@afara.test'],
})

afterAll(world.close)

test('another person with the same name, as in the runbook: two operators release the buy', async () => {
  const { buy, account } = await world.receive(20_000)
  world.listed.add(account.payer.name)
  await world.advance(buy)
  world.listed.clear()
  const CASE = await world.caseOf(buy, 'screening_hit')
  const said = await follow('A name is on a sanctions list', { CASE })
  expect(said).toContain(
    'is done: release it: ₦20,000.00 is sent to 0x52908400098527886E0F7030069857D2E4169EE7',
  )
  expect(await world.statusOf(buy)).toBe('cleared')
})

test('sanctioned money cannot be returned by any command', async () => {
  const { buy, account } = await world.receive(20_000)
  world.listed.add(account.payer.name)
  await world.advance(buy)
  world.listed.clear()
  const caseId = await world.caseOf(buy, 'screening_hit')
  await expect(
    run(`npx afara ops propose ${caseId} --reject --reason "they ask for it"`, operators.you),
  ).rejects.toThrow(/resolution_invalid/)
  expect(await world.statusOf(buy)).toBe('on_hold')
})

test('a buy over the limit, as in the runbook: two operators release it', async () => {
  const { buy } = await world.receive(30_000, {}, { dailyLimitMinor: 1n })
  await world.advance(buy)
  await follow('Over the limit', { CASE: await world.caseOf(buy, 'over_limit') })
  expect(await world.statusOf(buy)).toBe('cleared')
  const said = await follow('Where is a buy', { BUY: formatId('transaction', buy) })
  expect(said).toContain('waits     queued in lane test:Polygon:1')
  expect(said).toContain('released: cleared')
})

test('a failed send, as in the runbook: the tokens are sent again', async () => {
  const { buy } = await world.receive(25_000)
  await world.advance(buy)
  await pool.query('delete from delivery where transaction_id = $1', [buy])
  for (const event of ['transfer_signed', 'transfer_dead']) {
    await pool.query(
      `select move_transaction(id, version, $2, '{}', $3, null) from transaction where id = $1`,
      [buy, event, clock.now()],
    )
  }
  await world.advance(buy)
  const said = await follow('A send failed', { CASE: await world.caseOf(buy, 'send_failed') })
  expect(said).toContain('is done: send the tokens again')
  expect(await world.deliveryOf(buy)).toBeDefined()
})

test('a buy that cannot be delivered, as in the runbook: its naira is returned', async () => {
  const { buy } = await world.receive(12_000, { wallet: { network: 'Stellar', address: 'GABC' } })
  await world.advance(buy)
  const said = await follow('It cannot be delivered', { CASE: await world.caseOf(buy, 'cannot_deliver') })
  expect(said).toContain('is done: refund ₦12,000.00 to')
  expect(await world.statusOf(buy)).toBe('refunding')
  expect(await world.casesOf(buy)).toEqual(['refund_due'])
  const due = await run(`npx afara ops show ${await world.caseOf(buy, 'refund_due')}`, operators.you)
  expect(due).toContain('A refund is due')
  expect(due).toContain('--redirect')
})
