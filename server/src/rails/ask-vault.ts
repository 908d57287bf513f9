import { request } from 'undici'

export type VaultSettings = Readonly<{
  url: string
  token: string
  /** Called with the head of the journal that is on disk, before the answer is used. */
  noteJournal?: (vault: 'signer' | 'payer', durable: JournalHead) => Promise<void>
}>

export type JournalHead = Readonly<{ count: number; hash: string }>

/** Sends a POST if there is a body, else a GET. */
export type AskVault = (path: string, signal: AbortSignal, body?: object) => Promise<unknown>

type VaultProcess = Readonly<{
  name: 'signer' | 'payer'
  deadlineMs: number
  Unavailable: new (message: string, code?: string) => Error
}>

/**
 * Calls a vault process over HTTP. Throws `Unavailable` unless the response is complete and has status 200. The outcome is then unknown,
 * and the caller may repeat the request. Does not use `fetch`, which is several times slower, because every sell's name enquiry is sent by
 * this function.
 */
export function createVaultClient(
  { url, token, noteJournal }: VaultSettings,
  { name, deadlineMs, Unavailable }: VaultProcess,
): AskVault {
  return async (path, signal, body) => {
    try {
      // Redirects are not followed, so that our token is never sent to another host.
      const response = await request(`${url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
      })
      const answer = await response.body.json()
      if (response.statusCode === 200) {
        const { durable } = answer as { durable?: JournalHead }
        if (durable !== undefined) await noteJournal?.(name, durable)
        return answer
      }
      const { code, message } = answer as { code?: unknown; message?: unknown }
      throw new Unavailable(
        `the ${name} process answered ${response.statusCode} ${String(code)}: ${String(message)}`,
        String(code),
      )
    } catch (error) {
      if (error instanceof Unavailable) throw error
      const { message, code } = error as Error & { code?: unknown }
      throw new Unavailable(
        `the ${name} process does not answer: ${typeof code === 'string' ? code : message}`,
      )
    }
  }
}
