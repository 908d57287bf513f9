import type { Sql } from '@afara/server/kernel/postgres/pool.ts'
import { encodeLeaves, hashSeal } from '@afara/server/records/ledger/seals/seal.ts'
import { readLeaves, readSealAfter } from '@afara/server/records/ledger/seals/seal-store.ts'
import type { Tampering } from '@afara/server/records/ledger/seals/verify-seals.ts'

/** An attack on the seals, and the finding that must be reported. */
export type ChainAttack = Readonly<{
  name: string
  run(superuser: Sql): Promise<void>
  reported(newest: bigint): Tampering
  /** Whether only the exported heads reveal the attack, because the chain inside the database is consistent. */
  onlyByHeads: boolean
}>

const edit = (name: string, assignment: string, kind: Tampering['kind'], reportedAs = 3): ChainAttack => ({
  name,
  run: async (sql) => {
    await sql.query(`update seal set ${assignment} where number = 3`)
  },
  reported: () => ({ kind, name: `seal ${reportedAs}` }),
  onlyByHeads: false,
})

const flipped = (column: string) => `${column} = set_byte(${column}, 5, get_byte(${column}, 5) # 1)`

/** The chain must have more than four seals. */
export const chainAttacks: readonly ChainAttack[] = [
  edit("a seal's list of hashes", flipped('leaves'), 'seal_changed'),
  edit("a seal's own hash", flipped('hash'), 'seal_changed'),
  edit("a seal's link to the one before", flipped('previous_hash'), 'chain_broken'),
  edit("a seal's count of rows", 'row_count = row_count - 1', 'seal_changed'),
  edit("a seal's first transaction id", 'after_xid = after_xid - 1', 'chain_broken'),
  edit("a seal's last transaction id", 'through_xid = through_xid + 1', 'chain_broken', 4),
  edit("a seal's time", `sealed_at = sealed_at - interval '1 millisecond'`, 'seal_changed'),
  edit("a seal's list of tables", 'codes = array_remove(codes, 17::smallint)', 'seal_changed'),
  edit("a seal's number", 'number = 1000000', 'chain_broken', 4),
  {
    name: 'a seal is taken out of the middle',
    run: async (sql) => {
      await sql.query('delete from seal where number = 3')
    },
    reported: () => ({ kind: 'chain_broken', name: 'seal 4' }),
    onlyByHeads: false,
  },
  {
    name: 'the newest seal is taken away',
    run: async (sql) => {
      await sql.query('delete from seal where number = (select max(number) from seal)')
    },
    reported: (newest) => ({ kind: 'chain_broken', name: `seal ${newest}` }),
    onlyByHeads: true,
  },
  {
    name: 'a row is edited, and the chain is computed again from there on',
    run: async (sql) => {
      await sql.query(
        `update posting set amount_minor = amount_minor + 1 where (entry_id, ordinal) = (
           select entry_id, ordinal from posting
           where xid > (select after_xid from seal where number = 3) order by xid limit 1)`,
      )
      await rewriteChain(sql, 3n)
    },
    reported: () => ({ kind: 'head_mismatch', name: 'seal 3' }),
    onlyByHeads: true,
  },
]

/** Rewrites the chain consistently. Everything in a seal is in the database, so an attacker with write access can do that. */
async function rewriteChain(sql: Sql, from: bigint): Promise<void> {
  let previous = await readSealAfter(sql, from - 2n)
  while (previous !== undefined) {
    const seal = await readSealAfter(sql, previous.number)
    if (seal === undefined) return
    const leaves = encodeLeaves(await readLeaves(sql, seal, previous))
    const forged = { ...seal, leaves, previousHash: previous.hash }
    const hash = hashSeal(forged)
    await sql.query('update seal set leaves = $2, previous_hash = $3, hash = $4 where number = $1', [
      seal.number.toString(),
      leaves,
      previous.hash,
      hash,
    ])
    previous = { ...forged, hash }
  }
}
