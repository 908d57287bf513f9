import { type Html, html, trustedHtml } from '../html.ts'
import type { ShownLook } from './pay-page-look.ts'
import { payPageScript } from './pay-page-script.ts'
import { payPageStyle } from './pay-page-style.ts'
import type { PayWords } from './pay-words.ts'

type Frame = Readonly<{
  title: string
  mark: string
  pollSeconds: number | null
  isTest: boolean
  business: string
  description: string | null
  /** How the business wants its page to look. */
  look: ShownLook | undefined
  /** A style that chooses light or dark. */
  preview: string | undefined
  main: Html
}>

// Without a script the page reloads at this interval.
const RELOAD_SECONDS = 15

/** Builds the frame around the part that changes. */
export function framePage(words: PayWords, frame: Frame): Html {
  const { title, mark, pollSeconds, isTest, business, description, look, preview, main } = frame
  return html`${head(words, title, [style(look?.style), style(preview), pollSeconds !== null && reload])}
<body data-mark="${mark}" data-poll="${pollSeconds ?? 0}">
<header>${isTest && html`<p class="test" role="note">${words.test}</p>`}<div${look && html` class="payee"`}>
${look && monogram(business, look)}<div>
<p class="to">${words.payTo}</p>
<h1><bdi>${business}</bdi></h1>
${description !== null && html`<p class="about"><bdi>${description}</bdi></p>`}
</div></div></header>
<main>
${main}
</main>
<footer>
<p id="offline" hidden>${words.offline}</p>
<p>${words.footer}</p>
<p id="say" class="hush" role="status" aria-live="polite"></p>
</footer>
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
  return html`${head(words, title)}
<body>
<main class="alone"><section class="card"><h1>${title}</h1><p class="about">${text}</p></section></main>
</body>
</html>
`
}

/** The logo, or the first letter of the name. The name follows, so that screen readers need neither. */
function monogram(business: string, { logoUrl }: ShownLook): Html {
  const [letter = ''] = business
  return html`<span class="monogram" aria-hidden="true">${logoUrl === null ? letter.toUpperCase() : html`<img src="${logoUrl}" alt="" width="48" height="48">`}</span>`
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
