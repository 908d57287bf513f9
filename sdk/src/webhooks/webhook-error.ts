type WebhookFault =
  | 'payload_not_raw'
  | 'payload_malformed'
  | 'header_missing'
  | 'timestamp_malformed'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'secret_malformed'
  | 'signature_wrong'

/** A webhook that must not be trusted. Answer it with 400 and do nothing. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  readonly code: WebhookFault
  constructor(code: WebhookFault, message: string) {
    super(`${message} (${code})`)
    this.code = code
  }
}
