import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import {
  businessOf,
  isStranger,
  type KnownBusiness,
  type ListedClaim,
  type ListedCredit,
  lineOf,
  toCandidate,
  toCredit,
  transactionOf,
} from './candidate-list.ts'
import type { AccountFacts, Candidate, Question } from './open-credit.ts'

type MatchedAccount = AccountFacts & Readonly<{ mode: Mode }>
export type AskedCredit = Question['credits'][number]

const CLAIMS_TOLD_AT_FIRST = 20

/** What matching begins with. */
type FirstReading = Readonly<{
  account: MatchedAccount
  /** Payments to standing numbers wait. Their buys must be opened, and the credits read again. */
  hasOwnBuys: boolean
  found: Found
  nextLookAt: Date | undefined
}>

type Found = Readonly<{
  credits: readonly ListedCredit[]
  claims: readonly ListedClaim[]
  businesses: ReadonlyMap<string, KnownBusiness>
}>

type BusinessItem = readonly [id: string, isSuspended: boolean, capLeftMinor: string, toleranceMinor: string]

/**
 * Reads up to `most` due credits and all that belongs to them. In a transaction, it locks the account until the transaction ends: no other
 * process matches it, records its lines or freezes it in the meantime. Returns undefined if the account is frozen.
 */
export async function readMatching(
  sql: Sql,
  accountId: string,
  now: Date,
  most: number,
): Promise<FirstReading | undefined> {
  const { rows } = await sql.query<{
    mode: Mode
    dedicated_to: string | null
    state: AccountFacts['state']
    claimed_late_at: Date | null
    has_own_buys: boolean
    credits: string
    claims: string
    businesses: readonly BusinessItem[] | null
    next_at: Date | null
  }>({
    name: 'read_matching',
    text: `select mode, dedicated_to, state, claimed_late_at, has_own_buys, credits, claims, businesses, next_at
      from read_matching($1, $2, $3)`,
    values: [accountId, now, most],
  })
  const [row] = rows
  return (
    row && {
      account: {
        mode: row.mode,
        dedicatedTo: row.dedicated_to,
        state: row.state,
        claimedLateAt: row.claimed_late_at,
      },
      hasOwnBuys: row.has_own_buys,
      found: {
        credits: JSON.parse(row.credits),
        claims: JSON.parse(row.claims),
        businesses: new Map(
          (row.businesses ?? []).map(([id, isSuspended, capLeftMinor, toleranceMinor]) => [
            id,
            {
              isSuspended,
              capLeftMinor: BigInt(capLeftMinor),
              toleranceMinor: BigInt(toleranceMinor),
            },
          ]),
        ),
      },
      nextLookAt: row.next_at ?? undefined,
    }
  )
}

/** Returns up to `most` due credits, oldest first, each with the claims that may match it. `found` is what was read of them already. */
export async function readOpenCredits(
  sql: Sql,
  account: Readonly<{ id: string; mode: Mode }>,
  now: Date,
  most: number,
  found?: Found,
): Promise<Pick<Question, 'credits' | 'capLeftMinor'>> {
  const read = found ?? (await readCandidates(sql, [account.id, now, most, null]))
  const crowded = crowdedLines(read.claims)
  const claims =
    crowded.size === 0
      ? read.claims
      : [
          ...read.claims.filter((claim) => !crowded.has(lineOf(claim))),
          ...(await readCandidates(sql, [account.id, now, most, [...crowded]])).claims,
        ]
  const known = crowded.size === 0 ? found?.businesses : undefined
  const businesses = known ?? (await readBusinesses(sql, account.mode, claims, now))
  const capLeftMinor = new Map([...businesses].map(([id, business]) => [id, business.capLeftMinor]))
  return { credits: assemble(read.credits, claims, businesses), capLeftMinor }
}

async function readCandidates(
  sql: Sql,
  values: readonly [accountId: string, now: Date, most: number, crowded: readonly string[] | null],
): Promise<{ credits: readonly ListedCredit[]; claims: readonly ListedClaim[] }> {
  const { rows } = await sql.query<{ credits: string; claims: string }>({
    name: 'match_candidates',
    text: 'select credits, claims from match_candidates($1, $2, $3, $4)',
    values: [...values],
  })
  return { credits: JSON.parse(rows[0]?.credits ?? '[]'), claims: JSON.parse(rows[0]?.claims ?? '[]') }
}

/** Returns the lines with more claims than the first query returns. Some claims, perhaps of another business, may be missing. */
function crowdedLines(claims: readonly ListedClaim[]): Set<string> {
  const counts = new Map<string, number>()
  for (const claim of claims) counts.set(lineOf(claim), (counts.get(lineOf(claim)) ?? 0) + 1)
  return new Set([...counts].flatMap(([id, count]) => (count > CLAIMS_TOLD_AT_FIRST ? [id] : [])))
}

/** The rows have no order, and a claim that was read for several reasons occurs several times. */
function assemble(
  credits: readonly ListedCredit[],
  claims: readonly ListedClaim[],
  businesses: ReadonlyMap<string, KnownBusiness>,
): AskedCredit[] {
  const claimsOf = new Map<string, ListedClaim[]>()
  for (const claim of claims) {
    const known = claimsOf.get(lineOf(claim))
    if (known === undefined) claimsOf.set(lineOf(claim), [claim])
    else known.push(claim)
  }
  const asked = credits.map((listed) => {
    const credit = toCredit(listed)
    const candidates = choose(claimsOf.get(credit.lineId) ?? []).map((claim) =>
      toCandidate(claim, businesses.get(businessOf(claim)) ?? unknownBusiness),
    )
    return { credit, candidates: candidates.sort(firstCome) }
  })
  return asked.sort(({ credit: a }, { credit: b }) => order(a.bookedAt, b.bookedAt, a.lineId, b.lineId))
}

/** Returns each claim once. Claims that share only the amount are used only if there are no others. */
function choose(found: readonly ListedClaim[]): readonly ListedClaim[] {
  if (found.length === 1) return found
  const own = found.filter((claim) => !isStranger(claim))
  return [...new Map((own.length > 0 ? own : found).map((claim) => [transactionOf(claim), claim])).values()]
}

function firstCome(a: Candidate, b: Candidate): number {
  return order(a.acceptedAt, b.acceptedAt, a.transactionId, b.transactionId)
}

function order(a: Date, b: Date, aId: string, bId: string): number {
  return a.getTime() - b.getTime() || (aId < bId ? -1 : 1)
}

const unknownBusiness = { isSuspended: true, toleranceMinor: 0n }

async function readBusinesses(
  sql: Sql,
  mode: Mode,
  claims: readonly ListedClaim[],
  now: Date,
): Promise<Map<string, KnownBusiness>> {
  const ids = new Set(claims.map(businessOf))
  if (ids.size === 0) return new Map()
  const { rows } = await sql.query<{
    business_id: string
    is_suspended: boolean
    cap_left_minor: string
    tolerance_minor: string
  }>({
    name: 'match_businesses',
    text: 'select business_id, is_suspended, cap_left_minor, tolerance_minor from match_businesses($1, $2, $3)',
    values: [[...ids], mode, now],
  })
  return new Map(
    rows.map((row) => [
      row.business_id,
      {
        isSuspended: row.is_suspended,
        capLeftMinor: BigInt(row.cap_left_minor),
        toleranceMinor: BigInt(row.tolerance_minor),
      },
    ]),
  )
}
