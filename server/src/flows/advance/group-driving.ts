import { createGroupCommits } from '../../kernel/postgres/group-commits.ts'

// Everybody who waits is a call of the engine, and it makes no more than some hundreds at a time.
const GROUP_LIMITS = { slots: 2, most: 50, queue: 100_000, isUndone: () => true }

/**
 * Transactions that are driven at the same time are read and cleared together: a statement costs PostgreSQL more than the rows of one
 * transaction. One that comes alone waits for nobody. Both may be repeated, so a group that failed is tried again one by one.
 */
export function groupDriving<Driven, Clearing, Cleared>({
  find,
  clear,
}: Readonly<{
  find: (ids: readonly string[]) => Promise<ReadonlyArray<Driven | undefined>>
  clear: (group: readonly Clearing[]) => Promise<readonly Cleared[]>
}>) {
  return {
    find: createGroupCommits<string, Driven | undefined>({ ...GROUP_LIMITS, commit: find }).submit,
    clear: createGroupCommits<Clearing, Cleared>({ ...GROUP_LIMITS, commit: clear }).submit,
  }
}
