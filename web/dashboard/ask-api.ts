import { askPeople, type Mode, readReply } from './ask-people.ts'

/** The business and the mode that a page is about. Nothing of one mode is ever shown in the other. */
export type Tenant = Readonly<{ businessId: string; linkTag: string; name: string; role: string; mode: Mode }>

type Token = Readonly<{ text: string; goodUntilMs: number }>

/** Tokens last one minute. They are kept in memory only, each for its business and mode. */
const tokens = new Map<string, Promise<Token>>()
/** A token is replaced while it still works, so that no request meets an expired one. */
const EARLY_MS = 10_000
const TIMEOUT_MS = 15_000

const apiUrl = document.querySelector<HTMLMetaElement>('meta[name="afara-api"]')?.content ?? ''

/** Sends a request of a business to the public API. */
export async function askApi<T>(tenant: Tenant, path: string, body?: object): Promise<T> {
  return readReply<T>(await send(tenant, path, body))
}

/** Fetches a paper, for example a receipt. */
export async function fetchPaper(tenant: Tenant, path: string): Promise<Blob> {
  const reply = await send(tenant, path)
  if (!reply.ok) await readReply(reply)
  return reply.blob()
}

async function send(tenant: Tenant, path: string, body?: object): Promise<Response> {
  const { text } = await tokenOf(tenant)
  return fetch(`${apiUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      'svc-sec-key': text,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
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
