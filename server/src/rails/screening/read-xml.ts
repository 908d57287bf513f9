/** An element. `text` excludes the text of its children. */
export type XmlElement = Readonly<{
  name: string
  attributes: Readonly<Record<string, string>>
  children: readonly XmlElement[]
  text: string
}>

type OpenElement = { name: string; attributes: Record<string, string>; children: XmlElement[]; text: string }

const PART =
  /<\?[^>]*\?>|<!--[\s\S]*?-->|<\/([A-Za-z_][\w.:-]*)\s*>|<([A-Za-z_][\w.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/gy
const ATTRIBUTE = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/**
 * Parses plain XML: elements, attributes, text and comments. Throws on anything else (a DTD, a custom entity, CDATA) and on text that is
 * not well-formed, so that a truncated file is refused.
 */
export function readXml(text: string): XmlElement {
  const open: OpenElement[] = []
  let root: XmlElement | undefined
  let end = 0
  for (const match of text.replace(/^\uFEFF/, '').matchAll(PART)) {
    end = match.index + match[0].length
    const [, closes, opens, attributes = '', isEmpty, words] = match
    const inner = open.at(-1)
    if (words !== undefined) {
      if (inner !== undefined) inner.text += decode(words)
      else if (words.trim() !== '') throw new Error('there is text outside the document')
    } else if (opens !== undefined) {
      if (root !== undefined) throw new Error('there is text after the end of the document')
      const element = { name: opens, attributes: readAttributes(attributes), children: [], text: '' }
      inner?.children.push(element)
      if (isEmpty !== '/') open.push(element)
      else if (inner === undefined) root = element
    } else if (closes !== undefined) {
      if (inner?.name !== closes) throw new Error(`</${closes}> does not match the open element`)
      open.pop()
      if (open.length === 0) root = inner
    }
  }
  if (end !== text.replace(/^\uFEFF/, '').length)
    throw new Error(`the document cannot be read from character ${end} on`)
  if (root === undefined) throw new Error('the document is truncated')
  return root
}

export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name)
}

/** Returns the trimmed text of the first child of that name, or an empty string if there is none. */
export function textOf(element: XmlElement, name: string): string {
  return (element.children.find((child) => child.name === name)?.text ?? '').trim()
}

function readAttributes(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => [
      name,
      decode(double ?? single ?? ''),
    ]),
  )
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decode(text: string): string {
  return text.replace(/&([^;\s]*);?/g, (whole, name: string) => {
    const code = /^#(?:x([0-9a-f]+)|([0-9]+))$/i.exec(name)
    const decoded =
      code === null
        ? entities[name]
        : String.fromCodePoint(Number.parseInt(code[1] ?? code[2] ?? '', code[1] === undefined ? 10 : 16))
    if (decoded === undefined || !whole.endsWith(';')) throw new Error(`${whole} is not an XML entity`)
    return decoded
  })
}
