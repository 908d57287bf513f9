/** How to reach Afara, and as whom. */
export type AfaraOptions = Readonly<{
  /** The secret key of your business, svc_test_… or svc_live_…. Keep it on your server. */
  key: string
  /** Where the service is, such as https://api.example.com. */
  baseUrl: string
  /** Where its OTC rates are; only `rates.otc` needs it. */
  otcBaseUrl?: string | undefined
  /** Your business (biz_…), filled into every request that names it. */
  businessId?: string | undefined
  /** The link tag of your business, filled in likewise. */
  linkTag?: string | undefined
  /** Another fetch, for a proxy or a test. */
  fetch?: Fetch | undefined
  /** How long one attempt may take; 15 seconds unless told otherwise. */
  timeoutMs?: number | undefined
  /** How long a call may take with all its attempts and pauses; 60 seconds unless told otherwise. */
  deadlineMs?: number | undefined
  /** How often a call that may be repeated is repeated; 4 unless told otherwise, 0 for never. */
  maxRetries?: number | undefined
  /** Told of every attempt, for a log. It is given no secret. */
  onAttempt?: ((attempt: Attempt) => void) | undefined
}>

/** What may differ from one call to the next. */
export type CallOptions = Readonly<{
  /** The name of this request. Without one, each call gets a new one; keep your own to be able to ask again after a crash. */
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
}>

/** One attempt at a call, as it ended. */
export type Attempt = Readonly<{
  method: string
  path: string
  /** 1 for the first. */
  number: number
  durationMs: number
  /** Absent when there was no answer. */
  status?: number
  requestId?: string
  /** The answer is that of an earlier request of the same name. */
  replayed: boolean
  /** How long is waited before the next attempt; absent when there is none. */
  nextInMs?: number
}>

/** As much of fetch as is used here. */
export type Fetch = (url: string, init: FetchInit) => Promise<Response>
type FetchInit = {
  method: string
  headers: Record<string, string>
  body?: string
  redirect: 'manual'
  signal: AbortSignal
}
