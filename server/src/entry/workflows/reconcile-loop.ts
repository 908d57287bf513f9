import { reconcile } from '../../flows/reconciliation/reconcile.ts'
import { reconcileSettings } from '../../flows/reconciliation/reconcile-deps.ts'
import { type Repeating, repeat } from './repeat.ts'
import type { WorkerDeps } from './worker-deps.ts'

/** The books beside the world, for as long as the worker lives. Of several workers one does it at a time. */
export function startReconciling(deps: WorkerDeps, onError: (error: unknown) => void): Repeating {
  const { pool, sealerPool, clock, deposits, payer, logger } = deps
  const settings = { ...reconcileSettings, ...deps.reconciling }
  const onNotice = (scope: string, words: string): void =>
    logger.warn({ scope, words }, 'the books and the world; see docs/runbooks/reconciliation-differs.md')
  const onFailure = (part: string, error: unknown): void =>
    logger.warn({ part, err: error }, 'a part could not be compared and will be tried again')
  const reconciling = { pool, sealerPool, clock, deposits, payer, settings, onNotice, onFailure }
  return repeat(
    async () => {
      await reconcile(reconciling)
      return false
    },
    settings.everyMs,
    onError,
  )
}
