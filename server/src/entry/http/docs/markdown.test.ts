import { expect, test } from 'vitest'
import { renderHtml } from '../html.ts'
import { renderMarkdown } from './markdown.ts'

const render = (source: string) => {
  const made = renderMarkdown(source, (target) => (target === 'other.md' ? '/docs/other' : undefined))
  return { ...made, body: renderHtml(made.body) }
}

test('everything on a page is text, even if it looks like markup', () => {
  const { body } = render('A <script>alert(1)</script> & `<b>` and "quotes"\n\n```sh\necho "<i>"\n```')
  expect(body).not.toMatch(/<script|<b>|<i>/)
  expect(body).toContain('&lt;script&gt;')
})

test('headings have the ids that GitHub gives them, and a repeated heading gets a number', () => {
  const { title, headings } = render('# A page\n\n## What is `sent`?\n\ntext\n\n## What is sent?\n')
  expect(title).toBe('A page')
  expect(headings.map(({ id }) => id)).toEqual(['a-page', 'what-is-sent', 'what-is-sent-1'])
})

test("a link leads to the site's page, and is plain text if the site does not have that page", () => {
  expect(render('[one](other.md) [two](gone.md)').body).toContain('<a href="/docs/other">one</a> two')
})

test('a table keeps its cells, even with a bar inside one', () => {
  const { body } = render('| a | b |\n|---|---|\n| `x` | 1 \\| 2 |')
  expect(body).toContain('<th scope="col">a</th><th scope="col">b</th>')
  expect(body).toContain('<td><code>x</code></td><td>1 | 2</td>')
})

test('a list has items of several lines, steps, tasks and code below an item', () => {
  const { body } = render(
    '1. one\n   more\n2. two\n   ```sh\n   ls\n   ```\n\n- [ ] do *it*\n- **b**\n  - inner',
  )
  expect(body).toMatch(/<ol><li>one\nmore<\/li><li>two<div class="code" data-language="sh">/)
  expect(body).toContain('<li class="task">do <em>it</em></li>')
  expect(body).toMatch(/<li><strong>b<\/strong><ul><li>inner<\/li><\/ul>/)
})

test('a fence keeps empty lines and text that looks like a heading', () => {
  const { body, headings } = render('```text\n# not a heading\n\n- nor a list\n```')
  expect(headings).toEqual([])
  expect(body).toContain('# not a heading\n\n- nor a list\n')
})

test('a diagram is left out of the page and of the search', () => {
  const { body, sections } = render('# Page\n\n```mermaid\nflowchart LR\n```\n\nafter')
  expect(body).toBe('<p>after</p>\n')
  expect(sections[0]?.text.trim()).toBe('after')
})

test('the search gets the words below each heading, without markup', () => {
  const { sections } = render('# Page\n\nfirst\n\n## Part\n\n- `second` [word](other.md)\n')
  expect(sections.map(({ heading, text }) => [heading.text, text.trim()])).toEqual([
    ['Page', 'first'],
    ['Part', '- second word'],
  ])
})
