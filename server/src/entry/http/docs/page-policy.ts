import { hash } from 'node:crypto'

/** What no page of ours does. */
export const COMMON = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A page that runs nothing, asks for nothing, and is styled by this text alone. */
export function stillPagePolicy(style: string): string {
  return `${COMMON}; style-src 'sha256-${hash('sha256', style, 'base64')}'`
}

/** The API reference: programs from here only, requests to here only. Its styles are made as it runs. */
export const referencePolicy = `${COMMON}; script-src 'self'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'`
