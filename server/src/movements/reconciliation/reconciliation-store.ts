import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { RefusedApproval } from '../payouts/payout-rail.ts'

/** A decision in force that the operators in the file of a vault process did not sign. */
export type UnsignedDecision = Readonly<{ caseId: string; version: number; action: string; problem: string }>

/** A vault process as a source of unsigned decisions. */
export type VaultDecisions = Readonly<{
  name: 'signer' | 'payer'
  /** Has the process verify all decisions now. Returns those that it could not verify and that operators have not accepted. */
  unsigned(signal: AbortSignal): Promise<readonly UnsignedDecision[]>
}>

export type ScopeKind =
  | 'lane'
  | 'deposits'
  | 'gas'
  | 'payout_lines'
  | 'payout_balance'
  | 'collection'
  | 'bank_lines'
  | 'vendor_debt'
  | 'ledger'

/** An item under way or a finding, in words and keys that an operator can look up. */
export type LookItem = Readonly<Record<string, string | number>>

/** Result of one comparison of the ledger with the bank, the vendor or the chain. */
export type Look = Readonly<{
  kind: ScopeKind
  /** `Polygon:1`, `Polygon`, or the id of an account. */
  scope: string
  mode: Mode
  oursMinor: bigint
  theirsMinor: bigint
  /** The difference that remains after everything under way is counted. */
  differenceMinor: bigint
  items: readonly LookItem[]
  /** Values that the next comparison starts from. */
  basis?: Readonly<Record<string, string>> | undefined
}>

/** `differs`: a difference was seen. `confirmed`: it has lasted for `confirmMs` in the same direction. */
export type LookState = 'agrees' | 'differs' | 'confirmed'

/** Returns true for the process that holds the reconciliation lease, false while another one holds it. */
export async function takeReconciling(sql: Sql, holder: string, leaseMs: number): Promise<boolean> {
  const { rows } = await sql.query<{ is_ours: boolean }>('select take_reconciling($1, $2) as is_ours', [
    holder,
    leaseMs,
  ])
  return rows[0]?.is_ours === true
}

export async function releaseReconciling(sql: Sql, holder: string): Promise<void> {
  await sql.query('select release_reconciling($1)', [holder])
}

const WRITERS_AT_ONCE = 20_000

/** Updates the sums with everything that is committed. */
export async function foldBooks(sql: Sql): Promise<void> {
  for (;;) {
    const { rows } = await sql.query<{ is_more: boolean }>('select fold_books($1) as is_more', [
      WRITERS_AT_ONCE,
    ])
    if (rows[0]?.is_more !== true) return
  }
}

/** When a difference is confirmed, and from which amount everything is frozen. */
export type ConfirmRule = Readonly<{ confirmMs: number; freezeAllMinor: bigint }>

/** Records a comparison and takes the measures it requires at once: see note_reconciliation. */
export async function noteLook(sql: Sql, look: Look, rule: ConfirmRule, at: Date): Promise<LookState> {
  const { rows } = await sql.query<{ state: LookState }>(
    'select note_reconciliation($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as state',
    [
      look.kind,
      look.scope,
      look.mode,
      look.oursMinor.toString(),
      look.theirsMinor.toString(),
      look.differenceMinor.toString(),
      JSON.stringify(look.items),
      look.basis === undefined ? null : JSON.stringify(look.basis),
      rule.confirmMs,
      rule.freezeAllMinor.toString(),
      at,
    ],
  )
  return rows[0]?.state ?? 'agrees'
}

type Standing = Readonly<{
  state: LookState
  basis: Readonly<Record<string, string>> | null
  lookedAt: Date
}>

export async function findStanding(
  sql: Sql,
  kind: ScopeKind,
  scope: string,
  mode: Mode,
): Promise<Standing | undefined> {
  const { rows } = await sql.query<{ state: LookState; basis: Standing['basis']; looked_at: Date }>(
    'select state, basis, looked_at from reconciliation_scope where scope_kind = $1 and scope = $2 and mode = $3',
    [kind, scope, mode],
  )
  const row = rows[0]
  return row && { state: row.state, basis: row.basis, lookedAt: row.looked_at }
}

/** Returns when everything of a network was last compared, if all of it agreed. */
export async function findAgreement(sql: Sql, mode: Mode, network: string): Promise<Date | undefined> {
  const { rows } = await sql.query<{ agreed_at: Date | null }>(
    `select case when bool_and(state = 'agrees') then min(looked_at) end as agreed_at from reconciliation_scope
     where mode = $1 and scope_kind in ('lane', 'deposits', 'gas') and (scope = $2 or scope like $2 || ':%')`,
    [mode, network],
  )
  return rows[0]?.agreed_at ?? undefined
}

/**
 * Opens a case for each decision that two operators did not sign, and freezes everything. If `isAll`, also ends the cases of decisions that
 * no vault process reports any more. Returns the ids of the new cases.
 */
export async function noteUnsignedDecisions(
  sql: Sql,
  found: readonly UnsignedDecision[],
  isAll: boolean,
  at: Date,
): Promise<readonly string[]> {
  const items = found.map(({ caseId, ...one }) => ({ case_id: caseId, ...one }))
  const { rows } = await sql.query<{ id: string }>('select note_unsigned_decisions($1, $2, $3) as id', [
    JSON.stringify(items),
    isAll,
    at,
  ])
  return rows.map(({ id }) => id)
}

/** Opens a case for each account whose vendor asked about a transfer that was not approved. Returns the ids of the new cases. */
export async function noteRefusedApprovals(
  sql: Sql,
  refused: readonly RefusedApproval[],
  at: Date,
): Promise<readonly string[]> {
  if (refused.length === 0) return []
  const items = refused.map(({ accountId, ...one }) => ({ account_id: accountId, ...one }))
  const { rows } = await sql.query<{ id: string }>('select note_refused_approvals($1, $2) as id', [
    JSON.stringify(items),
    at,
  ])
  return rows.map(({ id }) => id)
}

/** Closes the days that have ended, unless something differs. Returns how many. */
export async function closeDays(sql: Sql, mode: Mode, at: Date): Promise<number> {
  const { rows } = await sql.query<{ days: number }>('select close_days($1, $2) as days', [mode, at])
  return rows[0]?.days ?? 0
}
