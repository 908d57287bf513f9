import { hostname, userInfo } from 'node:os'
import { Refusal } from '../../kernel/refusal.ts'
import { askAuthenticator } from './authenticator-program.ts'
import type { Client } from './client.ts'
import { askPeople, PeopleRefusal } from './people-client.ts'

// The people process answers one question every two seconds, and a code ends after ten minutes.
const LEAST_POLL_SECONDS = 1
const REST_MS = 10_000

export async function login(client: Client): Promise<number> {
  const { authenticator } = client.config
  if (authenticator === undefined) await signInInBrowser(client)
  else await signInHere(client, authenticator)
  client.print('You are signed in.')
  return 0
}

/** Shows a code, and waits until the operator has confirmed it in a browser with their passkey. */
async function signInInBrowser({ config, session, printError, openBrowser, sleep }: Client): Promise<void> {
  const machine = `${userInfo().username}@${hostname()}`.slice(0, 100)
  const asked = await askPeople(config.url, { path: 'devices', body: { machine } })
  const url = requireOwnPage(config.origin, String(asked.verification_uri_complete))
  printError(`Your code is ${String(asked.user_code)}. Compare it in your browser, then sign in: ${url}`)
  openBrowser(url)
  const waitMs = Math.max(Number(asked.interval), LEAST_POLL_SECONDS) * 1_000
  for (;;) {
    await sleep(waitMs)
    const token = await fetchToken(config.url, String(asked.device_code)).catch(async (error: unknown) => {
      const code = error instanceof PeopleRefusal ? error.code : undefined
      if (code === 'rate_limited') await sleep(REST_MS)
      else if (code !== 'authorization_pending') throw error
      return undefined
    })
    if (token !== undefined) return session.write(token)
  }
}

async function fetchToken(url: string, deviceCode: string): Promise<string> {
  const { token } = await askPeople(url, { path: 'devices/token', body: { device_code: deviceCode } })
  return String(token)
}

/** Signs in through the authenticator program, and keeps the token. */
export async function signInHere({ config, session }: Client, authenticator: string): Promise<string> {
  const { url, origin } = config
  const { options } = await askPeople(url, { path: 'sessions/options' })
  const { challenge, rpId } = options as { challenge: string; rpId: string }
  const credential = await askAuthenticator(authenticator, {
    challenge,
    rp_id: requireOwnSite(origin, rpId),
    origin,
    credentials: [],
  })
  const { token } = await askPeople(url, { path: 'sessions', body: { client: 'terminal', credential } })
  session.write(String(token))
  return String(token)
}

/** Refuses to sign for another site, because a false people process could use the signature there. */
export function requireOwnSite(origin: string, rpId: string): string {
  const { hostname: own } = new URL(origin)
  if (rpId === own) return rpId
  throw new Refusal(
    'signature_invalid',
    `The people process asks for a signature for ${rpId}, and not for ${own}. Check PEOPLE_ORIGIN.`,
  )
}

/** Refuses to open a page of another site. */
export function requireOwnPage(origin: string, url: string): string {
  if (URL.canParse(url) && new URL(url).origin === origin) return new URL(url).href
  throw new Refusal('signature_invalid', `${url} is not a page of ${origin}. Check PEOPLE_ORIGIN.`)
}
