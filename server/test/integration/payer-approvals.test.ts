import { createHmac } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lookAtDecisions } from '../../src/flows/reconciliation/reconcile-decisions.ts'
import { createVaultPayer } from '../../src/rails/payouts/vault/vault-payer.ts'
import { dismissCase } from '../../src/records/cases/case-step-store.ts'
import { createPayerWorld } from '../payer-world.ts'
import { createReconciler } from '../reconcile-world.ts'

type World = Awaited<ReturnType<typeof createPayerWorld>>
let world: World
let payer: Awaited<ReturnType<World['start']>>
let made = 0

const start = async () => {
  payer = await world.start('asked', {}, { isAsked: true })
  return createVaultPayer({ url: payer.url, token: world.tokens.worker })
}
let rail: Awaited<ReturnType<typeof start>>

beforeAll(async () => {
  world = await createPayerWorld()
  rail = await start()
})
beforeEach(async () => {
  await world.admin('DELETE', '/faults')
})
afterAll(async () => {
  await world.stop()
})

/** Runs rounds of the account, as a worker does, until each sell has the wanted status. */
async function rounds(ids: readonly string[], wanted: string): Promise<string[]> {
  let found: string[] = []
  for (let round = 0; round < 12; round += 1) {
    await world.round(world.accountId, rail)
    found = await Promise.all(ids.map(async (id) => world.statusOf(id)))
    if (found.every((status) => status === wanted)) break
    // The bank must report twice, far apart, that a transfer without a debit failed.
    world.clock.advance(600_000)
    // Longer each time, because the payer and the vendor may be slow.
    await sleep(100 * (round + 1))
  }
  return found
}

async function vendor(path: string, body: object): Promise<{ data: { recipient_code: string } }> {
  const response = await fetch(`${world.bankUrl}/paystack${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as { data: { recipient_code: string } }
}

/** Orders a transfer directly from the vendor, as a thief with its key would. Returns its end. */
async function steal(order: { reference?: string; kobo: number; number?: string }) {
  made += 1
  const { kobo, number = '0999999999', reference = `thief-${String(made).padStart(16, '0')}` } = order
  const account = {
    type: 'nuban',
    name: 'A THIEF',
    account_number: number,
    bank_code: '058',
    currency: 'NGN',
  }
  const { data } = await vendor('/transferrecipient', account)
  const transfer = { source: 'balance', amount: kobo, recipient: data.recipient_code, reference, reason: 'x' }
  await vendor('/transfer', transfer)
  return endOf(reference)
}

async function endOf(reference: string) {
  for (let look = 0; look < 1_200; look += 1) {
    const found = (await world.truth()).find((one) => one.reference === reference)
    if (found !== undefined && found.approvals.length > 0) return found
    await sleep(50)
  }
  throw new Error(`the vendor never asked about ${reference}`)
}

const nothing = { status: 'rejected', debited_kobo: '0', arrived_kobo: '0' }

/** Sends a question as the vendor would, and returns the status of the answer. */
async function ask(question: unknown, { key = world.secretKey, url = payer.approvalUrl } = {}) {
  const body = JSON.stringify(question)
  const signature =
    key === '' ? {} : { 'x-paystack-signature': createHmac('sha512', key).update(body).digest('hex') }
  return (await fetch(url, { method: 'POST', headers: signature, body })).status
}

/** Sends one payout whose vendor waits for an answer, and returns the question about it. */
async function sendOne(naira: number) {
  await world.admin('POST', '/faults', { fault: 'pending_for', seconds: 3600 })
  const [opened] = await world.open(1, naira)
  const { payoutId = '', reference = '' } = opened ?? {}
  expect(await payer.send([payoutId])).toMatchObject([{ outcome: 'accepted' }])
  const { kobo } = await endOf(reference)
  const details = { account_number: '0123456789', bank_code: '058' }
  return { payoutId, question: { reference, amount: Number(kobo), currency: 'NGN', recipient: { details } } }
}

test('honest payouts are approved and paid once, also when the vendor asks twice or without a signature', async () => {
  await world.admin('POST', '/faults', { fault: 'approval_asked_twice', times: 2 })
  await world.admin('POST', '/faults', { fault: 'approval_unsigned', times: 1 })
  const ids = await world.clear(4, 2_000)
  expect(await rounds(ids, 'completed')).toEqual(ids.map(() => 'completed'))
  const truth = await world.truth()
  expect(truth.map(({ approvals }) => approvals.join(' ')).toSorted()).toEqual([
    '200',
    '200',
    '200 200',
    '200 200',
  ])
  for (const { debited_kobo, arrived_kobo, kobo } of truth)
    expect([debited_kobo, arrived_kobo]).toEqual([kobo, kobo])
  expect(await rail.refusedApprovals(AbortSignal.timeout(5_000))).toEqual([])
})

test('a stolen vendor key pays nothing, and an operator gets a case until he dismisses it', async () => {
  const before = (await world.truth()).reduce((sum, { arrived_kobo }) => sum + BigInt(arrived_kobo), 0n)
  const stolen = await steal({ kobo: 500_000_00 })
  expect(stolen).toMatchObject({ ...nothing, approvals: [400] })
  const after = (await world.truth()).reduce((sum, { arrived_kobo }) => sum + BigInt(arrived_kobo), 0n)
  expect(after).toBe(before)

  const reconciler = createReconciler(world, { payer: rail })
  const look = async () => {
    await lookAtDecisions(reconciler.deps)
    const { rows } = await world.owner.query<{ id: string; version: number; state: string; summary: string }>(
      `select id, version, state, summary from case_file where facts ->> 'kind' = 'approval' order by opened_at`,
    )
    return rows
  }
  await look()
  const [file, ...more] = await look()
  expect(more).toEqual([])
  expect(file).toMatchObject({ state: 'open' })
  expect(file?.summary).toContain(`asked to approve transfer ${stolen.reference}`)
  expect(file?.summary).toContain('the payer never sent it')
  expect(reconciler.failures).toEqual([])
  const step = { caseId: file?.id ?? '', version: file?.version ?? 0, operatorId: world.people[0].id }
  expect(
    await dismissCase(world.owner, { ...step, reason: 'the key is changed', at: world.clock.now() }),
  ).not.toBeNull()
  expect((await look()).map(({ state }) => state)).toEqual(['resolved'])
  // The thief tries again.
  await steal({ kobo: 100_000_00 })
  expect((await look()).map(({ state }) => state)).toEqual(['resolved', 'open'])
  expect(await world.accountState(world.accountId)).toBe('active')
  await reconciler.close()
})

test('a transfer with another amount, recipient or signature than ours is not approved', async () => {
  for (const fault of ['approval_other_amount', 'approval_other_recipient', 'approval_bad_signature']) {
    await world.admin('POST', '/faults', { fault })
    const [id = ''] = await world.clear(1, 2_100)
    expect(await rounds([id], 'payout_failed')).toEqual(['payout_failed'])
    await world.admin('DELETE', '/faults')
    await world.queueAgain(id)
    expect(await rounds([id], 'completed')).toEqual(['completed'])
    const [first, second] = (await world.truth()).slice(-2)
    expect([first, second]).toMatchObject([{ ...nothing, approvals: [400] }, { approvals: [200] }])
  }
})

test('a question is answered from the journal alone', async () => {
  const { payoutId, question } = await sendOne(2_200)
  const named = { ...question, recipient: { recipient_code: 'RCP_nobody', ...question.recipient } }
  expect(await ask(question)).toBe(200)
  expect(await ask(named)).toBe(200)
  expect(await ask({ event: 'a', data: question })).toBe(200)
  expect(await ask({ event: 'a', data: { transfers: [question] } })).toBe(200)
  expect(await ask(question, { key: '' })).toBe(200)
  // The vendor says whom a recipient's code means.
  const account = { type: 'nuban', name: 'ADA OBI', account_number: '0123456789', bank_code: '058' }
  const { data } = await vendor('/transferrecipient', account)
  const other = await vendor('/transferrecipient', { ...account, account_number: '0999999999' })
  expect(await ask({ ...question, recipient: data.recipient_code })).toBe(200)

  const { recipient } = question
  const refused = [
    {},
    [question],
    'text',
    { data: { transfers: [] } },
    { data: { transfers: [question, { ...question, reference: 'thief-0000000000000000' }] } },
    { data: { transfers: [question, question] } },
    { ...question, reference: 'thief-0000000000000000' },
    { ...question, amount: question.amount + 1 },
    { ...question, amount: question.amount + 0.5 },
    { ...question, currency: 'GHS' },
    { ...question, recipient: undefined },
    { ...question, recipient: 'RCP_nobody' },
    { ...question, recipient: other.data.recipient_code },
    { ...question, recipient: { details: { ...recipient.details, account_number: '0123456780' } } },
    { ...question, recipient: { details: { ...recipient.details, bank_code: '044' } } },
  ]
  for (const one of refused) expect([one, await ask(one)]).toEqual([one, 400])
  expect(await ask(question, { key: 'another key' })).toBe(400)
  for (const path of ['/v1/send', '/ready', '/v1/approvals', `/v1/approvals/${world.businessId}`])
    expect(await ask(question, { url: new URL(path, payer.approvalUrl).href })).toBe(404)

  // While the kill switch is on, nothing is approved.
  writeFileSync(world.killFile, '')
  expect(await ask(question)).toBe(400)
  rmSync(world.killFile)
  // The journal has all of it after a restart, and knows the end.
  rail = await start()
  expect(await ask(question)).toBe(200)
  await world.admin('PATCH', '/clock', { advance_seconds: 3_601 })
  await payer.ask('/v1/requery', { payout_ids: [payoutId] })
  expect(await ask(question)).toBe(400)
})

test('while the payer is down the vendor pays nothing, and the payout is paid once in another attempt', async () => {
  await world.admin('POST', '/faults', { fault: 'approval_late', seconds: 2 })
  const [id = ''] = await world.clear(1, 2_300)
  await world.endLease(world.accountId)
  await world.round(world.accountId, rail)
  const [first] = await world.payoutsOf(id)
  expect(first).toMatchObject({ attempt: 1, sent_count: 1 })
  await payer.child.kill()
  await world.admin('DELETE', '/faults')
  const { reference } = (await world.truth()).at(-1) ?? { reference: '' }
  expect(await endOf(reference)).toMatchObject({ ...nothing, approvals: [0] })
  rail = await start()
  expect(await rounds([id], 'payout_failed')).toEqual(['payout_failed'])
  await world.queueAgain(id)
  expect(await rounds([id], 'completed')).toEqual(['completed'])
  const arrived = (await world.truth()).slice(-2).map(({ arrived_kobo }) => arrived_kobo)
  expect(arrived).toEqual(['0', '229900'])
})

test('a journal that cannot be read approves nothing', async () => {
  const { question } = await sendOne(2_400)
  expect(await ask(question)).toBe(200)
  writeFileSync(payer.journalFile, '')
  expect(await ask(question)).toBe(400)
})
