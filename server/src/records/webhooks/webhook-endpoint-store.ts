import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

export type WebhookEndpoint = Readonly<{
  id: string
  mode: Mode
  url: string
  eventTypes: readonly string[]
  description: string
  /** `disabled`: we stopped sending because every delivery failed for days. */
  state: 'active' | 'paused' | 'disabled'
  createdAt: Date
  failingSince: Date | null
  lastSuccessAt: Date | null
  /** The number of pending deliveries. */
  waiting: number
  /** Secrets that sign now, newest first. */
  secrets: ReadonlyArray<Readonly<{ createdAt: Date; expiresAt: Date | null }>>
  /** Latest changes, newest first. */
  notices: ReadonlyArray<Readonly<{ kind: string; message: string; at: Date }>>
}>

type Row = Omit<WebhookEndpoint, 'secrets' | 'notices'> & {
  secrets: Array<{ created_at: string; expires_at: string | null }> | null
  notices: Array<{ kind: string; message: string; at: string }> | null
}

const SELECT = `select w.id, w.mode, w.url, w.event_types as "eventTypes", w.description, w.state,
    w.created_at as "createdAt", w.failing_since as "failingSince", w.last_success_at as "lastSuccessAt",
    (select count(*)::int from (
      select from webhook_delivery d where d.endpoint_id = w.id and d.state = 'pending' limit 100000) p) as waiting,
    (select json_agg(json_build_object('created_at', s.created_at, 'expires_at', s.expires_at) order by s.id desc)
      from webhook_secret s where s.endpoint_id = w.id and (s.expires_at is null or s.expires_at > $1)) as secrets,
    (select json_agg(json_build_object('kind', n.kind, 'message', n.message, 'at', n.at) order by n.id desc) from (
      select * from webhook_notice n where n.endpoint_id = w.id order by n.id desc limit 10) n) as notices
  from webhook_endpoint w where w.state <> 'removed'`

/** Runs for one tenant, which sees only its own endpoints. */
export async function listEndpoints(sql: Sql, at: Date): Promise<WebhookEndpoint[]> {
  const { rows } = await sql.query<Row>(`${SELECT} order by w.id`, [at])
  return rows.map(toEndpoint)
}

/** Runs for one tenant, which sees only its own endpoints. */
export async function findEndpoint(sql: Sql, id: string, at: Date): Promise<WebhookEndpoint | undefined> {
  const { rows } = await sql.query<Row>(`${SELECT} and w.id = $2`, [at, id])
  return rows[0] && toEndpoint(rows[0])
}

export type NewEndpoint = Readonly<{
  id: string
  url: string
  eventTypes: readonly string[]
  description: string
  secret: SealedSecret
}>

export type SealedSecret = Readonly<{ id: string; sealed: Buffer }>

/** The key that made a change, and the time. */
export type Change = Readonly<{ keyId: string; at: Date }>

/** Opens an endpoint for the tenant of `sql`. `existingId` is set if another endpoint has the URL. */
export async function openEndpoint(
  sql: Sql,
  endpoint: NewEndpoint,
  { keyId, at }: Change,
  most: number,
): Promise<Readonly<{ outcome: 'opened' | 'too_many' | 'exists'; existingId: string | null }>> {
  const { rows } = await sql.query<{ outcome: 'opened' | 'too_many' | 'exists'; existingId: string | null }>(
    'select outcome, existing_id as "existingId" from open_webhook_endpoint($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    [
      endpoint.id,
      endpoint.url,
      endpoint.eventTypes,
      endpoint.description,
      endpoint.secret.id,
      endpoint.secret.sealed,
      keyId,
      at,
      most,
    ],
  )
  const [row] = rows
  if (row === undefined) throw new Error('creating an endpoint must have an outcome')
  return row
}

/** Changes an endpoint. An undefined field keeps its value. */
export async function changeEndpoint(
  sql: Sql,
  id: string,
  to: Partial<Pick<NewEndpoint, 'url' | 'eventTypes' | 'description'>>,
  { keyId, at }: Change,
): Promise<'changed' | 'unknown' | 'exists'> {
  const { rows } = await sql.query<{ outcome: 'changed' | 'unknown' | 'exists' }>(
    'select change_webhook_endpoint($1, $2, $3, $4, $5, $6) as outcome',
    [id, to.url, to.eventTypes, to.description, keyId, at],
  )
  return rows[0]?.outcome ?? 'unknown'
}

/** Returns false if the endpoint does not exist. */
export async function moveEndpoint(
  sql: Sql,
  id: string,
  state: 'active' | 'paused' | 'removed',
  { keyId, at }: Change,
): Promise<boolean> {
  const { rows } = await sql.query<{ moved: boolean }>(
    'select move_webhook_endpoint($1, $2, $3, $4) as moved',
    [id, state, keyId, at],
  )
  return rows[0]?.moved === true
}

/** Adds a new secret. The previous one also signs until `expiresAt`. Returns false if the endpoint does not exist. */
export async function rotateSecret(
  sql: Sql,
  endpointId: string,
  { id, sealed }: SealedSecret,
  expiresAt: Date,
  { keyId, at }: Change,
): Promise<boolean> {
  const { rows } = await sql.query<{ rotated: boolean }>(
    'select rotate_webhook_secret($1, $2, $3, $4, $5, $6) as rotated',
    [endpointId, id, sealed, expiresAt, keyId, at],
  )
  return rows[0]?.rotated === true
}

/** Whether PostgreSQL refused a change because its key was revoked, which the cache of keys may show some seconds later. */
export function isKeyRevoked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'AF446'
}

function toEndpoint({ secrets, notices, ...row }: Row): WebhookEndpoint {
  return {
    ...row,
    secrets: (secrets ?? []).map((secret) => ({
      createdAt: new Date(secret.created_at),
      expiresAt: secret.expires_at === null ? null : new Date(secret.expires_at),
    })),
    notices: (notices ?? []).map(({ kind, message, at }) => ({ kind, message, at: new Date(at) })),
  }
}
