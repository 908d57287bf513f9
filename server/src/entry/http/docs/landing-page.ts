import { type Html, html, trustedHtml } from '../html.ts'
import type { ServiceStatus } from './service-status.ts'
import { siteDocument } from './site-frame.ts'

const bridge =
  trustedHtml(`<svg class="art" viewBox="0 0 1152 384" role="img" aria-label="A bridge between a bank in Nigeria and four blockchains">
<path class="bank" d="M0 272h192v112H14a14 14 0 0 1-14-14zM960 272h192v98a14 14 0 0 1-14 14H960z"/>
<path class="water" d="M208 356h104M456 356h96M600 356h96M840 356h104M248 372h152M488 372h176M752 372h152"/>
<path class="cable" d="M384 28L328 272M384 28L440 272M384 28L294 272M384 28L474 272M384 28L260 272M384 28L508 272M384 28L226 272M384 28L542 272M384 28L192 272M384 28L576 272M768 28L712 272M768 28L824 272M768 28L678 272M768 28L858 272M768 28L644 272M768 28L892 272M768 28L610 272M768 28L926 272M768 28L576 272M768 28L960 272"/>
<path class="tower" d="M340 352L384 28L428 352M724 352L768 28L812 352"/>
<path class="deck" d="M0 272h1152"/>
<path class="sign" d="M52 212l44-24 44 24zM60 220v32M84 220v32M108 220v32M132 220v32M52 260h88M1056 184l34 20v38l-34 20-34-20v-38zM1022 204l34 20 34-20M1056 224v38"/>
</svg>`)

const arrow = trustedHtml(
  '<svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M4 10h12m-5-5 5 5-5 5"/></svg>',
)

const bothWays = trustedHtml(
  '<svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" role="img" aria-label="to and from"><path d="M2 5.5h11.5M10.5 2.5l3 3M14 10.5H2.5m3 3-3-3"/></svg>',
)

/** The landing page of the service. */
export function landingPage(status: ServiceStatus, isTestOnly: boolean): Html {
  return siteDocument({
    title: 'Afara: naira to NGNC and back',
    about: 'The naira and stablecoin ramp that pays exactly once.',
    here: '/',
    body: html`${isTestOnly && html`<aside class="test" aria-label="Mode"><strong>Test mode.</strong> No live bank is connected to this server. No real money moves.</aside>`}
<main class="landing" id="content">
<a class="pill ${status.isWorking ? 'good' : 'warn'}" href="/status">${status.isWorking ? 'All systems working' : 'Some systems are not working'}</a>
<h1>Naira to NGNC and back, to the kobo.</h1>
<p class="lead">Your customer sends naira from any Nigerian bank, and you get NGNC, a stablecoin worth one naira, on four networks. Or the other way round. Every payment is made exactly once.</p>
<div class="scene">${bridge}
<p class="tag left"><strong>Naira</strong>Any Nigerian bank,<br>day and night</p>
<p class="tag right"><strong>NGNC</strong>Stellar · Polygon<br>Solana · Avalanche</p>
<p class="car">₦1.00 ${bothWays} 1.00 NGNC</p></div>
<nav class="doors" aria-label="Where to go">
${door('/docs/integrate', 'Integrate', 'Make your first buy, sell and withdrawal with a test key, in about ten minutes.', '$', 'npx afara buy')}
${door('/docs/api', 'API reference', 'Every request, reply and error. Send requests from the page with your test key.', 'POST', '/transactions/v1/onramp')}
${door('/docs/sandbox', 'Break it', 'Pay too little, pay late, return a payout. The sandbox shows what your code must handle.', '$', 'npx afara trigger short_payment')}
</nav>
</main>
<footer class="foot"><a href="/docs">Documentation</a><a href="/docs/errors">Errors</a><a href="/docs/webhooks">Webhooks</a><a href="/openapi.json">OpenAPI document</a><a href="/status">Status</a></footer>`,
  })
}

function door(address: string, title: string, about: string, prompt: string, command: string): Html {
  return html`<a class="door" href="${address}"><h2>${title} ${arrow}</h2><p>${about}</p><code><i>${prompt}</i> ${command}</code></a>`
}

/** Shows the current state of each part of the service. */
export function statusPage({ isWorking, parts }: ServiceStatus): Html {
  return siteDocument({
    title: 'Status · Afara',
    about: 'Status of each part of the service.',
    here: '/status',
    body: html`<main class="narrow" id="content"><h1>${isWorking ? 'All systems working' : 'Some systems are not working'}</h1>
<p>This page shows the state of each part at the moment you loaded it. Programs read <a href="/health"><code>GET /health</code></a>.</p>
<ul class="parts">${parts.map(
      ({
        name,
        state,
        note,
      }) => html`<li><div><strong>${name}</strong><p>${note}</p></div><span class="pill ${state.tone}">${state.word}</span></li>
`,
    )}</ul></main>`,
  })
}
