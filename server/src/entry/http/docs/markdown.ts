import { type Html, html, renderHtml } from '../html.ts'
import { highlight } from './highlight.ts'

export type Heading = Readonly<{ level: number; id: string; text: string }>

/** Returns the address of a source link on the site; undefined if the site does not have its target. */
export type ResolveLink = (target: string) => string | undefined

export type RenderedMarkdown = Readonly<{
  title: string
  body: Html
  headings: readonly Heading[]
  /** The words below each heading, for the search. The first section is the page itself. */
  sections: ReadonlyArray<Readonly<{ heading: Heading; text: string }>>
}>

/**
 * Renders the part of Markdown that our pages use: headings, paragraphs, lists, tables, fenced code, images, links and emphasis. All text
 * is escaped by the `html` templates. Diagrams are left out, because a browser cannot draw them without a program.
 */
export function renderMarkdown(source: string, resolve: ResolveLink): RenderedMarkdown {
  const headings: Heading[] = []
  const sections: Array<{ heading: Heading; text: string }> = []
  const blocks: Html[] = []
  for (const block of splitBlocks(source)) {
    const heading = /^(#{1,4}) (.*)$/.exec(block)
    if (heading !== null) {
      const text = plainText(heading[2] ?? '')
      const made = { level: heading[1]?.length ?? 1, id: idOf(text, headings), text }
      headings.push(made)
      sections.push({ heading: made, text: '' })
      if (made.level > 1) blocks.push(renderHeading(made, renderInline(heading[2] ?? '', resolve)))
      continue
    }
    const rendered = renderBlock(block, resolve)
    if (rendered === undefined) continue
    blocks.push(rendered)
    const section = sections.at(-1)
    if (section !== undefined) section.text += ` ${plainText(block)}`
  }
  return { title: headings[0]?.text ?? '', body: html`${blocks}`, headings, sections }
}

/** Splits blocks at empty lines. A fence, or a list that contains fences, is one block. */
function splitBlocks(source: string): string[] {
  const blocks: string[] = []
  let lines: string[] = []
  let fence = ''
  const end = () => {
    if (lines.length > 0) blocks.push(lines.join('\n'))
    lines = []
  }
  for (const line of source.replaceAll(/<!--.*?-->\n?/gs, '').split('\n')) {
    const marker = /^ *```/.exec(line)?.[0]
    if (fence !== '') {
      lines.push(line)
      if (line === fence) fence = ''
    } else if (marker !== undefined) {
      if (!marker.startsWith(' ')) end()
      fence = marker
      lines.push(line)
    } else if (line === '' || /^#{1,4} /.test(line)) {
      end()
      if (line !== '') blocks.push(line)
    } else lines.push(line)
    if (marker === '```' && fence === '') end()
  }
  end()
  return blocks
}

function renderBlock(block: string, resolve: ResolveLink): Html | undefined {
  const fence = /^```(\w*)\n(.*)^```$/ms.exec(block)
  if (fence !== null) {
    const [, language = '', code = ''] = fence
    return language === 'mermaid' ? undefined : renderCode(language, code)
  }
  if (block.startsWith('|')) return renderTable(block.split('\n'), resolve)
  if (/^(- |\d+\. )/.test(block)) return renderList(block.split('\n'), resolve)
  return html`<p>${renderInline(block, resolve)}</p>
`
}

function renderHeading({ level, id }: Heading, text: Html): Html {
  const anchor = html`<a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`
  if (level === 2)
    return html`<h2 id="${id}">${text}${anchor}</h2>
`
  if (level === 3)
    return html`<h3 id="${id}">${text}${anchor}</h3>
`
  return html`<h4 id="${id}">${text}${anchor}</h4>
`
}

function renderCode(language: string, code: string): Html {
  return html`<div class="code" data-language="${language}"><pre tabindex="0"><code>${highlight(language, code)}</code></pre></div>
`
}

function renderTable([head = '', , ...rows]: readonly string[], resolve: ResolveLink): Html {
  const cells = (row: string) =>
    row
      .replaceAll(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => renderInline(cell.trim().replaceAll('\\|', '|'), resolve))
  return html`<div class="table" tabindex="0"><table><thead><tr>${cells(head).map((cell) => (renderHtml(cell) === '' ? html`<td></td>` : html`<th scope="col">${cell}</th>`))}</tr></thead>
<tbody>${rows.map(
    (row) => html`<tr>${cells(row).map((cell) => html`<td>${cell}</td>`)}</tr>
`,
  )}</tbody></table></div>
`
}

/** Renders items at the left margin. Indented lines below an item are separate blocks. */
function renderList(lines: readonly string[], resolve: ResolveLink): Html {
  const items: string[] = []
  for (const line of lines) {
    if (/^(- |\d+\. )/.test(line)) items.push(line.replace(/^(- |\d+\. )/, ''))
    else items.push(`${items.pop() ?? ''}\n${line.replace(/^ {2,3}/, '')}`)
  }
  const rendered = items.map((item) => {
    const [first = '', ...inner] = splitBlocks(item.replace(/\n(?=- |\d+\. |```)/, '\n\n'))
    const task = first.startsWith('[ ] ')
    const text = renderInline(task ? first.slice(4) : first, resolve)
    const body = html`${text}${inner.map((block) => renderBlock(block, resolve))}`
    return task ? html`<li class="task">${body}</li>` : html`<li>${body}</li>`
  })
  return lines[0]?.startsWith('- ')
    ? html`<ul>${rendered}</ul>
`
    : html`<ol>${rendered}</ol>
`
}

const INLINE =
  /`([^`]+)`|!\[([^\]]*)\]\(([^)]+)\)|\[((?:`[^`]*`|[^\]`])+)\]\(([^)]+)\)|\*\*(.+?)\*\*|\*([^*\s][^*]*)\*|(<br>)/gs

function renderInline(text: string, resolve: ResolveLink): Html {
  const parts: Array<string | Html> = []
  let at = 0
  for (const found of text.matchAll(INLINE)) {
    parts.push(text.slice(at, found.index), renderFound(found, resolve))
    at = found.index + found[0].length
  }
  return html`${[...parts, text.slice(at)]}`
}

function renderFound(found: RegExpExecArray, resolve: ResolveLink): Html {
  const [, code, alt, image, label, target, strong, emphasis] = found
  if (code !== undefined) return html`<code>${code}</code>`
  if (image !== undefined) return html`<img src="${resolve(image) ?? ''}" alt="${alt}" loading="lazy">`
  if (strong !== undefined) return html`<strong>${renderInline(strong, resolve)}</strong>`
  if (emphasis !== undefined) return html`<em>${renderInline(emphasis, resolve)}</em>`
  if (label === undefined || target === undefined) return html`<br>`
  const address = resolve(target)
  const inner = renderInline(label, resolve)
  return address === undefined ? inner : html`<a href="${address}">${inner}</a>`
}

function plainText(block: string): string {
  return block
    .replaceAll(/^ *```\w*$|^\|[-|: ]+\|$/gm, ' ')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\||<br>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Returns the id that GitHub gives a heading, so that a link with a fragment works in both places. */
function idOf(text: string, taken: readonly Heading[]): string {
  const name = (words: string) =>
    words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
  const count = taken.filter((heading) => name(heading.text) === name(text)).length
  return count === 0 ? name(text) : `${name(text)}-${count}`
}
