import { runStatement } from '../postgres/run-statement.ts'

/**
 * What a worker nudged before the engine knew it was lost, and counts as outstanding for a while all the same. After the
 * first registration nobody has to wait for that. `ownerUrl` is the database's, as its owner.
 */
export async function forgetNudges(ownerUrl: string): Promise<void> {
  await runStatement(ownerUrl, 'update wake set nudge_due_at = null where nudge_due_at is not null')
}
