import type { Bench, Outcome, Plan } from '../bench.ts'
import { requireNoFindings, warmWal } from '../bench-database.ts'
import { compareRates } from '../compare-rates.ts'
import { leadingFigures } from '../comparison.ts'
import { judge } from '../judge.ts'
import type { TestBed } from '../test-bed.ts'
import { readVerifiedPayouts } from '../verify/verified-payouts.ts'
import { verifyFigures } from '../verify/verify-cost.ts'
import { barePaying } from './bare-paying.ts'
import { giveTokens } from './deposited-sells.ts'
import { ourPaying } from './our-paying.ts'
import { type PayingStack, raisePaying } from './raise-paying.ts'

const TARGETS = { cpuRatio: 0.7 }
const WAL_MEBIBYTES = 256

/**
 * Pays out sells whose tokens have arrived, until the bank confirms the payment. Our side uses our worker, payer and functions. The bare
 * driver makes the same calls to the engine and to the bank and writes the same rows with plain statements, without any check. Each side
 * has an account at each of two vendors of the same bank, and both use the same engine and PostgreSQL.
 */
export const payoutsBench: Bench = {
  summary:
    'sells paid out, from tokens received to the bank’s confirmation, compared with only the calls, rows and payments',
  full: { rounds: 5, seconds: 12, clients: 25 },
  short: { rounds: 1, seconds: 2, clients: 25 },
  run,
}

async function run(bed: TestBed, plan: Plan, isShort: boolean): Promise<Outcome> {
  const stack = await raisePaying(bed)
  try {
    await giveTokens(stack.owner, stack.businessId)
    const [ours, bare] = [ourPaying(stack), await barePaying(bed, stack)]
    await warmWal(bed, WAL_MEBIBYTES)
    // Not measured: warms up the code and reads the banks' lists.
    for (const side of [ours, bare]) await side.measure(bed, { ...plan, seconds: 1 })
    const compared = await compareRates(bed, plan, { ours, bare })
    await requireSoundPayouts(stack)
    const { ours: told, bare: bareTold } = compared.more
    const figure = (told: Readonly<Record<string, number>>, name: string) =>
      (told[name] ?? Number.NaN).toFixed(2)
    return {
      figures: {
        ...leadingFigures(compared, 1),
        postgres_ratio: compared.postgresRatio.toFixed(3),
        per_s: compared.ours.toFixed(1),
        engine_calls: figure(told, 'engine_calls'),
        commits: figure(told, 'commits'),
        postgres_ms: (compared.oursCpuMicros / 1000).toFixed(2),
        bare_postgres_ms: (compared.bareCpuMicros / 1000).toFixed(2),
        worker_ms: figure(told, 'worker_ms'),
        payer_ms: figure(told, 'payer_ms'),
        engine_ms: figure(told, 'engine_ms'),
        bare_worker_ms: figure(bareTold, 'worker_ms'),
        bare_engine_ms: figure(bareTold, 'engine_ms'),
        rounds: String(plan.rounds),
        sells: String(compared.fewest),
        ...(await verifyFigures(bed, stack, compared, { role: 'payer', read: readVerifiedPayouts })),
      },
      shortfalls: isShort ? [] : judge('paying out', compared, TARGETS),
    }
  } finally {
    await stack.stop()
  }
}

/** Requires sound payouts: a rate of wrong payments would mean nothing. */
async function requireSoundPayouts({ databaseUrl }: PayingStack): Promise<void> {
  const url = databaseUrl('afara_worker')
  await requireNoFindings(url, [
    'check_payouts',
    'check_payouts_outgoing',
    'check_payout_lines',
    'check_balance',
    'check_sells',
  ])
}
