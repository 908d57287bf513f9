import type { Intent } from './intent.ts'
import type { Reply } from './post.ts'

/** Replies that one caller received for its intent. They stay in the proof's memory and survive every kill. */
export type Witness = {
  readonly intent: Intent
  /** Every 200, including replays. */
  readonly acknowledgements: Reply[]
  /** The final refusal, if any. */
  refusal: Reply | undefined
  /** Number of attempts without an answer: a broken connection or a 503. */
  unknowns: number
  /** Replies that the API does not allow here. */
  readonly oddities: string[]
}

export function openWitness(intent: Intent): Witness {
  return { intent, acknowledgements: [], refusal: undefined, unknowns: 0, oddities: [] }
}

/** Returns the transaction in a reply, with every number as text. */
export function readTransaction({ text }: Reply): Readonly<Record<string, unknown>> {
  const { transaction } = JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? context?.source : value,
  ) as { transaction: Record<string, unknown> }
  return transaction
}

export function transactionIdOf(reply: Reply): string {
  return String(readTransaction(reply).transaction_id)
}
