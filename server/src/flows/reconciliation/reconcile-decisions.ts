import { formatId } from '../../kernel/ids/ids.ts'
import { absentPayer } from '../../movements/payouts/payout-rail.ts'
import {
  noteRefusedApprovals,
  noteUnsignedDecisions,
  type UnsignedDecision,
  type VaultDecisions,
} from '../../movements/reconciliation/reconciliation-store.ts'
import type { ReconcileDeps } from './reconcile-deps.ts'

/**
 * Asks the signer and the payer which decisions in force two operators did not sign, and the payer which transfers it did not approve. Opens
 * a case for each.
 */
export async function lookAtDecisions(deps: ReconcileDeps): Promise<void> {
  await lookAtApprovals(deps)
  const { pool, clock, vaults, onNotice, onFailure } = deps
  if (vaults.length === 0) return
  const answers = await Promise.all(vaults.map(async (vault) => askVault(deps, vault)))
  const found = new Map<string, UnsignedDecision>()
  for (const one of answers.flatMap((answer) => answer ?? [])) found.set(`${one.caseId}/${one.version}`, one)
  try {
    const isAll = !answers.includes(undefined)
    for (const id of await noteUnsignedDecisions(pool, [...found.values()], isAll, clock.now()))
      onNotice(formatId('case', id), 'two operators did not sign a decision that is in force')
  } catch (error) {
    onFailure('decisions', error)
  }
}

/** Returns undefined if the process does not answer or cannot verify decisions now. */
async function askVault(
  { settings, onFailure }: ReconcileDeps,
  { unsigned }: VaultDecisions,
): Promise<readonly UnsignedDecision[] | undefined> {
  try {
    return await unsigned(AbortSignal.timeout(settings.askMs))
  } catch (error) {
    onFailure('decisions', error)
    return undefined
  }
}

async function lookAtApprovals({
  pool,
  clock,
  payer,
  settings,
  onNotice,
  onFailure,
}: ReconcileDeps): Promise<void> {
  if (payer === absentPayer) return
  try {
    const refused = await payer.refusedApprovals(AbortSignal.timeout(settings.askMs))
    for (const id of await noteRefusedApprovals(pool, refused, clock.now()))
      onNotice(formatId('case', id), 'a vendor was about to make a transfer that the payer did not send')
  } catch (error) {
    onFailure('approvals', error)
  }
}
