import { createApp } from '@afara/server/entry/http/app.ts'
import { renderWebhook } from '@afara/server/entry/http/events/event-wire.ts'
import { advanceWebhook } from '@afara/server/flows/webhooks/advance-webhook.ts'
import { createEventBodies } from '@afara/server/flows/webhooks/event-bodies.ts'
import { groupRounds } from '@afara/server/flows/webhooks/group-rounds.ts'
import { type WebhookDeps } from '@afara/server/flows/webhooks/webhook-deps.ts'
import { webhookTimes } from '@afara/server/flows/webhooks/webhook-times.ts'
import { formatId, newId, parseId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import { createWalletAddressRules } from '@afara/server/rails/chains/wallet-address-rules.ts'
import { createWalledSender } from '@afara/server/rails/webhooks/walled-sender.ts'
import { createBusiness } from '@afara/server/records/businesses/manage-business.ts'
import type { KeyScope } from '@afara/server/records/keys/key-rights.ts'
import { issueKey } from '@afara/server/records/keys/manage-keys.ts'
import { acceptSells } from '@afara/server/records/transactions/accepting/sell-store.ts'
import { sequenceEvents } from '@afara/server/records/transactions/feed/feed-store.ts'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { testKeys, wireTestApi } from './integration/test-api.ts'
import { startReceiver } from './webhook-receiver.ts'

const why = { actor: 'system:test', reason: 'a test' }

/** Creates businesses with endpoints at a real receiver, a real API, and the worker's webhook tasks, with a clock that can be moved. */
export async function createWebhookWorld() {
  const database = await createTestDatabase()
  const owner = createPool(database.url('afara_owner'), { max: 4, applicationName: 'test' })
  const worker = createPool(database.url('afara_worker'), { max: 8, applicationName: 'test' })
  const api = wireTestApi(database)
  const receiver = await startReceiver()
  const sender = createWalledSender({ allowLoopback: true })
  let aheadMs = 0
  const clock = { now: () => new Date(Date.now() + aheadMs) }
  const app = createApp({ ...api, clock })
  const failures: unknown[] = []
  const render = renderWebhook(createWalletAddressRules({ forbidden: {} }))
  // A long time, so that a busy machine does not end a call early: 100 deliveries are one call here.
  const times = { ...webhookTimes, callMs: 60_000 }
  const deps: WebhookDeps = {
    pool: worker,
    clock,
    sender,
    secretsKey: api.webhooks.secretsKey,
    times,
    bodies: createEventBodies({ pool: worker, render, most: 100 }),
    rounds: groupRounds({ pool: worker, clock, times }),
    onFailure: (_id, error) => failures.push(error),
  }

  /** Waits until every event has a position. Writers in other databases of the cluster can delay the horizon. */
  const place = async (): Promise<void> => {
    for (;;) {
      await sequenceEvents(worker)
      const { rows } = await owner.query(
        'select (select count(*) from transaction_event) = (select count(*) from event_position) as placed',
      )
      if (rows[0].placed) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  return {
    owner,
    worker,
    deps,
    failures,
    receiver,
    place,
    moveOn: (ms: number) => {
      aheadMs += ms
    },
    /** Runs one check of an endpoint if one is due. */
    look: async (endpointId: string, changes: Partial<WebhookDeps> = {}) =>
      advanceWebhook({ ...deps, ...changes }, parseId('webhookEndpoint', endpointId) ?? ''),
    openShop: async (linkTag: string) => {
      const business = await createBusiness(owner, { name: linkTag, linkTag, ...why })
      /** Issues a key of this business. `ask` sends requests with it. */
      const newKey = async (scopes: readonly KeyScope[] = ['read', 'webhooks']) => {
        const { key, secret } = await issueKey(
          { pool: owner, ...testKeys },
          { business: linkTag, mode: 'test', scopes, ...why },
        )
        const ask = async (method: 'GET' | 'POST', url: string, payload?: object | string, more = {}) => {
          const headers = { 'svc-sec-key': secret, ...more }
          const response = await app.inject({
            method,
            url,
            headers,
            ...(payload !== undefined && { payload }),
          })
          const isReplay = response.headers['idempotent-replayed'] === 'true'
          return { status: response.statusCode, body: response.json(), text: response.body, isReplay }
        }
        return { id: formatId('key', key.id), ask }
      }
      const first = await newKey()
      const { ask } = first
      /** Creates events of this business and places them in its feed. */
      const happen = async (count = 1): Promise<void> => {
        const ids = Array.from({ length: count }, newId)
        await acceptSells(
          owner,
          ids.map((id) => newSell(id, business.id)),
        )
        await place()
      }
      const open = async (path: string, more: object = {}) => {
        const url = receiver.urlOf(path)
        const { body } = await ask('POST', '/webhooks/v1/endpoints', { url, ...more })
        return { id: body.endpoint.id as string, secret: body.secret as string }
      }
      const endpoint = async (id: string, verb = '', payload?: object) =>
        ask(
          verb === '' || verb.startsWith('deliveries') ? 'GET' : 'POST',
          `/webhooks/v1/endpoints/${id}${verb === '' ? '' : `/${verb}`}`,
          payload,
        )
      return { business, keyId: first.id, newKey, ask, happen, open, endpoint }
    },
    close: async () => {
      await app.close()
      await sender.close()
      await receiver.stop()
      await Promise.all([owner.end(), worker.end(), api.stop()])
      await database.drop()
    },
  }
}

function newSell(id: string, businessId: string) {
  return {
    id,
    businessId,
    mode: 'test' as const,
    reference: `sell-${id}`,
    idempotencyKey: null,
    amount: money('NGNC', 12_345_67n),
    fee: money('NGNC', 0n),
    payee: { bankCode: '000013', bankName: 'GTBank', accountNumber: '0123456789', accountName: null },
    wallet: { network: 'Polygon', address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72' },
    depositAddress: `0x${id.replaceAll('-', '')}00000000`,
    meaning: Buffer.alloc(32),
    guardSince: undefined,
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + 60_000),
  }
}
