import { afterAll, expect, test } from 'vitest'
import { Afara, ConflictError, type FeedEvent, isTransactionEvent } from '../src/index.ts'
import { createApiWorld } from './api-world.ts'
import { workOnBatches } from './batch-worker.ts'

const world = await createApiWorld()
const worker = await workOnBatches(world)
const afara = new Afara({ key: worker.key, baseUrl: world.baseUrl, maxRetries: 0 })
afterAll(async () => {
  await worker.stop()
  await world.close()
})

const row = (place: number, amount: string) => ({
  bank_name: 'GTBank',
  account_number: String(1_000_000_000 + place),
  account_name: 'Ada Obi',
  amount,
})

test('a batch is checked, confirmed with the figures of its preview, and followed until every row has ended', async () => {
  const made = await afara.batches.create([row(1, '1000.10'), row(2, '2000.20'), row(3, '1')])
  expect(made.state).toBe('checking')
  const { preview, state } = await afara.batches.untilReady(made.id)
  expect([state, preview?.rows, preview?.total, preview?.problem_rows]).toEqual(['ready', 2, '3000.3', 1])
  const wrong: string[] = []
  for await (const one of afara.batches.rows(made.id, { only: 'problems' }))
    wrong.push(...one.problems.map(({ code }) => `${one.row} ${code}`))
  expect(wrong).toEqual(['3 amount_below_minimum'])
  const shown = { rows: preview?.rows ?? 0, total: preview?.total ?? '0' }
  await expect(afara.batches.confirm(made.id, shown)).rejects.toMatchObject({ code: 'batch_has_problems' })
  await afara.batches.confirm(made.id, { ...shown, skip_problems: true })
  await expect(afara.batches.cancel(made.id)).rejects.toThrow(ConflictError)
  await expect
    .poll(async () => (await afara.batches.get(made.id)).state, { timeout: 20_000 })
    .toBe('completed')
  const csv = await new Response(await afara.batches.exportRows(made.id)).text()
  expect(csv.match(/,paid,/g)).toHaveLength(2)
  await world.place()
  const told: FeedEvent[] = []
  for await (const event of afara.events.iterate()) told.push(event)
  expect(told.map(({ type, number }) => `${number} ${type}`)).toEqual([
    '1 batch.ready',
    '2 sell.deposit_received',
    '3 sell.deposit_received',
    '4 batch.completed',
  ])
  const [readyTold, , , completedTold] = told
  expect(readyTold).toMatchObject({
    sequence: null,
    data: {
      batch: { id: made.id, state: 'ready', preview: { rows: 2, total: '3000.3' }, completed_at: null },
    },
  })
  expect(completedTold).toMatchObject({
    sequence: null,
    data: { batch: { id: made.id, state: 'completed', outcomes: { paid: 2, skipped: 1, paying: 0 } } },
  })
  expect(told.filter(isTransactionEvent)).toHaveLength(2)
})

test('a CSV file creates a batch, and the list of batches contains it', async () => {
  const { id } = await afara.batches.createFromCsv(
    'bank_name,account_number,amount\nGTBank,1000000009,1500\n',
  )
  expect((await afara.batches.untilReady(id)).preview?.total).toBe('1500')
  expect((await afara.batches.cancel(id)).state).toBe('cancelled')
  const states: string[] = []
  for await (const batch of afara.batches.list()) states.push(batch.state)
  expect(states).toEqual(['cancelled', 'completed'])
})
