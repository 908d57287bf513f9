import { join, relative } from 'node:path'
import type { DevPlan } from './dev-plan.ts'
import type { StartedService } from './launch-services.ts'

export function formatService(name: string, started: StartedService, tookMs: number): string {
  const what = [started.url, started.note && `(${started.note})`].filter(Boolean).join(' ')
  return `  ${name.padEnd(12)}${what.padEnd(56)} ${formatSeconds(tookMs).padStart(7)}`
}

/** What one needs to begin: where things are, the key, and a line to paste. */
export function formatWelcome(plan: DevPlan, facts: Record<string, string>, readyMs: number): string {
  const { ports } = plan
  const api = `http://127.0.0.1:${ports.api}`
  const logs = join(relative(process.cwd(), plan.directory), '*/*.log')
  return `
  Afara is up in ${formatSeconds(readyMs)}.

  api               ${api}
  Restate console   ${plan.restateAdminUrl}
  Restate ingress   ${plan.restateIngressUrl}
  PostgreSQL        ${plan.databaseUrl('postgres')}
  Polygon           http://127.0.0.1:${ports.polygon} (chain 137)
  Avalanche         http://127.0.0.1:${ports.avalanche} (chain 43114)
  logs              tail -f ${logs}

  test key          ${facts.testKey}

  Try it:
    curl -X POST ${api}/drills/v1 -H 'svc-sec-key: ${facts.testKey}'

  The api and the worker start anew when server/src changes. Ctrl-C stops everything.
`
}

function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`
}
