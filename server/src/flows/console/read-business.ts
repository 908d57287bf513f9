import type { Keyring } from '../../kernel/keyring.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { assert } from '../../kernel/refusal.ts'
import { listRailCosts } from '../../movements/collections/rail-terms-store.ts'
import type { Activity } from '../../records/businesses/activity.ts'
import { listActivity } from '../../records/businesses/activity-store.ts'
import type { Business, BusinessStatus } from '../../records/businesses/business.ts'
import {
  readBusinessStatus,
  readExposureCap,
  requireBusiness,
  selectTerms,
} from '../../records/businesses/business-store.ts'
import type { AgreedTerms } from '../../records/businesses/business-terms.ts'
import {
  type GoLiveFile,
  type GoLiveRecord,
  openFile,
} from '../../records/businesses/go-live/go-live-file.ts'
import { readGoLive, readSubmittedFile } from '../../records/businesses/go-live/go-live-store.ts'
import { type CaseRow, selectCases } from '../../records/cases/case-store.ts'
import { type StandingDecision, selectStandingDecisions } from '../../records/cases/standing-store.ts'
import { describeSubjects, type SubjectLine } from '../../records/cases/stories/find-subjects-store.ts'
import { type LosingPlan, listLosingPlans } from '../../records/fees/margin-store.ts'
import { findLosses, type PlanLoss } from '../../records/fees/plan-loss.ts'
import { type Freeze, selectFreezes } from '../../records/freezes/freeze-store.ts'
import { type ListedKey, listKeys } from '../../records/keys/api-key-store.ts'
import { buyBounds } from '../../records/limits/transaction-bounds.ts'
import {
  type BusinessUse,
  findGoLiveDecision,
  type GoLiveDecision,
  readBusinessUse,
  selectNewestOf,
} from './business-screen-store.ts'

/** The go-live file as operators decide it: what was submitted, else what is filled in so far. */
type GoLiveScreen = Readonly<{
  record: GoLiveRecord
  file: GoLiveFile
  decision: GoLiveDecision | undefined
}>

export type BusinessScreen = Readonly<{
  business: Business
  mode: Mode
  status: BusinessStatus
  freeze: Freeze | undefined
  goLive: GoLiveScreen
  terms: AgreedTerms
  /** Where the fee plan brings less than a vendor declares that a payment costs. */
  losses: readonly PlanLoss[]
  /** What the fee plan really lost in seven days; undefined: nothing. */
  lost: LosingPlan | undefined
  exposureCapMinor: bigint
  use: BusinessUse
  keys: readonly ListedKey[]
  cases: readonly CaseRow[]
  transactions: readonly SubjectLine[]
  activity: readonly Activity[]
  standing: readonly StandingDecision[]
}>

const MOST_CASES = 20
const MOST_TRANSACTIONS = 12
const MOST_ACTIVITY = 20

/** Reads everything that an operator needs before they decide about a business. */
export async function readBusinessScreen(
  sql: Sql,
  businessKeys: Keyring,
  mode: Mode,
  { idOrLinkTag, at }: Readonly<{ idOrLinkTag: string; at: Date }>,
): Promise<BusinessScreen> {
  const business = await requireBusiness(sql, idOrLinkTag)
  const of = { businessId: business.id, mode }
  const [status, terms, exposureCapMinor, use, keys, goLive] = await Promise.all([
    readBusinessStatus(sql, of),
    selectTerms(sql, business.id, mode),
    readExposureCap(sql, of),
    readBusinessUse(sql, { ...of, at }),
    listKeys(sql, business.id),
    readGoLiveScreen(sql, businessKeys, business.id),
  ])
  assert(status !== undefined && terms !== undefined, 'a business must have both modes')
  const [cases, ids, activity, standing, freezes, lost, costs] = await Promise.all([
    selectCases(sql, of, MOST_CASES),
    selectNewestOf(sql, of, MOST_TRANSACTIONS),
    listActivity(sql, business.id, MOST_ACTIVITY),
    selectStandingDecisions(sql),
    selectFreezes(sql),
    listLosingPlans(sql),
    listRailCosts(sql, mode),
  ])
  return {
    business,
    mode,
    status,
    freeze: freezes.find(({ scope, subject }) => scope === 'business' && subject === business.id),
    goLive,
    terms,
    losses: findLosses(terms.feePlan, costs, buyBounds),
    lost: lost.find((one) => one.linkTag === business.linkTag && one.mode === mode),
    exposureCapMinor,
    use,
    keys: keys.filter((key) => key.mode === mode),
    cases,
    transactions: await describeSubjects(
      sql,
      ids.map((id) => ({ kind: 'transaction', id })),
    ),
    activity: activity.filter((one) => one.mode === null || one.mode === mode),
    standing: standing.filter(
      (one) =>
        one.mode === mode &&
        one.endedBecause === null &&
        one.expiresAt > at &&
        (one.businessId === null || one.businessId === business.id),
    ),
  }
}

async function readGoLiveScreen(sql: Sql, keys: Keyring, businessId: string): Promise<GoLiveScreen> {
  const record = await readGoLive(sql, businessId)
  const { submission } = record
  const submitted =
    submission === undefined ? undefined : await readSubmittedFile(sql, businessId, submission.version)
  return {
    record,
    file: openFile(keys, businessId, submitted?.file ?? record.file),
    decision: await findGoLiveDecision(sql, businessId),
  }
}
