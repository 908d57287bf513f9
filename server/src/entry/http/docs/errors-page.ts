import { type ErrorGroup, errorGroups, retryRules } from '../error-catalogue/error-catalogue.ts'
import type { ErrorEntry } from '../error-catalogue/error-entry.ts'
import { type Html, html } from '../html.ts'
import { errorExample } from '../openapi/error-reply.ts'
import { highlight } from './highlight.ts'
import { docsPage } from './site-frame.ts'

/** Error groups for callers of the API and for people who sign in. The groups for the admin command are documented in the repository only. */
export const callerGroups: readonly ErrorGroup[] = errorGroups.filter(
  ({ audience }) => audience !== 'operators',
)

/** The page to which every error's docs_url links. All codes are on the page. If scripts run, a script adds a filter. */
export function errorsPage(baseUrl: string): Html {
  const example = JSON.stringify(errorExample('amount_below_minimum', baseUrl).value, null, 2)
  const headings = [
    { level: 2, id: 'retries', text: 'When to try again' },
    ...callerGroups.map(({ title }) => ({ level: 2, id: groupId(title), text: title })),
  ]
  return docsPage({
    title: 'Errors',
    about: 'Every error code, its meaning and its fix.',
    slug: 'errors',
    headings,
    body: html`<p>Every error has the same shape. Decide by <code>code</code>: it never changes its meaning. Show or log <code>message</code>.
<code>errors</code> names every field that is wrong. Quote <code>request_id</code> when you contact us.</p>
<div class="filter" hidden><input type="search" placeholder="Filter by code, status or words" aria-label="Filter the errors" autocomplete="off" spellcheck="false"><output></output></div>
<div class="before"><div class="code" data-language="json"><pre tabindex="0"><code>${highlight('json', example)}</code></pre></div>
<h2 id="retries">When to try again</h2>
<dl>${retryRules.map(
      ({ answer, what }) => html`<dt>${markUp(answer)}</dt><dd>${markUp(what)}</dd>
`,
    )}</dl>
</div>
${callerGroups.map(section)}`,
  })
}

function section({ title, entries }: ErrorGroup): Html {
  return html`<section class="errors"><h2 id="${groupId(title)}">${title}</h2>
${Object.entries(entries).map(([code, entry]) => article(code, entry))}</section>
`
}

function article(code: string, { status, meaning, fix }: ErrorEntry): Html {
  return html`<article id="${code}">
<h3><a href="#${code}">${code}</a> <span class="pill quiet">${status}</span></h3>
<p>${markUp(meaning)}</p>
<p><strong>Fix</strong> ${markUp(fix)}</p>
</article>
`
}

const groupId = (title: string): string => title.toLowerCase().replaceAll(' ', '-')

/** Words in backticks are shown as code. */
function markUp(text: string): readonly (string | Html)[] {
  return text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))
}
