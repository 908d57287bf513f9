import { setTimeout as sleep } from 'node:timers/promises'
import { changeOperators } from '@afara/stack/authenticator/operators-file.ts'
import { hireOperator, softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveCase } from '../../src/flows/cases/approve-case.ts'
import { requestChange } from '../../src/flows/cases/propose-resolution.ts'
import { lookAtDecisions } from '../../src/flows/reconciliation/reconcile-decisions.ts'
import { createVaultDecisions } from '../../src/rails/vault-decisions.ts'
import { createPayerWorld } from '../payer-world.ts'
import { createReconciler } from '../reconcile-world.ts'

let world: Awaited<ReturnType<typeof createPayerWorld>>
let stranger: string

beforeAll(async () => {
  world = await createPayerWorld()
  const by = { actor: 'system:test', reason: 'a test' }
  const eve = await hireOperator(world.owner, { email: 'eve@afara.test', name: 'Eve', ...by })
  stranger = eve.id
})

afterAll(async () => {
  await world.stop()
})

/** Longer than the time within which the operators file is read again. */
const LEFT_MS = 2_100

const payerAt = ({ url }: Readonly<{ url: string }>) =>
  createVaultDecisions('payer', { url, token: 'the-worker-of-the-test-only' })

type Change = Parameters<typeof requestChange>[1]['change']

/** Has two operators of the database decide. Whether they are in the payer's file is another matter. */
async function decide(approver: string, change: Change): Promise<string> {
  const deps = { pool: world.owner, clock: world.clock, signing: softwareSigning() }
  const { caseId } = await requestChange(deps, { operatorId: world.people[0].id, reason: 'a test', change })
  await approveCase(deps, { caseId, operatorId: approver })
  return caseId
}

async function capOf(amount: string): Promise<Change> {
  const { rows } = await world.owner.query<{ id: string }>('select id from business limit 1')
  const businessId = rows[0]?.id ?? ''
  return {
    mode: 'test',
    businessId,
    facts: { subject: `cap:${amount}` },
    summary: `Set the cap to ${amount}`,
    resolution: { action: 'set_cap', amount_minor: amount },
  }
}

const findings = async () => {
  const { rows } = await world.owner.query<{
    scope: string
    state: string
    stopped: string
    summary: string
  }>(
    `select facts ->> 'scope' as scope, state, facts ->> 'stopped' as stopped, summary from case_file
     where kind = 'reconciliation_differs' order by opened_at`,
  )
  return rows
}

test('a decision in force that an operator outside the file approved gets a case and a freeze until two operators lift it', async () => {
  const vault = await world.start('unsigned')
  const reconciler = createReconciler(world, { vaults: [payerAt(vault)] })
  const look = async () => lookAtDecisions(reconciler.deps)
  const [, other] = world.people
  const honest = await decide(other.id, await capOf('500000'))
  const forged = await decide(stranger, await capOf('900000'))
  await look()
  await look()
  expect(reconciler.failures).toEqual([])
  expect(await findings()).toEqual([
    {
      scope: forged,
      state: 'open',
      stopped: 'everything',
      summary: expect.stringContaining('1 of 2 people signed it'),
    },
  ])
  expect((await findings())[0]?.scope).not.toBe(honest)
  const { rows } = await world.owner.query<{ id: string; scope: string }>(
    'select id, scope from freeze_order where lifted_at is null',
  )
  expect(rows).toEqual([{ id: expect.any(String), scope: 'all' }])
  expect(reconciler.notices).toHaveLength(1)
  // One operator cannot close the case. Two close it by lifting the freeze, and it does not come back.
  const freezeId = rows[0]?.id ?? ''
  await decide(other.id, {
    mode: 'live',
    facts: { subject: `freeze:${freezeId}` },
    summary: 'Lift the freeze',
    resolution: { action: 'lift_freeze', freeze_id: freezeId },
  })
  await look()
  await look()
  expect((await findings()).map(({ state }) => state)).toEqual(['resolved'])
})

test('a forged lift of a freeze freezes everything', async () => {
  const vault = await world.start('unsigned-lift')
  const reconciler = createReconciler(world, { vaults: [payerAt(vault)] })
  await world.owner.query(`select place_freeze('network', 'test:Polygon', 'a test', 'system:test', now())`)
  const { rows } = await world.owner.query<{ id: string }>(
    `select id from freeze_order where scope = 'network' and lifted_at is null`,
  )
  const forged = await decide(stranger, {
    mode: 'test',
    facts: { subject: `freeze:${rows[0]?.id}` },
    summary: 'Lift the freeze',
    resolution: { action: 'lift_freeze', freeze_id: rows[0]?.id ?? '' },
  })
  await lookAtDecisions(reconciler.deps)
  expect((await findings()).at(-1)).toMatchObject({ scope: forged, state: 'open', stopped: 'everything' })
})

test('a payer that cannot verify decisions is reported, and no case ends', async () => {
  const vault = await world.start('unsigned-late')
  const before = await findings()
  const reconciler = createReconciler(world, { vaults: [payerAt(vault)] })
  changeOperators(vault.operatorsFile, [{ id: stranger, name: 'Eve' }], [stranger, stranger])
  await sleep(LEFT_MS)
  await decide(stranger, await capOf('700000'))
  await lookAtDecisions(reconciler.deps)
  expect(String(reconciler.failures[0])).toContain('operators_unavailable')
  expect(await findings()).toEqual(before)
})
