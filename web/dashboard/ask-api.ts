import { answerWithPasskey, askPeople, type Mode, readReply } from './ask-people.ts'

/** The business and the mode that a page is about. Nothing of one mode is ever shown in the other. */
export type Tenant = Readonly<{ businessId: string; linkTag: string; name: string; role: string; mode: Mode }>

type Token = Readonly<{ text: string; goodUntilMs: number }>

/** Tokens last one minute. They are kept in memory only, each for its business and mode. */
const tokens = new Map<string, Promise<Token>>()
/** A token is replaced while it still works, so that no request meets an expired one. */
const EARLY_MS = 10_000
const TIMEOUT_MS = 15_000

/** The documentation is at the address of the API. */
export const docsUrl = (page: string): string => `${apiUrl}/docs/${page}`

export const apiUrl = document.querySelector<HTMLMetaElement>('meta[name="afara-api"]')?.content ?? ''

/** Sends a request of a business to the public API. A request that is sent again with its idempotency key makes nothing new. */
export async function askApi<T>(
  tenant: Tenant,
  path: string,
  body?: object | 'nothing',
  idempotencyKey?: string,
): Promise<T> {
  return readReply<T>(await send(tenant, path, body, idempotencyKey))
}

/**
 * Sends a request that the person confirms with a passkey. The token that they get is good for this path and these bytes only. The
 * browser asks for the passkey meanwhile.
 */
export async function askConfirmed<T>(tenant: Tenant, path: string, body?: object): Promise<T> {
  return confirmAndSend(tenant, 'confirmed-requests', path, body)
}

/** Sends a decision about a case that the person confirms with a passkey. */
export async function askDecision<T>(tenant: Tenant, path: string, body: object): Promise<T> {
  return confirmAndSend(tenant, 'confirmed-decisions', path, body)
}

async function confirmAndSend<T>(
  tenant: Tenant,
  kind: 'confirmed-requests' | 'confirmed-decisions',
  path: string,
  body?: object,
): Promise<T> {
  const wanted = { mode: tenant.mode, path, body: body === undefined ? '' : JSON.stringify(body) }
  const place = `/account/v1/businesses/${tenant.businessId}/${kind}`
  const { change_id: id, options } = await askPeople<{
    change_id: string
    options: PublicKeyCredentialRequestOptionsJSON
  }>(`${place}/options`, wanted)
  const credential = await answerWithPasskey(options)
  const { token } = await askPeople<{ token: string }>(place, { ...wanted, change_id: id, credential })
  return readReply<T>(await sendText(token, path, 'POST', wanted.body))
}

/** Returns the exact text of a reply. */
export async function fetchText(tenant: Tenant, path: string): Promise<string> {
  const reply = await send(tenant, path)
  if (!reply.ok) await readReply(reply)
  return reply.text()
}

/** Saves a file that the API makes, for example a receipt. */
export async function saveFile(tenant: Tenant, path: string, name: string): Promise<void> {
  const reply = await send(tenant, path)
  if (!reply.ok) await readReply(reply)
  saveBlob(await reply.blob(), name)
}

export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

async function send(
  tenant: Tenant,
  path: string,
  body?: object | 'nothing',
  idempotencyKey?: string,
): Promise<Response> {
  const { text } = await tokenOf(tenant)
  return sendText(
    text,
    path,
    body === undefined ? 'GET' : 'POST',
    typeof body === 'object' ? JSON.stringify(body) : '',
    idempotencyKey,
  )
}

async function sendText(
  token: string,
  path: string,
  method: string,
  body: string,
  idempotencyKey?: string,
): Promise<Response> {
  return fetch(`${apiUrl}${path}`, {
    method,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      'svc-sec-key': token,
      ...(body !== '' && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== '' && { body }),
  })
}

async function tokenOf({ businessId, mode }: Tenant): Promise<Token> {
  const name = `${businessId}/${mode}`
  const kept = await tokens.get(name)?.catch(() => undefined)
  if (kept !== undefined && Date.now() < kept.goodUntilMs) return kept
  const asked = mint(businessId, mode)
  tokens.set(name, asked)
  return asked
}

async function mint(businessId: string, mode: Mode): Promise<Token> {
  const askedAtMs = Date.now()
  const { token } = await askPeople<{ token: string }>('/account/v1/token', { business_id: businessId, mode })
  // Our own clock, which may differ from the server's, measures how old the token is.
  return { text: token, goodUntilMs: askedAtMs + 60_000 - EARLY_MS }
}
