import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { RailFigures } from './rail.ts'

/** What proves that money is safe, or that it is not. */
export type Proofs = Readonly<{
  /** Transactions past their time in no case. */
  stuck: number
  /** By how much books and outside differ, confirmed by a second look. */
  differMinor: bigint
  differCount: number
  /** The oldest of the latest comparisons. Null: nothing was compared yet. */
  comparedAt: Date | null
  /** References that a bank debited twice in the last day, and all that it debited. */
  paidTwice: number
  paidCount: number
  holdMinor: bigint
  oweMinor: bigint
  caseCount: number
  caseOverdue: number
  caseDueAt: Date | null
  settledCount: number
  settledMinor: bigint
  settledSeconds: number | null
}>

type ProofsRow = Omit<Proofs, 'differMinor' | 'holdMinor' | 'oweMinor' | 'settledMinor' | 'settledSeconds'> &
  Record<'differMinor' | 'holdMinor' | 'oweMinor' | 'settledMinor', string> & {
    settledSeconds: string | null
  }

export async function readProofs(sql: Sql, mode: Mode, at: Date): Promise<Proofs> {
  const { rows } = await sql.query<ProofsRow>(
    `select stuck, differ_minor as "differMinor", differ_count as "differCount", compared_at as "comparedAt", paid_twice as "paidTwice",
       paid_count as "paidCount", trunc(hold_minor) as "holdMinor", trunc(owe_minor) as "oweMinor", case_count as "caseCount",
       case_overdue as "caseOverdue", case_due_at as "caseDueAt", settled_count as "settledCount", settled_minor as "settledMinor",
       settled_seconds as "settledSeconds"
     from console_proofs($1, $2)`,
    [mode, at],
  )
  const [row] = rows
  if (row === undefined) throw new Error('console_proofs returned nothing')
  return {
    ...row,
    differMinor: BigInt(row.differMinor),
    holdMinor: BigInt(row.holdMinor),
    oweMinor: BigInt(row.oweMinor),
    settledMinor: BigInt(row.settledMinor),
    settledSeconds: row.settledSeconds === null ? null : Number(row.settledSeconds),
  }
}

/** A row that is not what was sealed. */
export type ChangedRow = Readonly<{ row: string; problem: string }>

/** Returns the rows that differ from their seals. The hash of a row proves it at the first look. */
export async function selectChangedRows(sql: Sql, mode: Mode): Promise<readonly ChangedRow[]> {
  const { rows } = await sql.query<ChangedRow>(
    `select distinct i ->> 'subject' as row, replace(i ->> 'problem', '_', ' ') as problem
     from reconciliation_scope s cross join jsonb_array_elements(s.items) as i
     where s.mode = $1 and s.scope_kind = 'ledger' and s.scope = 'seals' and s.state <> 'agrees' order by 1`,
    [mode],
  )
  return rows
}

/** Open transactions of one type in one status. */
export type Waiting = Readonly<{
  type: 'buy' | 'sell' | 'withdrawal' | 'return'
  status: string
  count: number
  minor: bigint
  oldestId: string
  oldestAt: Date
}>

export async function selectWaiting(sql: Sql, mode: Mode): Promise<readonly Waiting[]> {
  const { rows } = await sql.query<Omit<Waiting, 'minor'> & { minor: string }>(
    `select type, status, count, minor, oldest_id as "oldestId", oldest_at as "oldestAt" from console_waiting($1)
     order by type, oldest_at`,
    [mode],
  )
  return rows.map((row) => ({ ...row, minor: BigInt(row.minor) }))
}

type RailRow = Omit<RailFigures, 'inFlightMinor' | 'p50Seconds' | 'p95Seconds'> &
  Readonly<{ inFlightMinor: string; p50Seconds: string | null; p95Seconds: string | null }>

const TIMES = 'p50_seconds as "p50Seconds", p95_seconds as "p95Seconds", last_at as "lastAt", points'

/** Returns every way in which money comes and leaves: banks that tell us of money, payouts by vendor and bank, networks. */
export async function selectRails(sql: Sql, mode: Mode, at: Date): Promise<readonly RailFigures[]> {
  const { rows: incoming } = await sql.query<RailRow>(
    `select 'in' as kind, bank_name as name, null as "bankCode", stopped > 0 as "isStopped", failing > 0 as "isDown", null as "shortOf",
       credits as ended, credits as succeeded, unplaced_minor as "inFlightMinor", unplaced as "inFlight", ${TIMES}
     from console_money_in($1, $2)`,
    [mode, at],
  )
  const { rows: payouts } = await sql.query<RailRow>(
    `select 'payout' as kind, vendor as name, bank_code as "bankCode", is_stopped as "isStopped", is_down as "isDown", null as "shortOf",
       ended, succeeded, in_flight_minor as "inFlightMinor", in_flight as "inFlight", ${TIMES}
     from console_payout_rails($1, $2)`,
    [mode, at],
  )
  const { rows: chains } = await sql.query<RailRow>(
    `select 'chain' as kind, network as name, null as "bankCode", is_halted or is_frozen as "isStopped", false as "isDown",
       short_of as "shortOf", ended, succeeded, in_flight_minor as "inFlightMinor", in_flight as "inFlight", ${TIMES}
     from console_chain_rails($1, $2)`,
    [mode, at],
  )
  return [...incoming, ...payouts, ...chains].map((row) => ({
    ...row,
    inFlightMinor: BigInt(row.inFlightMinor),
    p50Seconds: seconds(row.p50Seconds),
    p95Seconds: seconds(row.p95Seconds),
  }))
}

function seconds(text: string | null): number | null {
  return text === null ? null : Number(text)
}

/** An account or a lane that one operator or the system stopped. */
export type Stopped = Readonly<{
  kind: 'lane' | 'payout_account' | 'collection_account'
  name: string
  state: string
  reason: string | null
}>

export async function selectStopped(sql: Sql, mode: Mode): Promise<readonly Stopped[]> {
  const { rows } = await sql.query<Stopped>(
    `select 'lane' as kind, l.mode || ':' || l.network || ':' || l.number as name, l.state, l.halted_because as reason
     from lane l where l.mode = $1 and l.state <> 'active' and l.abandoned_at is null
     union all
     select 'payout_account', a.mode || ':' || a.vendor || ':' || a.name, a.state, a.frozen_because
     from payout_account a where a.mode = $1 and a.state not in ('active', 'closed')
     union all
     select 'collection_account', v.bank_name || ' ' || v.account_number, v.state, null
     from vendor_account v where v.mode = $1 and v.state not in ('active', 'closed')
     order by 1, 2`,
    [mode],
  )
  return rows
}
