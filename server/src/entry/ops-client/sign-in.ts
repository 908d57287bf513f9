import { Refusal } from '../../kernel/refusal.ts'
import { askAuthenticator } from './authenticator-program.ts'
import type { Client } from './client.ts'
import { askPeople } from './people-client.ts'

export async function login(client: Client): Promise<number> {
  const { authenticator } = client.config
  if (authenticator === undefined)
    throw new Refusal(
      'session_missing',
      'Set AFARA_AUTHENTICATOR to the program that signs with your passkey.',
    )
  await signInHere(client, authenticator)
  client.print('You are signed in.')
  return 0
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
  const { hostname } = new URL(origin)
  if (rpId === hostname) return rpId
  throw new Refusal(
    'signature_invalid',
    `The people process asks for a signature for ${rpId}, and not for ${hostname}. Check PEOPLE_ORIGIN.`,
  )
}
