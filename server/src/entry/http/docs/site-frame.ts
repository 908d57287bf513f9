import { type Html, html, trustedHtml } from '../html.ts'
import { COMMON } from '../security-headers.ts'
import type { Heading } from './markdown.ts'
import { type SitePage, siteGroups, sitePages } from './site-pages.ts'

/** Allows only content of this service and nothing inline. */
export const sitePolicy = `${COMMON}; style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'`

const markSvg = trustedHtml(
  '<svg class="mark" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M2 16.5 12 4l10 12.5" stroke-width="1.25" opacity=".55"/><path d="M6.75 21.5 12 4l5.25 17.5" stroke-width="2.25"/><path d="M1.5 16.5h21" stroke-width="2.25"/></svg>',
)

const topLinks = [
  ['/docs', 'Docs'],
  ['/docs/api', 'API reference'],
  ['/docs/errors', 'Errors'],
  ['/status', 'Status'],
] as const

/** Builds the document around every page of the site. `here` is the page's own address. */
export function siteDocument(
  page: Readonly<{ title: string; here: string; body: Html; about?: string }>,
): Html {
  return html`<!doctype html>
<html lang="en-NG">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title}</title>
${page.about !== undefined && html`<meta name="description" content="${page.about}">`}
<link rel="icon" href="/site/mark.svg">
<link rel="preload" href="/site/inter-latin.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/site/site.css">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${siteBar(page.here)}
${page.body}
<script src="/site/site.js" defer></script>
</body>
</html>
`
}

/** Builds the bar at the top. The search needs JavaScript, so it is hidden until a script shows it. */
export function siteBar(here: string): Html {
  const isCurrent = (address: string) =>
    address === here || (address === '/docs' && /^\/docs\/(?!api$|errors$)/.test(here))
  return html`<header class="bar">
<a class="brand" href="/">${markSvg} Afara</a>
<div class="search" role="search" hidden><input type="search" placeholder="Search the docs" aria-label="Search the docs" autocomplete="off" spellcheck="false"><kbd>/</kbd><ul hidden></ul></div>
<nav aria-label="Site">${topLinks.map(([address, text]) => link(address, text, isCurrent(address)))}</nav>
</header>`
}

/** Builds a page of the documentation: menu, text and table of contents. */
export function docsPage(
  page: Readonly<{
    title: string
    about: string
    slug: string
    body: Html
    headings?: readonly Heading[]
  }>,
): Html {
  const here = page.slug === '' ? '/docs' : `/docs/${page.slug}`
  const sections = (page.headings ?? []).filter(({ level }) => level === 2)
  return siteDocument({
    title: `${page.title} · Afara`,
    about: page.about,
    here,
    body: html`<div class="shell">
<nav class="side" aria-label="Documentation"><input type="checkbox" id="menu" class="hush"><label class="menu" for="menu">Menu</label>
<div class="pages">${siteGroups.map(
      ({ title, pages }) => html`<h2>${title}</h2>
<ul>${pages.map(({ slug, title: name }) => html`<li>${link(`/docs/${slug}`, name, slug === page.slug)}</li>`)}</ul>
`,
    )}</div></nav>
<main id="content"><h1>${page.title}</h1>
${page.body}
${neighbours(page.slug)}</main>
${sections.length > 1 && html`<nav class="toc" aria-label="On this page"><h2>On this page</h2><ul>${sections.map(({ id, text }) => html`<li>${link(`#${id}`, text, false)}</li>`)}</ul></nav>`}
</div>`,
  })
}

function neighbours(slug: string): Html | false {
  const at = sitePages.findIndex((page) => page.slug === slug)
  if (at === -1) return false
  const side = (page: SitePage | undefined, label: string) =>
    page !== undefined && html`<a href="/docs/${page.slug}"><small>${label}</small>${page.title}</a>`
  return html`<nav class="turn" aria-label="Previous and next page">${side(sitePages[at - 1], 'Previous')}${side(sitePages[at + 1], 'Next')}</nav>`
}

function link(address: string, text: string, isCurrent: boolean): Html {
  return isCurrent
    ? html`<a href="${address}" aria-current="page">${text}</a>`
    : html`<a href="${address}">${text}</a>`
}
