import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { type Html, html, renderHtml, trustedHtml } from './html.ts'

const hostile = `<script>alert("x")</script> & 'y'`
const harmless = '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39;'

test('text is escaped between tags and in an attribute', () => {
  expect(renderHtml(html`<p>${hostile}</p>`)).toBe(`<p>${harmless}</p>`)
  expect(renderHtml(html`<p title="${hostile}"></p>`)).toBe(`<p title="${harmless}"></p>`)
  expect(renderHtml(html`<p title='${hostile}'></p>`)).toBe(`<p title='${harmless}'></p>`)
})

test('markup inside markup stays, and the text in it is escaped once', () => {
  const inner = html`<b>${hostile}</b>`
  expect(renderHtml(html`<p>${inner}</p>`)).toBe(`<p><b>${harmless}</b></p>`)
})

test('a list is joined, and each part follows its own rule', () => {
  const items = ['a<b', html`<i>c</i>`, ['d&e', null]]
  expect(renderHtml(html`<ul>${items}</ul>`)).toBe('<ul>a&lt;b<i>c</i>d&amp;e</ul>')
})

test('a missing value renders nothing, and zero is not missing', () => {
  expect(renderHtml(html`[${undefined}${null}${false}${''}${[]}]`)).toBe('[]')
  expect(renderHtml(html`[${0}]`)).toBe('[0]')
})

test('a value in an attribute without quotes is refused', () => {
  expect(() => html`<p title=${'x onfocus=y'}>`).toThrow('must be quoted')
})

test('only markup that is marked as trusted stays unchanged', () => {
  expect(renderHtml(html`<style>${trustedHtml('a > b { content: "x" }')}</style>`)).toBe(
    '<style>a > b { content: "x" }</style>',
  )
})

test('an object that looks like markup and was not made here is refused', () => {
  const forged = JSON.parse('{"markup":"<script>"}') as Html
  expect(() => html`<p>${forged}</p>`).toThrow('not a function')
})

test('no page is sent except through a template', () => {
  const source = resolve(import.meta.dirname, '../..')
  const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'))
  const senders = files.filter((file) => readFileSync(resolve(source, file), 'utf8').includes('text/html'))
  expect(files.length).toBeGreaterThan(100)
  // The pay page's script fetches its own page again. Dashboard and console are static files, in which only our own address is inserted.
  expect(senders.toSorted()).toEqual([
    'entry/http/html.ts',
    'entry/http/pay-page/pay-page-script.ts',
    'entry/people/pages/console-pages.ts',
    'entry/people/pages/dashboard-pages.ts',
  ])
})
