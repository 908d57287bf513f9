import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../app-deps.ts'
import { type ErrorGroup, errorGroups, retryRules } from '../error-catalogue/error-catalogue.ts'
import type { ErrorEntry } from '../error-catalogue/error-entry.ts'
import { type Html, html, sendHtml, trustedHtml } from '../html.ts'
import { errorExample } from '../openapi/error-reply.ts'
import { stillPagePolicy } from '../security-headers.ts'

/** Readable on a phone and at a desk, by day and by night. */
const errorsPageStyle = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fff, #131417);
  --ink: light-dark(#1b1d22, #e8e9ec);
  --faint: light-dark(#5b6070, #9aa0ae);
  --line: light-dark(#e3e5ea, #2b2e35);
  --tint: light-dark(#f5f6f8, #1b1d22);
  --mark: light-dark(#fff3c4, #3a3314);
  --link: light-dark(#0b6b53, #5fd3b1);
}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100% }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
}
header, main { max-width: 46rem; margin: 0 auto; padding: 1rem 1.25rem }
header { padding-bottom: 0 }
main { padding-bottom: 4rem }
h1 { font-size: 2rem; line-height: 1.2; margin: .5rem 0 1rem }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .75rem; padding-bottom: .35rem; border-bottom: 1px solid var(--line) }
h2 small { font-weight: 400; color: var(--faint) }
h3 { font-size: 1rem; margin: 0 0 .35rem; display: flex; gap: .6rem; align-items: baseline; flex-wrap: wrap }
h3 a, code, pre { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, 'Noto Sans Mono', monospace }
h3 a { color: inherit; text-decoration: none; overflow-wrap: anywhere }
h3 a:hover { text-decoration: underline }
h3 span { font-size: .8rem; font-weight: 600; color: var(--faint); border: 1px solid var(--line); border-radius: 1rem; padding: 0 .5rem }
a { color: var(--link) }
a:focus-visible, pre:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
code { font-size: .9em; background: var(--tint); border-radius: .25rem; padding: .1em .3em; overflow-wrap: anywhere }
pre { font-size: .85rem; background: var(--tint); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; overflow-x: auto }
article { padding: .75rem; margin: 0 -.75rem; border-radius: .5rem }
article p { margin: 0 0 .25rem }
article b { color: var(--faint); font-weight: 600; margin-right: .35rem }
article:target { background: var(--mark) }
dt { font-weight: 600; margin-top: .75rem }
dd { margin: 0 }
`

/** Where every error's docs_url leads. */
export function readErrorsPageRoute(app: FastifyInstance, { docs }: Pick<AppDeps, 'docs'>): void {
  let page: Html | undefined
  app.get('/docs/errors', { config: { access: 'public' } }, (_request, reply) => {
    page ??= errorsPage(docs.baseUrl)
    reply
      .header('content-security-policy', stillPagePolicy(errorsPageStyle))
      .header('cache-control', 'public, max-age=300')
    sendHtml(reply, page)
  })
}

/** The catalogue of errors as one page that needs nothing else: no script, no picture, no font. */
export function errorsPage(baseUrl: string): Html {
  const example = JSON.stringify(errorExample('amount_below_minimum', baseUrl).value, null, 2)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Errors · Afara</title>
<style>${trustedHtml(errorsPageStyle)}</style>
</head>
<body>
<header><a href="/docs">API reference</a></header>
<main>
<h1>Errors</h1>
<p>Every error has one shape. <code>code</code> is for programs and never changes its meaning, <code>message</code> is for
people, <code>errors</code> names every field that is wrong, and <code>request_id</code> is what to quote when you ask us.</p>
<pre tabindex="0">${example}</pre>
<h2 id="retries">When to try again</h2>
<dl>${retryRules.map(
    ({ answer, what }) => html`<dt>${markUp(answer)}</dt><dd>${markUp(what)}</dd>
`,
  )}</dl>
${errorGroups.map(section)}
</main>
</body>
</html>
`
}

function section({ title, audience, entries }: ErrorGroup): Html {
  const note = audience === 'operators' && html` <small>for operators</small>`
  return html`<h2>${title}${note}</h2>
${Object.entries(entries).map(([code, entry]) => article(code, entry))}`
}

function article(code: string, { status, meaning, fix }: ErrorEntry): Html {
  return html`<article id="${code}">
<h3><a href="#${code}">${code}</a> <span>${status}</span></h3>
<p>${markUp(meaning)}</p>
<p><b>Fix</b> ${markUp(fix)}</p>
</article>
`
}

/** Words in backticks are shown as code. */
function markUp(text: string): readonly (string | Html)[] {
  return text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))
}
