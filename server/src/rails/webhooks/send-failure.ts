import type { SendResult } from '../../movements/webhooks/webhook-sender.ts'

type Unanswered = Exclude<SendResult['outcome'], 'answered'>

/** Why nothing was answered, in words for the business that chose the address. */
export class SendFailure extends Error {
  override readonly name = 'SendFailure'
  readonly outcome: Unanswered

  constructor(outcome: Unanswered, reason: string) {
    super(reason)
    this.outcome = outcome
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed while we were sending',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no way to that host',
  EADDRNOTAVAIL: 'there is no way to that host',
  UND_ERR_SOCKET: 'the connection was closed before there was an answer',
  UND_ERR_HEADERS_OVERFLOW: 'the head of the answer is larger than 16 kB',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is of an authority that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'the certificate is of an authority that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'the certificate is of an authority that is not trusted, or its chain is not whole',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'the certificate is of an authority that is not trusted, or its chain is not whole',
}

/** Words of our own for each kind of failure: what libraries say may name addresses. */
export function explainSendFailure(error: unknown): SendFailure {
  if (error instanceof SendFailure) return error
  const code = codeOf(error)
  if (code === 'ERR_IP_BLOCKED')
    return new SendFailure('refused_address', 'the name leads to an address that is not public')
  if (code === 'ETIMEDOUT') return new SendFailure('too_slow', 'no connection in time')
  const reason = REASONS[code]
  if (reason !== undefined) return new SendFailure('no_answer', reason)
  if (code.startsWith('HPE_')) return new SendFailure('no_answer', 'the answer is not HTTP')
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_') || code === 'EPROTO')
    return new SendFailure('no_answer', 'there is no TLS that we could agree on')
  return new SendFailure('no_answer', `the exchange failed (${/^\w+$/.test(code) ? code : 'unknown'})`)
}

/** Of the failure itself, or of the first of many attempts. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if (error instanceof AggregateError) {
    const codes = error.errors.map(codeOf)
    return codes.find((code) => code === 'ERR_IP_BLOCKED') ?? codes[0] ?? ''
  }
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause === undefined ? '' : codeOf(error.cause)
}
