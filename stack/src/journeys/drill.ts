import { setTimeout as sleep } from 'node:timers/promises'

type Drill = { drill: { id: string; status: string } }

// Shared machines can stall for a minute, so the deadline only detects hangs.
const FINISHED_WITHIN_MS = 180_000

/**
 * Sends one drill through every part (HTTP, PostgreSQL, Restate, the worker, PostgreSQL, HTTP) and returns how long it
 * took.
 */
export async function runDrill(apiUrl: string, testKey: string): Promise<number> {
  const headers = { 'svc-sec-key': testKey }
  const began = performance.now()
  const deadline = began + FINISHED_WITHIN_MS
  let drill = await ask(`${apiUrl}/drills/v1`, 202, { method: 'POST', headers })
  while (drill.status !== 'finished') {
    if (performance.now() > deadline) {
      throw new Error(
        `drill ${drill.id} was accepted, but is still ${drill.status} after ${FINISHED_WITHIN_MS / 1000} s`,
      )
    }
    await sleep(10)
    drill = await ask(`${apiUrl}/drills/v1/${drill.id}`, 200, { headers })
  }
  return performance.now() - began
}

async function ask(url: string, status: number, request: RequestInit): Promise<Drill['drill']> {
  const response = await fetch(url, { ...request, signal: AbortSignal.timeout(30_000) })
  const text = await response.text()
  if (response.status !== status) {
    throw new Error(
      `${request.method ?? 'GET'} ${url} answered ${response.status} instead of ${status}: ${text}`,
    )
  }
  return (JSON.parse(text) as Drill).drill
}
