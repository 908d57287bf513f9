import { browserAssertion, type SoftwarePasskey } from '@afara/stack/authenticator/software-passkey.ts'
import { testRelyingParty } from '@afara/stack/authenticator/software-signing.ts'

/** An answer of the people process. */
export type Reply = Readonly<{ status: number; code: string; body: Record<string, unknown> }>

export type PeopleClient = Readonly<{
  ask(
    method: 'GET' | 'POST',
    path: string,
    more?: Readonly<{ token?: string; body?: unknown }>,
  ): Promise<Reply>
  /** Answers a sign-in with this passkey. */
  signIn(passkey: SoftwarePasskey, more?: Readonly<{ isVerified?: boolean }>): Promise<Reply>
  /** Signs in and returns the token. */
  open(passkey: SoftwarePasskey): Promise<string>
}>

let sent = 0

/** Calls a people process that trusts this machine as a proxy. Every request has its own address, so that no limit answers instead. */
export function createPeopleClient(url: string): PeopleClient {
  const ask: PeopleClient['ask'] = async (method, path, { token, body } = {}) => {
    sent += 1
    const response = await fetch(`${url}/people/v1${path}`, {
      method,
      headers: {
        'x-forwarded-for': `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const read = (await response.json()) as Record<string, unknown>
    return { status: response.status, code: response.ok ? 'ok' : String(read.code), body: read }
  }
  const signIn: PeopleClient['signIn'] = async (passkey, more = {}) => {
    const { body } = await ask('POST', '/sessions/options')
    const { challenge } = body.options as { challenge: string }
    const { id: rpId, origin } = testRelyingParty
    const { isVerified = true } = more
    const asked = { challenge: Buffer.from(challenge, 'base64url'), rpId, origin, isVerified }
    const credential = browserAssertion(passkey.assert(asked))
    return ask('POST', '/sessions', { body: { client: 'terminal', credential } })
  }
  return {
    ask,
    signIn,
    open: async (passkey) => {
      const { body, code } = await signIn(passkey)
      if (code !== 'ok') throw new Error(`a person cannot sign in: ${code}`)
      return String(body.token)
    },
  }
}
