import type { Mode } from '../../../kernel/mode.ts'
import { Refusal } from '../../../kernel/refusal.ts'

const LONGEST = 500
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Where a payer may be led: to https, and from a test page also to a program on the same machine. */
export function parseReturnUrl(text: string, mode: Mode): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.href.length > LONGEST) throw invalid()
  const isLocal = mode === 'test' && url.protocol === 'http:' && LOOPBACK.has(url.hostname)
  // A user name in front of the host is how an address is made to look like another's.
  if ((url.protocol !== 'https:' && !isLocal) || url.username !== '' || url.password !== '') throw invalid()
  return url.href
}

function invalid(): Refusal {
  return new Refusal(
    'return_url_invalid',
    `return_url is an https URL of at most ${LONGEST} characters, without a user name or password.`,
  )
}
