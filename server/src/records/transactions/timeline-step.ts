import type { Holder } from './machine.ts'

/** Something that can be looked up elsewhere: with us, at a bank, on a network. */
export type Evidence =
  | Readonly<{ kind: 'credit' | 'session' | 'transfer' | 'deposit' | 'payout' | 'case'; id: string }>
  /** A transaction of a network; the address that tokens were asked for at. */
  | Readonly<{ kind: 'hash' | 'deposit_address'; id: string; network: string }>

export type TimelineStep = Readonly<{
  at: Date
  event: string
  /** Where the transaction was from then on. */
  status: string
  sentence: string
  /** Who had the money from then on. */
  holder: Holder
  /** When this should be over; null when it is final, or nobody can promise. */
  expectedBy: Date | null
  evidence: readonly Evidence[]
}>

export type Timeline = Readonly<{
  status: string
  sentence: string
  holder: Holder
  expectedBy: Date | null
  /** Why it may not move, for people of the house. */
  frozen: string | null
  steps: readonly TimelineStep[]
}>
