import { softwarePasskey } from '@afara/stack/authenticator/software-passkey.ts'
import { hireOperator } from '@afara/stack/authenticator/software-signing.ts'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatId, newId } from '../../kernel/ids/ids.ts'
import { createPool, inTransaction, type Sql } from '../../kernel/postgres/pool.ts'
import { appendAudit } from '../audit/audit-store.ts'
import { hashDecision } from '../decisions/decision-text.ts'
import { runChecks } from '../ledger/check-store.ts'
import type { CaseKind } from './case-file.ts'
import {
  approveResolution,
  declineResolution,
  dismissCase,
  noteCase,
  proposeResolution,
  takeCase,
} from './case-step-store.ts'
import { findCase, selectCases, selectSteps } from './case-store.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 8, applicationName: 'test' })
const api = createPool(database.url('afara_api'), { max: 1, applicationName: 'test' })
const at = new Date('2026-11-16T09:00:00Z')
let bisi = ''
let chidi = ''

beforeAll(async () => {
  const by = { actor: 'system:test', reason: 'a test' }
  bisi = (await hireOperator(owner, { email: 'bisi@afara.test', name: 'Bisi', ...by })).id
  chidi = (await hireOperator(owner, { email: 'chidi@afara.test', name: 'Chidi', ...by })).id
})
afterAll(async () => {
  await Promise.all([owner.end(), api.end()])
  await database.drop()
})

async function openCase(
  about: { kind?: CaseKind; lineId?: string | null; facts?: object; mode?: 'test' | 'live' } = {},
) {
  const { rows } = await owner.query<{ id: string }>(
    `select open_case($1, $7, $2, null, $3, null, null, 'Nothing fits', $4, '{"action": "keep"}', $5, $6) as id`,
    [
      newId(),
      about.kind ?? 'unmatched',
      about.lineId === undefined ? newId() : about.lineId,
      about.facts ?? {},
      at,
      new Date(at.getTime() + 86_400_000),
      about.mode ?? 'test',
    ],
  )
  return rows[0]?.id ?? ''
}

const TEXT = 'Afara decision 1\nreason: "because"'
const signed = (operatorId: string) =>
  softwarePasskey(operatorId).assert({
    challenge: hashDecision(TEXT),
    rpId: 'localhost',
    origin: 'http://localhost',
  })

const step = (caseId: string, version: number, operatorId: string, reason = 'because') => ({
  caseId,
  version,
  operatorId,
  reason,
  at,
})

async function approve(sql: Sql, caseId: string, version: number, operatorId: string) {
  const next = await approveResolution(sql, step(caseId, version, operatorId), TEXT, signed(operatorId))
  const file = await findCase(sql, caseId)
  if (next !== null)
    await appendAudit(sql, {
      actor: file?.proposedBy ?? '',
      approvedBy: operatorId,
      action: 'case.resolved',
      subject: formatId('case', caseId),
      reason: 'because',
    })
  return next
}

test('only one case is open about a question, and a new one can be opened after it was resolved', async () => {
  const lineId = newId()
  const first = await openCase({ lineId })
  expect(await openCase({ lineId })).toBe(first)
  expect(await openCase({ lineId, kind: 'duplicate' })).not.toBe(first)
  await owner.query(`select close_case($1, '{"action": "allocate"}', $2)`, [first, at])
  expect(await openCase({ lineId })).not.toBe(first)
})

test('twenty concurrent requests for the same case open one case', async () => {
  const lineId = newId()
  const ids = await Promise.all(Array.from({ length: 20 }, async () => openCase({ lineId })))
  expect(new Set(ids).size).toBe(1)
})

test('lines quarantined for different reasons open different cases', async () => {
  const about = (subject: string) => ({ kind: 'line_aside', lineId: null, facts: { subject } }) as const
  const first = await openCase(about('amount differs'))
  expect(await openCase(about('amount differs'))).toBe(first)
  expect(await openCase(about('unreadable'))).not.toBe(first)
})

test('one operator proposes, another approves, and every step is kept', async () => {
  const id = await openCase()
  expect(await takeCase(owner, step(id, 1, bisi))).toBe(2)
  expect(await noteCase(owner, step(id, 2, chidi, 'the bank was called'))).toBe(3)
  expect(
    await proposeResolution(
      owner,
      step(id, 3, bisi),
      { action: 'keep' },
      {},
      { text: TEXT, assertion: signed(bisi) },
    ),
  ).toBe(4)
  expect(await inTransaction(owner, async (sql) => approve(sql, id, 4, chidi))).toBe(5)
  expect(await findCase(owner, id)).toMatchObject({
    state: 'resolved',
    ended: 'approved',
    ownerId: bisi,
    proposedBy: bisi,
    approvedBy: chidi,
    resolution: { action: 'keep' },
  })
  const steps = await selectSteps(owner, id)
  expect(steps.map(({ action, operatorName }) => [action, operatorName])).toEqual([
    ['opened', null],
    ['taken', 'Bisi'],
    ['noted', 'Chidi'],
    ['proposed', 'Bisi'],
    ['approved', 'Chidi'],
  ])
})

test('an operator cannot approve their own proposal, in live mode even by a direct update', async () => {
  const id = await openCase({ mode: 'live' })
  await proposeResolution(
    owner,
    step(id, 1, bisi),
    { action: 'keep' },
    {},
    { text: TEXT, assertion: signed(bisi) },
  )
  await expect(approveResolution(owner, step(id, 2, bisi), TEXT, signed(bisi))).rejects.toMatchObject({
    code: 'approval_by_same_person',
  })
  await expect(
    owner.query(
      `update case_file set state = 'resolved', ended = 'approved', approved_by = proposed_by, resolved_at = now(),
       version = version + 1 where id = $1`,
      [id],
    ),
  ).rejects.toMatchObject({ code: '23514' })
})

test('of two concurrent approvals, one succeeds', async () => {
  const id = await openCase()
  await proposeResolution(
    owner,
    step(id, 1, bisi),
    { action: 'keep' },
    {},
    { text: TEXT, assertion: signed(bisi) },
  )
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, async () => inTransaction(owner, async (sql) => approve(sql, id, 2, chidi))),
  )
  expect(outcomes.filter((version) => version === 3)).toHaveLength(1)
  expect(outcomes.filter((version) => version === null)).toHaveLength(5)
})

test('a declined resolution can be proposed again, and an old version is rejected', async () => {
  const id = await openCase()
  await proposeResolution(
    owner,
    step(id, 1, bisi),
    { action: 'keep' },
    {},
    { text: TEXT, assertion: signed(bisi) },
  )
  expect(
    await proposeResolution(
      owner,
      step(id, 2, chidi),
      { action: 'keep' },
      {},
      { text: TEXT, assertion: signed(chidi) },
    ),
  ).toBeNull()
  expect(await declineResolution(owner, step(id, 2, chidi))).toBe(3)
  expect(
    await proposeResolution(
      owner,
      step(id, 3, chidi),
      { action: 'return', amount_minor: '5' },
      {},
      { text: TEXT, assertion: signed(chidi) },
    ),
  ).toBe(4)
  expect(await approveResolution(owner, step(id, 2, bisi), TEXT, signed(bisi))).toBeNull()
  expect(await findCase(owner, id)).toMatchObject({ state: 'awaiting_approval', proposedBy: chidi })
})

test('one operator can dismiss a case without money', async () => {
  const id = await openCase({ kind: 'line_aside' })
  expect(await dismissCase(owner, step(id, 1, bisi))).toBe(2)
  expect(await findCase(owner, id)).toMatchObject({ state: 'resolved', ended: 'dismissed', approvedBy: null })
})

test('a proposal of a disabled operator cannot be approved', async () => {
  const by = { actor: 'system:test', reason: 'a test' }
  const ada = (await hireOperator(owner, { email: 'ada@afara.test', name: 'Ada', ...by })).id
  const id = await openCase()
  await proposeResolution(
    owner,
    step(id, 1, ada),
    { action: 'keep' },
    {},
    { text: TEXT, assertion: signed(ada) },
  )
  await owner.query(`update operator set status = 'suspended' where id = $1`, [ada])
  await expect(approveResolution(owner, step(id, 2, bisi), TEXT, signed(bisi))).rejects.toMatchObject({
    code: 'operator_disabled',
  })
})

test('a resolved case and its steps cannot change', async () => {
  const id = await openCase()
  await owner.query(`select close_case($1, '{"action": "allocate"}', $2)`, [id, at])
  await expect(owner.query(`update case_file set version = version + 1 where id = $1`, [id])).rejects.toThrow(
    /is resolved/,
  )
  await expect(owner.query(`delete from case_file where id = $1`, [id])).rejects.toThrow(/append-only/)
  await expect(
    owner.query(`update case_step set reason = 'another' where case_id = $1`, [id]),
  ).rejects.toThrow(/append-only/)
  expect(await noteCase(owner, step(id, 2, bisi))).toBeNull()
})

test('the most overdue case is listed first, and filters apply', async () => {
  const mine = await openCase({ kind: 'recall' })
  await takeCase(owner, step(mine, 1, chidi))
  expect((await selectCases(owner, { ownerId: chidi, kind: 'recall' }, 10)).map(({ id }) => id)).toEqual([
    mine,
  ])
  const all = await selectCases(owner, {}, 100)
  expect(all.every(({ state }) => state !== 'resolved')).toBe(true)
  const dues = all.map(({ dueAt }) => dueAt.getTime())
  expect(dues).toEqual(dues.toSorted((a, b) => a - b))
})

test('the api sees no case', async () => {
  await expect(api.query('select from case_file')).rejects.toThrow(/permission denied/)
})

test('after all of this the checks find nothing', async () => {
  expect((await runChecks(owner)).findings).toEqual([])
})
