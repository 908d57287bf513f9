import type { Mode } from '@afara/server/kernel/mode.ts'
import type { SendResult } from '@afara/server/movements/webhooks/webhook-sender.ts'

/** One message for the sending process. `local` is our sender with the settings of a developer's machine. */
export type Errand = Readonly<{ id: number; url: string; mode: Mode; by: 'walled' | 'local' | 'careless' }>

export type Returned = Readonly<{ id: number; outcome: SendResult['outcome']; status?: number }>

/** Result of one group of errands, as the street saw it. */
export type Round = Readonly<{
  errands: number
  /** Number of errands that were answered. */
  sent: number
  /** Number of errands that were refused because of their address, before any connection. */
  refused: number
  /** Connections that were started, by the kernel's count. */
  begun: number
  /** Connections that reached a public address of the proof. */
  open: number
  /** URLs with an unwanted outcome, and that outcome. */
  odd: ReadonlyArray<Readonly<{ url: string; said: string }>>
}>

/** The last line of the street's output. */
export type StreetReport = Readonly<{
  [Part in 'corpus' | 'controls' | 'rebinding' | 'carelessCorpus' | 'carelessRebinding']: Round
}> &
  Readonly<{ questions: number }>
