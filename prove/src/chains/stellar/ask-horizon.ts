/** Asks a Horizon of our own, by its knobs or as anybody does. What is not there is undefined; what it refuses is thrown. */
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
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text.slice(0, 400)}`)
  return text === '' ? undefined : (JSON.parse(text) as T)
}

/** Sends an envelope in, whatever is answered. */
export async function submit(url: string, envelope: string): Promise<void> {
  await fetch(`${url}/transactions_async`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ tx: envelope }),
    signal: AbortSignal.timeout(30_000),
  }).catch(() => undefined)
}
