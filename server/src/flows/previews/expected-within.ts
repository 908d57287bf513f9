import type { Machine } from '../../records/transactions/machines/machine.ts'

/** How long the ways through these statuses may take together. */
export function expectedWithin({ meanings }: Machine, statuses: readonly string[]): number {
  return statuses.reduce((sum, status) => sum + (meanings[status]?.expectedWithinMs ?? 0), 0)
}
