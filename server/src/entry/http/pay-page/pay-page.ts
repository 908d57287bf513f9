import type { PayPage } from '../../../records/pay-links/pay-page-store.ts'
import { type Html, html, trustedHtml } from '../html.ts'
import { qrSvg } from '../qr.ts'
import { payerBankName } from './bank-paces.ts'
import {
  factList,
  helpCard,
  nairaText,
  note,
  payRows,
  quoteRow,
  scanCard,
  sideCard,
} from './pay-page-cards.ts'
import { framePage } from './pay-page-frame.ts'
import { sentPart } from './pay-sent.ts'
import {
  deadlineOf,
  doneBy,
  isLastState,
  isPayable,
  type PayState,
  payStateOf,
  secondsLeftOf,
  stepsDoneOf,
} from './pay-state.ts'
import { clockTime, duration, exactTime, wholeTime } from './pay-times.ts'
import { fill, type KnownWords, type PayWords } from './pay-words.ts'
import { returnCard } from './return-account.ts'
import type { ShownPage } from './shown-page.ts'

type Tone = 'wait' | 'good' | 'quiet'

const tones: Readonly<Record<PayState, Tone>> = {
  waiting: 'wait',
  maybe: 'wait',
  short: 'wait',
  paused: 'wait',
  found: 'good',
  seen: 'good',
  arrived: 'good',
  slow: 'good',
  delivered: 'good',
  expired: 'quiet',
  cancelled: 'quiet',
  returning: 'wait',
  returned: 'quiet',
  recalled: 'quiet',
}

/** States in which we hold the payment, so that nobody may be told to pay. */
const held: ReadonlySet<PayState> = new Set(['found', 'seen', 'arrived', 'slow'])

// Characters that change the text direction or have no width. With them a name could rewrite the line around it.
const HIDDEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g

type Told = Readonly<{ shown: ShownPage; state: PayState; words: PayWords; known: KnownWords }>

/** Builds the complete page for a payer. The page is readable without a second request and without scripts. */
export function payPage(shown: ShownPage, words: PayWords): Html {
  const { page, now } = shown
  const state = payStateOf(page, now)
  const told: Told = { shown, state, words, known: knownWords(page) }
  const goesBack =
    shown.returnTo && returnCard(shown.token, shown.returnTo.account, shown.returnTo.answer, words)
  return framePage(words, {
    title: fill(titleOf(state, words), told.known),
    about: fill(words.preview.description, told.known),
    state,
    mark: markOf(page, state),
    pollSeconds: shown.preview === undefined ? pollSecondsOf(state) : null,
    test: page.mode === 'live' ? null : isPayable(state) ? words.test.pay : words.test.move,
    business: readableText(page.businessName),
    description: page.description === null ? null : readableText(page.description),
    returnUrl: page.returnUrl,
    look: shown.look,
    preview: shown.preview,
    main: html`<div class="cols"><div>
<section class="card" aria-label="${isPayable(state) ? words.details : words.summary}">${statusLine(told)}${stepList(told)}
${isPayable(state) ? html`${advice(told)}${payRows(shown, state, words)}` : html`${headline(told)}${body(told)}`}</section>
${isPayable(state) ? html`${sentPart(shown, state, words, told.known)}<p class="quiet">${words.changesByItself}</p>${helpCard(page, told.known, words)}${goesBack}` : html`${goesBack}${linkButtons(told)}`}</div><aside>${aside(told)}</aside></div>`,
  })
}

/** Returns a mark of the page's content. The mark changes when anything on the page changes except the remaining time. */
export function markOf(page: PayPage, state: PayState): string {
  // A number that has expired is replaced, and an open page must show the new one.
  const number = state === 'waiting' ? `-${page.accountNumber}` : ''
  return `${state}-${page.left.minor}${state === 'arrived' ? `-${page.status}` : number}`
}

/** Returns the polling interval; null in a final state. Slow states are polled less often. */
export function pollSecondsOf(state: PayState): number | null {
  if (isLastState(state)) return null
  return state === 'paused' || state === 'slow' || state === 'expired' || state === 'returning' ? 20 : 3
}

function titleOf(state: PayState, words: PayWords): string {
  if (state === 'delivered') return words.paidTitle
  return held.has(state) ? words.receivedTitle : words.documentTitle
}

/** Returns the values for the placeholders. Names are isolated, so that their text direction does not affect the sentence around them. */
export function knownWords({ businessName, amount, paid, left, code, network, seen }: PayPage): KnownWords {
  const naira = (minor: bigint) => {
    const { whole, kobo } = nairaText({ asset: 'NGN', minor })
    return `${whole}.${kobo}`
  }
  return {
    business: `\u2068${readableText(businessName)}\u2069`,
    amount: naira(amount.minor),
    left: naira(left.minor),
    paid: naira(paid.minor),
    nothing: naira(0n),
    seen: naira(seen?.amount?.minor ?? 0n),
    code,
    network: network ?? '',
  }
}

/** One slim line: the state on the left, and a time on the right. */
function statusLine({ shown, state, words }: Told): Html {
  const { page, progress } = shown
  const { label } = words.states[state]
  const said = state === 'arrived' && page.status === 'sending' ? words.sendingLabel : label
  // While there is something to pay, this line is the heading. Afterwards the headline is.
  const name = isPayable(state) ? html`<h2 id="title" tabindex="-1">${said}</h2>` : html`<p>${said}</p>`
  const by = progress && doneBy(state, page.status, progress.statusAt)
  return html`<div class="status ${tones[state]}"><span class="dot"></span>${name}${by && by > shown.now && html`<p class="left">${words.doneBy} <b>${clockTime(by, shown.now)}</b></p>`}${timeLeft(shown, state, words)}${tookTime(shown, state, words)}</div>`
}

function tookTime({ progress }: ShownPage, state: PayState, words: PayWords): Html | undefined {
  if (state !== 'delivered' || progress === undefined || progress.arrivedAt === null) return undefined
  const seconds = (progress.statusAt.getTime() - progress.arrivedAt.getTime()) / 1000
  return html`<p class="left">${words.took} <b>${duration(Math.max(1, seconds), words)}</b></p>`
}

/** Shows the time left, which a script counts down if scripts run. Otherwise the deadline is shown. */
function timeLeft({ page, now }: ShownPage, state: PayState, words: PayWords): Html | undefined {
  const deadline = deadlineOf(page, state)
  if (deadline === undefined) return undefined
  const until = fill(words.until, { time: clockTime(deadline, now) })
  return html`<p class="left"><span class="counted"><b id="left" role="timer" aria-label="${words.timeLeft}" data-seconds="${secondsLeftOf(page, state, now)}"></b> ${words.left}</span><time datetime="${deadline.toISOString()}">${until}</time></p>`
}

/** Shows the progress. A step is filled only once it is done. Undefined if the payment does not continue. */
function stepList({ shown, state, words: { steps } }: Told): Html | undefined {
  const done = stepsDoneOf(shown.page, state)
  if (done === undefined) return undefined
  const items = [steps.received, steps.converted, steps.delivered].map((name, at) => {
    if (at < done) return html`<li class="done">✓ ${name}</li>`
    return at === done ? html`<li aria-current="step">${name}</li>` : html`<li>${name}</li>`
  })
  return html`<ol class="steps" aria-label="${steps.label}">${items}</ol>`
}

/** Says what to know before paying, if something has arrived. */
function advice({ state, words, known }: Told): Html | undefined {
  const { text } = words.states[state]
  return text === null ? undefined : html`<p class="advice" id="text">${fill(text, known)}</p>`
}

const tick = html`<span class="tick"><svg width="22" height="22" viewBox="0 0 22 22" fill="none" stroke="currentColor" stroke-width="2.25" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="m5.5 11.5 3.75 3.75 7.25-8"/></svg></span>`

function headline({ shown, state, words, known }: Told): Html {
  const { title, text } = words.states[state]
  const again = held.has(state) && html` <em>${words.doNotPayAgain}</em>`
  const at = state === 'delivered' ? (shown.progress?.statusAt ?? null) : null
  const said = at === null ? fill(text ?? '', known) : wholeTime(at)
  return html`<div class="big${state === 'delivered' && ' ticked'}">${state === 'delivered' && tick}<div><h2 id="title" tabindex="-1">${fill(title ?? '', known)}${again}</h2>${said !== '' && html`<p id="text">${said}</p>`}</div></div>`
}

const shield = html`<svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M8 1.75 2.75 3.5v4.25c0 3 2.25 5.25 5.25 6.5 3-1.25 5.25-3.5 5.25-6.5V3.5z"/></svg>`

function body(told: Told): Html {
  const { shown, state, words, known } = told
  if (state === 'seen' || state === 'arrived') return html`${story(told)}${note(shield, words.goesBack)}`
  if (state !== 'delivered')
    return html`${factList([[words.amount, known['amount'] ?? '']])}${quoteRow(shown, words)}`
  const from = payerText(shown, words.paidFromEnding)
  return html`${factList([
    [words.paidTo, readableText(shown.page.businessName)],
    ...(from === undefined ? [] : [[words.paidFrom, from] as const]),
    ...(shown.receipt === undefined ? [] : [[words.receipt.number, shown.receipt.number] as const]),
  ])}${quoteRow(shown, words)}`
}

/** Says what happened, what happens now and by when, and what comes next. */
function story({ shown, state, words, known }: Told): Html {
  const { page, progress, now } = shown
  const { line } = words
  const by = progress && doneBy(state, page.status, progress.statusAt)
  const from = payerText(shown, line.from)
  const what = state === 'seen' ? line.checking : page.status === 'sending' ? line.sending : line.converting
  const item = (kind: string, text: string, time: string | undefined, more?: string) =>
    html`<li${kind !== '' && html` class="${kind}"`}><div><b>${fill(text, known)}</b>${time !== undefined && html`<span class="time">${time}</span>`}</div>${more !== undefined && html`<p>${more}</p>`}</li>`
  return html`<ol class="line">${item('done', line.arrived, progress?.arrivedAt ? exactTime(progress.arrivedAt) : undefined, from)}
${item('now', what, by && fill(line.by, { time: clockTime(by, now) }))}
${item('', line.delivered, line.rightAfter)}</ol>`
}

/** Says which bank and account a payment came from, as far as our bank told us. */
function payerText({ progress }: ShownPage, sentence: string): string | undefined {
  const bank = progress && payerBankName(progress.payerBankCode, progress.payerBankName)
  if (bank === undefined || bank === null) return undefined
  const ending = progress?.payerEnding
  return ending === null || ending === undefined ? bank : fill(sentence, { bank: readableText(bank), ending })
}

function linkButtons({ shown, state, words, known }: Told): Html {
  const { page, token, explorerUrl, receipt } = shown
  const isExplored = state === 'delivered' && explorerUrl !== null
  const papers =
    receipt &&
    html`<button type="button" class="btn share" data-share="${receipt.verifyUrl}" data-done="${words.receipt.shared}"><span>${words.receipt.share}</span></button><a class="btn" href="/pay/${token}/receipt.pdf">${words.receipt.download}</a>`
  return html`<div class="acts">${page.returnUrl !== null && html`<a class="btn primary" href="${page.returnUrl}" rel="noreferrer noopener">${fill(words.goBack, known)}</a>`}${papers}</div>
${isExplored && html`<p class="quiet"><a href="${explorerUrl}" rel="noreferrer noopener">${fill(words.explorer, known)}</a></p>`}`
}

function aside({ shown, state, words, known }: Told): Html | undefined {
  const { page, progress, now, token } = shown
  if (isPayable(state)) return scanCard(token, words)
  if (shown.receipt !== undefined) {
    const { alt, keep, scan } = words.receipt
    // Our own text: the code has only squares.
    const qr = trustedHtml(qrSvg(shown.receipt.verifyUrl))
    return html`<section class="card scan"><div class="qr" role="img" aria-label="${alt}">${qr}</div><h2>${keep}</h2><p>${scan}</p></section>`
  }
  const by = progress && doneBy(state, page.status, progress.statusAt)
  if (by === undefined) return undefined
  return html`${sideCard(fill(words.later.title, { time: clockTime(by, now) }), fill(words.later.text, known))}<section class="card">${quoteRow(shown, words)}</section>`
}

/** Returns text that others wrote, in the form that the page shows. */
export function readableText(text: string): string {
  return text.replaceAll(HIDDEN, '').trim()
}
