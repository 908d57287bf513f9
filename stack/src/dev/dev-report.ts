import { join, relative } from 'node:path'
import {
  simulatedNetworks,
  simulatedSolana,
  simulatedStellar,
  TOKEN_ADDRESS,
} from '../chains/simulated-networks.ts'
import { sampleBuy, samplePayment } from '../journeys/first-buy.ts'
import { sampleSell } from '../journeys/first-sell.ts'
import type { DevPlan } from './dev-plan.ts'
import type { StartedService } from './launch-services.ts'

export function formatService(name: string, started: StartedService, tookMs: number): string {
  const what = [started.url, started.note && `(${started.note})`].filter(Boolean).join(' ')
  return `  ${name.padEnd(12)}${what.padEnd(56)} ${formatSeconds(tookMs).padStart(7)}`
}

/** What one needs to begin: where things are, the key, and lines to paste. */
export function formatWelcome(plan: DevPlan, facts: Record<string, string>, readyMs: number): string {
  const { ports } = plan
  const api = `http://127.0.0.1:${ports.api}`
  const logs = join(relative(process.cwd(), plan.directory), '*/*.log')
  return `
  Afara is up in ${formatSeconds(readyMs)}.

  api               ${api}
  OTC rates         http://127.0.0.1:${ports.otc}
  metrics, health   http://127.0.0.1:${ports.management}/metrics
  Restate console   ${plan.restateAdminUrl}
  Restate ingress   ${plan.restateIngressUrl}
  PostgreSQL        ${plan.databaseUrl('postgres')}
${formatEvmChains(plan)}
  Solana            ${plan.chainUrls.Solana} (mint ${simulatedSolana.mint})
  Stellar           ${plan.chainUrls.Stellar} (Horizon; ${simulatedStellar.asset})
  rate simulator    http://127.0.0.1:${ports.rates}/admin/state
  bank simulator    http://127.0.0.1:${ports.bank}/admin/state
  signer            http://127.0.0.1:${ports.signer}
  payer             http://127.0.0.1:${ports.payer}
  logs              tail -f ${logs}

  API reference     ${api}/docs

  business          ${facts.businessId}, link tag ${facts.linkTag}
  test key          ${facts.testKey}

  Buy: say that Ada Obi has paid, let her pay at the simulated bank, and send the first line again: completed, seconds later.
    curl ${api}/transactions/v1/onramp -H 'svc-sec-key: ${facts.testKey}' \\
      -H 'content-type: application/json' -d '${JSON.stringify(sampleBuy(facts))}'
    curl http://127.0.0.1:${ports.bank}/admin/payments -H 'content-type: application/json' \\
      -d '${JSON.stringify(samplePayment())}'
    curl ${api}/transactions/v1/txn_…/timeline -H 'svc-sec-key: ${facts.testKey}'

  Try it: where to pay, what a dollar costs, and a sell from the test balance, paid at the simulated bank
    curl ${api}/transactions/v1/vendors -H 'svc-sec-key: ${facts.testKey}'
    curl http://127.0.0.1:${ports.otc}/otc/buy -H 'svc-sec-key: ${facts.testKey}'
    curl ${api}/transactions/v1/offramp -H 'svc-sec-key: ${facts.testKey}' \\
      -H 'content-type: application/json' -d '${JSON.stringify(sampleSell(facts))}'

  The api and the worker start anew when server/src changes, signer and payer when vault/src does. Ctrl-C stops everything.
`
}

/** The token has the same address on all of them. */
function formatEvmChains({ chainUrls }: DevPlan): string {
  return Object.values(simulatedNetworks)
    .map(({ name, chainId }, place) => {
      const token = place === 0 ? `token ${TOKEN_ADDRESS}` : 'the same'
      return `  ${name.padEnd(18)}${chainUrls[name]} (chain ${chainId}, ${token})`
    })
    .join('\n')
}

function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`
}
