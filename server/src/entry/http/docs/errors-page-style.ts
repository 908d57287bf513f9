/** Readable on a phone and at a desk, by day and by night. */
export const errorsPageStyle = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fff, #131417);
  --ink: light-dark(#1b1d22, #e8e9ec);
  --faint: light-dark(#5b6070, #9aa0ae);
  --line: light-dark(#e3e5ea, #2b2e35);
  --tint: light-dark(#f5f6f8, #1b1d22);
  --mark: light-dark(#fff3c4, #3a3314);
  --link: light-dark(#0b6b53, #5fd3b1);
}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100% }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
}
header, main { max-width: 46rem; margin: 0 auto; padding: 1rem 1.25rem }
header { padding-bottom: 0 }
main { padding-bottom: 4rem }
h1 { font-size: 2rem; line-height: 1.2; margin: .5rem 0 1rem }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .75rem; padding-bottom: .35rem; border-bottom: 1px solid var(--line) }
h2 small { font-weight: 400; color: var(--faint) }
h3 { font-size: 1rem; margin: 0 0 .35rem; display: flex; gap: .6rem; align-items: baseline; flex-wrap: wrap }
h3 a, code, pre { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, 'Noto Sans Mono', monospace }
h3 a { color: inherit; text-decoration: none; overflow-wrap: anywhere }
h3 a:hover { text-decoration: underline }
h3 span { font-size: .8rem; font-weight: 600; color: var(--faint); border: 1px solid var(--line); border-radius: 1rem; padding: 0 .5rem }
a { color: var(--link) }
a:focus-visible, pre:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
code { font-size: .9em; background: var(--tint); border-radius: .25rem; padding: .1em .3em; overflow-wrap: anywhere }
pre { font-size: .85rem; background: var(--tint); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; overflow-x: auto }
article { padding: .75rem; margin: 0 -.75rem; border-radius: .5rem }
article p { margin: 0 0 .25rem }
article b { color: var(--faint); font-weight: 600; margin-right: .35rem }
article:target { background: var(--mark) }
dt { font-weight: 600; margin-top: .75rem }
dd { margin: 0 }
`
