import type { Sql } from '../../../kernel/postgres/pool.ts'
import { findChangedRows } from './kept-rows-store.ts'
import { decodeLeaves, encodeLeaves, genesisHash, hashSeal, type Leaf, rowName, type Seal } from './seal.ts'
import type { SealHead } from './seal-rows.ts'
import { readLeaves, readSealAfter, readSealAt, readUnsealableLeaves } from './seal-store.ts'

/** A detected change. `name` is the name of the row or the number of the seal. */
export type Tampering = Readonly<{
  kind: 'row_changed' | 'row_deleted' | 'row_inserted' | 'seal_changed' | 'chain_broken' | 'head_mismatch'
  name: string
}>

export type Verification = Readonly<{ seals: number; rows: number; tampering: readonly Tampering[] }>

/**
 * Reads the whole chain and every sealed row, hashes them again outside the database, and reports the differences. `heads` were exported
 * earlier. Without them, a rewritten chain is not detected.
 */
export async function verifySeals(
  sql: Sql,
  heads: readonly SealHead[],
  onSeal: (seals: number, rows: number) => void = () => {},
): Promise<Verification> {
  const tampering = [...compareLeaves([], await readUnsealableLeaves(sql)), ...(await findChangedRows(sql))]
  const exported = Map.groupBy(heads, ({ number }) => number)
  let previous: Seal | undefined
  let rows = 0

  for (;;) {
    const seal = await readSealAfter(sql, previous?.number ?? 0n)
    if (seal === undefined) break
    tampering.push(...checkSeal(seal, previous, exported.get(seal.number) ?? []))
    exported.delete(seal.number)
    const current = await readLeaves(sql, seal, previous)
    if (!encodeLeaves(current).equals(seal.leaves)) {
      tampering.push(...compareLeaves(decodeLeaves(seal.leaves), current))
    }
    rows += seal.rowCount
    previous = seal
    onSeal(Number(seal.number), rows)
  }
  for (const number of exported.keys()) tampering.push({ kind: 'chain_broken', name: `seal ${number}` })
  return { seals: Number(previous?.number ?? 0n), rows, tampering }
}

/** Checks that a seal follows the previous one, that its hash is right, and that it equals the exported head. */
function checkSeal(seal: Seal, previous: Seal | undefined, heads: readonly SealHead[]): Tampering[] {
  const name = `seal ${seal.number}`
  const tampering: Tampering[] = []
  const follows =
    seal.number === (previous?.number ?? 0n) + 1n &&
    seal.afterXid === (previous?.throughXid ?? 0n) &&
    // A table that was sealed once is in every later seal.
    (previous?.codes ?? []).every((code) => seal.codes.includes(code)) &&
    seal.previousHash.equals(previous?.hash ?? genesisHash)
  if (!follows) tampering.push({ kind: 'chain_broken', name })
  if (!hashSeal(seal).equals(seal.hash)) tampering.push({ kind: 'seal_changed', name })
  // Compare with every head exported under this number. A chain that was cut off and sealed again has two heads with this number.
  if (heads.some(({ hash }) => hash !== seal.hash.toString('hex'))) {
    tampering.push({ kind: 'head_mismatch', name })
  }
  return tampering
}

/** Compares sealed rows with current rows: inserted, changed and deleted ones. */
function compareLeaves(sealed: readonly Leaf[], current: readonly Leaf[]): Tampering[] {
  const expected = new Map(sealed.map((leaf) => [rowName(leaf), leaf.hash]))
  const tampering: Tampering[] = []
  for (const leaf of current) {
    const name = rowName(leaf)
    const hash = expected.get(name)
    if (hash === undefined) tampering.push({ kind: 'row_inserted', name })
    else if (!hash.equals(leaf.hash)) tampering.push({ kind: 'row_changed', name })
    expected.delete(name)
  }
  for (const name of expected.keys()) tampering.push({ kind: 'row_deleted', name })
  return tampering
}

const MOST_SEALS = 200

type SomeVerified = Readonly<{
  /** The last verified seal. */
  through: bigint
  isNewest: boolean
  rows: number
  tampering: readonly Tampering[]
}>

/**
 * Verifies the next seals, up to about `mostRows` rows, and reports the differences. Many small seals are read together: each seal lists
 * all of its rows, so every difference is still found.
 */
export async function verifySomeSeals(sql: Sql, after: bigint, mostRows: number): Promise<SomeVerified> {
  const before = after === 0n ? undefined : await readSealAt(sql, after)
  let previous = before
  const seals: Seal[] = []
  const tampering: Tampering[] = []
  let [rows, isNewest] = [0, false]
  while (seals.length < MOST_SEALS && rows < mostRows) {
    const seal = await readSealAfter(sql, previous?.number ?? 0n)
    isNewest = seal === undefined
    // Seals with other tables are read in their own turn.
    if (seal === undefined || String(seal.codes) !== String(seals[0]?.codes ?? seal.codes)) break
    tampering.push(...checkSeal(seal, previous, []))
    seals.push(seal)
    rows += seal.rowCount
    previous = seal
  }
  const [first, last] = [seals[0], seals.at(-1)]
  if (first !== undefined && last !== undefined) {
    const sealed = seals.flatMap(({ leaves }) => decodeLeaves(leaves))
    const batch = { ...first, throughXid: last.throughXid }
    const current = await readLeaves(sql, batch, before)
    if (seals.length > 1 || !encodeLeaves(current).equals(first.leaves))
      tampering.push(...compareLeaves(sealed, current))
    tampering.push(...(await findChangedRows(sql, batch)))
  }
  return { through: last?.number ?? after, isNewest, rows, tampering }
}
