import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createVaultPayer } from '../../src/rails/payouts/vault/vault-payer.ts'
import { createPayerWorld } from '../payer-world.ts'

let world: Awaited<ReturnType<typeof createPayerWorld>>
let rail: ReturnType<typeof createVaultPayer>

beforeAll(async () => {
  world = await createPayerWorld()
  const { url } = await world.start('rounds')
  rail = createVaultPayer({ url, token: world.tokens.worker })
})

beforeEach(async () => {
  await world.admin('DELETE', '/faults')
})

afterAll(async () => {
  await world.stop()
})

/** Runs rounds of the account with time between them, as a worker does, until each sell has the wanted status. */
async function rounds(ids: readonly string[], wanted: string): Promise<string[]> {
  let found: string[] = []
  for (let round = 0; round < 12; round += 1) {
    await world.round(world.accountId, rail)
    found = await Promise.all(ids.map(async (id) => world.statusOf(id)))
    if (found.every((status) => status === wanted)) break
    world.clock.advance(60_000)
    // Longer each time, because the payer and the vendor may be slow.
    await sleep(50 * (round + 1))
  }
  return found
}

test('a worker, the payer and the vendor together: sells are cleared, paid, read back and completed', async () => {
  const ids = await world.clear(5, 3_000)
  expect(await rounds(ids, 'completed')).toEqual(ids.map(() => 'completed'))
  const truth = await world.truth()
  expect(truth).toHaveLength(5)
  for (const id of ids) {
    const [payout, ...more] = await world.payoutsOf(id)
    expect(more).toEqual([])
    expect(payout).toMatchObject({ state: 'succeeded', sent_count: 1 })
  }
  expect(await world.accountState(world.accountId)).toBe('active')
  expect(await world.findings()).toEqual([])
})

test('lost answers of every kind never cause a second payment', async () => {
  const before = (await world.truth()).length
  for (const fault of ['accept_then_reset', 'accept_then_502', 'accept_then_html', 'accept_then_half_body'])
    await world.admin('POST', '/faults', { fault, probability: 0.5 })
  const ids = await world.clear(8, 4_000)
  expect(await rounds(ids, 'completed')).toEqual(ids.map(() => 'completed'))
  const truth = (await world.truth()).slice(before)
  expect(truth).toHaveLength(8)
  expect(truth.some(({ faults }) => faults.length > 0)).toBe(true)
  expect(await world.accountState(world.accountId)).toBe('active')
})

test('an unanswered order does not delay other orders of the account', async () => {
  await world.admin('POST', '/faults', { fault: 'slow', seconds: 12, times: 1 })
  await world.clear(4, 4_300)
  const opened = await world.openDue()
  const asked = opened.map(({ payoutId }) => ({ payoutId, kind: 'first' as const }))
  const outcomes = async () =>
    (await rail.send(asked, AbortSignal.timeout(30_000), 3_000)).map(({ outcome }) => outcome).toSorted()
  expect(await outcomes()).toEqual(['accepted', 'accepted', 'accepted', 'waiting'])
  // On repetition, the journal knows the answered orders, and the other one is not sent again.
  expect(await outcomes()).toEqual(['exists', 'exists', 'exists', 'waiting'])
  expect(
    (await world.truth()).filter(({ kobo }) => ['429900', '430000', '430100', '430200'].includes(kobo)),
  ).toHaveLength(4)
  await world.admin('DELETE', '/faults')
  await world.endLease(world.accountId)
  const ids = opened.map(({ transactionId }) => transactionId)
  expect(await rounds(ids, 'completed')).toEqual(ids.map(() => 'completed'))
})

test('a failed and returned payout is retried under another reference, once the payer read it from the bank', async () => {
  const before = (await world.truth()).length
  await world.admin('POST', '/faults', { fault: 'payout_fails' })
  const [id = ''] = await world.clear(1, 4_500)
  expect(await rounds([id], 'payout_failed')).toEqual(['payout_failed'])
  await world.admin('DELETE', '/faults')
  await world.queueAgain(id)
  expect(await rounds([id], 'completed')).toEqual(['completed'])
  expect(await world.payoutsOf(id)).toMatchObject([
    { attempt: 1, state: 'failed', is_dead: true },
    { attempt: 2, state: 'succeeded' },
  ])
  const truth = (await world.truth()).slice(before)
  expect(truth.map(({ arrived_kobo }) => arrived_kobo)).toEqual(['0', '449900'])
})

test('the payer makes no second attempt while an unexplained debit may be the first', async () => {
  const before = (await world.truth()).length
  await world.admin('POST', '/faults', { fault: 'payout_fails' })
  const [id = ''] = await world.clear(1, 4_600)
  expect(await rounds([id], 'payout_failed')).toEqual(['payout_failed'])
  await world.admin('DELETE', '/faults')
  await world.queueAgain(id)
  const [second] = await world.openDue()
  // No case exists for this debit: only the payer prevents the payout.
  await world.forge(
    `insert into payout_line (id, account_id, external_id, at, direction, amount_minor, kind, problem, seen_at)
     values (gen_random_uuid(), '${world.accountId}', 'nameless', now(), 'debit', 4599_00, 'payment', 'a debit without a payout', now())`,
  )
  const send = async () =>
    rail.send([{ payoutId: second?.payoutId ?? '', kind: 'first' }], AbortSignal.timeout(10_000))
  expect(await send()).toMatchObject([{ outcome: 'refused', code: 'former_alive' }])
  expect((await world.truth()).slice(before)).toHaveLength(1)
  await world.forge(`delete from payout_line where external_id = 'nameless'`)
  expect(await send()).toMatchObject([{ outcome: 'accepted' }])
  await world.endLease(world.accountId)
  expect(await rounds([id], 'completed')).toEqual(['completed'])
})

test('a payout that a bank makes twice by itself freezes the account', async () => {
  await world.admin('POST', '/faults', { fault: 'bank_duplicates_itself', seconds: 0 })
  const ids = await world.clear(1, 5_000)
  await rounds(ids, 'completed')
  await world.admin('PATCH', '/clock', { advance_seconds: 5 }).catch(() => '')
  await rounds(ids, 'never')
  expect(await world.accountState(world.accountId)).toBe('frozen')
})
