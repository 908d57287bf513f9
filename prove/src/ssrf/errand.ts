import type { Mode } from '@afara/server/kernel/mode.ts'
import type { SendResult } from '@afara/server/movements/webhooks/webhook-sender.ts'

/** One message for the process that sends: `local` is our sender as on a developer's machine. */
export type Errand = Readonly<{ id: number; url: string; mode: Mode; by: 'walled' | 'local' | 'careless' }>

export type Returned = Readonly<{ id: number; outcome: SendResult['outcome']; status?: number }>

/** What the street saw of one group of errands. */
export type Round = Readonly<{
  errands: number
  /** Answered by somebody. */
  sent: number
  /** Refused for their address, before anybody was connected to. */
  refused: number
  /** Begun connections, by the kernel. */
  begun: number
  /** Of these, those that came to a public address of the proof's own. */
  open: number
  /** Addresses whose outcome was not the one that is wanted, and what it was. */
  odd: ReadonlyArray<Readonly<{ url: string; said: string }>>
}>

/** The last line of the street. */
export type StreetReport = Readonly<{
  [Part in 'corpus' | 'controls' | 'rebinding' | 'carelessCorpus' | 'carelessRebinding']: Round
}> &
  Readonly<{ questions: number }>
