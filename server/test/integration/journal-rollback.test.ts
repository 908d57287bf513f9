import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPayerWorld } from '../payer-world.ts'

let world: Awaited<ReturnType<typeof createPayerWorld>>
beforeAll(async () => {
  world = await createPayerWorld()
})
afterAll(async () => {
  await world.stop()
})

const codes = (sent: ReadonlyArray<Readonly<{ code?: string | null }>>) => sent.map(({ code }) => code)
const paidFor = async (reference: string) =>
  (await world.truth()).filter((one) => one.reference === reference).length

test('an old copy of the journal is detected while a payout is sending without an answer', async () => {
  const first = await world.start('newest')
  const [one, other] = await world.open(2, 1_000)
  // The bank accepts the payout. The worker ends before it writes the answer, so the row says sending.
  await first.send([one?.payoutId ?? ''])
  const second = await world.start('older-copy')
  expect(codes(await second.send([one?.payoutId ?? '']))).toEqual(['journal_behind'])
  expect(codes(await second.send([other?.payoutId ?? '']))).toEqual(['journal_behind'])
  expect(await paidFor(one?.reference ?? '')).toBe(1)
  expect(await paidFor(other?.reference ?? '')).toBe(0)

  // The newest journal is found again. The unsent payout is sent, and the sent one is not sent twice.
  const third = await world.start('newest')
  expect(await third.send([one?.payoutId ?? '', other?.payoutId ?? ''])).toMatchObject([
    { outcome: 'exists' },
    { outcome: 'accepted' },
  ])
  expect(await paidFor(one?.reference ?? '')).toBe(1)
})

test('nothing is sent while the bank cannot say whether it has the missing payout', async () => {
  const [one] = await world.open(1, 1_100)
  await world.admin('POST', '/faults', { fault: 'payout_requery_502' })
  const payer = await world.start('newest')
  expect(codes(await payer.send([one?.payoutId ?? '']))).toEqual(['bank_unavailable'])
  await world.admin('DELETE', '/faults')
  expect(await payer.send([one?.payoutId ?? ''])).toMatchObject([{ outcome: 'accepted' }])
})

test('a bank that answers every second query delays the first payouts but cannot stop them', async () => {
  const ids = (await world.open(12, 1_150)).map(({ payoutId }) => payoutId)
  const payer = await world.start('newest')
  await world.admin('POST', '/faults', { fault: 'payout_requery_502', probability: 0.5 })
  // Half of the remaining queries are answered each time. If all were repeated, all twelve would hardly ever succeed together.
  const answers: string[] = []
  for (let tries = 0; tries < 20 && !answers.includes('accepted'); tries += 1)
    answers.push(...(await payer.send(ids)).map(({ outcome }) => outcome))
  await world.admin('DELETE', '/faults')
  expect(answers.filter((outcome) => outcome === 'accepted')).toHaveLength(12)
})

test('a journal without a record that was seen on its disk is an old copy', async () => {
  const newest = await world.start('newest')
  const [one] = await world.open(1, 1_200)
  const orders = [{ payout_id: one?.payoutId, kind: 'first' }]
  const answer = (await (await newest.ask('/v1/send', { orders })).json()) as {
    durable: { count: number; hash: string }
  }
  const { count, hash } = answer.durable
  await world.worker.query(`select note_journal('payer', $1, $2, now())`, [count, hash])
  // Older than the period in which rows are compared.
  await world.forge(`update payout set ordered_at = now() - interval '9 days'`)
  const [other] = await world.open(1, 1_300)
  const empty = await world.start('another-copy')
  expect(codes(await empty.send([other?.payoutId ?? '']))).toEqual(['journal_behind'])

  // The newest journal has the expected length, but another content.
  await world.forge(`update vault_journal set hash = repeat('0', 64)`)
  const changed = await world.start('newest')
  expect(codes(await changed.send([other?.payoutId ?? '']))).toEqual(['journal_behind'])
  await world.forge(`update vault_journal set hash = '${hash}'`)
  expect(await changed.send([other?.payoutId ?? ''])).toMatchObject([{ outcome: 'accepted' }])
})
