import type { Bench, Outcome, Plan } from '../bench.ts'
import { createLedgerDatabase, requireSoundLedger, warmWal } from '../bench-database.ts'
import { compareRates } from '../compare-rates.ts'
import { leadingFigures } from '../comparison.ts'
import { judge } from '../judge.ts'
import { seedAccounts, seedOwnTransactions } from '../posting-scripts.ts'
import type { TestBed } from '../test-bed.ts'
import { createBareTables } from './create-bare-tables.ts'
import { DATABASE, ledgerSides } from './ledger-sides.ts'

const TARGETS = { cpuRatio: 0.65 }
// One account is slow if sessions wait for each other, which costs no CPU.
const HOUSE_TARGETS = { ratio: 0.8 }

export const ledgerBench: Bench = {
  summary: 'our posting function, compared with plain inserts of the same rows',
  full: { rounds: 5, seconds: 15, clients: 64 },
  short: { rounds: 1, seconds: 1, clients: 64 },
  run,
}

async function run(bed: TestBed, plan: Plan, isShort: boolean): Promise<Outcome> {
  await prepare(bed, plan)
  const { one, bareOne, unchecked, two, bareTwo, houseOne, houseMany } = ledgerSides

  bed.say('one posting per entry: deposits for 10,000 businesses, compared with plain inserts')
  const single = await compareRates(bed, plan, { ours: one, bare: bareOne })
  bed.say('the same without any rules: the highest rate that is possible')
  const ceiling = await compareRates(bed, plan, { ours: unchecked, bare: bareOne })
  bed.say('two postings per entry, as when a delivery is opened, compared with plain inserts')
  const double = await compareRates(bed, plan, { ours: two, bare: bareTwo })
  bed.say('every entry on one collection account, compared with 10,000 accounts')
  const house = await compareRates(bed, plan, { ours: houseOne, bare: houseMany })
  await requireSoundLedger(bed, DATABASE)

  return {
    figures: {
      ...leadingFigures(single),
      ours_cpu_us: single.oursCpuMicros.toFixed(0),
      bare_cpu_us: single.bareCpuMicros.toFixed(0),
      ceiling_ratio: ceiling.ratio.toFixed(3),
      ceiling_spread: ceiling.spread.toFixed(3),
      ceiling_cpu_ratio: ceiling.cpuRatio.toFixed(3),
      two_cpu_ratio: double.cpuRatio.toFixed(3),
      two_ratio: double.ratio.toFixed(3),
      two_spread: double.spread.toFixed(3),
      two_ours: double.ours.toFixed(0),
      two_bare: double.bare.toFixed(0),
      house_cpu_ratio: house.cpuRatio.toFixed(3),
      house_ratio: house.ratio.toFixed(3),
      house_spread: house.spread.toFixed(3),
      house_one: house.ours.toFixed(0),
      house_many: house.bare.toFixed(0),
      clients: String(plan.clients),
      rounds: String(plan.rounds),
      seconds: String(plan.seconds),
    },
    shortfalls: [
      ...judge('one posting', single, isShort ? {} : TARGETS),
      ...judge('no rules', ceiling, {}),
      ...judge('two postings', double, {}),
      ...judge('one collection account', house, isShort ? {} : HOUSE_TARGETS),
    ],
  }
}

async function prepare(bed: TestBed, plan: Plan): Promise<void> {
  await createLedgerDatabase(bed, DATABASE)
  await seedOwnTransactions(bed, DATABASE)
  await seedAccounts(bed, DATABASE, (owner) => ({
    debit: ['deposit', `'polygon'`],
    credit: ['business', owner],
    asset: 'NGNC',
  }))
  await createBareTables(bed, DATABASE)
  await seedAccounts(bed, DATABASE, (owner) => ({
    debit: ['suspense', `''`],
    credit: ['held', owner],
    asset: 'NGN',
  }))
  await seedAccounts(bed, DATABASE, (owner) => ({
    debit: ['float', owner],
    credit: ['capital', `''`],
    asset: 'NGNC',
  }))
  await warmWal(bed)
  // Not measured: fills the empty tables for the first round.
  for (const side of Object.values(ledgerSides)) {
    await side.measure(bed, { clients: plan.clients, seconds: Math.min(3, plan.seconds) })
  }
}
