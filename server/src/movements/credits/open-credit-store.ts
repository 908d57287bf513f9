import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { AccountFacts, Candidate, OpenCredit, Question } from './open-credit.ts'

export type MatchedAccount = AccountFacts & Readonly<{ mode: Mode }>
export type AskedCredit = Question['credits'][number]

/** Takes the account until the end of the transaction: nobody else matches it, records its lines or freezes it meanwhile. */
export async function beginMatching(sql: Sql, accountId: string): Promise<MatchedAccount | undefined> {
  const { rows } = await sql.query<{
    mode: Mode
    dedicated_to: string | null
    state: AccountFacts['state']
  }>({
    name: 'begin_matching',
    text: 'select mode, dedicated_to, state from begin_matching($1)',
    values: [accountId],
  })
  return rows[0] && { mode: rows[0].mode, dedicatedTo: rows[0].dedicated_to, state: rows[0].state }
}

/** Up to `most` credits that are to be looked at, oldest first, each with the claims that may be its own. */
export async function readOpenCredits(
  sql: Sql,
  account: Readonly<{ id: string; mode: Mode }>,
  now: Date,
  most: number,
): Promise<Pick<Question, 'credits' | 'capLeftMinor'>> {
  const { rows } = await sql.query<{ credits: CreditRow[] | null; claims: ClaimRow[] | null }>({
    name: 'match_candidates',
    text: 'select credits, claims from match_candidates($1, $2, $3)',
    values: [account.id, now, most],
  })
  const claims = rows[0]?.claims ?? []
  const businesses = await readBusinesses(sql, account.mode, claims, now)
  const capLeftMinor = new Map([...businesses].map(([id, business]) => [id, business.capLeftMinor]))
  return { credits: assemble(rows[0]?.credits ?? [], claims, businesses), capLeftMinor }
}

/** What is read has no order, and a claim that was read for several reasons is there several times. */
function assemble(
  credits: readonly CreditRow[],
  claims: readonly ClaimRow[],
  businesses: ReadonlyMap<string, KnownBusiness>,
): AskedCredit[] {
  const claimsOf = new Map<string, ClaimRow[]>()
  for (const row of claims) {
    const known = claimsOf.get(row.line_id)
    if (known === undefined) claimsOf.set(row.line_id, [row])
    else known.push(row)
  }
  const asked = credits.map((row) => {
    const candidates = choose(claimsOf.get(row.line_id) ?? []).map((claim) =>
      toCandidate(claim, businesses.get(claim.business_id)),
    )
    return { credit: toCredit(row), candidates: candidates.sort(firstCome) }
  })
  return asked.sort(({ credit: a }, { credit: b }) => order(a.bookedAt, b.bookedAt, a.lineId, b.lineId))
}

/** Each once. Claims of strangers are of interest only where there are no others. */
function choose(found: readonly ClaimRow[]): readonly ClaimRow[] {
  if (found.length === 1) return found
  const own = found.filter((row) => !row.is_stranger)
  const each = new Map((own.length > 0 ? own : found).map((row) => [row.transaction_id, row]))
  return [...each.values()]
}

function firstCome(a: Candidate, b: Candidate): number {
  return order(a.acceptedAt, b.acceptedAt, a.transactionId, b.transactionId)
}

function order(a: Date, b: Date, aId: string, bId: string): number {
  return a.getTime() - b.getTime() || (aId < bId ? -1 : 1)
}

type KnownBusiness = Readonly<{ isSuspended: boolean; capLeftMinor: bigint }>

async function readBusinesses(
  sql: Sql,
  mode: Mode,
  claims: readonly ClaimRow[],
  now: Date,
): Promise<Map<string, KnownBusiness>> {
  const ids = new Set(claims.map((row) => row.business_id))
  if (ids.size === 0) return new Map()
  const { rows } = await sql.query<{ business_id: string; is_suspended: boolean; cap_left_minor: string }>({
    name: 'match_businesses',
    text: 'select business_id, is_suspended, cap_left_minor from match_businesses($1, $2, $3)',
    values: [[...ids], mode, now],
  })
  return new Map(
    rows.map((row) => [
      row.business_id,
      { isSuspended: row.is_suspended, capLeftMinor: BigInt(row.cap_left_minor) },
    ]),
  )
}

type CreditRow = {
  line_id: string
  left_minor: string
  gross_minor: string
  booked_at: string
  payer_account_number: string | null
  /** Absent where all digits are known. */
  payer_account_mask: string | null
  payer_name: string | null
  payer_bank_code: string | null
  narration: string
  open_cases: OpenCredit['openCases'] | null
  follows_equal: boolean
}

type ClaimRow = {
  line_id: string
  transaction_id: string
  business_id: string
  status: Candidate['status']
  amount_minor: string
  left_minor: string
  accepted_at: string
  expires_at: string
  payer_account_number: string | null
  payer_bank_code: string | null
  payer_name: string | null
  code: string | null
  code_expires_at: string | null
  is_known: boolean
  is_bound: boolean
  is_known_elsewhere: boolean
  first_part_from: string | null
  is_stranger: boolean
}

function toCredit(row: CreditRow): OpenCredit {
  return {
    lineId: row.line_id,
    leftMinor: BigInt(row.left_minor),
    grossMinor: BigInt(row.gross_minor),
    bookedAt: new Date(row.booked_at),
    payer: {
      ...(row.payer_account_number !== null && { accountNumber: row.payer_account_number }),
      ...(row.payer_account_mask !== null && { accountMask: row.payer_account_mask }),
      ...(row.payer_name !== null && { name: row.payer_name }),
      ...(row.payer_bank_code !== null && { bankCode: row.payer_bank_code }),
    },
    narration: row.narration,
    openCases: row.open_cases ?? [],
    followsEqual: row.follows_equal,
  }
}

function toCandidate(row: ClaimRow, business: KnownBusiness | undefined): Candidate {
  return {
    transactionId: row.transaction_id,
    businessId: row.business_id,
    status: row.status,
    amountMinor: BigInt(row.amount_minor),
    leftMinor: BigInt(row.left_minor),
    acceptedAt: new Date(row.accepted_at),
    expiresAt: new Date(row.expires_at),
    payer: {
      accountNumber: row.payer_account_number,
      bankCode: row.payer_bank_code,
      name: row.payer_name,
    },
    expected:
      row.code === null || row.code_expires_at === null
        ? null
        : { code: row.code, expiresAt: new Date(row.code_expires_at) },
    knownPayer: row.is_bound ? 'bound' : row.is_known ? 'known' : 'no',
    isKnownElsewhere: row.is_known_elsewhere,
    isSuspended: business?.isSuspended ?? true,
    firstPartFrom: row.first_part_from,
  }
}
