import type { Accepted } from './judge/accepted.ts'

/** Transactions that replies confirmed. */
export type Receipts = Readonly<{
  keep(accepted: Accepted): void
  /** Marks a transaction whose caller disconnected before the reply. */
  excuse(id: string): void
  /** Ids as in replies, with the amount as printed. Drills have no amount. */
  amounts(): ReadonlyMap<string, string>
  /** Describes transactions that no reply, or more than one reply, called new. */
  contradictions(): string[]
}>

export function createReceipts(): Receipts {
  const amounts = new Map<string, string>()
  const newTo = new Map<string, number>()
  return {
    keep: ({ id, amount, isReplay }) => {
      amounts.set(id, amount)
      newTo.set(id, (newTo.get(id) ?? 0) + (isReplay ? 0 : 1))
    },
    excuse: (id) => void newTo.set(id, (newTo.get(id) ?? 0) + 1),
    amounts: () => amounts,
    contradictions: () =>
      [...newTo]
        .filter(([, times]) => times !== 1)
        .map(([id, times]) => `${id} was acknowledged as new ${times} times`),
  }
}
