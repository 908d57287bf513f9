/**
 * Calls our simulated Horizon, through its admin or its public endpoints. Returns undefined for a missing resource and throws if Horizon
 * refuses the call.
 */
export async function askHorizon<T>(
  url: string,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
): Promise<T | undefined> {
  const answer = await fetch(`${url}${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
  const text = await answer.text()
  if (answer.status === 404) return undefined
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 400)}`)
  return text === '' ? undefined : (JSON.parse(text) as T)
}

/** Submits an envelope and ignores the reply. */
export async function submit(url: string, envelope: string): Promise<void> {
  await fetch(`${url}/transactions_async`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ tx: envelope }),
    signal: AbortSignal.timeout(30_000),
  }).catch(() => undefined)
}
