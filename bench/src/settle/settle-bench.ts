import type { Bench, Outcome, Plan } from '../bench.ts'
import { requireNoFindings, warmWal } from '../bench-database.ts'
import { compareRates } from '../compare-rates.ts'
import { leadingFigures } from '../comparison.ts'
import { judge } from '../judge.ts'
import type { TestBed } from '../test-bed.ts'
import { readVerifiedTransfers } from '../verify/verified-transfers.ts'
import { verifyFigures } from '../verify/verify-cost.ts'
import { bareSettling } from './bare-settling.ts'
import { ourSettling } from './our-settling.ts'
import { raiseSettling, type SettlingStack } from './raise-settling.ts'

const TARGETS = { postgresRatio: 0.5, cpuRatio: 0.8 }
const ENGINE_CALLS_AIM = 3
const POSTGRES_MS_AIM = 2
// All rounds of both sides write about 25 kB per buy.
const WAL_MEBIBYTES = 512

/**
 * Settles buys whose naira has arrived, until their tokens are final. Our side uses our worker, signer and functions. The bare driver makes
 * the same calls to the engine, writes the same rows with plain statements in groups of the same size, and signs and sends the same
 * transfers, without any check. Each side has two wallets on the same chain, and both use the same engine and PostgreSQL.
 */
export const settleBench: Bench = {
  summary:
    'buys settled, from naira received to tokens delivered, compared with only the calls, rows, signatures and sends',
  full: { rounds: 3, seconds: 40, clients: 25 },
  short: { rounds: 1, seconds: 2, clients: 25 },
  run,
}

async function run(bed: TestBed, plan: Plan, isShort: boolean): Promise<Outcome> {
  const stack = await raiseSettling(bed)
  try {
    const [ours, bare] = [ourSettling(stack), await bareSettling(bed, stack)]
    await warmWal(bed, WAL_MEBIBYTES)
    // Not measured: warms up the code and compares the lanes with their chain.
    for (const side of [ours, bare]) await side.measure(bed, { ...plan, seconds: 1 })
    const compared = await compareRates(bed, plan, { ours, bare })
    await requireSoundSettling(stack)
    const { ours: told, bare: bareTold } = compared.more
    const figure = (name: string, digits: number) => (told[name] ?? Number.NaN).toFixed(digits)
    const bareFigure = (name: string) => (bareTold[name] ?? Number.NaN).toFixed(2)
    return {
      figures: {
        ...leadingFigures(compared, 1),
        postgres_ratio: compared.postgresRatio.toFixed(3),
        per_s: compared.ours.toFixed(1),
        engine_calls: figure('engine_calls', 2),
        commits: figure('commits', 2),
        postgres_ms: (compared.oursCpuMicros / 1000).toFixed(2),
        bare_postgres_ms: (compared.bareCpuMicros / 1000).toFixed(2),
        worker_ms: figure('worker_ms', 2),
        signer_ms: figure('signer_ms', 2),
        engine_ms: figure('engine_ms', 2),
        chain_ms: figure('chain_ms', 2),
        reconciler_ms: figure('reconciler_ms', 2),
        bare_commits: bareFigure('commits'),
        bare_worker_ms: bareFigure('worker_ms'),
        bare_engine_ms: bareFigure('engine_ms'),
        bare_chain_ms: bareFigure('chain_ms'),
        rounds: String(plan.rounds),
        buys: String(compared.fewest),
        ...(await verifyFigures(bed, stack, compared, { role: 'signer', read: readVerifiedTransfers })),
        engine_calls_aim: String(ENGINE_CALLS_AIM),
        postgres_ms_aim: String(POSTGRES_MS_AIM),
      },
      shortfalls: isShort ? [] : judge('settling', compared, TARGETS),
    }
  } finally {
    await stack.stop()
  }
}

/** Requires sound deliveries: a rate of wrong deliveries would mean nothing. */
async function requireSoundSettling({ databaseUrl }: SettlingStack): Promise<void> {
  const url = databaseUrl('afara_worker')
  await requireNoFindings(url, [
    'check_transfers',
    'check_outgoing',
    'check_locks',
    'check_deliveries',
    'check_balance',
    'check_cleared_buys',
  ])
}
