import { importStatement } from '@afara/server/flows/credits/import-statement.ts'
import { systemClock } from '@afara/server/kernel/clock/clock.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { Refusal } from '@afara/server/kernel/refusal.ts'
import type { StatementFormat } from '@afara/server/movements/feeds/statement.ts'
import { softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import type { BankDesk } from '@afara/stack/simulators/bank-desk.ts'
import { lagosDay, type TrueLine } from '@afara/stack/simulators/bank-truth.ts'
import type { Random } from '../fuzz/random.ts'
import { patiently } from './patiently.ts'
import { places } from './places.ts'

/** Every fault of a statement in the simulator's catalogue. */
export const statementFaults = [
  'statement_missing_row',
  'statement_wrong_closing',
  'statement_lost_zero',
  'statement_day_month_swap',
]

// Formats with session ids. The first import of a day uses them to link reversals to credits; UBA's format has none.
const profiles = ['gtb', 'zenith', 'sterling', 'opay', 'access', 'mt940']

type Deps = Readonly<{
  desk: BankDesk
  owner: Pool
  operatorId: string
  accountIds: ReadonlyMap<string, string>
  random: Random
  formats: readonly StatementFormat[]
}>

export type Imports = ReturnType<typeof createImports>

/** Imports the statements of past days, as an operator does. Imports a spoiled statement first, and then the correct one. */
export function createImports({ desk, owner, operatorId, accountIds, random, formats }: Deps) {
  const taken = new Set<string>()
  const hits = new Map<string, number>()
  const problems: string[] = []
  const used = new Set<string>()
  let imported = 0
  let refused = 0
  let turn = 0

  /** Returns the code of the refusal, or undefined if the statement was imported. */
  const bring = async (account: string, day: string, profile: string, file: Uint8Array) => {
    const accountId = accountIds.get(account) ?? ''
    const days = { from: day, to: day }
    const request = { accountId, profile, file, operatorId, reason: 'the statement of the day', days }
    try {
      await patiently(async () =>
        importStatement({ pool: owner, clock: systemClock, formats, signing: softwareSigning() }, request),
      )
      imported += 1
      used.add(profile)
      return undefined
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return error.code
    }
  }

  const bringSpoiled = async (account: string, day: string, profile: string): Promise<void> => {
    const fault = statementFaults[turn % statementFaults.length] ?? ''
    turn += 1
    const id = await desk.setFault({ fault, account, times: 1 })
    const file = await desk.statement(account, day, profile)
    await desk.endFault(id)
    hits.set(fault, (hits.get(fault) ?? 0) + 1)
    const refusal = await bring(account, day, profile, file)
    if (refusal !== undefined) refused += 1
    const mustBeRefused = fault === 'statement_missing_row' || fault === 'statement_wrong_closing'
    if (refusal === undefined && mustBeRefused)
      problems.push(`a statement of ${account} for ${day} with ${fault} was accepted (${profile})`)
  }

  const bringDay = async (account: string, day: string): Promise<void> => {
    const profile = random.pick(profiles)
    await bringSpoiled(account, day, profile)
    const clean = async (which: string) => {
      const refusal = await bring(account, day, which, await desk.statement(account, day, which))
      // A spoiled statement may equal the correct one. The correct one is then refused as already imported.
      if (refusal !== undefined && refusal !== 'statement_already_imported')
        problems.push(`the statement of ${account} for ${day} (${which}) was refused: ${refusal}`)
    }
    await clean(profile)
    // The same rows in another bank's format.
    if (random.oneIn(2)) await clean(random.pick(['uba', ...profiles]))
  }

  return {
    /** Imports the statements of every day before `before`, or of all days. */
    upTo: async (truth: readonly TrueLine[], before: string | undefined): Promise<void> => {
      for (const { number } of places) {
        const days = new Set(
          truth.filter(({ account }) => account === number).map(({ bookedAt }) => lagosDay(bookedAt)),
        )
        for (const day of [...days].toSorted()) {
          if ((before !== undefined && day >= before) || taken.has(`${number} ${day}`)) continue
          await bringDay(number, day)
          taken.add(`${number} ${day}`)
        }
      }
    },
    report: () => ({ imported, refused, problems, hits, profiles: used.size }),
  }
}
