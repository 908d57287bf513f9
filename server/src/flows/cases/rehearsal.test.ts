import { softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClearingWorld } from '../../../test/clearing-world.ts'
import { parseId } from '../../kernel/ids/ids.ts'
import { placeLien } from '../../records/cases/credit-fund-store.ts'
import { declineCase } from './case-steps.ts'
import { requestChange } from './propose-resolution.ts'

const world = await createClearingWorld()
const { owner: pool, clock } = world
let lane = ''

beforeAll(async () => {
  lane = await world.openLane(1)
})
afterAll(world.close)

async function overLimit() {
  const received = await world.receive(20_000)
  await world.limit(received.shop, 'daily_limit_minor', 1)
  await pool.query(`update buy set needs = '{daily_limit}' where transaction_id = $1`, [received.buy])
  await world.advance(received.buy)
  return { ...received, caseId: await world.caseOf(received.buy, 'over_limit') }
}

async function rowsOf(caseId: string) {
  const { rows } = await pool.query<{ state: string; steps: string[]; signatures: number }>(
    `select c.state, (select array_agg(s.action order by s.sequence) from case_step s where s.case_id = c.id) as steps,
       (select count(*)::int from decision_signature d where d.case_id = c.id) as signatures
     from case_file c where c.id = $1`,
    [parseId('case', caseId)],
  )
  return rows[0]
}

test('a proposal that can be carried out leaves nothing of its rehearsal', async () => {
  const { buy, caseId } = await overLimit()
  const { obstacle } = await world.propose(caseId, { action: 'release' })
  expect(obstacle).toBeNull()
  expect(await world.statusOf(buy)).toBe('on_hold')
  expect(await rowsOf(caseId)).toEqual({
    state: 'awaiting_approval',
    steps: ['opened', 'proposed'],
    signatures: 1,
  })
  expect(await world.findings()).toEqual([])
})

test('a request that can never be carried out is refused before anybody signs it, with the words of the approval', async () => {
  const asked = requestChange(
    {
      pool,
      clock,
      signing: {
        ...softwareSigning(),
        sign: async () => Promise.reject(new Error('nobody may be asked to sign')),
      },
    },
    {
      operatorId: world.bisi,
      reason: 'a test',
      change: {
        mode: 'test',
        facts: { subject: lane },
        summary: 'Resume the lane.',
        resolution: { action: 'resume_lane', lane_id: lane },
      },
    },
  )
  await expect(asked).rejects.toMatchObject({
    code: 'proposal_stale',
    message: expect.stringMatching(/is already active/) as string,
  })
  const { rows } = await pool.query(`select from case_file where kind = 'request'`)
  expect(rows).toEqual([])
})

test('a proposal that waits for a lane or a lien is stored with a warning', async () => {
  const first = await overLimit()
  await placeLien(pool, {
    lineId: first.lineId,
    operatorId: world.chidi,
    reason: 'the bank wrote',
    at: clock.now(),
  })
  expect((await world.propose(first.caseId, { action: 'release' })).obstacle).toMatch(/under a lien/)
  const second = await overLimit()
  await pool.query('select stop_lane($1, $2, $3, $4, $5)', [
    lane,
    'draining',
    world.bisi,
    'a test',
    clock.now(),
  ])
  expect((await world.propose(second.caseId, { action: 'release' })).obstacle).toMatch(/lane/)
  expect(await rowsOf(second.caseId)).toMatchObject({ state: 'awaiting_approval' })
})

test('a proposal about a credit that a lien or another case blocks is stored with the reason, and can be approved afterwards', async () => {
  const account = await world.openAccount()
  const lineId = await world.pay(account, 7_000)
  const caseId = await world.ask(account, lineId, 'duplicate')
  await placeLien(pool, { lineId, operatorId: world.chidi, reason: 'the bank wrote', at: clock.now() })
  for (const action of ['keep', 'return']) {
    expect((await world.propose(caseId, { action })).obstacle).toMatch(/credit crd_\w+ is under a lien/)
    await expect(world.approve(caseId, world.chidi, await versionOf(caseId))).rejects.toMatchObject({
      code: 'resolution_invalid',
      message: expect.stringMatching(/must lift the lien first/) as string,
    })
    await declineCase({ pool, clock }, { caseId, operatorId: world.bisi, reason: 'a test' })
  }
  await world.propose(await world.caseOf(lineId, 'recall'), { action: 'lift_lien' })
  await world.approve(await world.caseOf(lineId, 'recall'))
  const other = await world.ask(account, lineId, 'unmatched')
  await pool.query('update credit_fund set blocked_by = $2 where line_id = $1', [
    lineId,
    parseId('case', other),
  ])
  expect((await world.propose(caseId, { action: 'keep' })).obstacle).toBe(
    `${other} blocks the credit and must be decided first`,
  )
  await pool.query('update credit_fund set blocked_by = null where line_id = $1', [lineId])
  await world.approve(caseId, world.chidi, await versionOf(caseId))
  expect(await world.leftOf(lineId)).toEqual({ left: '700000', blocked: true })
})

test('a return is approved although the buy that might have claimed the credit has ended since the proposal', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const buy = await world.claim(shop, account, 9_000)
  const lineId = await world.pay(account, 9_000, { ...account.payer, accountNumber: '0987654300' })
  clock.advance(31 * 60_000)
  await world.match(account)
  const caseId = await world.caseOf(lineId, 'third_party')
  await world.propose(caseId, { action: 'return' })
  await pool.query(`select move_transaction($1, 1, 'window_closed', '{}', $2, null)`, [buy, clock.now()])
  await world.approve(caseId)
  expect(await world.leftOf(lineId)).toBeUndefined()
})

async function versionOf(caseId: string): Promise<number> {
  const { rows } = await pool.query<{ version: number }>('select version from case_file where id = $1', [
    parseId('case', caseId),
  ])
  return rows[0]?.version ?? 0
}
