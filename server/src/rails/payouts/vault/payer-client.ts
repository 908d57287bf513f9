import { PayerUnavailable } from '../../../movements/payouts/payout-rail.ts'

export type PayerSettings = Readonly<{ url: string; token: string }>

/** With a body it is a POST. */
export type AskPayer = (path: string, signal: AbortSignal, body?: object) => Promise<unknown>

// The payer waits for banks, each of which may take its time.
const DEADLINE_MS = 60_000

/** One request. Throws PayerUnavailable for everything but a whole answer: nothing is known then. */
export function createPayerClient({ url, token }: PayerSettings): AskPayer {
  return async (path, signal, body) => {
    try {
      const response = await fetch(`${url}${path}`, {
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        // Elsewhere is not where our token should go.
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
      })
      const answer: unknown = await response.json()
      if (response.status === 200) return answer
      const { code, message } = answer as { code?: unknown; message?: unknown }
      throw new PayerUnavailable(`the payer answered ${response.status} ${String(code)}: ${String(message)}`)
    } catch (error) {
      if (error instanceof PayerUnavailable) throw error
      const { message, cause } = error as Error & { cause?: { code?: string } }
      throw new PayerUnavailable(`the payer cannot be asked: ${cause?.code ?? message}`)
    }
  }
}
