import type { Money } from '../../../kernel/money/money.ts'
import { testBank } from '../../../records/banks/vendor-account.ts'
import type { PayPage } from '../../../records/pay-links/pay-page-store.ts'
import { type Html, html } from '../html.ts'
import { deadlineOf, type PayState } from './pay-state.ts'
import { clockTime } from './pay-times.ts'
import { fill, type KnownWords, type PayWords } from './pay-words.ts'
import type { ShownPage } from './shown-page.ts'

const KOBO = 100n

/** Shows what to pay, and where, in one card. */
export function payRows({ page, now }: ShownPage, state: PayState, words: PayWords): Html {
  const amount = state === 'short' ? page.left : page.amount
  const { whole, kobo, typed } = nairaText(amount)
  const isOwn = page.numberUntil !== null
  // On a shared account the kobo identify the payment. A payment to a number of its own needs neither kobo nor code.
  const shownKobo = !isOwn && hasTail(page) ? html`<mark>.${kobo}</mark>` : `.${kobo}`
  return html`<div class="row"><div><p class="label">${state === 'short' ? words.theRest : words.exactly}</p>
<p class="amount${sizeOf(whole)}">${whole}${shownKobo}</p></div>${copyButton(typed, words.copyAmount, words)}</div>
<div class="row"><div><p class="label">${words.accountNumber}</p>
<p class="account">${splitNumber(page.accountNumber)}</p></div>${copyButton(page.accountNumber, words.copyNumber, words, ' first')}</div>
<dl class="pair"><div><dt class="label">${words.bank}</dt><dd class="value">${withoutTestMark(page.bankName)}</dd></div><div><dt class="label">${words.accountName}</dt><dd class="value">${withoutTestMark(page.accountName)}</dd></div></dl>
${!isOwn && codeRow(page, words)}
${noteOf(page, state, now, words)}`
}

/** Without kobo of its own, a payment to a shared account is found by its code only. */
function hasTail({ amount }: PayPage): boolean {
  return amount.minor % KOBO !== 0n
}

/** Shows the code for the narration. A payment to a number of its own needs none. */
function codeRow(page: PayPage, words: PayWords): Html {
  return html`<div class="row thin"><div><p class="label">${hasTail(page) ? words.code : words.codeNeeded}</p><p class="code">${page.code}</p></div>${copyButton(page.code, words.copyCode, words)}</div>`
}

const info = html`<svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" aria-hidden="true"><circle cx="8" cy="8" r="6.25"/><path d="M8 7.25v3.5M8 5h.01"/></svg>`

function noteOf(page: PayPage, state: PayState, now: Date, words: PayWords): Html | undefined {
  const deadline = deadlineOf(page, state)
  if (deadline === undefined) return undefined
  const { kobo } = nairaText(page.amount)
  const said = page.numberUntil !== null ? words.ownNumber : hasTail(page) ? words.kobo : words.noKobo
  return note(info, fill(said, { kobo, time: clockTime(deadline, now) }))
}

export function note(icon: Html, text: string): Html {
  return html`<p class="note">${icon}<span>${text}</span></p>`
}

// The sizes of the amount keep it on one line of a phone, up to hundreds of millions.
function sizeOf(whole: string): string {
  if (whole.length > 10) return ' longest'
  return whole.length > 7 ? ' long' : ''
}

/** Ten digits are shown in three groups. The gaps are margins, so that the number is copied without spaces. */
function splitNumber(number: string): Html {
  const groups = /^(\d{4})(\d{3})(\d{3})$/.exec(number)?.slice(1) ?? [number]
  return html`${groups.map((group) => html`<i>${group}</i>`)}`
}

/** Removes the test mark from a name. The banner already says that the page is a test, so names are shown as in a bank app. */
function withoutTestMark(name: string): string {
  return name === testBank.name ? 'Test Bank' : name.replace(/^TEST /, '')
}

/** Shows the details that a payer can quote to us when there is nothing left to pay. */
export function quoteRow({ page, progress }: ShownPage, words: PayWords): Html {
  const session = progress?.sessionId
  if (session !== undefined && session !== null) {
    return quoted(words.session, splitSession(session), session, words.copySession, words)
  }
  return quoted(words.quote, html`${page.code}`, page.code, words.copyQuote, words)
}

function quoted(label: string, shown: Html, copied: string, name: string, words: PayWords): Html {
  return html`<div class="session"><div><p class="label">${label}</p><p class="mono">${shown}</p></div>${copyButton(copied, name, words)}</div>`
}

/** Thirty digits are shown as their parts: sender, time and number. */
function splitSession(session: string): Html {
  const parts = /^(\d{6})(\d{12})(\d{6})(\d{6})$/.exec(session)?.slice(1) ?? [session]
  return html`${parts.map((part) => html`<i>${part}</i>`)}`
}

export function factList(facts: ReadonlyArray<readonly [string, string]>): Html {
  return html`<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

export function helpCard({ numberUntil }: PayPage, known: KnownWords, words: PayWords): Html {
  const lines =
    numberUntil === null
      ? [words.otherAmountLess, words.otherAmountMore, words.otherAmountAsk]
      : [words.otherAmountOwn, words.otherAmountMore]
  return html`<details class="help"><summary>${words.otherAmount}</summary>${lines.map((line) => html`<p>${fill(line, known)}</p>`)}</details>`
}

/** Shows the page's address as a QR code, for a payer who opened the page on a computer and pays with a phone. */
export function scanCard(token: string, { scan }: PayWords): Html {
  return html`<section class="card scan"><img class="qr" src="/pay/${token}/qr.svg" alt="${scan.alt}" width="184" height="184" loading="lazy"><h2>${scan.title}</h2><p>${scan.text}</p></section>
<ol class="how"><li>${scan.first}</li><li>${scan.second}</li><li>${scan.third}</li></ol>`
}

export function sideCard(title: string, text: string): Html {
  return html`<section class="card side"><h2>${title}</h2><p>${text}</p></section>`
}

function copyButton(text: string, name: string, words: PayWords, kind = ''): Html {
  return html`<button type="button" class="copy${kind}" data-copy="${text}" data-done="${words.copied}" aria-label="${name}"><span>${words.copy}</span></button>`
}

/** Formats an amount of naira for reading, with its kobo separate, and for typing into a bank's form. */
export function nairaText({ minor }: Money): Readonly<{ whole: string; kobo: string; typed: string }> {
  const naira = (minor / KOBO).toString()
  const kobo = (minor % KOBO).toString().padStart(2, '0')
  return { whole: `₦${naira.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}`, kobo, typed: `${naira}.${kobo}` }
}
