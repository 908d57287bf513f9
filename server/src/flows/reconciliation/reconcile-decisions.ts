import { formatId } from '../../kernel/ids/ids.ts'
import { absentPayer } from '../../movements/payouts/payout-rail.ts'
import { noteUnsignedDecisions } from '../../movements/reconciliation/reconciliation-store.ts'
import type { ReconcileDeps } from './reconcile-deps.ts'

/** The payer process looks every two seconds. After this time without a look, decisions go unverified. */
const LATE_MS = 60_000

/** Asks the payer process which decisions in force two operators did not sign, and opens a case for each. */
export async function lookAtDecisions({
  pool,
  clock,
  payer,
  settings,
  onNotice,
  onFailure,
}: ReconcileDeps): Promise<void> {
  // Without a payer process no naira leaves, and the signer verifies what it signs.
  if (payer === absentPayer) return
  try {
    const { found, lookedAt } = await payer.unsignedDecisions(AbortSignal.timeout(settings.askMs))
    if (found.length > 0)
      for (const id of await noteUnsignedDecisions(pool, found, clock.now()))
        onNotice(formatId('case', id), 'two operators did not sign a decision that is in force')
    if (Date.now() - lookedAt.getTime() > LATE_MS)
      throw new Error(`the payer has not verified decisions since ${lookedAt.toISOString()}; see its log`)
  } catch (error) {
    onFailure('decisions', error)
  }
}
