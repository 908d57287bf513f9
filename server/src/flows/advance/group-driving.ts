import { createGroupCommits } from '../../kernel/postgres/group-commits.ts'

// Each waiting item is a Restate call, and Restate makes at most a few hundred at a time. The queue limit is never reached.
const GROUP_LIMITS = { slots: 2, most: 50, queue: 100_000, isUndone: () => true }

/**
 * Groups transactions that are driven at the same time, and reads and clears each group with one statement: a statement costs PostgreSQL
 * more than the rows of one transaction. A single transaction does not wait for others. Reading and clearing may be repeated, so a failed
 * group is retried one by one.
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
