import type { Clock } from '../../kernel/clock/clock.ts'
import { formatId, newId } from '../../kernel/ids/ids.ts'
import { asTenant, type Pool, type Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { checkWebhookUrl, type WebhookWalls } from '../../movements/webhooks/check-webhook-url.ts'
import type { AuthenticatedKey } from '../../records/keys/known-key.ts'
import { parseEventPatterns } from '../../records/transactions/feed/event-types.ts'
import {
  changeEndpoint,
  findEndpoint,
  isKeyRevoked,
  listEndpoints,
  moveEndpoint,
  openEndpoint,
  rotateSecret,
  type SealedSecret,
  type WebhookEndpoint,
} from '../../records/webhooks/webhook-endpoint-store.ts'
import { newWebhookSecret, sealSecret } from '../../records/webhooks/webhook-signing.ts'

export type EndpointDeps = Readonly<{
  pool: Pool
  clock: Clock
  webhooks: Readonly<{ secretsKey: Buffer; walls: WebhookWalls }>
}>

export type EndpointWishes = Readonly<{
  url: string
  eventTypes: readonly string[]
  description: string
}>

/** An endpoint with its secret. No other response shows the secret. */
export type WithSecret = Readonly<{ endpoint: WebhookEndpoint; secret: string }>

/** Keeps what a repeated request gets, in the commit that makes the secret: otherwise a crash could lose the secret. */
type KeepReply = (sql: Sql, made: WithSecret) => Promise<void>

const MOST_ENDPOINTS = 20
const HOUR_MS = 60 * 60 * 1000

export async function openWebhookEndpoint(
  deps: EndpointDeps,
  key: AuthenticatedKey,
  wishes: EndpointWishes,
  keep: KeepReply,
): Promise<WithSecret> {
  requireUrl(deps, key, wishes.url)
  const eventTypes = parseEventPatterns(wishes.eventTypes)
  const id = newId()
  const { secret, sealed } = makeSecret(deps)
  const at = deps.clock.now()
  return changeAs(deps.pool, key, async (sql) => {
    const change = { keyId: key.id, at }
    const opened = await openEndpoint(
      sql,
      { ...wishes, eventTypes, id, secret: sealed },
      change,
      MOST_ENDPOINTS,
    )
    if (opened.outcome === 'exists') throw exists(opened.existingId)
    if (opened.outcome === 'too_many') {
      throw new Refusal(
        'webhook_endpoints_too_many',
        `A business can have ${MOST_ENDPOINTS} endpoints in each mode. Remove one first.`,
      )
    }
    return kept(keep, sql, { endpoint: await require(sql, id, at), secret })
  })
}

export async function listWebhookEndpoints(
  { pool, clock }: EndpointDeps,
  { tenant }: AuthenticatedKey,
): Promise<WebhookEndpoint[]> {
  return asTenant(pool, tenant, async (sql) => listEndpoints(sql, clock.now()))
}

export async function readWebhookEndpoint(
  { pool, clock }: EndpointDeps,
  { tenant }: AuthenticatedKey,
  id: string,
): Promise<WebhookEndpoint> {
  return asTenant(pool, tenant, async (sql) => require(sql, id, clock.now()))
}

/** Changes the given fields of an endpoint. */
export async function changeWebhookEndpoint(
  deps: EndpointDeps,
  key: AuthenticatedKey,
  id: string,
  wishes: Partial<EndpointWishes>,
): Promise<WebhookEndpoint> {
  if (wishes.url !== undefined) requireUrl(deps, key, wishes.url)
  const eventTypes = wishes.eventTypes && parseEventPatterns(wishes.eventTypes)
  const at = deps.clock.now()
  return changeAs(deps.pool, key, async (sql) => {
    const to = { ...wishes, ...(eventTypes && { eventTypes }) }
    const outcome = await changeEndpoint(sql, id, to, { keyId: key.id, at })
    if (outcome === 'exists') throw exists(null)
    return require(sql, id, at)
  })
}

/**
 * Pauses, resumes or removes an endpoint. It is no error if the endpoint already has that state. Returns the endpoint after the change. For
 * a removed endpoint, returns its state before the removal.
 */
export async function moveWebhookEndpoint(
  { pool, clock }: EndpointDeps,
  key: AuthenticatedKey,
  id: string,
  state: 'active' | 'paused' | 'removed',
): Promise<WebhookEndpoint> {
  const at = clock.now()
  return changeAs(pool, key, async (sql) => {
    const before = await require(sql, id, at)
    await moveEndpoint(sql, id, state, { keyId: key.id, at })
    return state === 'removed' ? before : require(sql, id, at)
  })
}

/** Creates a new secret. For the given number of hours, messages are signed with the previous secret too. */
export async function rotateWebhookSecret(
  deps: EndpointDeps,
  key: AuthenticatedKey,
  id: string,
  overlapHours: number,
  keep: KeepReply,
): Promise<WithSecret> {
  const { secret, sealed } = makeSecret(deps)
  const at = deps.clock.now()
  const expiresAt = new Date(at.getTime() + overlapHours * HOUR_MS)
  return changeAs(deps.pool, key, async (sql) => {
    await rotateSecret(sql, id, sealed, expiresAt, { keyId: key.id, at })
    return kept(keep, sql, { endpoint: await require(sql, id, at), secret })
  })
}

async function kept(keep: KeepReply, sql: Sql, made: WithSecret): Promise<WithSecret> {
  await keep(sql, made)
  return made
}

export function unknownEndpoint(id: string): Refusal {
  return new Refusal('webhook_endpoint_unknown', `No endpoint has the id ${id}.`)
}

/** Runs a change for the tenant of a key. The database refuses it if the key was revoked a moment ago. */
async function changeAs<T>(
  pool: Pool,
  { tenant }: AuthenticatedKey,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  try {
    return await asTenant(pool, tenant, work)
  } catch (error) {
    if (!isKeyRevoked(error)) throw error
    throw new Refusal('key_revoked', 'This key was revoked. Use another key, or create a new one.', {
      cause: error,
    })
  }
}

async function require(sql: Sql, id: string, at: Date): Promise<WebhookEndpoint> {
  const endpoint = await findEndpoint(sql, id, at)
  if (endpoint === undefined) throw unknownEndpoint(formatId('webhookEndpoint', id))
  return endpoint
}

function requireUrl({ webhooks }: EndpointDeps, { tenant }: AuthenticatedKey, url: string): void {
  const problem = checkWebhookUrl(url, tenant.mode, webhooks.walls)
  if (problem !== undefined) throw new Refusal(problem.code, problem.message)
}

function makeSecret({ webhooks }: EndpointDeps): Readonly<{ secret: string; sealed: SealedSecret }> {
  const [id, secret] = [newId(), newWebhookSecret()]
  return { secret, sealed: { id, sealed: sealSecret(webhooks.secretsKey, id, secret) } }
}

function exists(id: string | null): Refusal {
  const which = id === null ? 'Another endpoint' : `The endpoint ${formatId('webhookEndpoint', id)}`
  return new Refusal('webhook_endpoint_exists', `${which} already has this URL.`)
}
