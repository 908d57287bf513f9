import type { Socket } from 'node:net'
import { Refusal } from '../../kernel/refusal.ts'
import { errorCatalogue } from './error-catalogue/error-catalogue.ts'
import type { ErrorReplies } from './error-replies.ts'
import { JSON_TYPE } from './json-bodies.ts'
import { securityHeaders } from './security-headers.ts'

const messages: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The URL and the headers are larger than 16 kB.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive completely in time. Send it again.',
}

/**
 * Answers data that is not HTTP in the usual error format. Writes to the socket directly, because there is no request to reply to. Then
 * ends the connection, because it is unknown where the next request would start.
 */
export function refuseUnreadable(replies: ErrorReplies) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    // A browser opens connections before it needs them. It would take an answer now for that to the request it sends next.
    const isSilent = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0
    if (error.code === 'ECONNRESET' || isSilent || !socket.writable) {
      socket.destroy()
      return
    }
    const refusal = new Refusal('malformed', messages[error.code ?? ''] ?? 'The request is not valid HTTP.')
    const requestId = crypto.randomUUID()
    const body = JSON.stringify(replies.bodyOf(refusal, requestId))
    const headers = {
      ...securityHeaders,
      'x-request-id': requestId,
      'content-type': JSON_TYPE,
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    socket.write([`HTTP/1.1 ${errorCatalogue.malformed.status} Bad Request`, ...lines, '', body].join('\r\n'))
    socket.destroySoon()
  }
}
