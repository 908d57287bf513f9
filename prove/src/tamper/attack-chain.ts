import { join } from 'node:path'
import type { Sql } from '@afara/server/kernel/postgres/pool.ts'
import { readHeads, type SealHead } from '@afara/server/records/ledger/seals/seal-rows.ts'
import { type Tampering, verifySeals } from '@afara/server/records/ledger/seals/verify-seals.ts'
import { Client } from 'pg'
import type { ProofDatabase } from '../proof-postgres.ts'
import { type ChainAttack, chainAttacks } from './chain-attacks.ts'
import { fillBooks, openBooks } from './fill-books.ts'
import { sealBooks } from './seal-books.ts'

export type ChainOutcome = Readonly<{ attacks: number; caught: number; shortfalls: readonly string[] }>

/** Attacks the seals themselves in a separate ledger, each attack on an intact chain. */
export async function attackChain(database: ProofDatabase, directory: string): Promise<ChainOutcome> {
  const headFile = join(directory, 'chain-heads')
  await openBooks(database, 50)
  await fillBooks(database, 2_000, () => {})
  await sealBooks(database, headFile, { most: 400 })
  const heads = await readHeads(headFile)
  const superuser = new Client({ connectionString: database.url('postgres') })
  await superuser.connect()
  await superuser.query('set search_path = afara; set session_replication_role = replica')
  try {
    const misses: string[] = []
    for (const attack of chainAttacks) {
      const problem = await tryAttack(superuser, attack, heads)
      if (problem !== undefined) misses.push(`${attack.name}: ${problem}`)
    }
    if (!(await catchesNewChain(superuser, database, headFile)))
      misses.push('a chain that is cut off and sealed again')
    const attacks = chainAttacks.length + 1
    return {
      attacks,
      caught: attacks - misses.length,
      shortfalls: misses.map((miss) => `not caught: ${miss}`),
    }
  } finally {
    await superuser.end()
  }
}

/** Runs the attack in a transaction that is rolled back, so that the next attack finds the chain intact. */
async function tryAttack(
  superuser: Sql,
  attack: ChainAttack,
  heads: readonly SealHead[],
): Promise<string | undefined> {
  await superuser.query('begin')
  try {
    await attack.run(superuser)
    const { tampering } = await verifySeals(superuser, heads)
    if (!tells(tampering, attack.reported(heads.at(-1)?.number ?? 0n))) {
      return `not reported as expected, but as ${JSON.stringify(tampering)}`
    }
    const alone = attack.onlyByHeads ? await verifySeals(superuser, []) : undefined
    return alone?.tampering.length
      ? 'found without the exported heads, although only they can show it'
      : undefined
  } finally {
    await superuser.query('rollback')
  }
}

/** Makes the sealer itself write the new chain. It exports the heads as usual. */
async function catchesNewChain(superuser: Sql, database: ProofDatabase, headFile: string): Promise<boolean> {
  await superuser.query('delete from seal where number >= 3')
  await superuser.query(
    `delete from posting where (entry_id, ordinal) = (select entry_id, ordinal from posting order by xid desc limit 1)`,
  )
  await sealBooks(database, headFile, { most: 400 })
  const { tampering } = await verifySeals(superuser, await readHeads(headFile))
  return tells(tampering, { kind: 'head_mismatch', name: 'seal 3' })
}

function tells(tampering: readonly Tampering[], expected: Tampering): boolean {
  return tampering.some(({ kind, name }) => kind === expected.kind && name === expected.name)
}
