import { softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClearingWorld, polygonWallet } from '../../../test/clearing-world.ts'
import { createSellingWorld } from '../../../test/selling-world.ts'
import { newId, parseId } from '../../kernel/ids/ids.ts'
import { requestChange } from './propose-resolution.ts'

const buying = await createClearingWorld()
const selling = await createSellingWorld()
const evidence = 'NIGSAC report 2026/0117, sent at 10:30'

beforeAll(async () => {
  await buying.openLane(1)
  await selling.openPayoutAccount('main', 1_000_000)
})
afterAll(async () => Promise.all([buying.close(), selling.close()]))

async function heldBuy(): Promise<{ buy: string; caseId: string }> {
  buying.listed.add(polygonWallet.address)
  const { buy } = await buying.receive(20_000)
  await buying.advance(buy)
  buying.listed.clear()
  return { buy, caseId: await buying.caseOf(buy, 'screening_hit') }
}

async function frozenBuy(): Promise<string> {
  const { buy, caseId } = await heldBuy()
  await buying.propose(caseId, { action: 'freeze_and_report', evidence })
  await buying.approve(caseId)
  return buy
}

/** Returns everything about a transaction that its business can read: its row and its events. */
const seenOutside = async (id: string) =>
  (
    await buying.owner.query(
      `select t.status, t.version, (select jsonb_agg(e.event || ':' || e.data::text order by e.sequence) from transaction_event e
         where e.transaction_id = t.id) as events from transaction t where t.id = $1`,
      [id],
    )
  ).rows[0]

test('two operators freeze and report a true match, and the business sees an ordinary review', async () => {
  const { buy, caseId } = await heldBuy()
  const before = await seenOutside(buy)
  await buying.propose(caseId, { action: 'freeze_and_report', evidence })
  await buying.approve(caseId)
  expect(await seenOutside(buy)).toEqual(before)
  expect(before).toMatchObject({ status: 'on_hold' })
  expect(await buying.casesOf(buy)).toEqual([])
  const { rows } = await buying.owner.query(
    'select resolution, ended from case_file where transaction_id = $1',
    [buy],
  )
  expect(rows).toEqual([
    {
      ended: 'approved',
      resolution: { action: 'freeze_and_report', asset: 'NGN', amount_minor: '2000000', evidence },
    },
  ])
})

test('a freeze needs the name of the report', async () => {
  const { caseId } = await heldBuy()
  await expect(buying.propose(caseId, { action: 'freeze_and_report' })).rejects.toThrow(
    /Report the match to NIGSAC/,
  )
})

test('no other case can release or refund a frozen buy', async () => {
  const buy = await frozenBuy()
  for (const action of ['release', 'reject']) {
    await buying.owner.query(
      `select open_case($1, 'test', 'over_limit', null, null, $2, null, 'asked besides', '{}', null, $3, $3)`,
      [newId(), buy, buying.clock.now()],
    )
    const other = await buying.caseOf(buy, 'over_limit')
    const decide = async () => {
      await buying.propose(other, { action })
      await buying.approve(other)
    }
    await expect(decide()).rejects.toThrow(/sanctions/)
    await buying.owner.query(
      `select close_case(id, '{"action": "dismiss"}', $2) from case_file where transaction_id = $1 and state <> 'resolved'`,
      [buy, buying.clock.now()],
    )
  }
  await expect(
    buying.owner.query(
      `select from transaction t, move_transaction(t.id, t.version, 'released', '{}', $2, null) where t.id = $1`,
      [buy, buying.clock.now()],
    ),
  ).rejects.toMatchObject({ code: 'AF440' })
  expect(await buying.statusOf(buy)).toBe('on_hold')
})

test('a frozen buy is never overdue', async () => {
  const buy = await frozenBuy()
  buying.clock.advance(25 * 3_600_000)
  await buying.advance(buy)
  expect(await buying.casesOf(buy)).toEqual([])
})

test('the tokens of a frozen sell are not paid out and not swept', async () => {
  selling.listed.add('ADA OBI')
  const { sell } = await selling.sell(2_000)
  await selling.advance(sell)
  const caseId = await selling.caseOf(sell, 'screening_hit')
  await selling.propose(caseId, { action: 'freeze_and_report', evidence })
  await selling.approve(caseId)
  selling.listed.clear()
  expect([await selling.statusOf(sell), await selling.orderOf(sell)]).toEqual(['on_hold', undefined])
  const { rows } = await selling.owner.query('select is_sweepable($1) as swept', [sell])
  expect(rows).toEqual([{ swept: false }])
})

/** Two operators reopen a case about a frozen match. */
async function reopen(caseId: string): Promise<void> {
  const { caseId: asked } = await requestChange(
    { pool: buying.owner, clock: buying.clock, signing: softwareSigning() },
    {
      operatorId: buying.bisi,
      reason: 'NIGSAC confirms that it is another person',
      change: {
        mode: 'test',
        facts: { subject: `match:${caseId}` },
        summary: 'Ask again.',
        resolution: { action: 'reopen_match', case_id: parseId('case', caseId) ?? '' },
      },
    },
  )
  await buying.approve(asked)
}

test('two operators reopen a wrongly frozen match, and it stays frozen until it is released', async () => {
  const { buy, caseId } = await heldBuy()
  await buying.propose(caseId, { action: 'freeze_and_report', evidence })
  await buying.approve(caseId)
  await reopen(caseId)
  expect([await buying.statusOf(buy), await buying.casesOf(buy)]).toEqual(['on_hold', ['screening_hit']])
  await expect(reopen(caseId)).rejects.toThrow('is not a confirmed match that can be reopened')
  const again = await buying.caseOf(buy, 'screening_hit')
  await buying.propose(again, { action: 'release' })
  await buying.approve(again)
  expect(await buying.statusOf(buy)).toBe('cleared')
})

test('only a frozen match can be reopened', async () => {
  const { buy, caseId } = await heldBuy()
  await expect(reopen(caseId)).rejects.toThrow('is not a confirmed match that can be reopened')
  expect(await buying.casesOf(buy)).toEqual(['screening_hit'])
})

test('after all of this the invariants hold', async () => {
  expect([...(await buying.findings()), ...(await selling.findings())]).toEqual([])
})
