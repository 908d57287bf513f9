import { afterAll, expect, test, vi } from 'vitest'
import { createReturningWorld } from '../returning-world.ts'
import { createRunbook } from './follow-runbook.ts'

// Slow: every command of the runbook starts a process, and the machine may be busy with other tests.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

const world = await createReturningWorld()
// The events are an hour old, so that the commands, which use the real clock, come after them.
world.clock.advance(Date.now() - 3_600_000 - world.clock.now().getTime())
await world.openLane(1)
const { follow, whoDoes } = await createRunbook('tokens-back.md', {
  environment: process.env,
  ownerUrl: world.ownerUrl,
  emails: ['bisi@afara.test', 'chidi@afara.test'],
})
afterAll(world.close)

async function overDeposited() {
  const sold = await world.sellFromWallet(1_000)
  await world.mine('Polygon', [{ to: sold.address, minor: 150_000 }])
  return { ...sold, caseId: await world.caseOf(sold.sell, 'over_deposited') }
}

test('tokens that a sell could not accept are returned to a wallet, as in the runbook', async () => {
  const { shop, caseId } = await overDeposited()
  const said = await follow('To a wallet', {
    CASE: caseId,
    WALLET: '0xde709f2102306220921060314715629080e2fb77',
  })
  expect(said).toContain('is done: return 500.00 NGNC')
  expect(await world.withdrawalsOf(shop)).toMatchObject([{ amount: '50000', network: 'Polygon' }])
})

test('tokens that a sell could not accept are returned to the balance, as in the runbook', async () => {
  const { shop, caseId } = await overDeposited()
  await follow('Into the balance', { CASE: caseId })
  expect(await world.tokensOf(shop)).toBe(50_000n)
})

test('each decision is proposed by one and approved by the other', () => {
  for (const heading of ['To a wallet', 'Into the balance'])
    expect(whoDoes(heading)).toContainEqual(expect.stringContaining('# your colleague'))
})
