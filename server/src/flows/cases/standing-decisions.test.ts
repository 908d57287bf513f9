import { softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDecidingWorld } from '../../../test/deciding-world.ts'
import { newId, parseId } from '../../kernel/ids/ids.ts'
import type { CaseKind } from '../../records/cases/case-file.ts'
import type { StandingTerms } from '../../records/cases/standing.ts'
import { endStanding, selectStandingDecisions } from '../../records/cases/standing-store.ts'
import { runChecks } from '../../records/ledger/check-store.ts'
import { approveCase } from './approve-case.ts'
import { proposeResolution, requestChange } from './propose-resolution.ts'

const world = await createDecidingWorld()
const { owner: pool, clock } = world
const deps = { pool, clock, signing: softwareSigning() }
const DAY_MS = 86_400_000

let account: Awaited<ReturnType<typeof world.openAccount>>

beforeAll(async () => {
  account = await world.openAccount()
})
afterAll(world.close)

const terms = (more: Partial<Record<keyof StandingTerms, unknown>> = {}) =>
  ({
    action: 'allow_standing',
    kind: 'return',
    ground: 'unmatched',
    cap_minor: '1000000',
    total_minor: '10000000',
    expires_at: new Date(clock.now().getTime() + DAY_MS).toISOString(),
    business_id: null,
    ...more,
  }) as StandingTerms

const propose = async (resolution: StandingTerms, mode: 'test' | 'live' = 'test') =>
  requestChange(deps, {
    change: { mode, facts: { subject: `standing:${newId()}` }, summary: 'a standing decision', resolution },
    operatorId: world.bisi,
    reason: 'a test',
  })

/** Two operators sign a standing decision. Returns its case. */
const allow = async (more: Partial<Record<keyof StandingTerms, unknown>> = {}): Promise<string> => {
  const { caseId } = await propose(terms(more))
  await approveCase(deps, { caseId, operatorId: world.chidi })
  return caseId
}

const unmatched = async (naira: number, kind: CaseKind = 'unmatched') => {
  const line = await world.pay(account, naira)
  return { line, caseId: await world.ask(account, line, kind) }
}

const proposeUnder = async (
  caseId: string,
  under: string,
  wanted: Record<string, unknown> = { action: 'return' },
) => proposeResolution(deps, { caseId, operatorId: world.bisi, wanted, reason: 'nobody claims it', under })

const approveAlone = async (caseId: string) => approveCase(deps, { caseId, operatorId: world.bisi })

/** Proposes and approves as one person. */
const close = async (caseId: string, under: string) => {
  await proposeUnder(caseId, under)
  await approveAlone(caseId)
}

const refused = { code: 'standing_exceeded' }
const idOf = (caseId: string) => parseId('case', caseId) ?? ''

test('one person closes a case under a standing decision, and the amount counts towards its total', async () => {
  const under = await allow()
  const { caseId } = await unmatched(10_000)
  await close(caseId, under)
  expect(await world.returnsOf(caseId)).toMatchObject([{ amount_minor: '1000000' }])
  const [standing] = await selectStandingDecisions(pool)
  expect(standing).toMatchObject({ usedMinor: '1000000', uses: 1, endedBecause: null })
  const { rows } = await pool.query(
    `select c.proposed_by, c.approved_by, d.text from case_file c join signed_decision d on d.case_id = c.id where c.id = $1`,
    [idOf(caseId)],
  )
  expect(rows).toMatchObject([{ proposed_by: world.bisi, approved_by: world.bisi }])
  expect(rows[0].text).toContain(`\ndecision.standing: "${idOf(under)}"\n`)
  expect((await runChecks(pool, ['check_cases', 'check_decisions'])).findings).toEqual([])
})

test('without a standing decision the proposer cannot approve', async () => {
  const { caseId } = await unmatched(100)
  await world.propose(caseId, { action: 'return' })
  await expect(approveAlone(caseId)).rejects.toMatchObject({ code: 'approval_by_same_person' })
})

test.each([
  ['another kind of decision', { kind: 'accept_short', ground: 'underpaid' }],
  ['another ground', { ground: 'duplicate' }],
  ['a lower cap', { cap_minor: '999999' }],
  ['another business', { business_id: 'own' }],
])('a standing decision with %s does not cover the case', async (_what, more) => {
  const business_id = 'business_id' in more ? await world.openBusiness() : null
  const under = await allow({ ...more, business_id })
  const { caseId } = await unmatched(10_000)
  await expect(proposeUnder(caseId, under)).rejects.toMatchObject(refused)
})

test('a case that is no standing decision, and a standing decision of one person, cover nothing', async () => {
  const { caseId } = await unmatched(100)
  const other = await unmatched(100)
  await expect(proposeUnder(caseId, other.caseId)).rejects.toMatchObject(refused)
  const waiting = await propose(terms())
  await expect(proposeUnder(caseId, waiting.caseId)).rejects.toMatchObject(refused)
  await expect(approveCase(deps, { caseId: waiting.caseId, operatorId: world.bisi })).rejects.toMatchObject({
    code: 'approval_by_same_person',
  })
})

test('a live standing decision does not cover a case in test mode', async () => {
  const { caseId: live } = await propose(terms(), 'live')
  await approveCase(deps, { caseId: live, operatorId: world.chidi })
  const { caseId } = await unmatched(100)
  await expect(proposeUnder(caseId, live)).rejects.toMatchObject({ message: expect.stringContaining('mode') })
})

test('what was decided under a standing decision never exceeds its total', async () => {
  const under = await allow({ total_minor: '1500000' })
  await close((await unmatched(10_000)).caseId, under)
  const { caseId } = await unmatched(6_000)
  await expect(proposeUnder(caseId, under)).rejects.toMatchObject({
    ...refused,
    message: expect.stringContaining('1500000 kobo in total'),
  })
  await close((await unmatched(5_000)).caseId, under)
})

test('a use waits for another one that is not committed yet, so that both together keep within the total', async () => {
  const under = await allow({ total_minor: '1500000' })
  const first = await unmatched(10_000)
  // Another account, so that only the standing decision makes the second use wait.
  account = await world.openAccount()
  const second = await unmatched(10_000)
  for (const { caseId } of [first, second]) await proposeUnder(caseId, under)
  const client = await pool.connect()
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const slow = {
    connect: async () => ({
      query: async (text: string, values?: unknown[]) => {
        if (text === 'commit') {
          reach()
          await gate
        }
        return client.query(text, values)
      },
      release: () => client.release(),
    }),
  } as unknown as typeof pool
  const approving = approveCase({ ...deps, pool: slow }, { caseId: first.caseId, operatorId: world.bisi })
  await reached
  const waiting = approveAlone(second.caseId).catch((error: unknown) => error)
  await new Promise((done) => setTimeout(done, 300))
  open()
  await approving
  expect(await waiting).toMatchObject({ ...refused, message: expect.stringContaining('in total') })
  expect((await selectStandingDecisions(pool))[0]).toMatchObject({ usedMinor: '1000000', uses: 1 })
})

test('it expires, also between the proposal and the approval', async () => {
  const under = await allow({ expires_at: new Date(clock.now().getTime() + 60_000).toISOString() })
  const { caseId } = await unmatched(100)
  await proposeUnder(caseId, under)
  clock.advance(60_000)
  await expect(approveAlone(caseId)).rejects.toMatchObject({
    ...refused,
    message: expect.stringContaining('expired'),
  })
})

test('one operator ends it at once, and only once', async () => {
  const under = await allow()
  const { caseId } = await unmatched(100)
  await proposeUnder(caseId, under)
  const end = async () =>
    endStanding(pool, {
      standingId: idOf(under),
      operatorId: world.chidi,
      reason: 'a doubt',
      at: clock.now(),
    })
  expect([await end(), await end()]).toEqual([true, false])
  await expect(approveAlone(caseId)).rejects.toMatchObject({
    ...refused,
    message: expect.stringContaining('a doubt'),
  })
  const audited = await pool.query(
    `select actor from audit where action = 'standing.ended' and subject = $1`,
    [under],
  )
  expect(audited.rows).toEqual([{ actor: world.chidi }])
})

test('one reversal ends it in the same commit', async () => {
  const under = await allow()
  const used = await unmatched(100)
  await close(used.caseId, under)
  const next = await unmatched(100)
  await proposeUnder(next.caseId, under)
  const client = await pool.connect()
  await client.query('begin')
  await client.query(`select place_lien($1, null, 'system:test', 'the bank recalls it', $2)`, [
    used.line,
    clock.now(),
  ])
  const { rows } = await client.query('select ended_because from standing_decision where id = $1', [
    idOf(under),
  ])
  expect(rows).toEqual([{ ended_because: expect.stringContaining(`${used.caseId} was closed under it`) }])
  await client.query('commit')
  client.release()
  await expect(approveAlone(next.caseId)).rejects.toMatchObject({
    ...refused,
    message: expect.stringContaining('has ended'),
  })
  const later = await unmatched(100)
  await expect(proposeUnder(later.caseId, under)).rejects.toMatchObject(refused)
})

test('a credit that was ever under a lien is not decided by one person, and ends nothing', async () => {
  const under = await allow()
  const { line, caseId } = await unmatched(100)
  await pool.query(`select place_lien($1, null, 'system:test', 'a doubt', $2)`, [line, clock.now()])
  await pool.query(`select lift_lien($1, 'system:test', 'no doubt', $2)`, [line, clock.now()])
  await expect(proposeUnder(caseId, under)).rejects.toMatchObject(refused)
  await close((await unmatched(100)).caseId, under)
})

test('a refund that came back ends it', async () => {
  const under = await allow()
  const used = await unmatched(100)
  await close(used.caseId, under)
  await pool.query(
    `insert into transaction_event (transaction_id, sequence, id, business_id, mode, type, event, from_status, to_status, data, happened_at)
     select r.id, 99, $2, null, r.mode, 'return', 'refund_came_back', 'refunded', 'refund_failed', '{}', $3
     from credit_return r where r.case_id = $1`,
    [idOf(used.caseId), newId(), clock.now()],
  )
  const next = await unmatched(100)
  await expect(proposeUnder(next.caseId, under)).rejects.toMatchObject({
    message: expect.stringContaining('what it paid came back'),
  })
})

test.each([
  ['a release', { kind: 'release', ground: 'screening_hit' }],
  ['a standing decision', { kind: 'allow_standing', ground: 'request' }],
  ['a redirect', { kind: 'redirect', ground: 'refund_due' }],
  ['a decision on another ground', { kind: 'return', ground: 'contested' }],
  ['no cap', { cap_minor: '0' }],
  ['a cap above the total', { cap_minor: '10000001' }],
  ['an expiry in the past', { expires_at: '2020-01-01T00:00:00Z' }],
  ['an expiry after more than 90 days', { expires_at: '2099-01-01T00:00:00Z' }],
  ['no expiry', { expires_at: null }],
  ['an unknown business', { business_id: newId() }],
])('%s cannot stand', async (_what, more) => {
  await expect(propose(terms(more))).rejects.toMatchObject({ code: 'resolution_invalid' })
})

test('the database refuses an amount that the decision does not move', async () => {
  const under = await allow()
  const { caseId } = await unmatched(10_000)
  await proposeUnder(caseId, under)
  const { rows } = await pool.query('select * from case_file where id = $1', [idOf(caseId)])
  const forged = { ...rows[0].resolution, action: 'accept_short', amount_minor: '1' }
  await expect(
    pool.query(`select require_standing(jsonb_populate_record(c, $2)) from case_file c where c.id = $1`, [
      idOf(caseId),
      { resolution: forged, resolved_at: clock.now(), kind: 'underpaid' },
    ]),
  ).rejects.toMatchObject({ code: 'AF472' })
  const less = {
    ...rows[0].resolution,
    amount_minor: '1',
    action: 'return_part',
    returns: [{ amount_minor: '2' }],
  }
  const part = await allow({ kind: 'return_part', ground: 'underpaid' })
  await expect(
    pool.query(`select require_standing(jsonb_populate_record(c, $2)) from case_file c where c.id = $1`, [
      idOf(caseId),
      { resolution: { ...less, standing: idOf(part) }, resolved_at: clock.now(), kind: 'underpaid' },
    ]),
  ).rejects.toMatchObject({ code: 'AF473' })
})

test('the check finds a case of one person that its standing decision does not cover', async () => {
  const under = await allow()
  const { caseId } = await unmatched(100)
  await close(caseId, under)
  await world.superuser.query(`set session_replication_role = replica`)
  const setCap = async (minor: string) =>
    world.superuser.query(
      `update afara.case_file set resolution = jsonb_set(resolution, '{cap_minor}', to_jsonb($2::text)) where id = $1`,
      [idOf(under), minor],
    )
  await setCap('9999')
  const { findings } = await runChecks(pool, ['check_decisions'])
  expect(findings).toEqual([expect.objectContaining({ subject: idOf(caseId) })])
  await setCap('1000000')
})

test('a live case has two people, unless its decision names a standing decision', async () => {
  const insert = async (resolution: object) =>
    pool.query(
      `insert into case_file (id, mode, kind, state, ended, summary, facts, opened_at, due_at, proposed_by, approved_by, resolution, seen,
         resolved_at, version)
       values ($1, 'live', 'unmatched', 'resolved', 'approved', 'x', '{}', now(), now(), $2, $2, $3, '{}', now(), 3)`,
      [newId(), world.bisi, resolution],
    )
  const alone = { action: 'return', amount_minor: '1' }
  await expect(insert(alone)).rejects.toMatchObject({ constraint: 'case_file_two_people' })
  await expect(insert({ ...alone, standing: newId() })).resolves.toMatchObject({ rowCount: 1 })
})
