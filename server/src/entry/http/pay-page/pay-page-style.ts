/** Style of the pay page. Designed first for a phone in sunlight, then for a computer, in light and dark mode. */
export const payPageStyle = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f3f5f4, #0e1113);
  --paper: light-dark(#fff, #171b1e);
  --ink: light-dark(#14201c, #eef2f0);
  --faint: light-dark(#55635d, #a3b0ab);
  --line: light-dark(#dfe5e2, #2a3135);
  --brand: light-dark(#0b6b53, #5fd3b1);
  --on-brand: light-dark(#fff, #06231b);
  --soft: light-dark(#e6f3ee, #12302a);
  --own: var(--brand);
  --on-own: var(--on-brand);
  --own-soft: var(--soft);
  --mark: light-dark(#ffe9a8, #4a3c0c);
  --mark-ink: light-dark(#5a3d00, #ffdf85);
  --warn: light-dark(#fff4dc, #33270b);
  --warn-ink: light-dark(#7a4b00, #ffcf70);
  --quiet: light-dark(#eceff1, #21272b);
}
* { box-sizing: border-box }
html { -webkit-text-size-adjust: 100% }
body {
  margin: 0; background: var(--ground); color: var(--ink); min-height: 100vh;
  font: 1.0625rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
}
h1, h2, h3, p, dl, dd, ol, figure { margin: 0; padding: 0 }
.hush { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.test {
  background: var(--mark); color: var(--mark-ink); text-align: center; font-weight: 700; padding: .625rem 1rem;
}
header > div, main, footer { max-width: 32rem; margin: 0 auto; padding: 0 1rem }
header > div { padding-top: 1.5rem; padding-bottom: 1rem }
.to { color: var(--faint); font-size: .9375rem }
.payee { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .75rem; align-items: center }
.monogram {
  width: 3rem; height: 3rem; border-radius: .75rem; background: var(--own); color: var(--on-own); font-size: 1.375rem; font-weight: 700;
  display: grid; place-items: center; overflow: hidden;
}
.monogram img { display: block; width: 100%; height: 100%; background: #fff }
h1 {
  font-size: 1.625rem; line-height: 1.2; letter-spacing: -.01em; overflow-wrap: anywhere;
  display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden;
}
.about { color: var(--faint); margin-top: .25rem; overflow-wrap: anywhere }
main { display: grid; gap: .75rem }
main.alone { padding-top: 3rem }
.flow { display: grid; gap: .75rem; align-content: start; min-width: 0 }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: 1rem; padding: 1.125rem }

.state { display: grid; grid-template-columns: auto 1fr; gap: .25rem .75rem; align-items: start }
.state svg { width: 1.75rem; height: 1.75rem; color: var(--brand) }
.state h2 { font-size: 1.125rem; line-height: 1.35 }
.state h2:focus { outline: none }
.state p { grid-column: 2; color: var(--faint); overflow-wrap: anywhere }
.state.good { background: var(--soft); border-color: transparent }
.state.good p, .state.warn p { color: inherit }
.state.warn { background: var(--warn); border-color: transparent; color: var(--warn-ink) }
.state.warn svg { color: inherit }
.state.quiet svg { color: var(--faint) }
.pulse { animation: pulse 1.8s ease-in-out infinite }
@keyframes pulse { 50% { opacity: .25 } }

.steps { list-style: none; display: grid; grid-template-columns: repeat(3, 1fr); gap: .375rem; font-size: .875rem; color: var(--faint) }
.steps li { border-top: .25rem solid var(--line); padding-top: .375rem; border-radius: 1px }
.steps .did, .steps .now { border-color: var(--brand); color: var(--ink) }
.steps .did::before { content: '\\2713'; margin-right: .35em; color: var(--brand) }
.steps .now { font-weight: 650 }

.row { display: flex; justify-content: space-between; align-items: center; gap: .75rem }
.label, dt { color: var(--faint); font-size: .9375rem }
.time { font-size: .9375rem; color: var(--faint); text-align: right }
.time b { color: var(--ink); font-size: 1.125rem; font-variant-numeric: tabular-nums }
.time b.low { color: var(--warn-ink) }
.counted, .js .time time { display: none }
.js .counted { display: inline }
.amount {
  font-size: clamp(2.25rem, 11vw, 3rem); font-weight: 750; line-height: 1.15; letter-spacing: -.02em;
  font-variant-numeric: tabular-nums; margin: .375rem 0 .75rem; white-space: nowrap; user-select: all;
}
.amount.long { font-size: clamp(1.5rem, 7.4vw, 3rem) }
.amount mark { background: var(--mark); color: var(--mark-ink); border-radius: .35rem; padding: 0 .2em 0 .08em; margin-left: .02em }
.hint { color: var(--faint); font-size: .9375rem }
dl > div { padding: .75rem 0; border-top: 1px solid var(--line) }
dl > div:first-child { border-top: 0; padding-top: 0 }
dl > div:last-child { padding-bottom: 0 }
dd { font-weight: 600; overflow-wrap: anywhere }
dd.row { min-height: 3rem }
dd + dd { font-weight: 400; margin-top: .375rem }
.number { font-size: 1.5rem; font-variant-numeric: tabular-nums; letter-spacing: .04em; user-select: all }
.code { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, 'Noto Sans Mono', monospace; font-size: 1.25rem; letter-spacing: .08em; user-select: all }

button, .button {
  min-height: 3rem; border-radius: .75rem; border: 1px solid transparent; font: inherit; font-weight: 650; cursor: pointer;
  padding: .5rem 1.125rem; display: inline-flex; align-items: center; justify-content: center; gap: .5rem; text-decoration: none;
}
.copy { display: none; background: var(--own-soft); color: var(--own); min-width: 6.5rem }
.can-copy .copy { display: inline-flex }
.copy.main { width: 100%; background: var(--own); color: var(--on-own); margin-bottom: .75rem }
.copy.done { background: var(--own); color: var(--on-own) }
.button { width: 100%; background: var(--own); color: var(--on-own) }
.button.second { background: transparent; color: var(--own); border-color: var(--line) }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 3px }
a { color: var(--brand) }
summary { min-height: 3rem; display: flex; align-items: center; gap: .5rem; cursor: pointer; font-weight: 600; color: var(--brand); border-radius: .5rem }
summary::-webkit-details-marker { display: none }
summary::before { content: '+'; font-size: 1.375rem; line-height: 1; width: 1rem }
details[open] summary::before { content: '\\2212' }
details p { padding: .25rem 0 .5rem }
details.card { padding: .25rem 1.125rem }
.scan { display: none }
#offline { background: var(--warn); color: var(--warn-ink); border-radius: .75rem; padding: .75rem 1rem; margin-bottom: .75rem }
footer { color: var(--faint); font-size: .875rem; padding-top: 1.25rem; padding-bottom: 2.5rem }
footer p + p { margin-top: .5rem }

@media (min-width: 56rem) {
  header > div { padding-top: 3rem; padding-bottom: 1.5rem }
  body:has(.scan) :is(header > div, main, footer) { max-width: 54rem }
  h1 { font-size: 2.125rem }
  main:has(.scan) { grid-template-columns: minmax(0, 1fr) 17rem; gap: 1.25rem; align-items: start }
  .card { padding: 1.5rem }
  details.card { padding: .5rem 1.5rem }
  .amount:not(.long) { font-size: 3.25rem }
  .copy.main { width: auto; min-width: 14rem }
  .scan { display: block; text-align: center; position: sticky; top: 1.5rem }
  .scan img { display: block; width: 100%; height: auto; background: #fff; border-radius: .75rem; padding: .75rem; margin-bottom: .75rem }
}
@media (prefers-reduced-motion: reduce) { .pulse { animation: none } }
@media (prefers-contrast: more) { :root { --faint: var(--ink); --line: var(--ink) } }
@media print { .copy, .scan, footer { display: none } }
`
