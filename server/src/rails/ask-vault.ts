import { request } from 'undici'

export type VaultSettings = Readonly<{
  url: string
  token: string
  /** Told how far the journal is on its disk, before an answer is believed. */
  noteJournal?: (vault: 'signer' | 'payer', durable: JournalHead) => Promise<void>
}>

export type JournalHead = Readonly<{ count: number; hash: string }>

/** With a body it is a POST. */
export type AskVault = (path: string, signal: AbortSignal, body?: object) => Promise<unknown>

type VaultProcess = Readonly<{
  name: 'signer' | 'payer'
  deadlineMs: number
  Unavailable: new (message: string, code?: string) => Error
}>

/**
 * Asks a process of the vault over HTTP. Throws `Unavailable` for everything but a whole answer: nothing is known then, and the same may
 * be asked again. Not with `fetch`, which costs several times as much: every sell has its name asked through here.
 */
export function createVaultClient(
  { url, token, noteJournal }: VaultSettings,
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
      if (response.statusCode === 200) {
        const { durable } = answer as { durable?: JournalHead }
        if (durable !== undefined) await noteJournal?.(name, durable)
        return answer
      }
      const { code, message } = answer as { code?: unknown; message?: unknown }
      throw new Unavailable(
        `the ${name} answered ${response.statusCode} ${String(code)}: ${String(message)}`,
        String(code),
      )
    } catch (error) {
      if (error instanceof Unavailable) throw error
      const { message, code } = error as Error & { code?: unknown }
      throw new Unavailable(`the ${name} does not answer: ${typeof code === 'string' ? code : message}`)
    }
  }
}
