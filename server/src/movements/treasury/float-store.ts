import type { Mode } from '../../kernel/mode.ts'
import type { Asset } from '../../kernel/money/money.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { SnakeRow } from '../../kernel/postgres/rows.ts'

export type FloatKind = 'lane' | 'payout_account' | 'deposits' | 'collection_account'

/** One wallet or account that holds our own money. */
export type FloatPlace = Readonly<{
  kind: FloatKind
  mode: Mode
  /** `Polygon:1`, `paystack:main`, `Polygon`, `0123456789`. */
  place: string
  id: string
  state: string
  ledgerMinor: bigint
  /** The balance that the chain, the vendor or the statement showed last, and when. */
  worldMinor: bigint | null
  worldAt: Date | null
  inFlightMinor: bigint
  promisedMinor: bigint
  /** Amount that left in the last hour. For a place that only receives money, the amount that arrived. */
  hourMinor: bigint
  gas: Readonly<{
    asset: Asset
    bookedUnits: bigint | null
    worldUnits: bigint | null
    /** Maximum cost of one transfer. */
    eachUnits: bigint | null
  }> | null
}>

type Row = SnakeRow<Pick<FloatPlace, 'kind' | 'mode' | 'place' | 'state' | 'worldAt'>> &
  Record<'subject' | 'ledger_minor' | 'in_flight_minor' | 'promised_minor' | 'hour_minor', string> &
  Record<'world_minor' | 'gas_units' | 'gas_world_units' | 'gas_each_units', string | null> & {
    gas_asset: Asset | null
  }

export async function selectFloat(sql: Sql): Promise<readonly FloatPlace[]> {
  const { rows } = await sql.query<Row>(
    `select * from float_figures()
     order by mode, array_position('{lane,deposits,payout_account,collection_account}', kind), place`,
  )
  return rows.map(({ kind, mode, place, subject, state, world_at: worldAt, ...row }) => ({
    kind,
    mode,
    place,
    id: subject,
    state,
    ledgerMinor: BigInt(row.ledger_minor),
    worldMinor: whole(row.world_minor),
    worldAt,
    inFlightMinor: BigInt(row.in_flight_minor),
    promisedMinor: BigInt(row.promised_minor),
    hourMinor: BigInt(row.hour_minor),
    gas: row.gas_asset && {
      asset: row.gas_asset,
      bookedUnits: whole(row.gas_units),
      worldUnits: whole(row.gas_world_units),
      eachUnits: whole(row.gas_each_units),
    },
  }))
}

/**
 * Opens a case for each active place that will be empty sooner than `leastMs`, and closes it once the place lasts a quarter longer. Returns
 * how many are low.
 */
export async function noteRunways(sql: Sql, leastMs: number, at: Date): Promise<number> {
  const { rows } = await sql.query<{ low: number }>(
    `select note_runways($1 * interval '1 millisecond', $2) as low`,
    [leastMs, at],
  )
  return rows[0]?.low ?? 0
}

function whole(text: string | null): bigint | null {
  return text === null ? null : BigInt(text)
}

const HOUR_MS = 3_600_000n

/** Returns how long the free balance lasts at the pace of the last hour, in milliseconds. Undefined if nothing left in that hour. */
export function runwayMs({
  ledgerMinor,
  promisedMinor,
  hourMinor,
}: Pick<FloatPlace, 'ledgerMinor' | 'promisedMinor' | 'hourMinor'>): bigint | undefined {
  if (hourMinor <= 0n) return undefined
  const free = ledgerMinor - promisedMinor
  // Rounded down, so that the warning is early rather than late.
  return free <= 0n ? 0n : (free * HOUR_MS) / hourMinor
}
