import type { FastifyReply } from 'fastify'
import { assert } from '../../kernel/refusal.ts'

// Not exported: nothing but `html` and `trustedHtml` can make markup.
const MARKUP = Symbol('markup')

/** Markup that stands in a page as it is. */
export type Html = Readonly<{ [MARKUP]: string }>

/** What a template takes. Text is escaped, markup is not, a list is joined, and what is missing renders nothing. */
type HtmlValue = string | number | Html | false | null | undefined | readonly HtmlValue[]

/**
 * A template of HTML: html`<p title="${title}">${text}</p>`. Every value is escaped unless it is markup itself, so that it is safe
 * between tags and in a quoted attribute. An attribute without quotes would not be, and is refused.
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const rendered = parts.map((part, at) => {
    if (at === parts.length - 1) return part
    assert(!part.endsWith('='), 'an HTML attribute that holds a value must be quoted')
    return part + render(values[at])
  })
  return { [MARKUP]: rendered.join('') }
}

/** Text of our own that is markup already, such as a style or a script. Never what somebody else wrote. */
export function trustedHtml(text: string): Html {
  return { [MARKUP]: text }
}

export function renderHtml(page: Html): string {
  return page[MARKUP]
}

/** The one way on which a page leaves: text that went through no template cannot be sent as HTML. */
export function sendHtml(reply: FastifyReply, page: Html): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(renderHtml(page))
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
