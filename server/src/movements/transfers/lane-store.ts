import type { Mode } from '../../kernel/mode.ts'
import type { NetworkName } from '../../kernel/networks.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'

/** One of our wallets, and its pending work. */
export type Lane = Readonly<{
  id: string
  mode: Mode
  network: NetworkName
  number: number
  address: string
  state: 'active' | 'draining' | 'halted'
  nextLock: bigint
  /** The lane was compared with the chain and the signer's journal since the database server started. */
  isChecked: boolean
  /** Everything, or the whole network, is frozen. */
  isFrozen: boolean
  /** Something is frozen, so each transfer must be asked about. */
  mayBeFrozen: boolean
  /** Number of due deliveries. 1 means one or more. */
  due: number
  /** Number of locks that are reserved but not signed. */
  unsigned: number
  /** Number of signed locks that have not ended. On a halted lane, locks in conflict count too. */
  out: number
  /** Locks were adopted after a restore, and the chain has not shown their outcome. */
  hasAdopted: boolean
}>

/** A lane and the fence of its holder. The fence is valid until the lease ends. */
export type HeldLane = Readonly<{ lane: Lane; fence: string }>

export async function releaseLane(sql: Sql, laneId: string, fence: string): Promise<void> {
  await sql.query({ name: 'release_lane', text: 'select release_lane($1, $2)', values: [laneId, fence] })
}

/**
 * Returns false and halts the lane if our rows are behind. If they are behind the journal, everything is frozen, or only `businesses` if a
 * standby was promoted. If they are behind the chain only, the network is frozen.
 */
export async function checkLane(
  sql: Sql,
  { lane, fence }: HeldLane,
  seen: Readonly<{ chainLatest: bigint; journalNext: bigint; businesses: readonly string[]; at: Date }>,
): Promise<boolean> {
  const { rows } = await sql.query<{ is_well: boolean }>(
    'select compare_lane($1, $2, $3, $4, $5, $6) as is_well',
    [lane.id, fence, seen.chainLatest.toString(), seen.journalNext.toString(), seen.businesses, seen.at],
  )
  return rows[0]?.is_well === true
}

/** Records the wallet's balances on the chain and the maximum cost of one transfer. */
export async function noteReading(
  sql: Sql,
  { lane, fence }: HeldLane,
  reading: Readonly<{ tokensMinor: bigint; gasUnits: bigint; gasEachUnits: bigint; at: Date }>,
): Promise<void> {
  await sql.query({
    name: 'note_reading',
    text: 'select note_reading($1, $2, $3, $4, $5, $6)',
    values: [
      lane.id,
      fence,
      reading.tokensMinor.toString(),
      reading.gasUnits.toString(),
      reading.gasEachUnits.toString(),
      reading.at,
    ],
  })
}

/** Halts the lane, so that it opens and sends nothing, and opens a case. */
export async function haltLane(
  sql: Sql,
  { lane, fence }: HeldLane,
  because: string,
  at: Date,
): Promise<void> {
  await sql.query('select halt_lane($1, $2, $3, $4)', [lane.id, fence, because, at])
}

export type NewLane = Readonly<{
  mode: Mode
  network: NetworkName
  number: number
  address: string
  /** The first lock that the wallet has not used. On EVM networks, this is the wallet's next nonce. */
  nextLock: bigint
}>

/** Writes only the row. The caller checks permission and books the balance. */
export async function insertLane(sql: Sql, id: string, lane: NewLane, at: Date): Promise<void> {
  const { mode, network, number, address, nextLock } = lane
  await sql.query('select open_lane($1, $2, $3, $4, $5, $6, $7)', [
    id,
    mode,
    network,
    number,
    address,
    nextLock.toString(),
    at,
  ])
}

/**
 * Stops one of our wallets, in one commit with its audit entry. A halted lane sends nothing. A draining lane finishes its open transfers.
 * Returns how many deliveries moved to another lane; null if it already had this state.
 */
export async function stopLane(
  sql: Sql,
  stop: Readonly<{ laneId: string; to: 'draining' | 'halted'; by: string; reason: string; at: Date }>,
): Promise<number | null> {
  try {
    const { rows } = await sql.query<{ moved: number | null }>(
      'select stop_lane($1, $2, $3, $4, $5) as moved',
      [stop.laneId, stop.to, stop.by, stop.reason, stop.at],
    )
    return rows[0]?.moved ?? null
  } catch (error) {
    if ((error as { code?: string }).code !== 'AF001') throw error
    throw new Refusal('lane_move_refused', 'Two operators must approve the resumption of a halted lane.', {
      cause: error,
    })
  }
}
