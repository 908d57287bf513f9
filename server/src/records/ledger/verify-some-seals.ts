import type { Sql } from '../../kernel/postgres/pool.ts'
import { decodeLeaves, encodeLeaves } from './leaf-list.ts'
import type { Seal } from './seal.ts'
import { readLeaves, readSealAfter, readSealAt } from './seal-store.ts'
import { checkSeal, compareLeaves, type Tampering } from './verify-seals.ts'

const MOST_SEALS = 200

export type SomeVerified = Readonly<{
  /** The last seal that was looked at, and whether it is the newest. */
  through: bigint
  isNewest: boolean
  rows: number
  tampering: readonly Tampering[]
}>

/**
 * Hashes the rows of the next seals anew, about so many, and names what differs. Many small seals are read together: a seal
 * names every row, so it does not matter in which of them a row was missed.
 */
export async function verifySomeSeals(sql: Sql, after: bigint, mostRows: number): Promise<SomeVerified> {
  let previous = after === 0n ? undefined : await readSealAt(sql, after)
  const seals: Seal[] = []
  const tampering: Tampering[] = []
  let [rows, isNewest] = [0, false]
  while (seals.length < MOST_SEALS && rows < mostRows) {
    const seal = await readSealAfter(sql, previous?.number ?? 0n)
    isNewest = seal === undefined
    if (seal === undefined) break
    tampering.push(...checkSeal(seal, previous, []))
    seals.push(seal)
    rows += seal.rowCount
    previous = seal
  }
  const [first, last] = [seals[0], seals.at(-1)]
  if (first !== undefined && last !== undefined) {
    const sealed = seals.flatMap(({ leaves }) => decodeLeaves(leaves))
    const current = await readLeaves(sql, first.afterXid, last.throughXid)
    if (seals.length > 1 || !encodeLeaves(current).equals(first.leaves))
      tampering.push(...compareLeaves(sealed, current))
  }
  return { through: last?.number ?? after, isNewest, rows, tampering }
}
