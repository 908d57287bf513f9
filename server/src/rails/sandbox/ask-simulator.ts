import { Refusal } from '../../kernel/refusal.ts'

/** Actions on a simulated network. Amounts are in kobo. */
export type SimulatedNetwork = Readonly<{
  /** Opens a wallet that can receive tokens. The same seed gives the same wallet. */
  openWallet(seed: Buffer): Promise<string>
  sendTokens(to: string, minor: bigint): Promise<void>
  /**
   * Sends tokens and then removes the transfer with a reorganisation. Absent on networks that never reorganise. Returns false if the tokens
   * arrived anyway.
   */
  sendTokensAndForget?(to: string, minor: bigint): Promise<boolean>
}>

const SIMULATOR_DEADLINE_MS = 15_000

type Asked = Readonly<{ method?: 'POST' | 'PUT'; body?: object; form?: Record<string, string> }>

/** Calls a simulator. Throws a `sandbox_unavailable` refusal if it rejects the call or does not answer. The call can be retried. */
export async function askSimulator<T>(url: string, { method = 'POST', body, form }: Asked): Promise<T> {
  const response = await fetch(url, {
    method,
    ...(form === undefined
      ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) }
      : { body: new URLSearchParams(form) }),
    signal: AbortSignal.timeout(SIMULATOR_DEADLINE_MS),
  }).catch((error: unknown) => {
    throw unavailable('did not answer', error)
  })
  if (!response.ok) throw unavailable(`answered ${response.status}: ${(await response.text()).slice(0, 200)}`)
  return (await response.json()) as T
}

/** Sends one JSON-RPC call to a simulated chain. */
export async function askChain<T>(url: string, method: string, ...params: readonly unknown[]): Promise<T> {
  const body = { jsonrpc: '2.0', id: 1, method, params }
  const { result, error } = await askSimulator<{ result: T; error?: { message: string } }>(url, { body })
  if (error !== undefined) throw unavailable(`rejected ${method}: ${error.message}`)
  return result
}

function unavailable(what: string, cause?: unknown): Refusal {
  return new Refusal(
    'sandbox_unavailable',
    `The sandbox is not available: a simulator ${what}. Try again in a minute.`,
    { cause },
  )
}
