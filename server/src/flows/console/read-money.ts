import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { listVendors, type VendorStanding } from '../../movements/collections/vendor-debt-store.ts'
import { type OwedReturn, selectOwedReturns } from '../../movements/payouts/owed-return-store.ts'
import {
  type PayoutAccountOverview,
  selectPayoutAccounts,
} from '../../movements/payouts/payout-overview-store.ts'
import { type LaneOverview, selectLanes } from '../../movements/transfers/lane-overview-store.ts'
import { type FloatPlace, runwayMs, selectFloat } from '../../movements/treasury/float-store.ts'
import { selectMoves, type TreasuryMove } from '../../movements/treasury/move-store.ts'
import {
  type BusinessDebt,
  type CollectionAccount,
  type FloatDay,
  type Suspense,
  selectBusinessDebts,
  selectCollectionAccounts,
  selectFloatHistory,
  selectSuspense,
} from './money-store.ts'

/** A place of our own money with its days. `emptyAt`: when it is empty at the pace of the last hour; null: not within a week. */
export type Place = FloatPlace & Readonly<{ emptyAt: Date | null; isLow: boolean; days: readonly FloatDay[] }>

export type MoneyNow = Readonly<{
  at: Date
  places: readonly Place[]
  payoutAccounts: readonly PayoutAccountOverview[]
  lanes: readonly LaneOverview[]
  collectionAccounts: readonly CollectionAccount[]
  returns: readonly OwedReturn[]
  businessDebts: readonly BusinessDebt[]
  vendors: readonly VendorStanding[]
  suspense: readonly Suspense[]
  moves: readonly TreasuryMove[]
}>

const DAYS_SHOWN = 30
const MOST_RETURNS = 200
/** A place that is empty sooner than this needs somebody. */
const LOW_MS = 2n * 3_600_000n
const WEEK_MS = 604_800_000n

/** Reads where our own money is in one mode, how long it lasts, and what others owe us or we owe them. */
export async function readMoney(sql: Sql, mode: Mode, at: Date): Promise<MoneyNow> {
  const [places, history, payoutAccounts, lanes, accounts] = await Promise.all([
    selectFloat(sql),
    selectFloatHistory(sql, mode, { days: DAYS_SHOWN, at }),
    selectPayoutAccounts(sql),
    selectLanes(sql),
    selectCollectionAccounts(sql, mode),
  ])
  const [returns, businessDebts, vendors, suspense, moves] = await Promise.all([
    selectOwedReturns(sql, MOST_RETURNS),
    selectBusinessDebts(sql, mode),
    listVendors(sql, mode),
    selectSuspense(sql, mode, at),
    selectMoves(sql),
  ])
  const isOfMode = (one: Readonly<{ mode: Mode }>) => one.mode === mode
  return {
    at,
    places: places.filter(isOfMode).map((place) => toPlace(place, history, at)),
    payoutAccounts: payoutAccounts.filter(isOfMode).filter(({ state }) => state !== 'closed'),
    lanes: lanes.filter(isOfMode).filter(({ isAbandoned }) => !isAbandoned),
    collectionAccounts: accounts,
    returns: returns.filter(isOfMode),
    businessDebts,
    vendors,
    suspense,
    moves: moves.filter(isOfMode),
  }
}

function toPlace(place: FloatPlace, history: ReadonlyMap<string, readonly FloatDay[]>, at: Date): Place {
  const isSpent = place.kind === 'lane' || place.kind === 'payout_account'
  const ms = isSpent ? runwayMs(place) : undefined
  const owner = place.kind === 'lane' ? place.place : place.id
  return {
    ...place,
    emptyAt: ms === undefined || ms > WEEK_MS ? null : new Date(at.getTime() + Number(ms)),
    isLow: place.state === 'active' && ms !== undefined && ms < LOW_MS,
    days: isSpent ? (history.get(owner) ?? []) : [],
  }
}
