export type Block = Readonly<{
  heading: string
  language: string
  code: string
  /** The output that the page shows directly after the block, if any. */
  answer: string | undefined
}>

const FENCE = /^(?<indent> *)```(?<language>\w*)\n(?<code>.*?)^ *```$/gms
const OUTPUTS = new Set(['json', 'text'])

/** Returns the shell and TypeScript blocks of a Markdown page, in order. */
export function readBlocks(page: string): Block[] {
  const found = [...page.matchAll(FENCE)].map(({ index, groups, 0: whole }) => ({
    index,
    end: index + whole.length,
    language: groups?.language ?? '',
    code: unindent(groups?.code ?? '', groups?.indent ?? ''),
  }))
  return found.flatMap(({ index, end, language, code }, place) => {
    if (language !== 'sh' && language !== 'ts') return []
    const next = found[place + 1]
    const isShown =
      next !== undefined && OUTPUTS.has(next.language) && page.slice(end, next.index).trim() === ''
    return [{ heading: headingOf(page, index), language, code, answer: isShown ? next.code : undefined }]
  })
}

/** Returns the part of a page under one second-level heading. */
export function sectionOf(page: string, heading: string): string {
  const start = page.indexOf(`\n## ${heading}\n`)
  if (start === -1) return ''
  const end = page.indexOf('\n## ', start + 4)
  return page.slice(start, end === -1 ? undefined : end)
}

function headingOf(page: string, index: number): string {
  const headings = [...page.slice(0, index).matchAll(/^#{1,4} (.*)$/gm)]
  return headings.at(-1)?.[1] ?? ''
}

function unindent(code: string, indent: string): string {
  return indent === '' ? code : code.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
}
