import type { Pool } from 'pg'
import { type SignatureRow, type StoredDecision, toAssertion } from './read-decisions.ts'

/** A decision that the database calls approved, and what its rows say about it. */
export type DecisionInForce = StoredDecision &
  Readonly<{ caseId: string; version: number; mode: string; action: string; rows: DecisionRows }>

/** What the rows of a case say, by the keys of the text. */
type DecisionRows = Readonly<{
  kind: string | null
  transaction: string | null
  credit: string | null
  account: string | null
  business: string | null
  /** The resolution that was carried out. */
  resolution: unknown
}>

type Key = Readonly<{ case_id: string; version: number }>

/** The key of a decision, and the number of the database transaction that approved it. */
export type ApprovedKey = Key & Readonly<{ xid: string }>

type Row = SignatureRow &
  Key &
  DecisionRows &
  Readonly<{ mode: string; action: string; text: string; case_mode: string | null }>

/** Number of decisions that are read together. */
export const MOST_AT_ONCE = 200

// Transaction numbers are not in the order of commits. So rows of transactions that were under way at the last look are read again.
const KEYS = `
select s.case_id, s.version, s.xid::text as xid,
  (pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1)::text as through, pg_is_in_recovery() as is_copy
from (values (true)) as always left join decision_signature s on s.xid > $1 and s.part = 'approved'`

/** Returns the keys of decisions that were approved after a transaction number, and the number up to which they are complete. */
export async function readApprovedAfter(
  pool: Pool,
  after: bigint,
): Promise<Readonly<{ keys: readonly ApprovedKey[]; through: bigint }>> {
  const { rows } = await pool.query<Partial<ApprovedKey> & { through: string; is_copy: boolean }>({
    name: 'approved-decisions',
    text: KEYS,
    values: [String(after)],
  })
  if (rows.some(({ is_copy }) => is_copy)) throw new Error('the database is a replica and may be behind')
  return {
    keys: rows.flatMap(({ case_id, version, xid }) =>
      case_id && version && xid ? [{ case_id, version, xid }] : [],
    ),
    through: BigInt(rows[0]?.through ?? 0),
  }
}

const IN_FORCE = `
select d.case_id, d.version, d.mode, d.action, d.text, c.mode as case_mode, c.kind, c.transaction_id as transaction, c.line_id as credit,
  c.vendor_account_id as account, c.business_id as business, a.resolution,
  s.credential_id, s.authenticator_data, s.client_data, s.signature
from unnest($1::uuid[], $2::integer[]) as asked (case_id, version)
join signed_decision d on d.case_id = asked.case_id and d.version = asked.version
left join case_file c on c.id = d.case_id
join decision_signature p on p.case_id = d.case_id and p.version = d.version and p.part = 'approved'
left join case_step a on a.case_id = d.case_id and a.sequence = p.sequence
join decision_signature s on s.case_id = d.case_id and s.version = d.version
order by d.case_id, d.version, s.part`

export async function readInForce(pool: Pool, keys: readonly Key[]): Promise<readonly DecisionInForce[]> {
  const { rows } = await pool.query<Row>({
    name: 'decisions-in-force',
    text: IN_FORCE,
    values: [keys.map(({ case_id }) => case_id), keys.map(({ version }) => version)],
  })
  const decisions = Map.groupBy(rows, ({ case_id, version }) => `${case_id}/${version}`)
  return [...decisions.values()].flatMap((parts) => {
    const [first] = parts
    if (first === undefined) return []
    const { case_id, version, mode, action, text, kind, transaction, credit, account, business, resolution } =
      first
    return [
      {
        caseId: case_id,
        version,
        // A row that names another mode than its case belongs to neither.
        mode: mode === first.case_mode ? mode : `${mode} and ${first.case_mode}`,
        action,
        text,
        rows: { kind, transaction, credit, account, business, resolution },
        assertions: parts.flatMap(toAssertion),
      },
    ]
  })
}
