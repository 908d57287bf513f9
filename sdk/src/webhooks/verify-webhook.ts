import type { WebhookEvent } from '../events/event.ts'
import { parseExact } from '../exact-json.ts'
import { isSignedBy, readSignatures } from './signature.ts'
import { WebhookError } from './webhook-error.ts'

/** A message to your endpoint. Pass `secret`, or `secrets` during a rotation: one match is enough. */
export type WebhookToVerify = Readonly<{
  /** The raw body, before any parsing. */
  payload: string | Uint8Array
  /** The headers, in the format of Node, Express or fetch. */
  headers: HeaderBag
  secret?: string
  secrets?: readonly string[]
  /** Allowed difference between the sender's clock and yours; 300 by default. */
  toleranceSeconds?: number
  /** For tests. */
  now?: Date
}>

type HeaderBag =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | Readonly<{ get(name: string): string | null }>

/**
 * Returns the event of a webhook that Afara signed recently, and throws a `WebhookError` for anything else. Events may be repeated or out
 * of order: `createEventInbox` handles both.
 */
export async function verifyWebhook(webhook: WebhookToVerify): Promise<WebhookEvent> {
  const { id, text } = await verifySignature(webhook)
  const event = readJson(text) as Partial<WebhookEvent> | undefined
  if (event?.id === id && typeof event.type === 'string') return event as WebhookEvent
  throw new WebhookError(
    'payload_malformed',
    'The signature is valid, but the body is not an event with this id.',
  )
}

async function verifySignature(webhook: WebhookToVerify): Promise<{ id: string; text: string }> {
  const { payload, headers, toleranceSeconds = 300 } = webhook
  if (typeof payload !== 'string' && !(payload instanceof Uint8Array)) {
    throw new WebhookError(
      'payload_not_raw',
      'Pass the raw body as text or bytes. A parsed body cannot be verified.',
    )
  }
  const id = header(headers, 'webhook-id')
  const timestamp = readTimestamp(header(headers, 'webhook-timestamp'))
  const signatures = readSignatures(header(headers, 'webhook-signature'))
  if (!(await isSignedByAny(secretsOf(webhook), signatures, { id, timestamp, payload }))) {
    throw new WebhookError(
      'signature_wrong',
      'The signature does not match. Check the secret, and that nothing changed the body in transit.',
    )
  }
  refuseStale(timestamp, toleranceSeconds, webhook.now ?? new Date())
  return { id, text: typeof payload === 'string' ? payload : new TextDecoder().decode(payload) }
}

async function isSignedByAny(
  secrets: readonly string[],
  signatures: readonly Uint8Array[],
  message: { id: string; timestamp: number; payload: string | Uint8Array },
): Promise<boolean> {
  let signed = false
  for (const secret of secrets) {
    const fits = await isSignedBy(secret, signatures, message)
    signed ||= fits
  }
  return signed
}

function secretsOf({ secret, secrets = [] }: WebhookToVerify): readonly string[] {
  const all = secret === undefined ? secrets : [secret, ...secrets]
  if (all.length === 0)
    throw new WebhookError('secret_malformed', 'Pass the secret of the endpoint (whsec_…).')
  return all
}

function header(headers: HeaderBag, name: string): string {
  const value =
    typeof headers.get === 'function'
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  const text = Array.isArray(value) && value.length === 1 ? value[0] : value
  if (typeof text !== 'string' || text === '') {
    throw new WebhookError(
      'header_missing',
      `The header ${name} is missing or repeated. This is not an Afara webhook.`,
    )
  }
  return text
}

function readTimestamp(text: string): number {
  if (!/^\d{1,12}$/.test(text)) {
    throw new WebhookError('timestamp_malformed', 'webhook-timestamp is not a number of seconds.')
  }
  return Number(text)
}

function refuseStale(timestamp: number, toleranceSeconds: number, now: Date): void {
  const ageSeconds = now.getTime() / 1000 - timestamp
  if (ageSeconds > toleranceSeconds) {
    throw new WebhookError(
      'timestamp_too_old',
      'The signature is too old. It may be a replay, or your clock is fast.',
    )
  }
  if (ageSeconds < -toleranceSeconds) {
    throw new WebhookError('timestamp_too_new', 'The signature is in the future. Check your clock.')
  }
}

function readJson(text: string): unknown {
  try {
    return parseExact(text) ?? undefined
  } catch {
    return undefined
  }
}
