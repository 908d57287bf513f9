import type { KeyObject } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { readNewestSeal } from '../../flows/backups/backup-store.ts'
import { recover } from '../../flows/backups/recover.ts'
import { readReach, unpackBackup } from '../../flows/backups/unpack-backup.ts'
import type { Archive } from '../../kernel/archive.ts'
import { createPool } from '../../kernel/postgres/pool.ts'
import { requireForwardCounter } from '../../kernel/postgres/require-forward-counter.ts'
import { runChecksOfCopy } from '../../records/ledger/check-store.ts'
import { readHeads } from '../../records/ledger/seals/seal-rows.ts'
import { verifySeals } from '../../records/ledger/seals/verify-seals.ts'
import { writeMetrics } from './metrics-file.ts'

type Chosen = Readonly<{
  data: string
  postgres: string
  database: string
  heads?: string
  metrics?: string
  print(text: string): void
}>

/** Restores a copy of everything in the archive, verifies it and deletes it. Throws if the copy is not sound. */
export async function runDrill(archive: Archive, key: KeyObject, chosen: Chosen): Promise<void> {
  const { data, metrics, print } = chosen
  const began = Date.now()
  const rpo = (began - (await readReach(archive)).getTime()) / 1000
  let problems: readonly string[]
  try {
    problems = await verifyCopy(archive, key, chosen)
  } catch (error) {
    problems = [(error as Error).message]
  }
  const rto = (Date.now() - began) / 1000
  await writeMetrics(metrics, {
    afara_drill_timestamp_seconds: Date.now() / 1000,
    afara_drill_success: problems.length === 0 ? 1 : 0,
    afara_drill_rpo_seconds: rpo,
    afara_drill_rto_seconds: rto,
  })
  print(`drill rpo_s=${rpo.toFixed(1)} rto_s=${rto.toFixed(1)} problems=${problems.length}`)
  if (problems.length > 0)
    throw new Error(
      `${problems.slice(0, 10).join('\n')}\nThe restored copy is not sound. Repair the archive now: see docs/operate/backups.md. ${data} is kept`,
    )
  await rm(data, { recursive: true, force: true })
  await rm(`${data}-wal`, { recursive: true, force: true })
}

async function verifyCopy(
  archive: Archive,
  key: KeyObject,
  { data, postgres: programs, database, heads, print }: Chosen,
): Promise<string[]> {
  const say = (text: string): void => print(`Unpacked: ${text}.`)
  const unpacked = await unpackBackup(archive, key, { data, to: undefined, say })
  print('PostgreSQL replays the WAL …')
  const server = await recover(unpacked, { to: undefined, programs, database })
  const pool = createPool(server.ownerUrl, { max: 2, applicationName: 'drill', isPatient: true })
  try {
    await requireForwardCounter(pool)
    const { checks, findings } = await runChecksOfCopy(pool)
    const newest = await readNewestSeal(pool)
    const exported = (heads === undefined ? [] : await readHeads(heads)).filter(
      ({ number }) => number <= newest,
    )
    const { seals, rows, tampering } = await verifySeals(pool, exported)
    print(`${checks} checks, ${rows} rows under ${seals} seals.`)
    return [
      ...findings.map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`),
      ...tampering.map(({ kind, name }) => `seals: ${kind} ${name}`),
    ]
  } finally {
    await pool.end()
    await server.stop()
  }
}
