import type { Mode } from '../../kernel/mode.ts'
import type { Asset } from '../../kernel/money/money.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { LookItem, LookState, ScopeKind } from '../../movements/reconciliation/reconciliation-store.ts'

/** One thing that is compared: how it stands, and what the last look found. */
export type Scope = Readonly<{
  kind: ScopeKind
  scope: string
  /** What it is called: a bank and a number, a vendor and a name. Null: its scope says it. */
  name: string | null
  state: LookState
  oursMinor: bigint
  theirsMinor: bigint
  differenceMinor: bigint
  items: readonly LookItem[]
  since: Date
  lookedAt: Date
  lastAgreedAt: Date | null
  /** The open case about the difference. */
  caseId: string | null
}>

type ScopeRow = Omit<Scope, 'oursMinor' | 'theirsMinor' | 'differenceMinor'> &
  Record<'oursMinor' | 'theirsMinor' | 'differenceMinor', string>

export async function selectScopes(sql: Sql, mode: Mode): Promise<readonly Scope[]> {
  const { rows } = await sql.query<ScopeRow>(
    `select s.scope_kind as kind, s.scope, s.state, s.ours_minor as "oursMinor", s.theirs_minor as "theirsMinor",
       s.difference_minor as "differenceMinor", s.items, s.since, s.looked_at as "lookedAt", s.last_agreed_at as "lastAgreedAt",
       case when s.scope_kind in ('collection', 'bank_lines') then (
           select v.bank_name || ' ' || v.account_number from vendor_account v where v.id::text = s.scope)
         when s.scope_kind in ('payout_lines', 'payout_balance') then (
           select a.vendor || ' ' || a.name from payout_account a where a.id::text = s.scope) end as name,
       (select c.id from case_file c where c.kind = 'reconciliation_differs' and c.mode = s.mode and c.state <> 'resolved'
         and c.facts ->> 'subject' = s.scope_kind || ':' || s.mode || ':' || s.scope limit 1) as "caseId"
     from reconciliation_scope s where s.mode = $1 and s.scope <> 'position'
     order by array_position('{agrees,differs,confirmed}', s.state) desc,
       array_position('{collection,bank_lines,payout_lines,payout_balance,vendor_debt,lane,deposits,gas,ledger}', s.scope_kind::text), name, s.scope`,
    [mode],
  )
  return rows.map((row) => ({
    ...row,
    oursMinor: BigInt(row.oursMinor),
    theirsMinor: BigInt(row.theirsMinor),
    differenceMinor: BigInt(row.differenceMinor),
  }))
}

/** How far the sealed rows were hashed again, and the state of the checks. */
export type Seals = Readonly<{
  verifiedAt: Date | null
  owedRows: bigint
  newestSeal: bigint | null
  sealedAt: Date | null
  checkedAt: Date | null
  failing: bigint
}>

export async function readSeals(sql: Sql): Promise<Seals> {
  const { rows } = await sql.query<
    Omit<Seals, 'owedRows' | 'newestSeal' | 'failing'> & {
      owedRows: string
      newestSeal: string | null
      failing: string
    }
  >(
    `select verified_at as "verifiedAt", owed_rows as "owedRows", newest_seal as "newestSeal", sealed_at as "sealedAt",
       checked_at as "checkedAt", failing from console_seals()`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('console_seals returned nothing')
  return {
    ...row,
    owedRows: BigInt(row.owedRows),
    newestSeal: row.newestSeal === null ? null : BigInt(row.newestSeal),
    failing: BigInt(row.failing),
  }
}

/** The rows that a key of a finding means: what our ledger has, and what the bank or the chain has. */
export type TracedRow = Readonly<{
  key: string
  side: 'ours' | 'theirs'
  /** The id of the entry, of the bank's line, of the transfer. */
  id: string
  words: string
  minor: bigint | null
  at: Date | null
  transactionId: string | null
}>

/** Looks up the rows of findings by their keys: `ref:` a payment, `entry:` a posting, `line:` a vendor's line, `credit:` a bank's, … */
export async function selectTraces(
  sql: Sql,
  mode: Mode,
  keys: readonly string[],
): Promise<readonly TracedRow[]> {
  if (keys.length === 0) return []
  const { rows } = await sql.query<Omit<TracedRow, 'minor'> & { minor: string | null }>(TRACES, [mode, keys])
  return rows.map((row) => ({ ...row, minor: row.minor === null ? null : BigInt(row.minor) }))
}

const TRACES = `
  with k as (
    select t.key, split_part(t.key, ':', 1) as kind, substr(t.key, strpos(t.key, ':') + 1) as value from unnest($2::text[]) as t (key)
  ), u as (
    select k.key, k.kind, k.value::uuid as id from k where k.kind <> 'ref' and k.kind <> 'address'
      and k.value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  )
  select k.key, 'ours' as side, x.entry_id::text as id, 'payout ' || x.reference as words, (-r.amount_minor::numeric)::text as minor,
    x.ordered_at as at, r.transaction_id as "transactionId"
  from k join payout x on x.reference = k.value join payout_right r on r.id = x.right_id where k.kind = 'ref'
  union all
  select k.key, 'theirs', l.external_id, l.kind || ' of the vendor',
    (case l.direction when 'credit' then l.amount_minor::numeric else -l.amount_minor::numeric end)::text, l.at, null
  from k join payout_line l on l.reference = k.value where k.kind = 'ref'
  union all
  select u.key, 'ours', e.id::text, replace(e.step, '_', ' '), (select sum(p.amount_minor::numeric) from posting p where p.entry_id = e.id
    and p.asset in ('NGN', 'NGNC'))::text, e.posted_at, e.transaction_id
  from u join entry e on e.id = u.id where u.kind in ('entry', 'posting')
  union all
  select u.key, 'theirs', l.external_id, l.kind || ' of the vendor',
    (case l.direction when 'credit' then l.amount_minor::numeric else -l.amount_minor::numeric end)::text, l.at, r.transaction_id
  from u join payout_line l on l.id = u.id left join payout x on x.id = l.payout_id left join payout_right r on r.id = x.right_id
  where u.kind in ('line', 'payout_line')
  union all
  select u.key, 'ours', 'crd_' || replace(l.id::text, '-', ''), 'bank line, ' || l.narration,
    (case l.direction when 'credit' then l.settled_minor::numeric else -l.settled_minor::numeric end)::text, l.booked_at,
    (select a.transaction_id from allocation a where a.line_id = l.id order by a.at desc limit 1)
  from u join bank_line l on l.id = u.id where u.kind in ('credit', 'bank_line')
  union all
  select u.key, 'ours', 'trf_' || replace(f.id::text, '-', ''), coalesce(f.hash, 'not signed yet'), null, f.opened_at, r.transaction_id
  from u join transfer f on f.id = u.id join transfer_right r on r.id = f.right_id where u.kind = 'transfer'
  union all
  select u.key, 'ours', t.id::text, replace(t.type || ' ' || t.status, '_', ' '), t.amount_minor::text, t.created_at, t.id
  from u join transaction t on t.id = u.id where u.kind = 'transaction_event'
  union all
  select k.key, 'ours', a.address, 'deposit address on ' || a.network, null, a.created_at, a.transaction_id
  from k join deposit_address a on a.address = k.value and a.mode = $1 where k.kind = 'address'`

/** One posting of the ledger, as it is exported. */
export type ExportedPosting = Readonly<{
  entryId: string
  ordinal: number
  at: Date
  /** The same with its microseconds, which a Date would round. */
  exactAt: string
  day: string
  step: string
  transactionId: string | null
  reverses: string | null
  debit: string
  credit: string
  asset: Asset
  minor: string
}>

/** Returns the postings of some days in Lagos, oldest first, a page at a time. A page ends with a whole entry. */
export async function selectPostings(
  sql: Sql,
  {
    mode,
    from,
    to,
    after,
    most,
  }: Readonly<{
    mode: Mode
    from: string
    to: string
    after: Pick<ExportedPosting, 'exactAt' | 'entryId'> | undefined
    most: number
  }>,
): Promise<readonly ExportedPosting[]> {
  const { rows } = await sql.query<ExportedPosting>(
    `select e.id as "entryId", p.ordinal, e.posted_at as at, e.posted_at::text as "exactAt",
       (e.posted_at at time zone 'Africa/Lagos')::date::text as day, e.step,
       e.transaction_id as "transactionId", e.reverses, p.debit_kind || coalesce(':' || nullif(p.debit_owner, ''), '') as debit,
       p.credit_kind || coalesce(':' || nullif(p.credit_owner, ''), '') as credit, p.asset, p.amount_minor::text as minor
     from (
       select x.* from entry x
       where x.mode = $1 and x.posted_at >= $2::date::timestamp at time zone 'Africa/Lagos'
         and x.posted_at < ($3::date + 1)::timestamp at time zone 'Africa/Lagos'
         and ($4::timestamptz is null or (x.posted_at, x.id) > ($4, $5::uuid))
       order by x.posted_at, x.id limit $6) e
     join posting p on p.entry_id = e.id order by e.posted_at, e.id, p.ordinal`,
    [mode, from, to, after?.exactAt ?? null, after?.entryId ?? null, most],
  )
  return rows
}
