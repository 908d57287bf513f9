import { request } from 'undici'

export type VaultSettings = Readonly<{ url: string; token: string }>

/** With a body it is a POST. */
export type AskVault = (path: string, signal: AbortSignal, body?: object) => Promise<unknown>

type VaultProcess = Readonly<{
  name: 'signer' | 'payer'
  deadlineMs: number
  Unavailable: new (message: string) => Error
}>

/**
 * Asks a process of the vault over HTTP. Throws `Unavailable` for everything but a whole answer: nothing is known then, and the same may
 * be asked again. Not with `fetch`, which costs several times as much: every sell has its name asked through here.
 */
export function createVaultClient(
  { url, token }: VaultSettings,
  { name, deadlineMs, Unavailable }: VaultProcess,
): AskVault {
  return async (path, signal, body) => {
    try {
      // Redirects are not followed: elsewhere is not where our token should go.
      const response = await request(`${url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
      })
      const answer = await response.body.json()
      if (response.statusCode === 200) return answer
      const { code, message } = answer as { code?: unknown; message?: unknown }
      throw new Unavailable(`the ${name} answered ${response.statusCode} ${String(code)}: ${String(message)}`)
    } catch (error) {
      if (error instanceof Unavailable) throw error
      const { message, code } = error as Error & { code?: unknown }
      throw new Unavailable(`the ${name} cannot be asked: ${typeof code === 'string' ? code : message}`)
    }
  }
}
