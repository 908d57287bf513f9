import type { SendResult } from '../../movements/webhooks/webhook-sender.ts'

type Unanswered = Exclude<SendResult['outcome'], 'answered'>

/** A failed delivery. The message is shown to the business that owns the endpoint. */
export class SendFailure extends Error {
  override readonly name = 'SendFailure'
  readonly outcome: Unanswered

  constructor(outcome: Unanswered, reason: string) {
    super(reason)
    this.outcome = outcome
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed while we were sending',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  EADDRNOTAVAIL: 'the host cannot be reached',
  UND_ERR_SOCKET: 'the connection was closed before a response',
  UND_ERR_HEADERS_OVERFLOW: 'the response headers are larger than 16 kB',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate authority is not trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'the certificate authority is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'the certificate authority is not trusted, or the certificate chain is incomplete',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'the certificate authority is not trusted, or the certificate chain is incomplete',
}

/** Describes a failure in our own words, because the messages of libraries may contain addresses. */
export function explainSendFailure(error: unknown): SendFailure {
  if (error instanceof SendFailure) return error
  const code = codeOf(error)
  if (code === 'ERR_IP_BLOCKED')
    return new SendFailure('refused_address', 'the name resolves to an address that is not public')
  if (code === 'ETIMEDOUT') return new SendFailure('too_slow', 'connection timeout')
  const reason = REASONS[code]
  if (reason !== undefined) return new SendFailure('no_answer', reason)
  if (code.startsWith('HPE_')) return new SendFailure('no_answer', 'the response is not HTTP')
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_') || code === 'EPROTO')
    return new SendFailure('no_answer', 'no common TLS version or cipher')
  return new SendFailure('no_answer', `the request failed (${/^\w+$/.test(code) ? code : 'unknown'})`)
}

/**
 * Returns the code of the error, or of its cause, or of the first of several attempts. If one of the attempts was to a blocked address, its
 * code is returned.
 */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if (error instanceof AggregateError) {
    const codes = error.errors.map(codeOf)
    return codes.find((code) => code === 'ERR_IP_BLOCKED') ?? codes[0] ?? ''
  }
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause === undefined ? '' : codeOf(error.cause)
}
