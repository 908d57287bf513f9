import type { Intent } from './intent.ts'
import type { Reply } from './post.ts'

/** What one caller saw of its own intent. All of it stays in the memory of the proof, whatever dies. */
export type Witness = {
  readonly intent: Intent
  /** Every 200, the repeated ones too. */
  readonly acknowledgements: Reply[]
  /** The no that ended it, if one did. */
  refusal: Reply | undefined
  /** How often it was told nothing: a broken connection, or a 503. */
  unknowns: number
  /** Answers that the interface does not allow here. */
  readonly oddities: string[]
}

export function openWitness(intent: Intent): Witness {
  return { intent, acknowledgements: [], refusal: undefined, unknowns: 0, oddities: [] }
}

/** The id and the rest of the transaction in a reply, read as text wherever a number is meant. */
export function readTransaction({ text }: Reply): Readonly<Record<string, unknown>> {
  const { transaction } = JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? context?.source : value,
  ) as { transaction: Record<string, unknown> }
  return transaction
}

export function transactionIdOf(reply: Reply): string {
  return String(readTransaction(reply).transaction_id)
}
