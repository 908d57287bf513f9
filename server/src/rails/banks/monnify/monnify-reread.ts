import type { HookHint, Reread } from '../../../movements/feeds/bank-feed.ts'
import { askOrUnavailable } from '../ask-or-unavailable.ts'
import { addPayerDigits } from './monnify-detail.ts'
import type { MonnifyStatus } from './monnify-status.ts'

/** A transaction that is there but unpaid is not found yet: the notification may be ahead of the status. */
export async function rereadMonnify(
  ask: (reference: string, signal: AbortSignal) => Promise<MonnifyStatus>,
  { key, detail }: HookHint,
  signal: AbortSignal,
): Promise<Reread> {
  return askOrUnavailable(async () => {
    const found = await ask(key, signal)
    if (found.kind === 'not_found') return { kind: 'not_found' }
    const { lines, unreadable } = found
    if (lines.length + unreadable.length === 0) return { kind: 'not_found' }
    return { kind: 'found', lines: addPayerDigits(lines, detail), unreadable }
  })
}
