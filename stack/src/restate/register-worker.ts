/**
 * Tells Restate where a worker listens. With `force`, which is for development and tests, handlers that changed
 * replace those known under the same address instead of being refused.
 */
export async function registerWorker(adminUrl: string, workerUrl: string): Promise<void> {
  const response = await fetch(`${adminUrl}/deployments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uri: workerUrl, force: true }),
    signal: AbortSignal.timeout(60_000),
  })
  const answer = await response.text()
  if (!response.ok) {
    throw new Error(`Restate refused the worker at ${workerUrl} (${response.status}): ${answer}`)
  }
}
