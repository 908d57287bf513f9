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
    const throughXid = await findBatchEnd(sql, afterXid, most)
    if (throughXid === undefined) return undefined

    const batch = { afterXid, throughXid, codes: sealedCodes }
    const leaves = await readLeaves(sql, batch, previous)
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
