import { setTimeout as sleep } from 'node:timers/promises'

// Tells Restate where the worker is, as soon as it listens. It may be repeated. WORKER_URL is how Restate reaches this worker.
const restate = process.env['RESTATE_ADMIN_URL']
const worker = process.env['WORKER_URL']
const PATIENCE_MS = 60_000
const begun = performance.now()

let problem = await register()
while (problem !== undefined && performance.now() - begun < PATIENCE_MS) {
  await sleep(500)
  problem = await register()
}
if (problem !== undefined) {
  console.error(`Restate at ${restate} does not accept the worker at ${worker}: ${problem}`)
  process.exitCode = 1
}

/** Returns why Restate did not accept the worker, if so. */
async function register(): Promise<string | undefined> {
  try {
    const response = await fetch(`${restate}/deployments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      // The facts are in PostgreSQL, so new handlers may replace the old ones at the same address.
      body: JSON.stringify({ uri: worker, force: true }),
      signal: AbortSignal.timeout(10_000),
    })
    return response.ok ? undefined : await response.text()
  } catch (error) {
    return String((error as Error).cause ?? error)
  }
}
