import type { Pool } from 'pg'
import type { Assertion } from '../operators/assertion.ts'
import { isTextOf } from './decision-text.ts'

/** A decision as the database has it. The text counts only if enough operators signed it. */
export type StoredDecision = Readonly<{
  text: string
  assertions: readonly Assertion[]
  /** Operators whom the database calls suspended or ended now. Their signatures do not count, whatever the operators file says. */
  stopped?: ReadonlySet<string> | undefined
  /** About the standing decision that it names, if it names one. */
  standing?: StandingFacts
}>

/** What this process read about a standing decision. Nothing here is trusted before it is verified. */
type StandingFacts = Readonly<{
  /** The decisions of its case. Enough operators signed at most one of them. */
  stored: readonly StoredDecision[]
  /** The decisions in force that name it. */
  uses: readonly StandingUse[]
}>

type StandingUse = Readonly<{
  caseId: string
  text: string
  /** What the case's row says about it. */
  kind: string | null
  business: string | null
  /** Why it had ended before this use; null if it had not. */
  ended: string | null
}>

export type SignatureRow = Readonly<{
  credential_id: Uint8Array | null
  authenticator_data: Uint8Array
  client_data: Uint8Array
  signature: Uint8Array
}>

type Row = SignatureRow & Readonly<{ case_id: string; version: number; text: string }>

const SIGNATURES = `
select d.case_id, d.version, d.text, s.credential_id, s.authenticator_data, s.client_data, s.signature
from found d left join decision_signature s on s.case_id = d.case_id and s.version = d.version
order by d.case_id, d.version, s.part`

// Two lookups by key, because one condition with "or" could scan the table.
const DECISIONS = `
with found as materialized (
  select d.case_id, d.version, d.text from signed_decision d where d.transaction_id = any ($1)
  union
  select d.case_id, d.version, d.text from signed_decision d where d.line_id = any ($2)
)
${SIGNATURES}`

const DECISIONS_OF_CASES = `
with found as materialized (
  select d.case_id, d.version, d.text from signed_decision d where d.case_id = any ($1)
)
${SIGNATURES}`

/** Reads the decisions about these transactions and these bank lines. Reads nothing if there are none to ask about. */
export async function readDecisions(
  pool: Pool,
  { transactionIds, lineIds }: Readonly<{ transactionIds: readonly string[]; lineIds: readonly string[] }>,
): Promise<readonly StoredDecision[]> {
  if (transactionIds.length === 0 && lineIds.length === 0) return []
  const { rows } = await pool.query<Row>({
    name: 'decisions',
    text: DECISIONS,
    values: [transactionIds, lineIds],
  })
  return withStopped(pool, toStored(rows))
}

/** Reads the decisions of these cases. */
export async function readDecisionsOfCases(
  pool: Pool,
  caseIds: readonly string[],
): Promise<readonly StoredDecision[]> {
  if (caseIds.length === 0) return []
  const { rows } = await pool.query<Row>({
    name: 'decisions-of-cases',
    text: DECISIONS_OF_CASES,
    values: [caseIds],
  })
  return withStopped(pool, toStored(rows))
}

/**
 * Adds who is suspended or has left. The database can only take signers away: who may sign is in the operators file, which a suspended
 * operator leaves with the next ceremony.
 */
async function withStopped(
  pool: Pool,
  decisions: readonly StoredDecision[],
): Promise<readonly StoredDecision[]> {
  if (decisions.length === 0) return decisions
  const { rows } = await pool.query<{ id: string }>({
    name: 'stopped-operators',
    text: `select id from operator where status <> 'active'`,
  })
  const stopped = new Set(rows.map(({ id }) => id))
  return decisions.map((one) => ({ ...one, stopped }))
}

function toStored(rows: readonly Row[]): readonly StoredDecision[] {
  const decisions = Map.groupBy(rows, ({ case_id, version }) => `${case_id}/${version}`)
  return [...decisions.values()].flatMap((parts) => {
    const [row] = parts
    if (row === undefined || !isTextOf(row.text, row)) return []
    return [{ text: row.text, assertions: parts.flatMap(toAssertion) }]
  })
}

export function toAssertion({
  credential_id,
  authenticator_data,
  client_data,
  signature,
}: SignatureRow): Assertion[] {
  if (credential_id === null) return []
  return [
    {
      credentialId: credential_id,
      authenticatorData: authenticator_data,
      clientData: client_data,
      signature,
    },
  ]
}
