import type { Sql } from '../../kernel/postgres/pool.ts'
import { buildTimeline } from './timeline.ts'
import { selectOwnTimelineFacts, selectTimelineFacts } from './timeline-facts-store.ts'
import type { Timeline } from './timeline-step.ts'

/** All of it, for people of the house. */
export async function readTimeline(sql: Sql, transactionId: string): Promise<Timeline | undefined> {
  const facts = await selectTimelineFacts(sql, transactionId)
  return facts && buildTimeline(facts)
}

/** What a business may know of its own; runs for one tenant, and another's is not there. */
export async function readOwnTimeline(sql: Sql, transactionId: string): Promise<Timeline | undefined> {
  const facts = await selectOwnTimelineFacts(sql, transactionId)
  return facts && buildTimeline(facts)
}
