import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { html, renderHtml } from '../html.ts'
import { callerGroups } from './errors-page.ts'
import { renderMarkdown } from './markdown.ts'
import { docsPage } from './site-frame.ts'
import { resolveSiteLink, siteGroups, sitePages } from './site-pages.ts'

const REPOSITORY = new URL('../../../../../', import.meta.url)

/** One entry of the search index: address, title and text. */
type SearchEntry = Readonly<{ page: string; title: string; url: string; text: string }>

export type Site = Readonly<{
  /** The HTML of each page that is rendered from Markdown, by its slug. The documentation's first page is ''. */
  pages: ReadonlyMap<string, string>
  search: readonly SearchEntry[]
}>

type ApiDocument = Readonly<{
  paths: Readonly<
    Record<string, Readonly<Record<string, { summary?: string; description?: string; tags?: string[] }>>>
  >
}>

/** Builds every documentation page from the repository's Markdown, and the search index. */
export function makeSite(document: object): Site {
  const pages = new Map([['', renderHtml(docsHome())]])
  const search: SearchEntry[] = []
  for (const { slug, source, title, about } of sitePages) {
    if (source === undefined) continue
    const text = readFileSync(fileURLToPath(new URL(source, REPOSITORY)), 'utf8')
    const made = renderMarkdown(text, (target) => resolveSiteLink(source, target))
    pages.set(
      slug,
      renderHtml(docsPage({ title: made.title, about, slug, body: made.body, headings: made.headings })),
    )
    for (const section of made.sections) {
      const isPage = section.heading.level === 1
      const url = isPage ? `/docs/${slug}` : `/docs/${slug}#${section.heading.id}`
      search.push({ page: title, title: isPage ? title : section.heading.text, url, text: section.text })
    }
  }
  return { pages, search: [...search, ...errorEntries(), ...operationEntries(document as ApiDocument)] }
}

function docsHome() {
  return docsPage({
    title: 'Documentation',
    about: 'Guides and reference for integrators.',
    slug: '',
    body: html`<p class="lead">Start with <a href="/docs/integrate">Integrate</a>: a test key, one buy, one sell and one withdrawal. Everything works in test mode with simulated banks and networks.</p>
<p>For your tools: <a href="/openapi.json">OpenAPI document</a>, <a href="/postman.json">Postman collection</a>, <a href="/llms.txt">page for language models</a>.</p>
${siteGroups.map(
  ({ title, pages }) => html`<h2>${title}</h2>
<ul class="cards">${pages.map(({ slug, title: name, about }) => html`<li><a href="/docs/${slug}"><strong>${name}</strong>${about}</a></li>`)}</ul>
`,
)}`,
  })
}

function errorEntries(): SearchEntry[] {
  return callerGroups.flatMap(({ entries }) =>
    Object.entries(entries).map(([code, { meaning, fix }]) => ({
      page: 'Errors',
      title: code,
      url: `/docs/errors#${code}`,
      text: `${meaning} ${fix}`.replaceAll('`', ''),
    })),
  )
}

/** Returns the search entries of the operations. The API reference identifies an operation by its tag, method and path. */
function operationEntries({ paths }: ApiDocument): SearchEntry[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { summary = '', tags = [] }]) => {
      const tag = tags[0]?.toLowerCase().replaceAll(' ', '-')
      if (tag === undefined) return []
      const url = `/docs/api#tag/${tag}/${method.toUpperCase()}${path}`
      return [{ page: 'API reference', title: summary, url, text: `${method.toUpperCase()} ${path}` }]
    }),
  )
}
