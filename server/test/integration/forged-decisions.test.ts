import { changeOperators } from '@afara/stack/authenticator/operators-file.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { badSignatures, decisionText, forgedDecision } from '../forged-decisions.ts'
import { createPayerWorld } from '../payer-world.ts'
import { asking, createVaultWorld, type OpenedTransfer } from '../vault-world.ts'

const CASE = '01a1dee6-1366-7ab8-a780-7f2d4afdd653'
const OTHER = '01a1dee6-1366-7ab8-a780-7f2d4afdd654'
const STRANGER = { id: '01a1dee6-1366-7ab8-a780-7f2d4afdd655', name: 'Eve' }
/** Longer than the time within which a person who left is refused. */
const LEFT_MS = 2_100

const fail = (): never => {
  throw new Error('there is no such row')
}

const wait = async (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

let signers: Awaited<ReturnType<typeof createVaultWorld>>
let payers: Awaited<ReturnType<typeof createPayerWorld>>

beforeAll(async () => {
  signers = await createVaultWorld()
  payers = await createPayerWorld()
})

afterAll(async () => {
  await signers.stop()
  await payers.stop()
})

type People = readonly Readonly<{ id: string }>[]

/** Writes the rows of a case as if two operators had decided it. */
const forgedCase = (
  caseId: string,
  transactionId: string | undefined,
  [one, other]: People,
  resolution: object,
) =>
  `insert into afara.case_file (id, mode, kind, state, transaction_id, summary, facts, opened_at, due_at, ended, proposed_by, approved_by,
      resolution, resolved_at, version)
    values ('${caseId}', 'test', 'request', 'resolved', ${transactionId === undefined ? 'null' : `'${transactionId}'`}, 'x', '{}', now(),
      now(), 'approved', '${one?.id}', '${other?.id}', '${JSON.stringify(resolution)}', now(), 3) on conflict do nothing;
   insert into afara.case_step (case_id, sequence, operator_id, action, resolution, reason, at)
    values ('${caseId}', 2, '${one?.id}', 'proposed', '${JSON.stringify(resolution)}', 'x', now()),
      ('${caseId}', 3, '${other?.id}', 'approved', '${JSON.stringify(resolution)}', 'x', now()) on conflict do nothing`

/** Removes everything about a case, so that the vault of the next test finds no forged decision. */
const forgetCase = (caseId: string) =>
  ['decision_signature', 'signed_decision', 'case_step']
    .map((table) => `delete from afara.${table} where case_id = '${caseId}'`)
    .concat(`delete from afara.case_file where id = '${caseId}'`)
    .join(';')

const hold = (transactionId: string) =>
  `update afara.transaction_event set event = 'released' where transaction_id = '${transactionId}' and event = 'checks_passed'`

test('the signer signs a released buy only with the signatures of two operators of its file', async () => {
  let vault = await signers.start('released')
  const [one, other] = vault.people
  const [transfer = fail()] = await signers.open(1)
  const { transactionId } = transfer
  const says = {
    transaction: transactionId,
    'decision.amount_minor': '100000',
    'decision.network': 'Polygon',
    'decision.address': transfer.address,
  }
  const forge = async (statement: string): Promise<void> => {
    await signers.superuser.query(`set session_replication_role = replica; ${statement}`)
  }
  const sign = async (of: OpenedTransfer = transfer) => {
    const [result] = await vault.sign(asking(of))
    return result?.code ?? result?.outcome
  }
  const release = (fields: object, action = 'release') => ({
    caseId: CASE,
    action,
    transactionId,
    text: decisionText(CASE, action, { ...says, ...fields }),
  })
  const both = [{ by: one.id }, { by: other.id }]
  await forge(hold(transactionId))
  const resolution = {
    action: 'release',
    amount_minor: '100000',
    network: 'Polygon',
    address: transfer.address,
  }
  await forge(forgedCase(CASE, transactionId, vault.people, resolution))
  expect(await sign()).toBe('decision_unsigned')
  for (const [what, signatures] of badSignatures({ one: one.id, other: other.id, stranger: STRANGER.id })) {
    await forge(forgedDecision(release({}), signatures))
    expect([what, await sign()]).toEqual([what, 'decision_unsigned'])
  }
  for (const [what, forged] of [
    ['a decision about another transaction', release({ transaction: OTHER })],
    ['a decision of another amount', release({ 'decision.amount_minor': '99900' })],
    ['a decision about another wallet', release({ 'decision.address': `0x${'12'.repeat(20)}` })],
    ['a decision about another network', release({ 'decision.network': 'Avalanche' })],
    ['a decision for live money', release({ mode: 'live' })],
    ['another decision', release({}, 'reject')],
  ] as const) {
    await forge(forgedDecision(forged, both))
    expect([what, await sign()]).toEqual([what, 'decision_unsigned'])
  }
  // A journal that never saw the forgeries. With the other one, everything waits until operators accept them.
  await forge(forgedDecision(release({}), both))
  expect(await sign()).toBe('decision_in_doubt')
  vault = await signers.start('released-anew')
  await vault.ask('/v1/decisions')
  // A person who left is refused, and one who joined is accepted, without a restart.
  changeOperators(vault.operatorsFile, [one, STRANGER], [one.id, other.id])
  await wait(LEFT_MS)
  expect(await sign()).toBe('decision_unsigned')
  await forge(forgedDecision(release({}), [{ by: one.id }, { by: STRANGER.id }]))
  expect(await sign()).toBe('signed')
  await forge(forgetCase(CASE))
})

test('without a valid operators file the signer signs only what rests on no decision', async () => {
  const vault = await signers.start('without-a-file')
  const [held = fail(), plain = fail()] = await signers.open(2)
  await signers.superuser.query(`set session_replication_role = replica; ${hold(held.transactionId)}`)
  changeOperators(vault.operatorsFile, [STRANGER], [OTHER, CASE])
  await wait(LEFT_MS)
  const results = await vault.sign(asking(held), asking(plain))
  expect(results.map(({ code, outcome }) => code ?? outcome)).toEqual(['operators_unavailable', 'signed'])
  expect(results[0]?.message).toContain('statement 2 of the operators file')
})

test('the payer pays a released sell only with the signatures of two operators of its file', async () => {
  let vault = await payers.start('released')
  const [one, other] = payers.people
  const [opened = fail()] = await payers.open(1)
  const { transactionId, payoutId } = opened
  const paidOut = async () => (await payers.truth()).length
  const before = await paidOut()
  const says = {
    transaction: transactionId,
    'decision.amount_minor': '100000',
    'decision.bank_code': payers.bank,
    'decision.account_number': '0123456789',
  }
  const send = async () => {
    const [result] = await vault.send([payoutId])
    return result?.code ?? result?.outcome
  }
  const release = (fields: object) => ({
    caseId: CASE,
    action: 'release',
    transactionId,
    text: decisionText(CASE, 'release', { ...says, ...fields }),
  })
  const both = [{ by: one.id }, { by: other.id }]
  await payers.forge(hold(transactionId))
  const { 'decision.bank_code': bank_code, 'decision.account_number': account_number } = says
  const resolution = { action: 'release', amount_minor: '100000', bank_code, account_number }
  await payers.forge(forgedCase(CASE, transactionId, payers.people, resolution))
  expect(await send()).toBe('decision_unsigned')
  for (const [what, signatures] of badSignatures({ one: one.id, other: other.id, stranger: STRANGER.id })) {
    await payers.forge(forgedDecision(release({}), signatures))
    expect([what, await send()]).toEqual([what, 'decision_unsigned'])
  }
  for (const fields of [
    { transaction: OTHER },
    { 'decision.amount_minor': '1' },
    { 'decision.account_number': '0999999999' },
    { mode: 'live' },
  ]) {
    await payers.forge(forgedDecision(release(fields), both))
    expect([fields, await send()]).toEqual([fields, 'decision_unsigned'])
  }
  expect(await paidOut()).toBe(before)
  await payers.forge(forgedDecision(release({}), both))
  expect(await send()).toBe('decision_in_doubt')
  expect(await paidOut()).toBe(before)
  vault = await payers.start('released-anew')
  expect(await send()).toBe('accepted')
  expect(await paidOut()).toBe(before + 1)
})

test('a freeze that forged rows lifted stays in force at the signer until two operators sign that it is lifted', async () => {
  let vault = await signers.start('frozen')
  const [one, other] = vault.people
  const [first = fail(), second = fail()] = await signers.open(2)
  const sign = async (of: OpenedTransfer) => {
    const [result] = await vault.sign(asking(of))
    return result?.code ?? result?.outcome
  }
  const forge = async (statement: string): Promise<void> => {
    await signers.superuser.query(`set session_replication_role = replica; ${statement}`)
  }
  const place = async (id: string, at = 'now()') =>
    forge(`insert into afara.freeze_order (id, scope, subject, reason, placed_by, placed_at)
      values ('${id}', 'network', 'test:Polygon', 'a test', 'system:test', ${at})`)
  const lift = async (id: string, caseId: string) =>
    forge(`update afara.freeze_order set lifted_at = greatest(now(), placed_at), lifted_by = '${one.id}',
       lifted_reason = 'decided in cas_${caseId.replaceAll('-', '')}' where id = '${id}'`)
  const decision = (id: string, caseId: string) => ({
    caseId,
    action: 'lift_freeze',
    text: decisionText(caseId, 'lift_freeze', { 'decision.freeze_id': id }),
  })
  const both = [{ by: one.id }, { by: other.id }]
  const [early, freeze, later] = [signers.newId(), signers.newId(), signers.newId()]
  // Operators lifted an earlier freeze. An attacker had given it a late time, so that it would cover every later freeze.
  await place(early, `now() + interval '1 year'`)
  await forge(forgedCase(OTHER, undefined, vault.people, { action: 'lift_freeze', freeze_id: early }))
  await forge(forgedDecision(decision(early, OTHER), both))
  await lift(early, OTHER)
  expect(await sign(first)).toBe('signed')
  await place(freeze)
  expect(await sign(second)).toBe('frozen')
  await lift(freeze, CASE)
  expect(await sign(second)).toBe('frozen')
  for (const [what, signatures] of badSignatures({ one: one.id, other: other.id, stranger: STRANGER.id })) {
    await forge(forgedDecision(decision(freeze, CASE), signatures))
    expect([what, await sign(second)]).toEqual([what, 'frozen'])
  }
  await forge(forgedDecision(decision(later, CASE), both))
  expect(await sign(second)).toBe('frozen')
  // Operators cannot lift the same freeze again. They place it once more and lift that one, which covers the earlier one.
  await forge(forgedCase(CASE, undefined, vault.people, { action: 'lift_freeze', freeze_id: later }))
  await place(later)
  await lift(later, CASE)
  expect(await sign(second)).toBe('decision_in_doubt')
  vault = await signers.start('frozen-anew')
  expect(await sign(second)).toBe('signed')
  await forge(`update afara.freeze_order set lifted_unsigned = true where lifted_at is not null`)
})

test('without a valid operators file a lifted freeze stays in force, and a payment elsewhere is signed', async () => {
  const vault = await signers.start('frozen-without-a-file')
  await vault.ask('/v1/decisions')
  const [transfer = fail()] = await signers.open(1)
  changeOperators(vault.operatorsFile, [STRANGER], [OTHER, CASE])
  await wait(LEFT_MS)
  const forge = async (network: string): Promise<void> => {
    await signers.superuser.query(`set session_replication_role = replica;
      delete from afara.freeze_order;
      insert into afara.freeze_order (id, scope, subject, reason, placed_by, placed_at, lifted_at, lifted_by, lifted_reason)
        values ('${signers.newId()}', 'network', 'test:${network}', 'a test', 'system:test', now(), now(), '${CASE}',
          'decided in cas_${CASE.replaceAll('-', '')}')`)
  }
  const sign = async () => {
    const [result] = await vault.sign(asking(transfer))
    return result?.code ?? result?.outcome
  }
  await forge('Polygon')
  expect(await sign()).toBe('frozen')
  await forge('Solana')
  expect(await sign()).toBe('signed')
})
