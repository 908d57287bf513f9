import type { Pool } from 'pg'
import { fromHex } from '../../shared/bytes.ts'
import type { CreditShare } from '../../shared/money/judge-credit.ts'

/** Signed bytes of a transfer in the database. */
export type SignedAttempt = Readonly<{ kind: string; raw: Uint8Array; hash: string; signed_at: Date }>

/** A lock that was adopted after a restore. Either it waits for its transaction, or it moved nothing. */
export type AdoptedLock = Readonly<{
  mode: string
  network: string
  /** The lane's address. */
  address: string
  lock: string
  right_key: string
  transfer_id: string
  right_id: string
  transaction_id: string
  to: string
  tokens_minor: string
  credits: readonly CreditShare[]
  attempts: readonly SignedAttempt[]
}>

/** Returns a page of the ids of transfers that are past `reserved`, in order. */
export async function readSignedTransfers(
  pool: Pool,
  after: string | undefined,
  most: number,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select x.id from transfer x where x.state <> 'reserved' and ($1::uuid is null or x.id > $1) order by x.id limit $2`,
    [after ?? null, most],
  )
  return rows.map(({ id }) => id)
}

/** Returns the signed attempts of each transfer, oldest first. */
export async function readAttempts(
  pool: Pool,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly SignedAttempt[]>> {
  const { rows } = await pool.query<SignedAttempt & { transfer_id: string }>(
    `select a.transfer_id, a.kind, a.raw, a.hash, a.signed_at from transfer_attempt a
     where a.transfer_id = any ($1) order by a.transfer_id, a.number`,
    [ids],
  )
  return Map.groupBy(rows, ({ transfer_id }) => transfer_id)
}

export async function readAdoptedLocks(pool: Pool): Promise<AdoptedLock[]> {
  const { rows } = await pool.query<
    Omit<AdoptedLock, 'attempts'> & {
      adopted_at: Date
      attempts: ReadonlyArray<Readonly<{ kind: string; raw: string; hash: string }>>
    }
  >(
    `select n.mode, n.network, n.address, a.lock::text as lock, a.right_key, a.transfer_id, a.right_id, a.transaction_id, a.address as to,
       a.tokens_minor::text as tokens_minor, a.credits, a.attempts, a.adopted_at
     from adopted_lock a join lane n on n.id = a.lane_id where a.state in ('waiting', 'void') order by a.lane_id, a.lock`,
  )
  return rows.map(({ adopted_at, attempts, ...row }) => ({
    ...row,
    attempts: attempts.map(({ kind, raw, hash }) => ({
      kind,
      raw: fromHex(`0x${raw}`) ?? new Uint8Array(),
      hash,
      signed_at: adopted_at,
    })),
  }))
}
