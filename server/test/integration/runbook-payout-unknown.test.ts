import { formatId, newId } from '@afara/server/kernel/ids/ids.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { createSellingWorld } from '../selling-world.ts'
import { createRunbook } from './follow-runbook.ts'

// Slow: every command of the runbook starts a process, and the machine may be busy with other tests.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

const world = await createSellingWorld()
const { owner, clock } = world
// The events are an hour old, so that the commands, which use the real clock, come after them.
clock.advance(Date.now() - 3_600_000 - clock.now().getTime())
const account = await world.openPayoutAccount('main', 1_000_000)

const { follow, whoDoes } = await createRunbook('payout-unknown.md', {
  environment: process.env,
  ownerUrl: world.ownerUrl,
  emails: ['bisi@afara.test', 'chidi@afara.test'],
})
afterAll(world.close)

async function lostPayout() {
  const { sell } = await world.sell(2_000)
  await world.advance(sell)
  await world.losePayout(sell)
  return { sell, caseId: await world.caseOf(sell, 'payout_unknown') }
}

/** Books an unexplained line in the vendor's statement. Returns its case. */
async function bookLine(direction: 'debit' | 'credit', minor: number): Promise<string> {
  const at = clock.now()
  const { rows } = await owner.query<{ fence: string }>(`select take_payouts($1, 'a test', 60000) as fence`, [
    account,
  ])
  const line = { external_id: newId(), at, direction, amount_minor: minor, reference: null, kind: 'other' }
  const values = [account, rows[0]?.fence, JSON.stringify([line]), at]
  await owner.query(`select record_payout_lines($1, $2, $3, '', true, $4, $4)`, values)
  await owner.query('select release_payouts($1, $2)', values.slice(0, 2))
  const found = await owner.query<{ id: string }>(
    `select id from case_file where kind = 'payout_unexplained' and facts ->> 'line' = $1`,
    [line.external_id],
  )
  return formatId('case', found.rows[0]?.id ?? '')
}
const openRequest = async (): Promise<string> => {
  const { rows } = await owner.query<{ id: string }>(
    `select id from case_file where kind = 'request' and state <> 'resolved'`,
  )
  return formatId('case', rows[0]?.id ?? '')
}

test('a bank gives no answer and the payout was paid, as in the runbook', async () => {
  const { sell, caseId } = await lostPayout()
  const said = await follow('A payout has no outcome', { CASE: caseId })
  expect(said).toContain('is done: it was paid')
  expect(await world.statusOf(sell)).toBe('completed')
})

test('the payout was not paid, as in the runbook: the sell is retried', async () => {
  const { sell, caseId } = await lostPayout()
  const said = await follow('It was not paid', { CASE: caseId })
  expect(said).toContain('it was not paid')
  expect(await world.statusOf(sell)).toBe('payout_failed')
})

test('an account froze by itself, as in the runbook: the debit is explained, and the account pays again', async () => {
  const caseId = await bookLine('debit', 70_000)
  const said = await follow('An account froze by itself', {
    CASE: caseId,
    ACCOUNT: 'test:paystack:main',
    REQUEST: openRequest,
  })
  expect(said).toContain('the vendor owes it to us')
  expect(said).toContain('resume payouts from the account')
  const { rows } = await owner.query('select state from payout_account where id = $1', [account])
  expect(rows).toEqual([{ state: 'active' }])
})

test('unexpected naira arrived, as in the runbook', async () => {
  const said = await follow('An unexpected credit', { CASE: await bookLine('credit', 12_345) })
  expect(said).toContain('is done: it is our own money')
})

test('the bank rejected the payout, as in the runbook: the tokens are returned', async () => {
  const { sell } = await world.sell(2_000)
  await world.advance(sell)
  for (const attempt of [1, 2, 3]) {
    await world.failPayout(sell, attempt)
    await world.advance(sell)
  }
  await follow('A payout failed', { CASE: await world.caseOf(sell, 'payout_failed') })
  expect(await world.statusOf(sell)).toBe('refunding')
})

test('each decision is proposed by one and approved by the other', () => {
  for (const heading of [
    'A payout has no outcome',
    'It was not paid',
    'An account froze by itself',
    'An unexpected credit',
    'A payout failed',
  ])
    expect(whoDoes(heading)).toContainEqual(expect.stringContaining('# your colleague'))
})
