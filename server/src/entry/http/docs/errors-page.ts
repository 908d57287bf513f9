import { type ErrorGroup, errorGroups } from '../error-catalogue/error-catalogue.ts'
import type { ErrorEntry } from '../error-catalogue/error-entry.ts'
import { retryRules } from '../error-catalogue/retry-rules.ts'
import { escapeHtml } from '../escape-html.ts'
import { errorExample } from '../openapi/error-responses.ts'
import { errorsPageStyle } from './errors-page-style.ts'

/** The catalogue of errors as one page that needs nothing else: no script, no picture, no font. */
export function errorsPage(baseUrl: string): string {
  const example = JSON.stringify(errorExample('amount_below_minimum', baseUrl).value, null, 2)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Errors · Afara</title>
<style>${errorsPageStyle}</style>
</head>
<body>
<header><a href="/docs">API reference</a></header>
<main>
<h1>Errors</h1>
<p>Every error has one shape. <code>code</code> is for programs and never changes its meaning, <code>message</code> is for
people, <code>errors</code> names every field that is wrong, and <code>request_id</code> is what to quote when you ask us.</p>
<pre tabindex="0">${escapeHtml(example)}</pre>
<h2 id="retries">When to try again</h2>
<dl>${retryRules.map(({ answer, what }) => `<dt>${markUp(answer)}</dt><dd>${markUp(what)}</dd>`).join('\n')}</dl>
${errorGroups.map(section).join('\n')}
</main>
</body>
</html>
`
}

function section({ title, audience, entries }: ErrorGroup): string {
  const note = audience === 'operators' ? ' <small>for operators</small>' : ''
  const articles = Object.entries(entries).map(([code, entry]) => article(code, entry))
  return `<h2>${escapeHtml(title)}${note}</h2>\n${articles.join('\n')}`
}

function article(code: string, { status, meaning, fix }: ErrorEntry): string {
  return `<article id="${code}">
<h3><a href="#${code}">${code}</a> <span>${status}</span></h3>
<p>${markUp(meaning)}</p>
<p><b>Fix</b> ${markUp(fix)}</p>
</article>`
}

function markUp(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]*)`/g, '<code>$1</code>')
}
