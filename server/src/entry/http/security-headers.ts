import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

// Answers are about money and for programs: nothing may keep, frame, run or guess at them. A route that serves something
// else (documents, rates that may be kept) sets its own value over these.
export const securityHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
}

export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(securityHeaders)
  reply.header('x-request-id', request.id)
}

/** What no page of ours does. */
export const COMMON = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A page that runs nothing, asks for nothing, and is styled by this text alone. */
export function stillPagePolicy(style: string): string {
  return `${COMMON}; style-src 'sha256-${hash('sha256', style, 'base64')}'`
}

/** The API reference: programs from here only, requests to here only. Its styles are made as it runs. */
export const referencePolicy = `${COMMON}; script-src 'self'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'`
