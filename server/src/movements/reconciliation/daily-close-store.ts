import type { Mode } from '../../kernel/mode.ts'
import type { Asset } from '../../kernel/money/money.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { type SnakeRow, toCamel } from '../../kernel/postgres/rows.ts'
import type { LookState, ScopeKind } from './reconciliation-store.ts'

/** One ledger account on one day. */
export type DayLine = Readonly<{
  kind: string
  owner: string
  asset: Asset
  openingMinor: bigint
  inMinor: bigint
  outMinor: bigint
  closingMinor: bigint
  /** Balance at the bank, the vendor or on the chain. Undefined for accounts that exist only in the ledger. */
  worldMinor: bigint | undefined
  differenceMinor: bigint | undefined
}>

export type Day = Readonly<{
  day: string
  /** Time at which the day was closed; undefined while it is open. */
  madeAt: Date | undefined
  lines: readonly DayLine[]
}>

type Row = Pick<DayLine, 'kind' | 'owner' | 'asset'> &
  Record<'opening_minor' | 'in_minor' | 'out_minor' | 'closing_minor', string> &
  Record<'world_minor' | 'difference_minor', string | null>

/** Returns a day as it was closed, or its current state if it is open. */
export async function readDay(sql: Sql, mode: Mode, day: string): Promise<Day> {
  const { rows: closes } = await sql.query<{ made_at: Date }>(
    'select made_at from daily_close where mode = $1 and day = $2::date',
    [mode, day],
  )
  const madeAt = closes[0]?.made_at
  const { rows } = await sql.query<Row>(
    madeAt === undefined
      ? 'select * from lines_of_day($1, $2::date)'
      : `select kind, owner, asset, opening_minor, in_minor, out_minor, closing_minor, world_minor, difference_minor
           from daily_close_line where mode = $1 and day = $2::date order by kind, owner, asset`,
    [mode, day],
  )
  return { day, madeAt, lines: rows.map(toLine) }
}

/** Current state of one compared scope. */
type ScopeStanding = Readonly<{
  kind: ScopeKind
  scope: string
  state: LookState
  oursMinor: bigint
  theirsMinor: bigint
  differenceMinor: bigint
  since: Date
  lookedAt: Date
  itemCount: number
}>

export type Standings = readonly ScopeStanding[]

export async function listStandings(sql: Sql, mode: Mode): Promise<Standings> {
  const { rows } = await sql.query<
    SnakeRow<Pick<ScopeStanding, 'scope' | 'state' | 'since' | 'lookedAt' | 'itemCount'>> &
      Record<'ours_minor' | 'theirs_minor' | 'difference_minor', string> & { scope_kind: ScopeKind }
  >(
    `select scope_kind, scope, state, ours_minor, theirs_minor, difference_minor, since, looked_at, jsonb_array_length(items) as item_count
     from reconciliation_scope where mode = $1 order by scope_kind, scope`,
    [mode],
  )
  return rows.map(toCamel).map(({ scopeKind, ...standing }) => ({
    ...standing,
    kind: scopeKind,
    oursMinor: BigInt(standing.oursMinor),
    theirsMinor: BigInt(standing.theirsMinor),
    differenceMinor: BigInt(standing.differenceMinor),
  }))
}

/** Returns the scopes whose difference keeps a day from being closed. */
export async function listDiffering(sql: Sql, mode: Mode): Promise<readonly string[]> {
  const { rows } = await sql.query<{ words: string }>(
    `select replace(scope_kind, '_', ' ') || ' ' || scope || ' by ' || difference_minor as words from differs_now($1)`,
    [mode],
  )
  return rows.map(({ words }) => words)
}

function toLine(row: Row): DayLine {
  const { kind, owner, asset } = row
  return {
    kind,
    owner,
    asset,
    openingMinor: BigInt(row.opening_minor),
    inMinor: BigInt(row.in_minor),
    outMinor: BigInt(row.out_minor),
    closingMinor: BigInt(row.closing_minor),
    worldMinor: row.world_minor === null ? undefined : BigInt(row.world_minor),
    differenceMinor: row.difference_minor === null ? undefined : BigInt(row.difference_minor),
  }
}

/** Who signed off a day, and the exact text with its signature. */
export type SignOff = Readonly<{
  day: string
  operatorId: string
  name: string
  text: string
  at: Date
  credentialId: Buffer
  publicKey: Buffer
  authenticatorData: Buffer
  clientData: Buffer
  signature: Buffer
}>

const SIGN_OFF = `select s.day::text, s.operator_id as "operatorId", o.name, s.text, s.at, s.credential_id as "credentialId",
    k.public_key as "publicKey", s.authenticator_data as "authenticatorData", s.client_data as "clientData", s.signature
  from daily_close_sign_off s join operator o on o.id = s.operator_id join passkey k on k.credential_id = s.credential_id`

export async function findSignOff(sql: Sql, mode: Mode, day: string): Promise<SignOff | undefined> {
  const { rows } = await sql.query<SignOff>(`${SIGN_OFF} where s.mode = $1 and s.day = $2::date`, [mode, day])
  return rows[0]
}

type NewSignOff = Pick<SignOff, 'day' | 'operatorId' | 'text' | 'at'> & Readonly<{ mode: Mode; note: string }>

export async function insertSignOff(
  sql: Sql,
  { mode, day, operatorId, text, note, at }: NewSignOff,
  assertion: Pick<SignOff, 'credentialId' | 'authenticatorData' | 'clientData' | 'signature'>,
): Promise<void> {
  await sql.query('select sign_off_day($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', [
    mode,
    day,
    operatorId,
    text,
    assertion.credentialId,
    assertion.authenticatorData,
    assertion.clientData,
    assertion.signature,
    note,
    at,
  ])
}

/** A day that has ended, or today. */
export type ClosedDay = Readonly<{
  day: string
  madeAt: Date
  accounts: number
  signedBy: string | null
  signedAt: Date | null
}>

/** Returns the closed days, newest first. */
export async function listCloses(sql: Sql, mode: Mode, most: number): Promise<readonly ClosedDay[]> {
  const { rows } = await sql.query<ClosedDay>(
    `select c.day::text, c.made_at as "madeAt", o.name as "signedBy", s.at as "signedAt",
       (select count(*)::int from daily_close_line l where l.mode = c.mode and l.day = c.day) as accounts
     from daily_close c left join daily_close_sign_off s on s.mode = c.mode and s.day = c.day left join operator o on o.id = s.operator_id
     where c.mode = $1 order by c.day desc limit $2`,
    [mode, most],
  )
  return rows
}
