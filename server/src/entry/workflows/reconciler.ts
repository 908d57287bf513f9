import { createServer, type Server } from 'node:http'
import type { Logger } from 'pino'
import { reconcile } from '../../flows/reconciliation/reconcile.ts'
import {
  type ReconcileDeps,
  reconcilePace,
  reconcileSettings,
} from '../../flows/reconciliation/reconcile-deps.ts'
import { hastenAwaitedComparing } from '../../movements/transfers/restored-lane-store.ts'
import type { ProcessMetrics } from '../metrics/process-metrics.ts'
import { type Loop, repeat } from './repeat-rounds.ts'

export type ReconcilerDeps = Pick<
  ReconcileDeps,
  'pool' | 'clock' | 'deposits' | 'feeds' | 'payer' | 'vaults'
> &
  Readonly<{ everyMs: number; freezeAllMinor: bigint; logger: Logger; metrics: ProcessMetrics }>

/** Passes may fail or wait for slow banks for this long before the process counts as not ready. */
const READY_FOR_MS = 300_000

/** Compares the ledger with the outside records, and answers whether it does. Several reconcilers take turns. */
export function startReconciler(deps: ReconcilerDeps): Loop & Readonly<{ health: Server }> {
  const { pool, clock, logger, metrics, everyMs, freezeAllMinor } = deps
  const reconciling: ReconcileDeps = {
    ...deps,
    settings: { ...reconcileSettings, ...reconcilePace(everyMs), freezeAllMinor },
    onNotice: (scope, words) =>
      logger.warn(
        { scope, words },
        'the books differ from the outside records; see docs/runbooks/reconciliation-differs.md',
      ),
    onFailure: (part, error) => logger.warn({ part, err: error }, 'a comparison failed; retrying'),
  }
  let endedAt = performance.now()
  const round = async (): Promise<false> => {
    await hastenAwaitedComparing(pool, clock.now())
    await reconcile(reconciling)
    endedAt = performance.now()
    return false
  }
  const loop = repeat(
    async () => metrics.measure('pass', 'reconcile', round),
    { everyMs },
    (error) => logger.error({ loop: 'reconcile', err: error }, 'loop failed; retrying'),
  )
  const isReady = (): boolean => performance.now() - endedAt < READY_FOR_MS
  return { stop: loop.stop, health: serveHealth(isReady, metrics) }
}

/** `GET /ready` answers 200 while passes end, else 503. `GET /metrics` answers what Prometheus reads. */
function serveHealth(isReady: () => boolean, metrics: ProcessMetrics): Server {
  return createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const asked = `${request.method} ${request.url}`
      if (asked === 'GET /metrics') {
        const text = await metrics.print()
        response.writeHead(200, { 'content-type': metrics.contentType }).end(text)
        return
      }
      const [status, said] =
        asked !== 'GET /ready' ? [404, 'not_found'] : isReady() ? [200, 'ready'] : [503, 'no_pass_ended']
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ status: said }))
    }
    answer().catch(() => response.destroy())
  })
}
