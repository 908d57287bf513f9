import { hash } from 'node:crypto'

const COMMON = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A page that runs nothing, asks for nothing, and is styled by this text alone. */
export function stillPagePolicy(style: string): string {
  return `${COMMON}; style-src 'sha256-${hash('sha256', style, 'base64')}'`
}

/** The API reference: programs from here only, requests to the service only. */
export function referencePolicy(nonce: string, otcBaseUrl: string): string {
  const { origin } = new URL(otcBaseUrl)
  return `${COMMON}; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; connect-src 'self' ${origin}`
}
