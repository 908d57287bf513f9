import { SignerUnavailable } from '../../../movements/transfers/signer.ts'

export type VaultSettings = Readonly<{ url: string; token: string }>

/** With a body it is a POST. */
export type AskVault = (path: string, signal: AbortSignal, body?: object) => Promise<unknown>

// Fifty signatures take a fifth of a second, and the signer's own look at the database at most ten.
const SIGNER_DEADLINE_MS = 20_000

/** One request. Throws SignerUnavailable for everything but a whole answer: nothing is known then, and the same may be asked again. */
export function createVaultClient({ url, token }: VaultSettings): AskVault {
  return async (path, signal, body) => {
    try {
      const response = await fetch(`${url}${path}`, {
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        // Elsewhere is not where our token should go.
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(SIGNER_DEADLINE_MS)]),
      })
      const answer: unknown = await response.json()
      if (response.status === 200) return answer
      const { code, message } = answer as { code?: unknown; message?: unknown }
      throw new SignerUnavailable(
        `the signer answered ${response.status} ${String(code)}: ${String(message)}`,
      )
    } catch (error) {
      if (error instanceof SignerUnavailable) throw error
      const { message, cause } = error as Error & { cause?: { code?: string } }
      throw new SignerUnavailable(`the signer cannot be asked: ${cause?.code ?? message}`)
    }
  }
}
