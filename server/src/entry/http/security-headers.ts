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

/** The API reference: programs from here only, requests to here only. Its styles are made as it runs. */
export const referencePolicy = `${COMMON}; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; connect-src 'self'`
