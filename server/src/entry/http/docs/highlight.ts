import { type Html, html } from '../html.ts'

/** Patterns to highlight, in search order. The first group that matches names the class. */
const patterns: Readonly<Record<string, RegExp>> = {
  json: /(?<key>"[^"\n]*"(?=\s*:))|(?<string>"[^"\n]*")|(?<number>-?\b\d[\d.]*\b|\b(?:true|false|null)\b)/g,
  sh: /(?<comment>(?<=^|\s)#.*$)|(?<string>"[^"\n]*"|'[^'\n]*')|(?<number>(?<=\s)--?[a-zA-Z][\w-]*)|(?<key>^(?:\s*)(?:curl|npx|npm|node|afara|export|until|while|case)\b|(?<=\| )\w+)/gm,
  ts: /(?<comment>\/\/.*$)|(?<string>'[^'\n]*'|`[^`]*`)|(?<key>\b(?:import|from|const|let|await|async|for|of|if|new|return|export|continue|break|type)\b)|(?<number>\b\d[\d_.]*\b)/gm,
}

/** Marks strings, numbers, names and comments in the languages of our pages. Other code is returned unchanged. */
export function highlight(language: string, code: string): Html {
  const pattern = patterns[language]
  if (pattern === undefined) return html`${code}`
  const parts: Array<string | Html> = []
  let at = 0
  for (const found of code.matchAll(pattern)) {
    const [kind, text] = Object.entries(found.groups ?? {}).find(([, value]) => value !== undefined) ?? []
    if (kind === undefined || text === undefined) continue
    parts.push(code.slice(at, found.index), html`<span class="${kind}">${text}</span>`)
    at = found.index + text.length
  }
  return html`${[...parts, code.slice(at)]}`
}
