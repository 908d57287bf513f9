import { open, readFile } from 'node:fs/promises'
import type { Clock } from '../../../kernel/clock/clock.ts'
import { inTransaction, type Pool } from '../../../kernel/postgres/pool.ts'
import { encodeLeaves, genesisHash, hashSeal, type Seal } from './seal.ts'
import {
  findBatchEnd,
  insertSeal,
  lockChain,
  readLeaves,
  readNewestSeal,
  rollUpAccounts,
} from './seal-store.ts'
import { sealedCodes } from './sealed-tables.ts'

const ROWS_A_SEAL = 5_000

type Empty = Readonly<{ afterXid: bigint; horizon: bigint; fullAtMs: number }>

// While nothing is written, each look would search everything since the last seal. Transactions below the horizon have ended, so one look
// is enough. It is repeated once a minute, in case the database was exchanged.
const LOOKED_AGAIN_MS = 60_000
const empty = new WeakMap<Pool, Empty>()

/** Returns the number below which the last looks found no row to seal. */
function findEmpty(pool: Pool, afterXid: bigint): bigint {
  const known = empty.get(pool)
  if (known === undefined) return 0n
  if (known.afterXid === afterXid && performance.now() - known.fullAtMs < LOOKED_AGAIN_MS)
    return known.horizon
  empty.delete(pool)
  return 0n
}

/**
 * Seals the next batch of committed rows and updates the totals of the accounts without a balance row, in one commit. Undefined if there
 * was nothing to seal, or another sealer is active. Safe to repeat.
 */
export async function sealNextBatch(
  { pool, clock }: { pool: Pool; clock: Clock },
  most: number = ROWS_A_SEAL,
): Promise<Seal | undefined> {
  return inTransaction(pool, async (sql) => {
    if (!(await lockChain(sql))) return undefined
    const previous = await readNewestSeal(sql)
    const afterXid = previous?.throughXid ?? 0n
    const {
      end: throughXid,
      horizon,
      written,
    } = await findBatchEnd(sql, {
      afterXid,
      emptyBefore: findEmpty(pool, afterXid),
      most,
    })
    if (throughXid === undefined) {
      empty.set(pool, { afterXid, horizon, fullAtMs: empty.get(pool)?.fullAtMs ?? performance.now() })
      return undefined
    }
    empty.delete(pool)

    const batch = { afterXid, throughXid, codes: sealedCodes }
    const leaves = await readLeaves(sql, batch, previous, written)
    const unsigned = {
      number: (previous?.number ?? 0n) + 1n,
      ...batch,
      rowCount: leaves.length,
      leaves: encodeLeaves(leaves),
      previousHash: previous?.hash ?? genesisHash,
      sealedAt: clock.now(),
    }
    const seal = { ...unsigned, hash: hashSeal(unsigned) }
    await insertSeal(sql, seal)
    await rollUpAccounts(sql, afterXid, throughXid)
    return seal
  })
}

// Above a few hundred writers a second, one small seal a second would fall behind.
const WRITERS_OF_LARGE_SEAL = 500n

/** Whether more rows probably wait for the next seal. Small seals are made once a second, because each costs as much as a large one. */
export function isLargeSeal({ rowCount, afterXid, throughXid }: Seal): boolean {
  return rowCount >= ROWS_A_SEAL / 2 || (afterXid > 0n && throughXid - afterXid >= WRITERS_OF_LARGE_SEAL)
}

/** A seal's number and hash, as exported from the database. */
export type SealHead = Readonly<{ number: bigint; hash: string }>

/**
 * Appends the head to a file outside the database and waits until it is on disk. Keep the file where the database administrator cannot
 * write. A person who can write to both the file and the database can replace the chain unnoticed.
 */
export async function exportHead(file: string, seal: Seal): Promise<void> {
  const handle = await open(file, 'a')
  try {
    await handle.write(`${seal.number} ${seal.hash.toString('hex')}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export async function readHeads(file: string): Promise<SealHead[]> {
  const text = await readFile(file, 'utf8')
  return text.split('\n').flatMap((line) => {
    const match = /^([0-9]+) ([0-9a-f]{64})$/.exec(line)
    return match?.[1] !== undefined && match[2] !== undefined
      ? [{ number: BigInt(match[1]), hash: match[2] }]
      : []
  })
}
