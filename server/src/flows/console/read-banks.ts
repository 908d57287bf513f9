import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import {
  type PayoutAccountOverview,
  selectPayoutAccounts,
} from '../../movements/payouts/payout-overview-store.ts'
import { type Freeze, selectFreezes } from '../../records/freezes/freeze-store.ts'
import { type PastDecision, selectLastDecisions } from '../../records/rates/decision-store.ts'
import type { OperatorRate } from '../../records/rates/judge-pair.ts'
import { type PublishedTable, selectOperatorRates, selectRateTables } from '../../records/rates/rate-store.ts'
import { type LastWord, selectLastWords, selectSourceNames } from '../../records/rates/reading-store.ts'
import {
  type BankDay,
  type BankTrouble,
  type CollectingAccount,
  type FailedPayout,
  selectBankDays,
  selectBankTroubles,
  selectCollectingAccounts,
  selectFailedPayouts,
} from './banks-store.ts'
import { selectRails } from './now-store.ts'
import { type RailFigures, type RailState, stateOfRail } from './rail.ts'

/** Payouts through one vendor to one bank. */
type PayoutBank = Readonly<{
  vendor: string
  bankCode: string
  /** The last hour; undefined: nothing was paid and nothing is on its way. */
  figures: RailFigures | undefined
  state: RailState
  trouble: BankTrouble | undefined
  days: readonly BankDay[]
}>

export type BanksNow = Readonly<{
  at: Date
  collecting: ReadonlyArray<CollectingAccount & Readonly<{ days: readonly BankDay[] }>>
  payoutAccounts: readonly PayoutAccountOverview[]
  payouts: readonly PayoutBank[]
  /** Banks that operators took out of service. */
  stopped: ReadonlyArray<Freeze & Readonly<{ bankCode: string }>>
  failures: readonly FailedPayout[]
  tables: readonly PublishedTable[]
  decisions: readonly PastDecision[]
  sources: readonly LastWord[]
  setByHand: readonly OperatorRate[]
}>

const DAYS_SHOWN = 14
const MOST_FAILURES = 12

/** Reads how banks and vendors did in one mode, and where our rates come from. Rates are the same in both modes. */
export async function readBanks(sql: Sql, mode: Mode, at: Date): Promise<BanksNow> {
  const [accounts, payoutAccounts, rails, days, troubles, failures, freezes] = await Promise.all([
    selectCollectingAccounts(sql, mode),
    selectPayoutAccounts(sql),
    selectRails(sql, mode, at),
    selectBankDays(sql, mode, { days: DAYS_SHOWN, at }),
    selectBankTroubles(sql, mode),
    selectFailedPayouts(sql, mode, { days: DAYS_SHOWN, most: MOST_FAILURES }),
    selectFreezes(sql),
  ])
  const stopped = freezes
    .filter(({ scope, subject }) => scope === 'bank' && subject.startsWith(`${mode}:`))
    .map((one) => ({ ...one, bankCode: one.subject.slice(mode.length + 1) }))
  const [tables, decisions, sources, setByHand] = await Promise.all([
    selectRateTables(sql),
    selectLastDecisions(sql),
    selectSourceNames(sql).then(async (names) => selectLastWords(sql, names, at)),
    selectOperatorRates(sql, at),
  ])
  return {
    at,
    collecting: accounts.map((one) => ({ ...one, days: days.credits.get(one.id) ?? [] })),
    payoutAccounts: payoutAccounts.filter((one) => one.mode === mode && one.state !== 'closed'),
    payouts: joinPayouts(
      rails.filter(({ kind }) => kind === 'payout'),
      days.payouts,
      troubles,
      at,
    ).map((one) =>
      stopped.some(({ bankCode }) => bankCode === one.bankCode) ? { ...one, state: 'frozen' } : one,
    ),
    stopped,
    failures,
    tables,
    decisions,
    sources,
    setByHand,
  }
}

/** A bank appears if we paid to it in these days, or if its vendor has not reached it. */
function joinPayouts(
  rails: readonly RailFigures[],
  days: ReadonlyMap<string, readonly BankDay[]>,
  troubles: readonly BankTrouble[],
  at: Date,
): readonly PayoutBank[] {
  const railOf = new Map(rails.map((rail) => [`${rail.name}:${rail.bankCode}`, rail]))
  const troubleOf = new Map(troubles.map((one) => [`${one.vendor}:${one.bankCode}`, one]))
  const keys = new Set([...railOf.keys(), ...days.keys(), ...troubleOf.keys()])
  return [...keys].toSorted().map((key) => {
    const [vendor = '', bankCode = ''] = key.split(':')
    const figures = railOf.get(key)
    return {
      vendor,
      bankCode,
      figures,
      state: figures === undefined ? 'no_data' : stateOfRail(figures, at),
      trouble: troubleOf.get(key),
      days: days.get(key) ?? [],
    }
  })
}
