import type { StoredAttempt } from '../../movements/transfers/transfer-store.ts'
import type { LaneDeps } from './lane-deps.ts'
import type { LaneNow } from './lane-now.ts'
import { signAndSend, type Wanted } from './sign-and-send.ts'

type Cancelled = Readonly<{ transferId: string; lock: bigint; attempts: readonly StoredAttempt[] }>

/** Has locks used up by bytes that move nothing. */
export async function cancelLocks(
  deps: LaneDeps,
  now: LaneNow,
  transfers: readonly Cancelled[],
): Promise<void> {
  const { lane, chain, terms: suggested } = now
  const cancels: Wanted[] = []
  for (const { transferId, lock, attempts } of transfers) {
    const last = attempts.at(-1)
    const terms = last === undefined ? suggested : chain.raiseTerms(last.terms, suggested)
    const unsigned = await chain.prepareCancel({ from: lane.address, lock, terms })
    cancels.push({ transferId, kind: 'cancel', unsigned })
  }
  for (const { code, message } of await signAndSend(deps, now, cancels)) {
    deps.onNotice(lane.id, `the signer refused a cancel (${code}): ${message}`)
  }
}
