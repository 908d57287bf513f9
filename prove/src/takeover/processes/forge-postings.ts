import { inTransaction } from '@afara/server/kernel/postgres/pool.ts'
import { declaredPostings } from '@afara/server/records/ledger/declared-postings.ts'
import { entryOf, insertEntry, postForged, type Targets } from '../../forgery/forge-entries.ts'
import type { ProcessRecorder } from './process-recorder.ts'
import { CAP_MINOR, type ProcessStage, roles } from './process-stage.ts'

/** Every posting that a step of the service declares. */
export const postings = declaredPostings()

/** Forges some of the declared postings with every role, by the function and by inserts. */
export async function forgePostings(
  { as }: ProcessStage,
  recorder: ProcessRecorder,
  targets: Targets,
  { some, round }: Readonly<{ some: readonly number[]; round: number }>,
): Promise<void> {
  for (const place of some) {
    const posting = postings[place]
    if (posting === undefined) continue
    const name = `${posting.mode} ${posting.step}: ${posting.debit} / ${posting.credit}`
    // Every other entry is above the caps, and every other one claims to belong to a transaction.
    const amount = round % 2 === 0 ? 1_000_00 + place : Number(CAP_MINOR) + place
    for (const role of roles) {
      const about = { role, route: 'posting', isWrong: true } as const
      const entry = () => entryOf(posting, targets, { amount, isOfTransaction: (place + round) % 2 === 0 })
      await recorder.attempt({ ...about, through: `${name}, by post_entry` }, async () =>
        postForged(as[role], entry()),
      )
      await recorder.attempt({ ...about, through: `${name}, by inserts` }, async () =>
        inTransaction(as[role], async (sql) => insertEntry(sql, entry())),
      )
    }
  }
}
