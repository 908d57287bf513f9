import type { PayPage } from '../../../records/pay-links/pay-page-store.ts'
import { type Html, html } from '../html.ts'
import { helpCard, nairaText, payCards, quoteCard, type ShownPage, scanCard } from './pay-page-cards.ts'
import { framePage } from './pay-page-frame.ts'
import { isLastState, isPayable, type PayState, payStateOf } from './pay-state.ts'
import { fill, type KnownWords, type PayWords } from './pay-words.ts'

const icon = (inside: Html): Html =>
  html`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="12" cy="12" r="9.5"/>${inside}</svg>`

const waiting = icon(html`<circle class="pulse" cx="12" cy="12" r="4" fill="currentColor" stroke="none"/>`)
const done = icon(html`<path d="m7.5 12.5 3 3 6-6.5"/>`)
const clock = icon(html`<path d="M12 7v5.5l3.5 2"/>`)
const part = icon(html`<path d="M12 7.5v6"/><path d="M12 17v.01"/>`)
const back = icon(html`<path d="M16 12H8m3.5-3.5L8 12l3.5 3.5"/>`)
const crossed = icon(html`<path d="m8.5 8.5 7 7m0-7-7 7"/>`)

type Look = Readonly<{
  /** An icon next to the words. It carries no information of its own. */
  sign: Html
  tone: 'plain' | 'good' | 'warn' | 'quiet'
  /** Number of completed steps, while the payment continues. */
  done?: number
}>

const looks: Readonly<Record<PayState, Look>> = {
  waiting: { sign: waiting, tone: 'plain', done: 0 },
  maybe: { sign: part, tone: 'warn', done: 0 },
  found: { sign: clock, tone: 'good', done: 1 },
  short: { sign: part, tone: 'warn', done: 0 },
  paused: { sign: part, tone: 'warn' },
  seen: { sign: waiting, tone: 'good', done: 1 },
  arrived: { sign: done, tone: 'good', done: 2 },
  delivered: { sign: done, tone: 'good', done: 3 },
  slow: { sign: clock, tone: 'plain', done: 1 },
  expired: { sign: clock, tone: 'quiet' },
  cancelled: { sign: crossed, tone: 'quiet' },
  returning: { sign: back, tone: 'plain' },
  returned: { sign: back, tone: 'plain' },
  recalled: { sign: crossed, tone: 'quiet' },
}

// Characters that change the text direction or have no width. With them a name could rewrite the line around it.
const HIDDEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g

/** Builds the complete page for a payer. The page is readable without a second request and without scripts. */
export function payPage(shown: ShownPage, words: PayWords): Html {
  const { page, now } = shown
  const state = payStateOf(page, now)
  const known = knownWords(page)
  return framePage(words, {
    title: fill(words.documentTitle, known),
    mark: markOf(page, state),
    pollSeconds: shown.preview === undefined ? pollSecondsOf(state) : null,
    isTest: page.mode === 'test',
    business: readableText(page.businessName),
    description: page.description === null ? null : readableText(page.description),
    look: shown.look,
    preview: shown.preview,
    main: html`<div class="flow">
${stateCard(state, words, known)}
${stepList(state, words)}
${isPayable(state) ? payCards(shown, state, words) : quoteCard(page, known, words)}
${isPayable(state) ? helpCard(page, known, words) : linkButtons(shown, state, words, known)}
</div>
${(state === 'waiting' || state === 'maybe') && scanCard(shown.token, words)}`,
  })
}

/** Returns a mark of the page's content. The mark changes when anything on the page changes except the remaining time. */
export function markOf(page: PayPage, state: PayState): string {
  // A number that has expired is replaced, and an open page must show the new one.
  return `${state}-${page.left.minor}${state === 'waiting' ? `-${page.accountNumber}` : ''}`
}

/** Returns the polling interval; null in a final state. Slow states are polled less often. */
export function pollSecondsOf(state: PayState): number | null {
  if (isLastState(state)) return null
  return state === 'paused' || state === 'slow' || state === 'expired' || state === 'returning' ? 20 : 3
}

/** Returns the values for the placeholders. Names are isolated, so that their text direction does not affect the sentence around them. */
function knownWords({ businessName, amount, paid, left, code, network, seen }: PayPage): KnownWords {
  const naira = (minor: bigint) => {
    const { whole, kobo } = nairaText({ asset: 'NGN', minor })
    return `${whole}.${kobo}`
  }
  return {
    business: `\u2068${readableText(businessName)}\u2069`,
    amount: naira(amount.minor),
    left: naira(left.minor),
    paid: naira(paid.minor),
    seen: naira(seen?.amount?.minor ?? 0n),
    code,
    network: network ?? '',
  }
}

function stateCard(state: PayState, words: PayWords, known: KnownWords): Html {
  const { title, text } = words.states[state]
  const { sign, tone } = looks[state]
  return html`<section class="card state ${tone}" aria-labelledby="title">${sign}
<h2 id="title" tabindex="-1">${fill(title, known)}</h2>
<p id="text">${fill(text, known)}</p></section>`
}

/** Shows the progress: transfer, arrived, delivered. Undefined if the payment does not continue. */
function stepList(state: PayState, { steps }: PayWords): Html | undefined {
  const { done } = looks[state]
  if (done === undefined) return undefined
  const items = [steps.pay, steps.arrived, steps.delivered].map((name, at) => {
    if (at < done) return html`<li class="did">${name}</li>`
    return at === done ? html`<li class="now" aria-current="step">${name}</li>` : html`<li>${name}</li>`
  })
  return html`<ol class="steps" aria-label="${steps.label}">${items}</ol>`
}

function linkButtons(
  { page, explorerUrl }: ShownPage,
  state: PayState,
  words: PayWords,
  known: KnownWords,
): Html {
  const link = (href: string, text: string, kind: string) =>
    html`<a class="button${kind}" href="${href}" rel="noreferrer noopener">${fill(text, known)}</a>`
  const isExplored = state === 'delivered' && explorerUrl !== null
  return html`${page.returnUrl !== null && link(page.returnUrl, words.goBack, '')}${isExplored && link(explorerUrl, words.explorer, ' second')}`
}

/** Returns text that others wrote, in the form that the page shows. */
function readableText(text: string): string {
  return text.replaceAll(HIDDEN, '').trim()
}
