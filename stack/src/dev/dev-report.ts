import { join, relative } from 'node:path'
import type { DevPlan } from './dev-plan.ts'
import type { StartedService } from './launch-services.ts'

export function formatService(name: string, started: StartedService, tookMs: number): string {
  const what = [started.url, started.note && `(${started.note})`].filter(Boolean).join(' ')
  return `  ${name.padEnd(12)}${what.padEnd(56)} ${formatSeconds(tookMs).padStart(7)}`
}

/** Ends with the address to open and a command to try. */
export function formatWelcome(plan: DevPlan, facts: Record<string, string>, readyMs: number): string {
  const folder = relative(process.cwd(), plan.directory)
  return `
  Afara is up in ${formatSeconds(readyMs)}. Ctrl-C stops it. A change in server/src or vault/src restarts the affected processes.

  Test key    ${facts.testKey}
  Business    ${facts.businessId}, link tag ${facts.linkTag}
  Settings    ${join(folder, 'server.env')}
  Logs        tail -f ${join(folder, '*/*.log')}

  Open        http://127.0.0.1:${plan.ports.api}
  Dashboard   http://localhost:${plan.ports.people}/dashboard/sign-up
  Console     http://localhost:${plan.ports.console}   npm run console -- bisi@afara.test (or chidi@) opens it with their passkey
  Then run    npx afara buy
`
}

function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`
}
