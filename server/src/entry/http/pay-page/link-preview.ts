import type { FastifyRequest } from 'fastify'

// Cubot makes phones, and its name is in their browsers.
const PROGRAMS =
  /(?<!cu)bot\b|^whatsapp\/|facebookexternalhit|facebookcatalog|skypeuripreview|slack-imgproxy|url preview|linkpreview|embedly|vkshare|crawler|spider|google-pagerenderer/i

type Asked = Pick<FastifyRequest, 'headers'> & Readonly<{ query: unknown }>

/**
 * Returns whether a program asks for the page to show a preview of its link, or a browser loads it before anybody looks at it. Such a request
 * gets no account number. A person who is taken for a program presses a button, which adds `open` to the address.
 */
export function isLinkPreview({ headers, query }: Asked): boolean {
  if ((query as Readonly<Record<string, unknown>>)['open'] !== undefined) return false
  const purposes = [headers['sec-purpose'], headers['purpose'], headers['x-purpose'], headers['x-moz']]
  if (purposes.some((purpose) => /prefetch|preview|prerender/i.test(String(purpose ?? '')))) return true
  const program = headers['user-agent'] ?? ''
  return PROGRAMS.test(program)
}
