import { setTimeout as sleep } from 'node:timers/promises'
import type { Stage } from './stage.ts'

const LOOKED_FOR_MS = 60_000
const EVERY_MS = 250

/** Waits until a case, a wait or a log line names what an attempt changed. Returns the seconds, or undefined if nothing does. */
export async function untilNoticed(
  { owner, isLogged }: Stage,
  { transactionId, words }: Readonly<{ transactionId: string | undefined; words: readonly string[] }>,
  forMs = LOOKED_FOR_MS,
): Promise<number | undefined> {
  const since = performance.now()
  while (performance.now() - since < forMs) {
    const { rows } = await owner.query<{ is_named: boolean; ids: string[] }>(
      `select exists (select from case_file where transaction_id = $1 and state <> 'resolved' and kind <> 'screening_hit') as is_named,
         array(select f.id::text from transfer_right r join transfer f on f.right_id = r.id where r.transaction_id = $1
           union all select p.id::text from payout_right r join payout p on p.right_id = r.id where r.transaction_id = $1) as ids`,
      [transactionId ?? null],
    )
    if (rows[0]?.is_named === true) return (performance.now() - since) / 1_000
    if ([...words, ...(rows[0]?.ids ?? [])].some(isLogged)) return (performance.now() - since) / 1_000
    await sleep(EVERY_MS)
  }
  return undefined
}
