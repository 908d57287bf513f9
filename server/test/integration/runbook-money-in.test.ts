import { formatId, newId } from '@afara/server/kernel/ids/ids.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { createDecidingWorld } from '../deciding-world.ts'
import { createRunbook } from './follow-runbook.ts'

// Slow: every command of the runbook starts a process, and the machine may be busy with other tests.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const world = await createDecidingWorld()
const { clock } = world
const HOUR = 3_600_000
// The events are some days old, so that the commands, which use the real clock, come after them.
clock.advance(Date.now() - 10 * 24 * HOUR - clock.now().getTime())

const { operators, run, follow, whoDoes } = await createRunbook('money-in.md', {
  environment: process.env,
  ownerUrl: world.ownerUrl,
  emails: ['bisi@afara.test', 'chidi@afara.test'],
})
afterAll(world.close)

const payer = { accountNumber: '2222222222', bankCode: '000013', name: 'ADAEZE NGOZI OBI' } as const
const claimed = { payer: { ...payer, bankName: 'GTBank', accountName: 'Adaeze Obi' } }

test('a short payment, as in the runbook: the buy continues with the received amount', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const buy = await world.claim(shop, account, 50_000, claimed)
  await world.pay(account, 49_950, payer)
  clock.advance(HOUR)
  await world.match(account)
  clock.advance(49 * HOUR)
  await world.owner.query('select open_underpaid_case($1, $2, $3, $3)', [newId(), buy, clock.now()])

  const said = await follow('A short payment', { CASE: await world.caseOf(buy, 'underpaid') })
  expect(said).toContain('holds ₦49,950.00')
  expect(said).toContain('is done: continue with the amount that arrived')
  expect(await world.statusOf(buy)).toBe('payment_received')
  expect(await world.heldBy(buy)).toBe('4995000')
})

test('an unmatched credit, as in the runbook: it is allocated to its buy', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const stranger = { accountNumber: '3333333333', bankCode: '000014', name: 'EMEKA OKAFOR' } as const
  const credit = await world.pay(account, 75_000, stranger)
  clock.advance(25 * HOUR)
  await world.match(account)
  const buy = await world.claim(shop, account, 75_000, claimed)

  const said = await follow('An unmatched credit', {
    CASE: await world.caseOf(credit, 'unmatched'),
    PAYER: stranger.accountNumber,
    BUY: formatId('transaction', buy),
  })
  expect(said).toContain(`${account.number} (test, active): ₦75,000.00 in 1 credit`)
  expect(said).toContain(`is done: allocate ₦75,000.00 to ${formatId('transaction', buy)}`)
  expect(await world.statusOf(buy)).toBe('payment_received')
  expect(await world.findings()).toEqual([])
})

test('each decision is proposed by one and approved by the other', () => {
  for (const heading of ['A short payment', 'An unmatched credit'])
    expect(whoDoes(heading)).toContain('# your colleague')
})

test('one operator alone can only propose', async () => {
  const account = await world.openAccount()
  const credit = await world.pay(account, 80_000, { ...payer, accountNumber: '4444444444' })
  clock.advance(25 * HOUR)
  await world.match(account)
  const caseId = await world.caseOf(credit, 'unmatched')
  await run(`npx afara ops propose ${caseId} --keep --reason "nobody asks for it"`, operators.you)
  await expect(run(`npx afara ops approve ${caseId}`, operators.you)).rejects.toThrow(
    /approval_by_same_person/,
  )
})

test('npx finds the command from the project folder, with any version of Node', async () => {
  expect(await run('npx afara ops cases', operators.you, '')).toContain('Next: npx afara ops show cas_')
})
