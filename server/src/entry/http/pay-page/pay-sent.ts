import type { BankPace } from '../../../records/pay-links/pay-page-store.ts'
import { type Html, html } from '../html.ts'
import { payerBanks } from './bank-paces.ts'
import type { PayState } from './pay-state.ts'
import { clockTime, duration, timeWithAge } from './pay-times.ts'
import { fill, type KnownWords, type PayWords } from './pay-words.ts'
import type { SentPanel, ShownPage } from './shown-page.ts'

const BANK_KEY = /^[a-z0-9-]{1,60}$/

/** Reads what the address says. An address without `sent`, or with something else in it, shows the page as it is. */
export function readSent(
  query: Readonly<Record<string, unknown>>,
  now: Date,
): Omit<SentPanel, 'pace'> | undefined {
  const { sent, bank } = query
  if (typeof sent !== 'string' || !/^[0-9]{9,11}$/.test(sent)) return undefined
  const at = new Date(Math.min(Number(sent) * 1000, now.getTime()))
  return { at, bankCode: typeof bank === 'string' && BANK_KEY.test(bank) ? bank : undefined }
}

/** The address of the page for a payer who has just sent it. Null if the request says something else. */
export function addressOfSent(
  token: string,
  { sent, bank }: Readonly<Record<string, unknown>>,
  now: Date,
): string | null {
  if (sent !== 'now') return null
  const chosen = typeof bank === 'string' && BANK_KEY.test(bank) ? `&bank=${bank}` : ''
  return `/pay/${token}?sent=${Math.floor(now.getTime() / 1000)}${chosen}`
}

/** The button, and after it was pressed what we see and how long this bank usually takes. It never says that it is paid. */
export function sentPart(shown: ShownPage, state: PayState, words: PayWords, known: KnownWords): Html {
  const { sent, token } = shown
  const ask = html`<form class="ask" action="/pay/${token}" data-soft><input type="hidden" name="sent" value="now"><button class="btn">${words.sent.ask}</button></form>`
  if (sent === undefined) return ask
  const close = html`<p class="ask"><a class="btn" href="/pay/${token}" data-soft>${words.sent.close}</a></p>`
  return html`${close}${panel(shown, sent, state, words, known)}`
}

const PATIENCE_MS = 15 * 60_000

function panel(
  { token, now, page, progress }: ShownPage,
  sent: SentPanel,
  state: PayState,
  words: PayWords,
  known: KnownWords,
): Html {
  const { sent: said } = words
  const looked = progress?.lookedAt ?? null
  const title = state === 'maybe' ? said.maybeTitle : state === 'short' ? said.shortTitle : said.title
  const soFar = fill(said.ofAmount, {
    paid: state === 'short' ? (known['paid'] ?? '') : (known['nothing'] ?? ''),
    amount: known['amount'] ?? '',
  })
  const patienceMs = Math.max(PATIENCE_MS, (sent.pace?.mostSeconds ?? 0) * 2000)
  const time = clockTime(new Date(sent.at.getTime() + patienceMs), now)
  return html`<a class="veil" href="/pay/${token}" data-soft tabindex="-1" aria-hidden="true"></a>
<section class="panel" id="sent" aria-labelledby="sent-title"><div class="top"><h2 id="sent-title" tabindex="-1">${title}</h2><a class="shut" href="/pay/${token}" data-soft>${said.close}</a></div>
<dl><div class="seen"><dt>${said.looked}</dt><dd id="looked">${lookedText(looked, now, words)}</dd></div>
<div class="seen"><dt>${said.soFar}</dt><dd>${soFar}</dd></div></dl>
${speed(token, sent, now, words)}
<p class="calm"><b>${said.again}</b> ${said.calm} ${fill(said.trace, { ...known, time, code: page.code })}</p></section>`
}

export function lookedText(lookedAt: Date | null, now: Date, words: PayWords): string {
  return lookedAt === null ? words.sent.notLooked : timeWithAge(lookedAt, now, words)
}

function speed(token: string, { at, bankCode, pace }: SentPanel, now: Date, words: PayWords): Html {
  const { sent: said } = words
  const option = (key: string, name: string) =>
    key === bankCode
      ? html`<option value="${key}" selected>${name}</option>`
      : html`<option value="${key}">${name}</option>`
  const seconds = Math.floor(at.getTime() / 1000)
  return html`<div class="speed"><form action="/pay/${token}" data-soft data-live><input type="hidden" name="sent" value="${seconds}">
<label for="bank">${said.from}</label><select id="bank" name="bank" aria-label="${said.whichBank}">${option('', said.choose)}${payerBanks.map(([key, name]) => option(key, name))}${option(OTHER, said.otherBank)}</select><button class="show">${said.show}</button>${pace && html`<b>${fill(said.usually, { time: duration(pace.usualSeconds, words) })}</b>`}</form>
${pace === undefined ? html`<p class="pace">${bankCode === undefined || bankCode === '' ? said.unknownPace : said.unknownBankPace}</p>` : bar(pace, (now.getTime() - at.getTime()) / 1000, words)}</div>`
}

const OTHER = 'other'

/** The width of the bar, and the places of the two figures on it. */
const BAR = { width: 300, usual: 90, most: 225 } as const

/** Shows where this payment is between sent and the time by which 9 in 10 are here. Its places are attributes: the page allows no styles. */
function bar({ usualSeconds, mostSeconds }: BankPace, elapsed: number, words: PayWords): Html {
  const { sent: said } = words
  const most = Math.max(mostSeconds, usualSeconds + 1)
  return html`<svg class="bar" viewBox="0 0 ${BAR.width} 52" role="img" aria-label="${fill(said.usually, { time: duration(usualSeconds, words) })}, ${fill(said.most, { time: duration(mostSeconds, words) })}">
<rect y="20" width="${BAR.width}" height="8" rx="4" class="b3"/><rect y="20" width="${BAR.most}" height="8" rx="4" class="b2"/><rect y="20" width="${BAR.usual}" height="8" rx="4" class="b1"/>
<g id="here" data-elapsed="${Math.floor(elapsed)}" data-usual="${usualSeconds}" data-most="${most}" transform="translate(${Math.round(placeOf(elapsed, usualSeconds, most))} 0)"><rect x="-2" y="16" width="4" height="16" rx="2" class="b4"/></g>
<text x="0" y="48">${said.start}</text><text x="${BAR.usual}" y="48" text-anchor="middle">${duration(usualSeconds, words)}</text><text x="${BAR.most}" y="48" text-anchor="middle">${fill(said.most, { time: duration(mostSeconds, words) })}</text></svg>`
}

/** The script computes the same, each second. */
function placeOf(elapsed: number, usual: number, most: number): number {
  if (elapsed <= usual) return Math.max(2, (BAR.usual * elapsed) / Math.max(1, usual))
  if (elapsed <= most) return BAR.usual + ((BAR.most - BAR.usual) * (elapsed - usual)) / (most - usual)
  return BAR.width - 2 - ((BAR.width - BAR.most) * most) / elapsed
}
