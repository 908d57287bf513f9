/**
 * Style of the pay page. Designed first for a phone in sunlight, then for a computer, in light and dark mode. The colours are those of
 * web/shared/tokens.css. The fonts have only the letters that the page itself uses: other letters in names come from the system.
 */
const style = `
@font-face { font-family: Pay; font-weight: 400 650; font-display: swap; src: url(/site/pay-latin.woff2) format('woff2') }
@font-face { font-family: Pay; font-weight: 400 650; font-display: swap; src: url(/site/pay-naira.woff2) format('woff2'); unicode-range: U+20A6, U+2713 }
:root {
  color-scheme: light dark;
  --bg: light-dark(#f6f7f6, #0d1311);
  --surface: light-dark(#fff, #141c19);
  --raised: light-dark(#fff, #1a2420);
  --sunken: light-dark(#eff2f0, #101815);
  --border: light-dark(#e3e8e5, #25302b);
  --border-strong: light-dark(#cbd4cf, #37453f);
  --text: light-dark(#101915, #ecf2ef);
  --muted: light-dark(#56655e, #9fb1a8);
  --brand: light-dark(#0b6b4f, #3ac08e);
  --good: light-dark(#0b6b4f, #3ac08e);
  --good-soft: light-dark(#e5f2ec, #12362a);
  --warn: light-dark(#a15c07, #f0b35c);
  --warn-soft: light-dark(#fdf1dc, #3a2a10);
  --warn-text: light-dark(#7a4504, #f6c987);
  --badge: #0b6b4f;
  --own: var(--brand);
  --on-own: light-dark(#fff, #06231a);
  --own-soft: var(--good-soft);
  --shadow: 0 1px 2px rgb(16 25 21 / 6%), 0 4px 16px rgb(16 25 21 / 5%);
  --font: Pay, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
  --mono: ui-monospace, 'SF Mono', Menlo, Consolas, 'Noto Sans Mono', monospace;
}
* { box-sizing: border-box; margin: 0 }
html { background: var(--bg); color: var(--text); font: 14px/20px var(--font); font-variant-numeric: tabular-nums lining-nums; -webkit-text-size-adjust: 100% }
body { min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column }
ol, dl { padding: 0; list-style: none }
a { color: inherit }
b { font-weight: 600 }
.hush { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
:focus-visible { outline: 2px solid var(--own); outline-offset: 2px }
h2[tabindex]:focus { outline: none }
.test { background: var(--warn-soft); color: var(--warn-text); text-align: center; font-size: 12px; line-height: 16px; padding: 6px 16px; font-weight: 500 }
.page { flex: 1; display: flex; flex-direction: column; width: 100%; max-width: 928px; margin: 0 auto; padding: 0 16px }
.shop { display: flex; align-items: center; gap: 12px; padding: 12px 0 }
.back { flex: none; display: flex; align-items: center; justify-content: center; width: 44px; height: 44px; margin: 0 -12px; border-radius: 10px; color: var(--muted); text-decoration: none }
.back span { display: none }
.monogram { flex: none; width: 40px; height: 40px; border-radius: 10px; background: var(--badge); color: #fff; display: grid; place-items: center; overflow: hidden; font-weight: 650; font-size: 15px }
.monogram img { display: block; width: 100%; height: 100%; background: #fff }
.name { min-width: 0; flex: 1 }
.shop h1 { font-size: 16px; line-height: 20px; font-weight: 650; letter-spacing: -.01em; overflow-wrap: anywhere; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden }
.shop p { color: var(--muted); font-size: 13px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
#offline { background: var(--warn-soft); color: var(--warn-text); border-radius: 10px; padding: 12px 16px; margin-bottom: 12px; font-size: 13px }
.card { background: var(--surface); border: 1px solid var(--border); border-radius: 14px; box-shadow: var(--shadow); overflow: hidden }

.status { display: flex; align-items: center; gap: 8px; min-height: 44px; padding: 8px 16px; font-size: 13px; font-weight: 550 }
.status h2, .status > p { font: inherit }
.dot { flex: none; width: 8px; height: 8px; margin: 4px; border-radius: 50%; background: var(--muted); box-shadow: 0 0 0 4px var(--sunken) }
.wait .dot { background: var(--warn); box-shadow: 0 0 0 4px var(--warn-soft) }
.good .dot { background: var(--good); box-shadow: 0 0 0 4px var(--good-soft) }
.good > p:not(.left) { color: var(--good) }
.status .left { margin-left: auto; color: var(--muted); font-weight: 450; white-space: nowrap }
.left b { color: var(--text); font-weight: 650; font-size: 14px }
.left b.low { color: var(--warn) }
.counted, .js .left time { display: none }
.js .counted { display: inline }
.steps { display: grid; grid-template-columns: repeat(3, 1fr); gap: 4px; padding: 0 16px 12px; font-size: 12px; line-height: 16px; color: var(--muted) }
.steps li { padding-top: 12px; position: relative }
.steps li::before { content: ''; position: absolute; inset: 0 0 auto; height: 4px; border-radius: 2px; background: var(--border) }
.steps .done { color: var(--good); font-weight: 600 }
.steps .done::before { background: var(--good) }
.card > * + .row, .card > .big, .facts, .line, .pair, .note, .session { border-top: 1px solid var(--border) }
.card > .session:first-child { border-top: 0 }
.advice { margin: 0 16px 12px; padding: 8px 12px; border-radius: 10px; background: var(--warn-soft); color: var(--warn-text); font-size: 13px }

.row { display: flex; align-items: center; gap: 12px; padding: 16px }
.row.thin { padding: 12px 16px }
.row > div, .session > div { flex: 1; min-width: 0 }
.label { font-size: 13px; line-height: 16px; color: var(--muted); margin-bottom: 4px }
.amount, .account, .code { -webkit-user-select: all; user-select: all; white-space: nowrap }
.amount { font-size: 36px; line-height: 44px; font-weight: 650; letter-spacing: -.03em }
.amount.long { font-size: 28px }
.amount.longest { font-size: 21px }
.amount mark { background: var(--warn-soft); color: var(--warn-text); border-radius: 6px; padding: 0 4px 0 1px; letter-spacing: 0 }
.account { font-size: 26px; line-height: 36px; font-weight: 600; letter-spacing: -.01em }
.account i { font-style: normal; margin-right: 8px }
.account i:last-child { margin: 0 }
.code { font: 600 18px/24px var(--mono); letter-spacing: .06em }
.pair { display: grid; grid-template-columns: 2fr 3fr; gap: 12px; padding: 16px }
.value { font-size: 16px; line-height: 24px; font-weight: 600; overflow-wrap: anywhere }
.note { display: flex; gap: 8px; font-size: 13px; color: var(--muted); padding: 12px 16px; background: var(--sunken) }
.note svg { flex: none; margin-top: 2px }

button, .btn { font: 600 15px/20px var(--font); cursor: pointer; border-radius: 10px; border: 1px solid transparent }
.copy { display: none; flex: none; width: 92px; height: 48px; padding: 0; background: var(--own-soft); color: var(--own) }
.can-copy .copy { display: block }
.copy.first { background: var(--own); color: var(--on-own) }
.copy.done, .copy.first.done { background: var(--good-soft); color: var(--good) }
.session .copy { width: 76px; height: 44px }
.btn { display: flex; align-items: center; justify-content: center; gap: 8px; width: 100%; min-height: 48px; padding: 8px 16px; border-color: var(--border-strong); background: var(--surface); color: var(--text); text-align: center; text-decoration: none; overflow-wrap: anywhere }
.btn.primary { background: var(--own); border-color: var(--own); color: var(--on-own) }
.ask { margin-top: 12px }
.quiet { text-align: center; color: var(--muted); font-size: 13px; margin-top: 12px }
.quiet a { min-height: 44px; display: inline-flex; align-items: center; font-weight: 550 }
.share { display: none }
.can-copy .share { display: flex }
.wait.quiet, .status.quiet { text-align: left; margin: 0 }
.acts { display: grid; gap: 12px; margin-top: 12px; grid-template-columns: 1fr 1fr }
.acts .primary, .acts > :only-child { grid-column: 1 / -1 }
.help { margin-top: 4px; color: var(--muted); font-size: 13px; text-align: center }
.help summary { min-height: 44px; display: inline-flex; align-items: center; cursor: pointer; font-weight: 550; text-decoration: underline; text-underline-offset: 3px }
.help summary::-webkit-details-marker { display: none }
.help p { text-align: left; padding: 0 0 8px }

.big { padding: 24px 16px 20px }
.big.ticked { display: flex; gap: 16px; align-items: center }
.big h1, .big h2 { font-size: 22px; line-height: 32px; font-weight: 650; letter-spacing: -.022em; text-wrap: balance; overflow-wrap: anywhere }
.big em { font-style: normal; display: block }
.big p { color: var(--muted); margin-top: 4px }
.tick { flex: none; width: 48px; height: 48px; border-radius: 50%; background: var(--good); color: var(--surface); display: grid; place-items: center }
.line { padding: 20px 16px }
.line li { position: relative; padding: 0 0 16px 28px }
.line li:last-child { padding-bottom: 0 }
.line li::before { content: ''; position: absolute; left: 2px; top: 2px; width: 16px; height: 16px; border-radius: 50%; border: 2px solid var(--border-strong); background: var(--surface) }
.line li::after { content: ''; position: absolute; left: 9px; top: 20px; bottom: 0; width: 2px; background: var(--border) }
.line li:last-child::after { display: none }
.line .done::before { background: var(--good); border-color: var(--good) }
.line .done::after { background: var(--good) }
.line .now::before { border-color: var(--good); box-shadow: 0 0 0 4px var(--good-soft) }
.line div { display: flex; justify-content: space-between; gap: 12px }
.line .time { color: var(--muted); white-space: nowrap }
.line .now .time { color: var(--text); font-weight: 600 }
.line p { color: var(--muted); font-size: 13px }
.facts { padding: 8px 16px }
.facts div { display: flex; justify-content: space-between; gap: 16px; padding: 6px 0 }
.facts dt { color: var(--muted); white-space: nowrap }
.facts dd { text-align: right; font-weight: 550; overflow-wrap: anywhere }
.session { display: flex; align-items: center; gap: 12px; padding: 12px 16px }
.mono { font: 500 12px/20px var(--mono); letter-spacing: -.02em; overflow-wrap: anywhere }
.mono i { font-style: normal; margin-right: 4px; display: inline-block }
.mono i:last-child { margin: 0 }
aside { display: none }
.side { padding: 20px 24px }
.side h2, .scan h2 { font-size: 15px; line-height: 20px; font-weight: 600 }
.side p, .scan p { color: var(--muted); font-size: 13px; margin-top: 4px }
.scan { padding: 24px; text-align: center }
.qr { width: 184px; height: 184px; border-radius: 8px; display: block; margin: 0 auto 16px; background: #fff }
.how { padding: 0 8px 0 28px; list-style: decimal; color: var(--muted); font-size: 13px }
.how li { padding-left: 4px }
.how li + li { margin-top: 8px }
footer { margin-top: auto; padding: 16px 0; display: flex; justify-content: space-between; align-items: flex-end; gap: 16px; font-size: 12px; line-height: 16px; color: var(--muted) }
.by { display: flex; align-items: center; gap: 6px; white-space: nowrap }
.by b { display: flex; align-items: center; gap: 4px; color: var(--text); font-weight: 650 }
.mark { color: var(--brand) }

.veil { position: fixed; inset: 0; z-index: 1; background: rgb(8 14 11 / 48%) }
.panel { position: fixed; inset: auto 0 0; z-index: 2; background: var(--raised); border-radius: 16px 16px 0 0; padding: 0 16px 20px; max-height: 100%; overflow: auto }
.panel .top { display: flex; align-items: center; justify-content: space-between; min-height: 56px }
.panel h2 { font-size: 16px; font-weight: 650 }
.shut { min-width: 44px; min-height: 44px; display: flex; align-items: center; justify-content: flex-end; font-size: 13px; font-weight: 550; color: var(--muted); text-decoration: none }
.seen { display: flex; justify-content: space-between; gap: 12px; padding: 12px 0; border-top: 1px solid var(--border) }
.seen dt, .speed label { color: var(--muted) }
.seen dd { font-weight: 550; text-align: right }
.speed { border-top: 1px solid var(--border); padding: 12px 0 }
.speed form { display: flex; align-items: center; gap: 8px; flex-wrap: wrap }
.speed form b { margin-left: auto; font-weight: 550 }
select, .show { min-height: 44px; max-width: 100%; font: 600 14px/20px var(--font); color: var(--own); background: var(--own-soft); border: 0; border-radius: 10px; padding: 0 12px }
.js .show { display: none }
.pace { color: var(--muted); font-size: 13px; margin-top: 8px }
.bar { display: block; width: 100%; height: auto; margin-top: 4px; overflow: visible }
.bar text { font: 12px var(--font); fill: var(--muted) }
.b1 { fill: var(--good) }
.b2 { fill: color-mix(in srgb, var(--good) 40%, var(--raised)) }
.b3 { fill: var(--border) }
.b4 { fill: var(--text); stroke: var(--raised); stroke-width: 2; paint-order: stroke }
.calm { background: var(--sunken); border-radius: 10px; padding: 12px 16px; font-size: 13px; color: var(--muted) }
.calm b { color: var(--text) }
.return { margin-top: 16px; padding: 16px }
.return h2 { font-size: 15px; font-weight: 600 }
.return p { color: var(--muted); font-size: 13px; margin-top: 4px }
.return form { display: grid; gap: 12px; margin-top: 12px }
.return label, .return .of { display: grid; gap: 4px; font-size: 13px; color: var(--muted) }
.return .of b { font-size: 16px; line-height: 24px; color: var(--text) }
.return input { min-height: 48px; width: 100%; padding: 8px 12px; font: 600 16px/24px var(--font); color: var(--text); background: var(--surface); border: 1px solid var(--border-strong); border-radius: 10px }
.return .small { margin-top: 12px }
.return .wrong { color: var(--warn-text); background: var(--warn-soft); border-radius: 10px; padding: 8px 12px; margin-top: 12px }
.page.alone { padding-top: 48px }
.alone main { width: 100%; max-width: 480px; margin: 0 auto }
.alone footer { justify-content: center }
.notice { padding: 24px }
.notice h1 { font-size: 20px; line-height: 28px; font-weight: 650; letter-spacing: -.01em }
.notice p { color: var(--muted); margin-top: 8px }
.verified .big { border-top: 0 }
.verified .tick + div p { margin: 0 }
.verified .advice { margin: 12px 16px }

@media (max-width: 374px) {
  .amount { font-size: 32px }
  .amount.long { font-size: 24px }
  .amount.longest { font-size: 18px }
  .account { font-size: 22px }
  .copy { width: 76px }
}
@media (min-width: 800px) {
  .test { font-size: 13px; line-height: 20px }
  .page { padding: 0 24px }
  .shop { padding: 32px 0 24px }
  .back { order: 9; width: auto; max-width: 40%; margin: 0 -12px 0 auto; padding: 0 12px; gap: 8px; font-weight: 550 }
  .back span { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
  .back svg { flex: none }
  .monogram { width: 48px; height: 48px; font-size: 18px; border-radius: 12px }
  .shop h1 { font-size: 20px; line-height: 24px }
  .shop p { font-size: 14px }
  .cols { display: grid; grid-template-columns: minmax(0, 1fr) 304px; gap: 24px; align-items: start; position: relative }
  .page:has(aside:empty) { max-width: 600px }
  .page:has(aside:empty) .cols { display: block }
  aside { display: flex; flex-direction: column; gap: 16px }
  .status { min-height: 52px; padding: 8px 24px; font-size: 14px }
  .steps { padding: 0 24px 16px }
  .advice { margin: 0 24px 16px }
  .row, .pair { padding: 20px 24px }
  .row.thin { padding: 12px 24px }
  .amount { font-size: 40px; line-height: 48px }
  .amount.long { font-size: 36px }
  .amount.longest { font-size: 30px }
  .account { font-size: 28px }
  .copy, .session .copy { width: 104px }
  .note, .session { padding: 12px 24px }
  .mono { font-size: 13px }
  aside .session { display: block; padding: 20px 24px }
  aside .session .copy { display: none }
  aside .mono { font-size: 12px }
  .big { padding: 24px }
  .big h1, .big h2 { font-size: 28px; line-height: 36px }
  .line { padding: 24px }
  .facts { padding: 12px 24px }
  .ask, .acts { margin-top: 16px }
  .return { padding: 20px 24px }
  .notice { padding: 32px }
  footer { padding: 24px 0; font-size: 13px; line-height: 20px }
  .veil { display: none }
  .panel { position: absolute; inset: 0 0 auto auto; width: 304px; max-height: none; border: 1px solid var(--border); border-radius: 14px; box-shadow: var(--shadow); padding: 12px 24px 24px }
  .cols:has(.panel) aside { visibility: hidden }
  .cols:has(.panel) { min-height: 480px }
  .shut { display: none }
  .speed form b { margin: 0; width: 100% }
  .seen { display: block }
  .seen dd { text-align: left }
}
@media (prefers-reduced-motion: no-preference) { .copy, .btn { transition: background-color .12s } }
@media (prefers-contrast: more) { :root { --muted: var(--text); --border: var(--text); --border-strong: var(--text) } }
@media print { .copy, aside, footer, .ask, .acts, .help { display: none !important } }
`

/** The page has at most 60 kB with everything that it loads, so its style is sent without the spaces that are for readers. */
export const payPageStyle = style
  .replaceAll(/\s*([{};,])\s*/g, '$1')
  .replaceAll(': ', ':')
  .trim()
