import { softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDecidingWorld } from '../../../test/deciding-world.ts'
import { newId } from '../../kernel/ids/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Resolution } from '../../records/cases/resolution.ts'
import { approveCase } from './approve-case.ts'
import { requestChange } from './propose-resolution.ts'

const world = await createDecidingWorld()
const { owner: pool, clock } = world
const deps = { pool, clock, signing: softwareSigning() }

beforeAll(async () => {
  await pool.query(`update decision_policy set people = 1 where mode = 'test'`)
})
afterAll(world.close)

const propose = async (mode: Mode, resolution: Resolution, lineId?: string) =>
  requestChange(deps, {
    change: { mode, lineId, facts: { subject: newId() }, summary: 'A test.', resolution },
    operatorId: world.bisi,
    reason: 'a test',
  })

const decide = async (mode: Mode, resolution: Resolution): Promise<void> => {
  const { caseId } = await propose(mode, resolution)
  await approveCase(deps, { caseId, operatorId: mode === 'test' ? world.bisi : world.chidi })
}

const freeze = async (scope: string, subject: string): Promise<Resolution> => {
  await pool.query(`select place_freeze($1, $2, 'a test', 'system:test', now())`, [scope, subject])
  const { rows } = await pool.query<{ id: string }>(
    `select id from freeze_order where scope = $1 and subject = $2 and lifted_at is null`,
    [scope, subject],
  )
  return { action: 'lift_freeze', freeze_id: rows[0]?.id ?? '' }
}

let lanes = 0
const haltedLane = async (mode: Mode): Promise<string> => {
  const id = newId()
  lanes += 1
  await pool.query(`select open_lane($1, $2, 'Polygon', $3, $4, 0, now())`, [id, mode, lanes + 50, newId()])
  await pool.query(`select stop_lane($1, 'halted', 'system:test', 'a test', now())`, [id])
  return id
}

const frozenPayoutAccount = async (mode: Mode): Promise<string> => {
  const id = newId()
  await pool.query(`select open_payout_account($1, $2, 'paystack', $3, null, now())`, [id, mode, id])
  await pool.query(`select stop_payout_account($1, 'frozen', 'system:test', 'a test', now())`, [id])
  return id
}

const collectionAccount = async (mode: Mode): Promise<string> => {
  const id = newId()
  const number = String(Math.floor(Math.random() * 1e10)).padStart(10, '0')
  await pool.query(
    `insert into vendor_account (id, mode, name, account_number, bank_code, bank_name, feed) values ($1, $2, 'TEST', $3, '000013', 'GTBank', null)`,
    [id, mode, number],
  )
  return id
}

const otherMode = { code: 'resolution_invalid', cause: { code: 'AF458' } }

test.each([
  ['all', ''],
  ['business', newId()],
  ['network', 'live:Polygon'],
])('a decision in test mode does not lift the freeze of %s %s', async (scope, subject) => {
  const lift = await freeze(scope, subject)
  await expect(propose('test', lift)).rejects.toMatchObject(otherMode)
  await decide('live', lift)
})

test('a decision in test mode lifts the freeze of a network in test mode, and one in live mode does not', async () => {
  const lift = await freeze('network', 'test:Polygon')
  await expect(propose('live', lift)).rejects.toMatchObject(otherMode)
  await decide('test', lift)
})

test('a lane is resumed by a decision in its own mode only', async () => {
  for (const [mode, other] of [
    ['live', 'test'],
    ['test', 'live'],
  ] as const) {
    const resume: Resolution = { action: 'resume_lane', lane_id: await haltedLane(mode) }
    await expect(propose(other, resume)).rejects.toMatchObject(otherMode)
    await decide(mode, resume)
  }
})

test('the id of a lane is recognised in every form that PostgreSQL reads', async () => {
  const id = await haltedLane('live')
  for (const form of [id.toUpperCase(), `{${id}}`, id.replaceAll('-', '')]) {
    await expect(propose('test', { action: 'resume_lane', lane_id: form })).rejects.toMatchObject(otherMode)
  }
})

test('a payout account is resumed and funded by a decision in its own mode only', async () => {
  const id = await frozenPayoutAccount('live')
  const resume: Resolution = { action: 'resume_payouts', account_id: id }
  const fund: Resolution = {
    action: 'fund_payout_account',
    account_id: id,
    account: 'live:paystack:x',
    amount_minor: '100',
  }
  await expect(propose('test', resume)).rejects.toMatchObject(otherMode)
  await expect(propose('test', fund)).rejects.toMatchObject(otherMode)
  await decide('live', resume)
  await decide('live', fund)
})

test.each([
  { action: 'abandon_lane', since: '', locks: '0', tokens_minor: '0', digest: '' },
  { action: 'adopt', first_lock: '0', locks: '1', tokens_minor: '0', digest: '' },
  { action: 'write_off', lock: '0', right_key: '', tokens_minor: '1', business_id: null },
] as const)('$action of a live lane is refused in test mode', async (resolution) => {
  const lane_id = await haltedLane('live')
  await expect(propose('test', { ...resolution, lane_id })).rejects.toMatchObject(otherMode)
})

test('a live payout is not written off, and no live account pays by hand, by a decision in test mode', async () => {
  const writeOff = {
    action: 'write_off_payout',
    account_id: await frozenPayoutAccount('live'),
    reference: 'af-1',
    right_key: '',
    business_id: newId(),
    amount_minor: '1',
    balance_minor: null,
    bears: 'nobody',
  } as const
  await expect(propose('test', writeOff)).rejects.toMatchObject(otherMode)
  const byHand = {
    action: 'pay_by_hand',
    return_id: newId(),
    line_id: newId(),
    amount_minor: '1',
    account_id: await collectionAccount('live'),
    from: '',
    bank_code: null,
    account_number: '0123456789',
  } as const
  await expect(propose('test', byHand)).rejects.toMatchObject(otherMode)
})

test('a case in test mode decides nothing about a live credit', async () => {
  const { rows } = await pool.query<{ id: string }>(
    `insert into bank_line (id, mode, vendor_account_id, direction, kind, gross_minor, settled_minor, booked_at, value_date, narration, seen_at)
     values ($1, 'live', $2, 'credit', 'payment', 5, 5, now(), now(), 'a test', now()) returning id`,
    [newId(), await collectionAccount('live')],
  )
  await expect(propose('test', { action: 'keep' }, rows[0]?.id)).rejects.toMatchObject(otherMode)
})

test('what belongs to no mode is decided in live mode only', async () => {
  const rate: Resolution = {
    action: 'set_rate',
    pair: 'USD/NGN',
    bid: '1500',
    ask: '1510',
    valid_minutes: 5,
    last: null,
  }
  const journal: Resolution = {
    action: 'adopt_journal',
    vault: 'signer',
    count: 0,
    hash: 'a'.repeat(64),
    replaces: null,
    // A rebuilt journal may contain accounts in test mode.
    unexplained: [{ scope: 'payout_account', subject: await frozenPayoutAccount('test'), reason: 'a test' }],
  }
  const operator = await world.hire('Dayo')
  await pool.query(`update operator set status = 'suspended' where id = $1`, [operator])
  const resume: Resolution = { action: 'resume_operator', operator_id: operator, email: 'dayo@afara.test' }
  for (const resolution of [rate, journal, resume]) {
    await expect(propose('test', resolution)).rejects.toMatchObject({ code: 'AF466' })
  }
  await decide('live', journal)
})
