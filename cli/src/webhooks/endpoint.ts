/** A webhook endpoint, as the API returns it. */
export type Endpoint = Readonly<{
  id: string
  url: string
  state: string
  events: readonly string[]
  description?: string | null
  waiting: string
  failing_since: string | null
  last_success_at: string | null
  notices?: ReadonlyArray<Readonly<{ message: string; at: string }>>
}>

/** The outcome of one event at one endpoint. */
export type Delivery = Readonly<{
  id: string
  event_id: string
  event_type: string
  number: string | null
  state: string
  attempts: string
  next_attempt_at: string | null
  created_at: string
  log: ReadonlyArray<
    Readonly<{
      attempt: string
      at: string
      outcome: string
      status: string | null
      body: string | null
      duration_ms: string
    }>
  >
}>
