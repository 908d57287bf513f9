import type { Accepted } from './judge/accepted.ts'

/** What callers were told is recorded. */
export type Receipts = Readonly<{
  keep(accepted: Accepted): void
  /** Its caller left before the answer. */
  excuse(id: string): void
  /** Ids as callers know them, with the amount as it was printed; drills have none. */
  amounts(): ReadonlyMap<string, string>
  /** In words: transactions that nobody was told are new, or that several were. */
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
