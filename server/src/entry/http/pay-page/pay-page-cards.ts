import type { Money } from '../../../kernel/money/money.ts'
import type { PayPage } from '../../../records/pay-links/pay-page-store.ts'
import { escapeHtml } from '../escape-html.ts'
import { deadlineOf, type PayState } from './pay-state.ts'
import { fill, type PayWords } from './pay-words.ts'

/** A page, and what it takes to show it at a moment. */
export type ShownPage = Readonly<{
  page: PayPage
  token: string
  now: Date
  /** Where anybody can see the transfer on its network. */
  explorerUrl: string | null
}>

// From a hundred million naira on, letters have to be smaller to fit a phone.
const LONG = 10

/** What to pay, and where. */
export function payCards({ page, now }: ShownPage, state: PayState, words: PayWords): string {
  const amount = state === 'short' ? page.left : page.amount
  const { whole, kobo, typed } = nairaText(amount)
  const said = escapeHtml(state === 'short' ? words.theRest : words.exactly)
  return `<section class="card" aria-label="${said}">
<div class="row"><p class="label">${said}</p>${timeLeft(deadlineOf(page, state), now, words)}</div>
<p class="amount${whole.length > LONG ? ' long' : ''}">${whole}<mark>.${kobo}</mark></p>
${copyButton(typed, words.copyAmount, words, ' main')}
<p class="hint">${escapeHtml(fill(words.kobo, { kobo }))}</p></section>
<section class="card" aria-label="${escapeHtml(words.details)}"><dl>
<div><dt>${escapeHtml(words.accountNumber)}</dt><dd class="row"><span class="number">${escapeHtml(page.accountNumber)}</span>${copyButton(page.accountNumber, words.copyNumber, words)}</dd></div>
<div><dt>${escapeHtml(words.bank)}</dt><dd>${escapeHtml(page.bankName)}</dd></div>
<div><dt>${escapeHtml(words.accountName)}</dt><dd>${escapeHtml(page.accountName)}</dd></div>
<div><dt>${escapeHtml(words.code)}</dt><dd class="row"><span class="code">${escapeHtml(page.code)}</span>${copyButton(page.code, words.copyCode, words)}</dd><dd class="hint">${escapeHtml(words.codeHint)}</dd></div>
</dl></section>`
}

/** What a payer can quote once there is nothing to pay. */
export function quoteCard(
  page: ShownPage['page'],
  known: Readonly<Record<string, string>>,
  words: PayWords,
): string {
  return `<section class="card" aria-label="${escapeHtml(words.summary)}"><dl>
<div><dt>${escapeHtml(words.amount)}</dt><dd>${escapeHtml(known['amount'] ?? '')}</dd></div>
<div><dt>${escapeHtml(words.quote)}</dt><dd class="row"><span class="code">${escapeHtml(page.code)}</span>${copyButton(page.code, words.copyQuote, words)}</dd></div>
</dl></section>`
}

export function helpCard(known: Readonly<Record<string, string>>, words: PayWords): string {
  const lines = [words.otherAmountLess, words.otherAmountMore, words.otherAmountAsk]
  return `<details class="card"><summary>${escapeHtml(words.otherAmount)}</summary>${lines
    .map((line) => `<p>${escapeHtml(fill(line, known))}</p>`)
    .join('')}</details>`
}

/** Somebody who opened the page at a desk pays with a phone. */
export function scanCard(token: string, words: PayWords): string {
  return `<aside class="card scan" aria-label="${escapeHtml(words.scan)}"><img src="/pay/${escapeHtml(token)}/qr.svg" alt="${escapeHtml(words.scanAlt)}" width="240" height="240" loading="lazy"><p class="hint">${escapeHtml(words.scan)}</p></aside>`
}

function copyButton(text: string, name: string, words: PayWords, kind = ''): string {
  // On the wide button the whole name stands; the small ones say it to those who cannot see what stands beside them.
  const [label, aria] = kind === '' ? [words.copy, ` aria-label="${escapeHtml(name)}"`] : [name, '']
  return `<button type="button" class="copy${kind}" data-copy="${escapeHtml(text)}" data-done="${escapeHtml(words.copied)}"${aria}><span>${escapeHtml(label)}</span></button>`
}

const lagosTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** Counted down where a script runs; the moment itself for everybody. */
function timeLeft(deadline: Date | undefined, now: Date, words: PayWords): string {
  if (deadline === undefined) return ''
  const seconds = Math.max(0, Math.ceil((deadline.getTime() - now.getTime()) / 1000))
  const until = fill(words.until, { time: lagosTime.format(deadline) })
  return `<p class="time"><span class="counted"><b id="left" role="timer" aria-label="${escapeHtml(words.timeLeft)}" data-seconds="${seconds}"></b> ${escapeHtml(words.left)}</span><time datetime="${deadline.toISOString()}">${escapeHtml(until)}</time></p>`
}

const KOBO = 100n

/** An amount of naira as people read it, with its kobo apart; and as they type it into a bank's form. */
export function nairaText({ minor }: Money): Readonly<{ whole: string; kobo: string; typed: string }> {
  const naira = (minor / KOBO).toString()
  const kobo = (minor % KOBO).toString().padStart(2, '0')
  return { whole: `₦${naira.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}`, kobo, typed: `${naira}.${kobo}` }
}
