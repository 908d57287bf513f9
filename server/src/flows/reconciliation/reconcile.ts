import { newId } from '../../kernel/ids/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import { type ChainCursor, isAwaited, listCursors } from '../../movements/deposits/cursor-store.ts'
import { listReconciledLanes } from '../../movements/reconciliation/chain-books-store.ts'
import {
  closeDays,
  findAgreement,
  foldBooks,
  type Look,
  noteLook,
  releaseReconciling,
  takeReconciling,
} from '../../movements/reconciliation/reconciliation-store.ts'
import { lookAtBankLines } from './reconcile-bank-lines.ts'
import { lookAtChain } from './reconcile-chain.ts'
import { lookAtCollections } from './reconcile-collections.ts'
import { lookAtDecisions } from './reconcile-decisions.ts'
import type { ReconcileDeps } from './reconcile-deps.ts'
import { lookAtBalances, lookAtChecks, lookAtSeals } from './reconcile-ledger.ts'
import { lookAtPayouts } from './reconcile-payouts.ts'
import { lookAtVendors } from './reconcile-vendors.ts'

const modes: readonly Mode[] = ['live', 'test']

/**
 * Runs one pass: compares the ledger with banks and chains, and with itself. A reading that fails changes nothing, and the next pass
 * repeats it. Returns false when another process holds the lease. Safe to repeat.
 */
export async function reconcile(deps: ReconcileDeps): Promise<boolean> {
  const holder = newId()
  if (!(await takeReconciling(deps.pool, holder, deps.settings.leaseMs))) return false
  try {
    // First, because a bank or a node that answers slowly must not delay it.
    await lookAtDecisions(deps)
    await foldBooks(deps.pool)
    for (const cursor of await listCursors(deps.pool)) {
      const watched = deps.deposits.get(`${cursor.mode}:${cursor.network}`)
      if (watched !== undefined && (await isDue(deps, cursor)))
        await keep(deps, `${cursor.mode}:${cursor.network}`, async () =>
          lookAtChain(deps, watched.chain, cursor),
        )
    }
    await keep(deps, 'payouts', async () => lookAtPayouts(deps))
    await keep(deps, 'collections', async () => lookAtCollections(deps))
    await keep(deps, 'bank lines', async () => lookAtBankLines(deps))
    await keep(deps, 'vendors', async () => lookAtVendors(deps))
    await keep(deps, 'ledger balances', async () => lookAtBalances(deps))
    await keep(deps, 'ledger seals', async () => lookAtSeals(deps))
    await keep(deps, 'ledger checks', async () => lookAtChecks(deps))
    for (const mode of modes) await closeDays(deps.pool, mode, deps.clock.now())
  } finally {
    await releaseReconciling(deps.pool, holder)
  }
  return true
}

/**
 * Whether a network is compared in this pass. One where nobody expects tokens, nothing is in transit and the last comparison agreed is
 * compared less often, because each comparison costs requests to its node.
 */
async function isDue({ pool, clock, settings }: ReconcileDeps, cursor: ChainCursor): Promise<boolean> {
  const { mode, network } = cursor
  const now = clock.now()
  if (isAwaited(cursor, now)) return true
  const agreedAt = await findAgreement(pool, mode, network)
  if (agreedAt === undefined || now.getTime() - agreedAt.getTime() >= settings.idleEveryMs) return true
  const lanes = await listReconciledLanes(pool, mode, network)
  return lanes === undefined || lanes.some(({ out }) => out.length > 0)
}

/** Records the comparisons of one part. A part that fails does not stop the others. */
async function keep(deps: ReconcileDeps, part: string, look: () => Promise<readonly Look[]>): Promise<void> {
  try {
    for (const found of await look()) {
      const state = await noteLook(deps.pool, found, deps.settings, deps.clock.now())
      if (state !== 'agrees')
        deps.onNotice(
          `${found.kind} ${found.scope}`,
          `${state}: ${found.differenceMinor} in ${found.mode} mode`,
        )
    }
  } catch (error) {
    deps.onFailure(part, error)
  }
}
