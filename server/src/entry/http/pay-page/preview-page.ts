import type { PayPage } from '../../../records/pay-links/pay-page-store.ts'
import { type Html, html } from '../html.ts'
import { knownWords, readableText } from './pay-page.ts'
import { framePage } from './pay-page-frame.ts'
import type { ShownLook } from './pay-page-look.ts'
import { fill, type PayWords } from './pay-words.ts'

/**
 * Builds the page for a program that shows a preview of the link: the business and the amount, without an account number. It is the same in
 * every state, because such programs store it. A browser that loaded it in advance replaces it when somebody looks, because its mark fits no
 * state.
 */
export function previewPage(
  page: PayPage,
  token: string,
  look: ShownLook | undefined,
  words: PayWords,
): Html {
  const known = knownWords(page)
  const { preview } = words
  return framePage(words, {
    title: fill(words.documentTitle, known),
    about: fill(preview.description, known),
    state: 'preview',
    mark: 'preview',
    pollSeconds: 1,
    test: page.mode === 'live' ? null : words.test.pay,
    business: readableText(page.businessName),
    description: page.description === null ? null : readableText(page.description),
    returnUrl: null,
    look,
    preview: undefined,
    main: html`<div class="cols"><div><section class="card" aria-label="${words.summary}"><div class="status quiet"><span class="dot"></span><h2 id="title" tabindex="-1">${preview.label}</h2></div>
<div class="row"><div><p class="label">${preview.amount}</p><p class="amount long">${known['amount']}</p></div></div></section>
<div class="acts"><a class="btn primary" href="/pay/${token}?open=1" rel="nofollow">${preview.open}</a></div></div><aside></aside></div>`,
  })
}
