import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDurableObject, createEndpointGroup } from '../../src/entry/workflows/durable-objects.ts'
import { createNudgeEngine } from '../../src/entry/workflows/nudge-engine.ts'
import { sendNudges } from '../../src/flows/advance/send-nudges.ts'
import { createEventBodies } from '../../src/flows/webhooks/event-bodies.ts'
import { formatId } from '../../src/kernel/ids/ids.ts'
import { readNumberedEvents } from '../../src/records/transactions/feed/feed-store.ts'
import { claimEventNudges } from '../../src/records/transactions/wake-store.ts'
import { recordRounds, takeRounds } from '../../src/records/webhooks/webhook-round-store.ts'
import { createWebhookWorld } from '../webhook-world.ts'
import { startEngine } from './engine.ts'

const world = await createWebhookWorld()
const { deps, receiver, worker } = world
const problems: unknown[] = []
let engine: Awaited<ReturnType<typeof startEngine>>

beforeAll(async () => {
  const advance = async (id: string) => world.look(formatId('webhookEndpoint', id))
  const onFailure = (_: string, error: unknown) => problems.push(error)
  engine = await startEngine([
    createDurableObject('webhook', advance, deps.clock),
    createEndpointGroup(advance, async (next) => nudge(next), onFailure),
  ])
})
afterAll(async () => {
  await engine.stop()
  await world.close()
})

const nudge = async (...args: Parameters<ReturnType<typeof createNudgeEngine>>) =>
  createNudgeEngine(engine.ingressUrl, (_, error) => problems.push(error))(...args)

/** Nudges the endpoints that have new events, as the worker does. Returns how many share a call. */
async function carry(): Promise<number> {
  const claimed = await claimEventNudges(worker, deps.clock.now(), 100)
  await sendNudges(claimed, nudge)
  return claimed.filter(({ isSteady }) => isSteady).length
}

test('endpoints that got an event together share a call, and one that hangs delays no other', async () => {
  const shop = await world.openShop('calls-ada')
  const hung = await shop.open('/calls-hung')
  const well = [await shop.open('/calls-1'), await shop.open('/calls-2')]
  const release: Array<() => void> = []
  receiver.answer('/calls-hung', (response) => release.push(() => response.end()))
  await shop.happen()
  expect(await carry()).toBe(3)
  const isRecorded = async () => {
    const told = await Promise.all(well.map(async ({ id }) => shop.endpoint(id)))
    return told.every(({ body }) => body.endpoint.waiting === 0)
  }
  await expect.poll(() => receiver.at('/calls-1').length + receiver.at('/calls-2').length).toBe(2)
  await expect.poll(isRecorded).toBe(true)
  const calls = await engine.query(
    `select status from sys_invocation where target_service_name in ('webhook', 'webhooks')`,
  )
  expect(calls).toEqual([{ status: 'running' }])

  await shop.happen()
  // The endpoint that hangs still has its call.
  expect(await carry()).toBe(2)
  await expect.poll(() => receiver.at('/calls-1').length + receiver.at('/calls-2').length).toBe(4)
  expect(receiver.at('/calls-hung')).toHaveLength(1)
  for (const end of release) end()
  await expect.poll(async () => (await shop.endpoint(hung.id)).body.endpoint.waiting).toBe(1)
  expect(problems).toEqual([])
})

test('an endpoint that did not answer gets a call of its own, and one that answered with an error does not', async () => {
  const shop = await world.openShop('calls-bola')
  const broken = await shop.open('/calls-broken')
  const silent = await shop.open('/calls-silent')
  receiver.answer('/calls-broken', 500)
  receiver.answer('/calls-silent', (response) => response.destroy())
  await shop.happen()
  await world.look(broken.id)
  await world.look(silent.id)
  await shop.happen()
  const claimed = await claimEventNudges(worker, deps.clock.now(), 100)
  const steady = claimed.map(({ subjectId, isSteady }) => [formatId('webhookEndpoint', subjectId), isSteady])
  expect(new Map(steady as Array<[string, boolean]>)).toEqual(
    new Map([
      [broken.id, true],
      [silent.id, false],
    ]),
  )
})

test('many endpoints that want an event at once read and render it once', async () => {
  const shop = await world.openShop('calls-chi')
  await shop.happen()
  const tenant = { businessId: shop.business.id, mode: 'test' } as const
  const [event] = await readNumberedEvents(worker, tenant, [1])
  const rendered: string[] = []
  const render = ({ id }: { id: string }) => {
    rendered.push(id)
    return 'body'
  }
  const bodies = createEventBodies({ pool: worker, render, most: 10 })
  const wanted = [{ eventId: event?.id ?? '', number: 1 }]
  const all = await Promise.all(Array.from({ length: 20 }, async () => bodies(tenant, wanted)))
  expect(all.every((found) => found.get(event?.id ?? '') === 'body')).toBe(true)
  expect(rendered).toEqual([event?.id])
})

test('a group with two rounds of one endpoint is refused as a whole, so that every attempt is counted', async () => {
  const shop = await world.openShop('calls-dayo')
  const { id } = await shop.open('/calls-dayo')
  const { rows } = await world.owner.query<{ id: string }>(
    `select id from webhook_endpoint where 'whe_' || replace(id::text, '-', '') = $1`,
    [id],
  )
  const endpointId = rows[0]?.id ?? ''
  await shop.happen()
  const at = deps.clock.now()
  const [round] = await takeRounds(worker, [endpointId], at, { events: 10, deliveries: 10 })
  const results = (round?.due ?? []).map(({ id: deliveryId, tries }) => ({
    deliveryId,
    tries,
    at,
    outcome: 'answered' as const,
    status: 200,
    said: '',
    durationMs: 1,
    isDelivered: true,
    nextAt: undefined,
  }))
  expect(results).toHaveLength(1)
  const record = { endpointId, results, failures: 0, restsUntil: undefined, end: undefined }
  const when = { failingBefore: new Date(0), at }
  await expect(recordRounds(worker, [record, record], when)).rejects.toThrow('another endpoint')
  await recordRounds(worker, [record], when)
  await recordRounds(worker, [record], when)
  const { deliveries } = (await shop.endpoint(id, 'deliveries')).body
  expect(deliveries).toMatchObject([{ state: 'delivered', attempts: 2 }])
  expect(deliveries[0].log).toHaveLength(2)
})
