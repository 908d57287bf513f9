import type { FastifyReply } from 'fastify'
import { assert } from '../../kernel/refusal.ts'

// Not exported: only `html` and `trustedHtml` can make markup.
const MARKUP = Symbol('markup')

/** Markup that is inserted into a page unchanged. */
export type Html = Readonly<{ [MARKUP]: string }>

/** A value in a template. Text is escaped, markup is not, a list is joined, and a missing value renders nothing. */
type HtmlValue = string | number | Html | false | null | undefined | readonly HtmlValue[]

/**
 * Builds HTML from a template: html`<p title="${title}">${text}</p>`. Every value that is not markup is escaped, which makes it safe
 * between tags and in a quoted attribute. A value in an attribute without quotes would be unsafe and is refused.
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const rendered = parts.map((part, at) => {
    if (at === parts.length - 1) return part
    assert(!part.endsWith('='), 'an HTML attribute that holds a value must be quoted')
    return part + render(values[at])
  })
  return { [MARKUP]: rendered.join('') }
}

/** Marks our own text as markup, such as a style or a script. Never use it for text of others. */
export function trustedHtml(text: string): Html {
  return { [MARKUP]: text }
}

export function renderHtml(page: Html): string {
  return page[MARKUP]
}

export const HTML_TYPE = 'text/html; charset=utf-8'

/** The only way to send a page. Text that did not pass through a template cannot be sent as HTML. */
export function sendHtml(reply: FastifyReply, page: Html): FastifyReply {
  return reply.type(HTML_TYPE).send(renderHtml(page))
}

function render(value: HtmlValue): string {
  if (value === undefined || value === null || value === false) return ''
  if (typeof value === 'string') return escape(value)
  if (typeof value === 'number') return String(value)
  return MARKUP in value ? value[MARKUP] : value.map(render).join('')
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
