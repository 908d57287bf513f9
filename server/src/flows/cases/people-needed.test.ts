import { softwarePasskey } from '@afara/stack/authenticator/software-passkey.ts'
import { softwareSigning, testRelyingParty } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createDecidingWorld } from '../../../test/deciding-world.ts'
import { newId } from '../../kernel/ids/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import { insertPasskey } from '../../records/decisions/passkey-store.ts'
import { runChecks } from '../../records/ledger/check-store.ts'
import { approveCase } from './approve-case.ts'
import { requestChange } from './propose-resolution.ts'

const world = await createDecidingWorld()
const { owner: pool, clock } = world
const deps = { pool, clock, signing: softwareSigning() }

afterAll(world.close)

const setPeople = async (people: number): Promise<void> => {
  await pool.query(`update decision_policy set people = $1 where mode = 'test'`, [people])
}

beforeEach(async () => setPeople(2))

const unmatched = async () => {
  const account = await world.openAccount()
  const line = await world.pay(account, 10_000)
  return { line, caseId: await world.ask(account, line, 'unmatched') }
}

const propose = async (mode: Mode, people: 1 | 2) =>
  requestChange(deps, {
    change: {
      mode,
      facts: { subject: `people:${newId()}` },
      summary: 'A decision in test mode needs another number of people.',
      resolution: { action: 'set_people', people },
    },
    operatorId: world.bisi,
    reason: 'a test',
  })

const peopleInTest = async () =>
  (await pool.query<{ people: number }>(`select people from decision_policy where mode = 'test'`)).rows[0]
    ?.people

test('if one person suffices in test mode, the proposer approves, and the audit names no second person', async () => {
  await setPeople(1)
  const { line, caseId } = await unmatched()
  await world.propose(caseId, { action: 'keep' })
  expect(await world.leftOf(line)).toMatchObject({ blocked: false })
  await world.approve(caseId, world.bisi)
  const { rows } = await pool.query(`select actor, approved_by from audit where subject = $1`, [caseId])
  expect(rows).toEqual([{ actor: world.bisi, approved_by: null }])
  const signatures = await pool.query(
    `select part, operator_id from decision_signature where 'cas_' || replace(case_id::text, '-', '') = $1 order by part`,
    [caseId],
  )
  expect(signatures.rows.map(({ operator_id }) => operator_id)).toEqual([world.bisi, world.bisi])
  expect((await runChecks(pool, ['check_cases'])).findings).toEqual([])
})

test('if two people are needed, a second passkey of the proposer does not make a second person', async () => {
  const { caseId } = await unmatched()
  await world.propose(caseId, { action: 'keep' })
  const second = softwarePasskey(newId())
  await insertPasskey(pool, {
    id: newId(),
    operatorId: world.bisi,
    credentialId: second.credentialId,
    publicKey: second.publicKeyCose,
    signCount: 0n,
    name: 'second',
    at: new Date(),
  })
  const signing = {
    ...softwareSigning(),
    sign: async ({ challenge }: { challenge: Buffer }) =>
      second.assert({ challenge, rpId: testRelyingParty.id, origin: testRelyingParty.origin }),
  }
  await expect(
    approveCase({ pool, clock, signing }, { caseId, operatorId: world.bisi }),
  ).rejects.toMatchObject({ code: 'approval_by_same_person' })
})

test('a number that was raised after the proposal counts', async () => {
  await setPeople(1)
  const { caseId } = await unmatched()
  await world.propose(caseId, { action: 'keep' })
  await setPeople(2)
  await expect(world.approve(caseId, world.bisi)).rejects.toMatchObject({ code: 'approval_by_same_person' })
  await world.approve(caseId)
})

test('live money always takes two, and nothing can change that', async () => {
  await setPeople(1)
  const { caseId } = await propose('live', 1)
  await expect(approveCase(deps, { caseId, operatorId: world.bisi })).rejects.toMatchObject({
    code: 'approval_by_same_person',
  })
  const { rows } = await pool.query(
    `select case_id, version, text from signed_decision where 'cas_' || replace(case_id::text, '-', '') = $1`,
    [caseId],
  )
  const { credentialId, authenticatorData, clientData, signature } = softwarePasskey(world.bisi).assert({
    challenge: Buffer.alloc(32),
    rpId: testRelyingParty.id,
    origin: testRelyingParty.origin,
  })
  const parts = {
    credential_id: credentialId,
    authenticator_data: authenticatorData,
    client_data: clientData,
    signature,
  }
  const signed = Object.fromEntries(
    Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64')]),
  )
  await expect(
    pool.query(`select approve_resolution($1, $2, $3, 'agreed', now(), $4, $5)`, [
      rows[0]?.case_id,
      rows[0]?.version,
      world.bisi,
      rows[0]?.text,
      signed,
    ]),
  ).rejects.toMatchObject({ code: 'AF030' })
  await expect(
    pool.query(
      `update case_file set state = 'resolved', ended = 'approved', approved_by = proposed_by, resolved_at = now(), version = version + 1
       where id = $1`,
      [rows[0]?.case_id],
    ),
  ).rejects.toMatchObject({ constraint: 'case_file_two_people' })
  await expect(pool.query(`update decision_policy set people = 1 where mode = 'live'`)).rejects.toMatchObject(
    { constraint: 'decision_policy_live' },
  )
  await pool.query(`delete from decision_policy where mode = 'live'`)
  const { rows: needed } = await pool.query(
    `select people_needed(c) as people from case_file c where c.id = $1`,
    [rows[0]?.case_id],
  )
  expect(needed).toEqual([{ people: 2 }])
  await pool.query(`insert into decision_policy values ('live', 2)`)
})

test('two people lower the number for test mode, by a decision in live mode', async () => {
  const { caseId } = await propose('live', 1)
  await expect(approveCase(deps, { caseId, operatorId: world.bisi })).rejects.toMatchObject({
    code: 'approval_by_same_person',
  })
  expect(await peopleInTest()).toBe(2)
  await approveCase(deps, { caseId, operatorId: world.chidi })
  expect(await peopleInTest()).toBe(1)
  await expect(propose('test', 1)).rejects.toMatchObject({ code: 'AF466' })
})
