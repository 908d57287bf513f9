import type { PayPage } from '../../../records/pay-links/pay-page-store.ts'
import { escapeHtml } from '../escape-html.ts'
import { helpCard, nairaText, payCards, quoteCard, type ShownPage, scanCard } from './pay-page-cards.ts'
import { framePage } from './pay-page-frame.ts'
import { deadlineOf, isLastState, type PayState, payStateOf } from './pay-state.ts'
import { fill, type PayWords } from './pay-words.ts'

const icon = (inside: string): string =>
  `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${inside}</svg>`
const ring = '<circle cx="12" cy="12" r="9.5"/>'

const waiting = icon(`${ring}<circle class="pulse" cx="12" cy="12" r="4" fill="currentColor" stroke="none"/>`)
const done = icon(`${ring}<path d="m7.5 12.5 3 3 6-6.5"/>`)
const clock = icon(`${ring}<path d="M12 7v5.5l3.5 2"/>`)
const part = icon(`${ring}<path d="M12 7.5v6"/><path d="M12 17v.01"/>`)
const back = icon(`${ring}<path d="M16 12H8m3.5-3.5L8 12l3.5 3.5"/>`)
const crossed = icon(`${ring}<path d="m8.5 8.5 7 7m0-7-7 7"/>`)

/** A sign beside the words; whoever cannot see it misses nothing. */
const stateIcons: Readonly<Record<PayState, string>> = {
  waiting,
  short: part,
  paused: part,
  seen: waiting,
  arrived: done,
  delivered: done,
  slow: clock,
  expired: clock,
  cancelled: crossed,
  returning: back,
  returned: back,
  recalled: crossed,
}

/** What a payer sees, whole: it needs no second request, and no script to be understood. */
export function payPage(shown: ShownPage, words: PayWords): string {
  const { page, now } = shown
  const state = payStateOf(page, now)
  const known = knownWords(page)
  const isPayable = state === 'waiting' || state === 'short'
  return framePage(words, {
    title: fill(words.documentTitle, known),
    mark: markOf(page, state),
    pollSeconds: pollSecondsOf(state),
    isTest: page.mode === 'test',
    business: readableText(page.businessName),
    description: page.description === null ? null : readableText(page.description),
    main: `<div class="flow">
${stateCard(state, words, known)}
${stepList(state, words)}
${isPayable ? payCards(shown, state, words) : quoteCard(page, known, words)}
${isPayable ? helpCard(known, words) : linkButtons(shown, state, words, known)}
</div>
${state === 'waiting' ? scanCard(shown.token, words) : ''}`,
  })
}

/** The same as long as the page would be the same, but for the time that is left. */
export function markOf(page: PayPage, state: PayState): string {
  return `${state}-${page.left.minor}`
}

/** How often to ask for news; none after the end. What is slow is not made faster by asking. */
export function pollSecondsOf(state: PayState): number | null {
  if (isLastState(state)) return null
  return state === 'paused' || state === 'slow' || state === 'expired' || state === 'returning' ? 20 : 3
}

/** How many seconds the payer has left to act, if any. */
export function secondsLeftOf(page: PayPage, state: PayState, now: Date): number | null {
  const deadline = deadlineOf(page, state)
  return deadline === undefined ? null : Math.max(0, Math.ceil((deadline.getTime() - now.getTime()) / 1000))
}

/** Names are held apart from the sentence around them, in whatever direction they are written. */
function knownWords({
  businessName,
  amount,
  left,
  code,
  network,
}: PayPage): Readonly<Record<string, string>> {
  const naira = (minor: bigint) => {
    const { whole, kobo } = nairaText({ asset: 'NGN', minor })
    return `${whole}.${kobo}`
  }
  return {
    business: `\u2068${readableText(businessName)}\u2069`,
    amount: naira(amount.minor),
    left: naira(left.minor),
    paid: naira(amount.minor - left.minor),
    code,
    network: network ?? '',
  }
}

const tones: Readonly<Record<PayState, 'plain' | 'good' | 'warn' | 'quiet'>> = {
  waiting: 'plain',
  short: 'warn',
  paused: 'warn',
  seen: 'good',
  arrived: 'good',
  delivered: 'good',
  slow: 'plain',
  expired: 'quiet',
  cancelled: 'quiet',
  returning: 'plain',
  returned: 'plain',
  recalled: 'quiet',
}

function stateCard(state: PayState, words: PayWords, known: Readonly<Record<string, string>>): string {
  const { title, text } = words.states[state]
  return `<section class="card state ${tones[state]}" aria-labelledby="title">${stateIcons[state]}
<h2 id="title" tabindex="-1">${escapeHtml(fill(title, known))}</h2>
<p id="text">${escapeHtml(fill(text, known))}</p></section>`
}

const places: Readonly<Partial<Record<PayState, number>>> = {
  waiting: 0,
  short: 0,
  seen: 1,
  slow: 1,
  arrived: 2,
  delivered: 3,
}

/** Transfer, arrived, delivered: where it is on a way that goes on. */
function stepList(state: PayState, { steps }: PayWords): string {
  const place = places[state]
  if (place === undefined) return ''
  const items = [steps.pay, steps.arrived, steps.delivered].map((name, at) => {
    if (at < place) return `<li class="did">${escapeHtml(name)}</li>`
    return at === place
      ? `<li class="now" aria-current="step">${escapeHtml(name)}</li>`
      : `<li>${escapeHtml(name)}</li>`
  })
  return `<ol class="steps" aria-label="${escapeHtml(steps.label)}">${items.join('')}</ol>`
}

function linkButtons(
  { page, explorerUrl }: ShownPage,
  state: PayState,
  words: PayWords,
  known: Readonly<Record<string, string>>,
): string {
  const link = (href: string, text: string, kind: string) =>
    `<a class="button${kind}" href="${escapeHtml(href)}" rel="noreferrer noopener">${escapeHtml(fill(text, known))}</a>`
  const back = page.returnUrl === null ? '' : link(page.returnUrl, words.goBack, '')
  const explorer =
    state === 'delivered' && explorerUrl !== null ? link(explorerUrl, words.explorer, ' second') : ''
  return back + explorer
}

// Marks that turn the direction of what follows, and letters without width: with them a name could rewrite the line around it.
const HIDDEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g

/** What somebody else wrote, as the page shows it. */
function readableText(text: string): string {
  return text.replaceAll(HIDDEN, '').trim()
}
