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
  const { rows } = await sql.query<Row>({
    name: 'match_candidates',
    text: `select line_id, left_minor, gross_minor, booked_at, payer_account_number, payer_account_mask, payer_name, payer_bank_code,
        narration, open_cases, follows_equal, transaction_id, business_id, status, amount_minor, claim_left_minor, accepted_at,
        expires_at, claimed_number, claimed_bank, claimed_name, expected_code, expected_expires_at, is_known, is_bound,
        is_known_elsewhere, first_part_from
      from match_candidates($1, $2, $3)`,
    values: [account.id, now, most],
  })
  const businesses = await readBusinesses(sql, account.mode, rows, now)
  const credits = new Map<string, { credit: OpenCredit; candidates: Candidate[] }>()
  for (const row of rows) {
    const asked = credits.get(row.line_id) ?? { credit: toCredit(row), candidates: [] }
    if (row.transaction_id !== null) {
      const isSuspended = businesses.get(row.business_id)?.isSuspended ?? true
      asked.candidates.push(toCandidate(row, isSuspended))
    }
    credits.set(row.line_id, asked)
  }
  const capLeftMinor = new Map([...businesses].map(([id, business]) => [id, business.capLeftMinor]))
  return { credits: [...credits.values()], capLeftMinor }
}

async function readBusinesses(
  sql: Sql,
  mode: Mode,
  candidates: readonly Row[],
  now: Date,
): Promise<Map<string, { isSuspended: boolean; capLeftMinor: bigint }>> {
  const ids = new Set(candidates.flatMap((row) => (row.transaction_id === null ? [] : [row.business_id])))
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
  booked_at: Date
  payer_account_number: string | null
  payer_account_mask: string | null
  payer_name: string | null
  payer_bank_code: string | null
  narration: string
  open_cases: OpenCredit['openCases'] | null
  follows_equal: boolean
}

type CandidateRow = {
  transaction_id: string
  business_id: string
  status: Candidate['status']
  amount_minor: string
  claim_left_minor: string
  accepted_at: Date
  expires_at: Date
  claimed_number: string | null
  claimed_bank: string | null
  claimed_name: string | null
  expected_code: string | null
  expected_expires_at: Date | null
  is_known: boolean
  is_bound: boolean
  is_known_elsewhere: boolean
  first_part_from: string | null
}

/** A credit that no claim may be for has one row, without a claim. */
type Row = CreditRow & (CandidateRow | { transaction_id: null })

function toCredit(row: CreditRow): OpenCredit {
  return {
    lineId: row.line_id,
    leftMinor: BigInt(row.left_minor),
    grossMinor: BigInt(row.gross_minor),
    bookedAt: row.booked_at,
    payer: {
      ...(row.payer_account_number !== null && { accountNumber: row.payer_account_number }),
      // What is known in full is not asked about by its parts.
      ...(row.payer_account_number === null &&
        row.payer_account_mask !== null && { accountMask: row.payer_account_mask }),
      ...(row.payer_name !== null && { name: row.payer_name }),
      ...(row.payer_bank_code !== null && { bankCode: row.payer_bank_code }),
    },
    narration: row.narration,
    openCases: row.open_cases ?? [],
    followsEqual: row.follows_equal,
  }
}

function toCandidate(row: CandidateRow, isSuspended: boolean): Candidate {
  return {
    transactionId: row.transaction_id,
    businessId: row.business_id,
    status: row.status,
    amountMinor: BigInt(row.amount_minor),
    leftMinor: BigInt(row.claim_left_minor),
    acceptedAt: row.accepted_at,
    expiresAt: row.expires_at,
    payer: { accountNumber: row.claimed_number, bankCode: row.claimed_bank, name: row.claimed_name },
    expected:
      row.expected_code === null || row.expected_expires_at === null
        ? null
        : { code: row.expected_code, expiresAt: row.expected_expires_at },
    knownPayer: row.is_bound ? 'bound' : row.is_known ? 'known' : 'no',
    isKnownElsewhere: row.is_known_elsewhere,
    isSuspended,
    firstPartFrom: row.first_part_from,
  }
}
