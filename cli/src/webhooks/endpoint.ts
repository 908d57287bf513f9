export type Endpoint = Readonly<{
  id: string
  url: string
  state: string
  events: readonly string[]
  secret?: string
}>

export type Delivery = Readonly<{
  event_id: string
  type: string
  number: string | null
  state: string
  attempts: string
  created_at: string
  next_attempt_at?: string | null
  last_attempt?: Readonly<{
    at: string
    outcome: string
    status: string | null
    duration_ms: string | null
    body?: string | null
    reason?: string | null
  }> | null
}>
