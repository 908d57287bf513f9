import type { Mode } from '../../kernel/mode.ts'

/** The port to the businesses' own servers. What is behind it must not be turned against us by an address that others chose. */
export type WebhookSender = Readonly<{
  /** One POST, never a second by itself. Never throws; whatever it met is in the result. */
  send(message: WebhookMessage): Promise<SendResult>
}>

export type WebhookMessage = Readonly<{
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  mode: Mode
  /** For all of it: name, connection, request and answer. */
  deadlineMs: number
}>

/**
 * `answered` is anything that has a status; only 2xx means that it was taken, and a redirect is not followed. `body` has
 * at most 4,096 printable characters. A `reason` may be shown to the business: it tells nothing of our own network.
 */
export type SendResult =
  | Readonly<{ outcome: 'answered'; status: number; body: string; durationMs: number }>
  | Readonly<{
      outcome: 'refused_address' | 'no_answer' | 'too_slow'
      reason: string
      durationMs: number
    }>
