import type { ReconcilerConfig } from '../config/reconciler-config.ts'
import { createProcessMetrics } from '../entry/metrics/process-metrics.ts'
import type { ReconcilerDeps } from '../entry/workflows/reconciler.ts'
import { systemClock } from '../kernel/clock/clock.ts'
import { createPool } from '../kernel/postgres/pool.ts'
import { absentPayer } from '../movements/payouts/payout-rail.ts'
import { createVaultPayer } from '../rails/payouts/vault/vault-payer.ts'
import { createVaultDecisions } from '../rails/vault-decisions.ts'
import { createLogger } from './loggers.ts'
import { wireDeposits } from './wire-chains.ts'
import { wireFeeds } from './wire-vendors.ts'

export async function wireReconciler(config: Omit<ReconcilerConfig, 'listener'>): Promise<ReconcilerDeps> {
  const metrics = createProcessMetrics()
  const pool = createPool(config.databaseUrl, { max: 4, applicationName: 'afara-reconciler' })
  metrics.watchPool('main', pool)
  return {
    pool,
    metrics,
    clock: systemClock,
    deposits: await wireDeposits(config.chains),
    feeds: wireFeeds(config.banks),
    payer: config.payer === undefined ? absentPayer : createVaultPayer(config.payer),
    vaults: [
      ...(config.signer ? [createVaultDecisions('signer', config.signer)] : []),
      ...(config.payer ? [createVaultDecisions('payer', config.payer)] : []),
    ],
    everyMs: config.everyMs,
    freezeAllMinor: config.freezeAllMinor,
    logger: createLogger('reconciler', metrics.countLine),
  }
}
