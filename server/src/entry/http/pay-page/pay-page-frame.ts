import { type Html, html, trustedHtml } from '../html.ts'
import type { ShownLook } from './pay-page-look.ts'
import { payPageScript } from './pay-page-script.ts'
import { payPageStyle } from './pay-page-style.ts'
import { fill, type PayWords } from './pay-words.ts'

type Frame = Readonly<{
  title: string
  /** What a preview of the link says below the title. */
  about: string
  /** For programs: the state that the page shows. */
  state: string
  mark: string
  pollSeconds: number | null
  /** The second half of the warning on a page of test mode. */
  test: string | null
  business: string
  description: string | null
  returnUrl: string | null
  /** How the business wants its page to look. */
  look: ShownLook | undefined
  /** A style that chooses light or dark. */
  preview: string | undefined
  main: Html
}>

// Without a script the page reloads at this interval.
const RELOAD_SECONDS = 15

const arrow = html`<svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M16 10H4m5-5-5 5 5 5"/></svg>`
const mark = html`<svg class="mark" viewBox="0 0 24 24" width="16" height="16" fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M2 16.5 12 4l10 12.5" stroke-width="1.25" opacity=".55"/><path d="M6.75 21.5 12 4l5.25 17.5" stroke-width="2.25"/><path d="M1.5 16.5h21" stroke-width="2.25"/></svg>`

/** Builds the frame around the part that changes. */
export function framePage(words: PayWords, frame: Frame): Html {
  const { business, description, look, returnUrl } = frame
  const back = fill(words.goBack, { business: `\u2068${business}\u2069` })
  return html`${head(words, frame.title, [
    html`<meta property="og:title" content="${frame.title}"><meta property="og:description" content="${frame.about}">`,
    style(look?.style),
    style(frame.preview),
    frame.pollSeconds !== null && reload,
  ])}
<body data-state="${frame.state}" data-mark="${frame.mark}" data-poll="${frame.pollSeconds ?? 0}">
${frame.test !== null && html`<section class="test" aria-label="${words.test.name}"><b>${words.test.name}</b> ${frame.test}</section>`}
<div class="page">
<header><div class="shop">${returnUrl !== null && html`<a class="back" href="${returnUrl}" rel="noreferrer noopener" aria-label="${back}">${arrow}<span>${back}</span></a>`}
${monogram(business, look)}<div class="name"><h1><bdi>${business}</bdi></h1>${description !== null && html`<p><bdi>${description}</bdi></p>`}</div></div><p id="offline" hidden>${words.offline}</p></header>
<main>
${frame.main}
</main>
<footer><p>${words.footer}</p>${poweredBy(words)}<p id="say" class="hush" role="status" aria-live="polite"></p></footer>
</div>
<script>${trustedHtml(payPageScript)}</script>
</body>
</html>
`
}

/** Builds a static page with one message. */
export function noticePage(
  words: PayWords,
  { title, text }: Readonly<{ title: string; text: string }>,
): Html {
  return plainPage(words, title, html`<section class="card notice"><h1>${title}</h1><p>${text}</p></section>`)
}

/** Builds a static page of ours, without a business above it. */
export function plainPage(words: PayWords, title: string, main: Html): Html {
  return html`${head(words, title)}
<body data-state="notice">
<div class="page alone"><main>${main}</main>
<footer>${poweredBy(words)}</footer></div>
</body>
</html>
`
}

function poweredBy({ poweredBy: by }: PayWords): Html {
  return html`<p class="by">${by} <b>${mark}Afara</b></p>`
}

/** The logo, or the initials of the name. The name follows, so that screen readers need neither. */
function monogram(business: string, look: ShownLook | undefined): Html {
  const logoUrl = look?.logoUrl ?? null
  const initials = business
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
  return html`<span class="monogram" aria-hidden="true">${logoUrl === null ? initials.toUpperCase() : html`<img src="${logoUrl}" alt="" width="48" height="48">`}</span>`
}

const style = (text: string | undefined) => text !== undefined && html`<style>${trustedHtml(text)}</style>`

const reload = html`
<noscript><meta http-equiv="refresh" content="${RELOAD_SECONDS}"></noscript>`

function head({ language }: PayWords, title: string, more?: readonly (Html | false | undefined)[]): Html {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<meta name="format-detection" content="telephone=no">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${trustedHtml(payPageStyle)}</style>${more}
</head>`
}
