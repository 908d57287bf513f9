import type { FastifyReply, FastifyRequest } from 'fastify'

// Responses are about money and for programs: they may not be cached, framed, executed or sniffed. A route that serves something else
// (documents, rates that may be cached) overrides these headers.
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

/** The part of the policy that all our pages share. It forbids everything that none of them needs. */
export const COMMON = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The API reference: scripts only from here, requests only to here. Its styles are created at run time. */
export const referencePolicy = `${COMMON}; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; connect-src 'self'`
