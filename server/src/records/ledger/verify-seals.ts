import type { Sql } from '../../kernel/postgres/pool.ts'
import { decodeLeaves } from './leaf-list.ts'
import { genesisHash, hashSeal, type Seal } from './seal.ts'
import type { SealHead } from './seal-head.ts'
import { readLeaves, readSealAfter } from './seal-store.ts'
import { type Leaf, nameOf } from './sealed-row.ts'

/** What is wrong, and where: a row by its name, or a seal by its number. */
export type Tampering = Readonly<{
  kind: 'row_changed' | 'row_deleted' | 'row_inserted' | 'seal_changed' | 'chain_broken' | 'head_mismatch'
  name: string
}>

export type Verification = Readonly<{ seals: number; rows: number; tampering: readonly Tampering[] }>

/**
 * Reads the whole chain and every row under it, hashes them anew outside the database, and names what differs.
 * `heads` are the ones exported earlier; without them, someone who rewrote the chain as well would go unseen.
 */
export async function verifySeals(
  sql: Sql,
  heads: readonly SealHead[],
  onSeal: (seals: number, rows: number) => void = () => {},
): Promise<Verification> {
  const exported = new Map(heads.map((head) => [head.number, head.hash]))
  const tampering: Tampering[] = []
  let previous: Seal | undefined
  let rows = 0

  for (;;) {
    const seal = await readSealAfter(sql, previous?.number ?? 0n)
    if (seal === undefined) break
    const name = `seal ${seal.number}`
    const follows =
      seal.number === (previous?.number ?? 0n) + 1n &&
      seal.afterXid === (previous?.throughXid ?? 0n) &&
      seal.previousHash.equals(previous?.hash ?? genesisHash)
    if (!follows) tampering.push({ kind: 'chain_broken', name })
    if (!hashSeal(seal).equals(seal.hash)) tampering.push({ kind: 'seal_changed', name })
    const head = exported.get(seal.number)
    if (head !== undefined && head !== seal.hash.toString('hex'))
      tampering.push({ kind: 'head_mismatch', name })
    exported.delete(seal.number)

    tampering.push(
      ...compareLeaves(decodeLeaves(seal.leaves), await readLeaves(sql, seal.afterXid, seal.throughXid)),
    )
    rows += seal.rowCount
    previous = seal
    onSeal(Number(seal.number), rows)
  }
  for (const number of exported.keys()) tampering.push({ kind: 'chain_broken', name: `seal ${number}` })
  return { seals: Number(previous?.number ?? 0n), rows, tampering }
}

function compareLeaves(sealed: readonly Leaf[], current: readonly Leaf[]): Tampering[] {
  const expected = new Map(sealed.map((leaf) => [nameOf(leaf), leaf.hash]))
  const tampering: Tampering[] = []
  for (const leaf of current) {
    const name = nameOf(leaf)
    const hash = expected.get(name)
    if (hash === undefined) tampering.push({ kind: 'row_inserted', name })
    else if (!hash.equals(leaf.hash)) tampering.push({ kind: 'row_changed', name })
    expected.delete(name)
  }
  for (const name of expected.keys()) tampering.push({ kind: 'row_deleted', name })
  return tampering
}
