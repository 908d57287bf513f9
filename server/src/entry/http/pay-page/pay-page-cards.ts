import type { Money } from '../../../kernel/money/money.ts'
import { testBank } from '../../../records/banks/vendor-account.ts'
import type { PayPage } from '../../../records/pay-links/pay-page-store.ts'
import { type Html, html } from '../html.ts'
import type { ShownLook } from './pay-page-look.ts'
import { deadlineOf, type PayState, secondsLeftOf } from './pay-state.ts'
import { fill, type KnownWords, type PayWords } from './pay-words.ts'

/** A page, and the data to show it at the time `now`. */
export type ShownPage = Readonly<{
  page: PayPage
  token: string
  now: Date
  /** A public page that shows the transfer on its network. */
  explorerUrl: string | null
  look?: ShownLook | undefined
  /** On a page that its business looks at and nobody pays: a style that chooses light or dark. Such a page asks for no status. */
  preview?: string
}>

// An amount with more characters than this (from ten million naira on) is shown smaller, to fit on a phone.
const LONG = 10

/** Shows what to pay, and where. */
export function payCards({ page, now }: ShownPage, state: PayState, words: PayWords): Html {
  const amount = state === 'short' ? page.left : page.amount
  const { whole, kobo, typed } = nairaText(amount)
  const isOwn = page.numberUntil !== null
  const said = state === 'short' ? words.theRest : words.exactly
  return html`<section class="card" aria-label="${said}">
<div class="row"><p class="label">${said}</p>${timeLeft({ page, now }, state, words)}</div>
<p class="amount${whole.length > LONG ? ' long' : ''}">${whole}<mark>.${kobo}</mark></p>
${copyButton(typed, words.copyAmount, words, ' main')}
<p class="hint">${isOwn ? words.ownNumber : fill(hasTail(page) ? words.kobo : words.noKobo, { kobo })}</p></section>
<section class="card" aria-label="${words.details}"><dl>
<div><dt>${words.accountNumber}</dt><dd class="row"><span class="number">${page.accountNumber}</span>${copyButton(page.accountNumber, words.copyNumber, words)}</dd></div>
<div><dt>${words.bank}</dt><dd>${withoutTestMark(page.bankName)}</dd></div>
<div><dt>${words.accountName}</dt><dd>${withoutTestMark(page.accountName)}</dd></div>
${!isOwn && codeRow(page, words)}
</dl></section>`
}

/** Without kobo of its own, a payment to a shared account is found by its code only. */
function hasTail({ amount }: ShownPage['page']): boolean {
  return amount.minor % KOBO !== 0n
}

/** Shows the code for the narration. A payment to a number of its own needs none. */
function codeRow(page: ShownPage['page'], words: PayWords): Html {
  const { code } = page
  return html`<div><dt>${words.code}</dt><dd class="row"><span class="code">${code}</span>${copyButton(code, words.copyCode, words)}</dd><dd class="hint">${hasTail(page) ? words.codeHint : words.codeNeeded}</dd></div>`
}

/** Removes the test mark from a name. The banner already says that the page is a test, so names are shown as in a bank app. */
function withoutTestMark(name: string): string {
  return name === testBank.name ? 'Test Bank' : name.replace(/^TEST /, '')
}

/** Shows the details that a payer can quote to us when there is nothing left to pay. */
export function quoteCard(page: ShownPage['page'], known: KnownWords, words: PayWords): Html {
  return html`<section class="card" aria-label="${words.summary}"><dl>
<div><dt>${words.amount}</dt><dd>${known['amount']}</dd></div>
<div><dt>${words.quote}</dt><dd class="row"><span class="code">${page.code}</span>${copyButton(page.code, words.copyQuote, words)}</dd></div>
</dl></section>`
}

export function helpCard({ numberUntil }: ShownPage['page'], known: KnownWords, words: PayWords): Html {
  const lines =
    numberUntil === null
      ? [words.otherAmountLess, words.otherAmountMore, words.otherAmountAsk]
      : [words.otherAmountOwn, words.otherAmountMore]
  return html`<details class="card"><summary>${words.otherAmount}</summary>${lines.map((line) => html`<p>${fill(line, known)}</p>`)}</details>`
}

/** Shows the page's address as a QR code, for a payer who opened the page on a computer and pays with a phone. */
export function scanCard(token: string, words: PayWords): Html {
  return html`<aside class="card scan" aria-label="${words.scan}"><img src="/pay/${token}/qr.svg" alt="${words.scanAlt}" width="240" height="240" loading="lazy"><p class="hint">${words.scan}</p></aside>`
}

function copyButton(text: string, name: string, words: PayWords, kind = ''): Html {
  // The wide button shows its full name. Small buttons show a short label, and give the full name to screen readers.
  const [label, aria] = kind === '' ? [words.copy, html` aria-label="${name}"`] : [name]
  return html`<button type="button" class="copy${kind}" data-copy="${text}" data-done="${words.copied}"${aria}><span>${label}</span></button>`
}

const lagosTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** Shows the time left, which a script counts down if scripts run. The deadline itself is shown in any case. */
function timeLeft(
  { page, now }: Pick<ShownPage, 'page' | 'now'>,
  state: PayState,
  words: PayWords,
): Html | undefined {
  const deadline = deadlineOf(page, state)
  if (deadline === undefined) return undefined
  const until = fill(words.until, { time: lagosTime.format(deadline) })
  return html`<p class="time"><span class="counted"><b id="left" role="timer" aria-label="${words.timeLeft}" data-seconds="${secondsLeftOf(page, state, now)}"></b> ${words.left}</span><time datetime="${deadline.toISOString()}">${until}</time></p>`
}

const KOBO = 100n

/** Formats an amount of naira for reading, with its kobo separate, and for typing into a bank's form. */
export function nairaText({ minor }: Money): Readonly<{ whole: string; kobo: string; typed: string }> {
  const naira = (minor / KOBO).toString()
  const kobo = (minor % KOBO).toString().padStart(2, '0')
  return { whole: `₦${naira.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}`, kobo, typed: `${naira}.${kobo}` }
}
