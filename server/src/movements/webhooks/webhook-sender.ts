import type { Mode } from '../../kernel/mode.ts'

/** The port to the businesses' servers. Its adapter must not let an address that others chose be used against us. */
export type WebhookSender = Readonly<{
  /** Sends one POST and never retries. Never throws: every failure is in the result. */
  send(message: WebhookMessage): Promise<SendResult>
}>

export type WebhookMessage = Readonly<{
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  mode: Mode
  /** Total time for name resolution, connection, request and answer. */
  deadlineMs: number
}>

/**
 * `answered` means any HTTP status. Only 2xx accepts the message, and redirects are not followed. `body` has at most 4,096 printable
 * characters. A `reason` may be shown to the business: it reveals nothing about our own network.
 */
export type SendResult =
  | Readonly<{ outcome: 'answered'; status: number; body: string; durationMs: number }>
  | Readonly<{
      outcome: 'refused_address' | 'no_answer' | 'too_slow'
      reason: string
      durationMs: number
    }>
