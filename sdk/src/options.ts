/** Options of the client. */
export type AfaraOptions = Readonly<{
  /** The secret key of your business, svc_test_… or svc_live_…. Keep it on your server. */
  key: string
  /** The URL of the service, such as https://api.example.com. */
  baseUrl: string
  /** The URL of the OTC rates; only `rates.otc` needs it. */
  otcBaseUrl?: string | undefined
  /** Your business (biz_…), added to every request that needs it. */
  businessId?: string | undefined
  /** The link tag of your business, added in the same way. */
  linkTag?: string | undefined
  /**
   * The Ed25519 private key that belongs to the public key of `key`, as PEM. With it, every request that changes something is signed. Keep
   * it where `key` is not.
   */
  signingKey?: string | undefined
  /** Replaces `fetch`, for a proxy or a test. */
  fetch?: Fetch | undefined
  /** How long one attempt may take; 15 seconds by default. */
  timeoutMs?: number | undefined
  /** How long a call may take with all its attempts and pauses; 60 seconds by default. */
  deadlineMs?: number | undefined
  /** How often a repeatable call is repeated; 4 by default, 0 for never. */
  maxRetries?: number | undefined
  /** Called with every attempt, for logs. It receives no secrets. */
  onAttempt?: ((attempt: Attempt) => void) | undefined
}>

/** Options of a single call. */
export type CallOptions = Readonly<{
  /** The Idempotency-Key of this request. The default is a new one for each call. Store your own to repeat a request after a crash. */
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
}>

/** One attempt of a call. */
export type Attempt = Readonly<{
  method: string
  path: string
  /** 1 for the first. */
  number: number
  durationMs: number
  /** Absent if there was no reply. */
  status?: number
  requestId?: string
  /** The reply is that of an earlier request with the same Idempotency-Key. */
  replayed: boolean
  /** Pause before the next attempt; absent if there is none. */
  nextInMs?: number
}>

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: FetchInit) => Promise<Response>
type FetchInit = {
  method: string
  headers: Record<string, string>
  body?: string
  redirect: 'manual'
  signal: AbortSignal
}
