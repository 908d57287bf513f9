import { type Html, html } from '../../http/html.ts'

// Characters that no one sees, or that change the order in which others are shown. They must not hide what is signed.
const INVISIBLE = /([\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029])/u

/** Shows a text exactly, line by line, and every invisible character by its number. */
export function exactText(text: string): Html {
  return html`<pre class="exact" tabindex="0" aria-label="The exact text">${text.split('\n').map(exactLine)}</pre>`
}

function exactLine(line: string): Html {
  const [, name = '', value = line] = /^([a-z0-9_.]+)(: .*)$/su.exec(line) ?? []
  return html`<code><span class="k">${name}</span>${visibleText(value)}
</code>`
}

/** Shows a text of somebody with every invisible character by its number, so that it cannot be shown in another order. */
export function visibleText(text: string): readonly (string | Html)[] {
  return text.split(INVISIBLE).map(visible)
}

function visible(part: string): string | Html {
  if (!INVISIBLE.test(part)) return part
  const number = part.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? ''
  return html`<mark>U+${number}</mark>`
}
