import { runStatement } from '@afara/stack/postgres/run-statement.ts'
import type { TestBed } from './test-bed.ts'

const WARM_MEBIBYTES = 2_048
// Whether a bench works can be seen on a few segments; only its figures need more.
const WARM_MEBIBYTES_SHORT = 256

/**
 * Makes WAL segments to be recycled. Writing into a fresh segment costs two to three times as much as into a recycled
 * one, so that whoever came first would lose. `most` is for a bench that writes less than others.
 */
export async function warmWal({ postgres, say, isShort }: TestBed, most = WARM_MEBIBYTES): Promise<void> {
  const mebibytes = isShort ? WARM_MEBIBYTES_SHORT : most
  const url = postgres.url('postgres', 'postgres')
  await runStatement(
    url,
    `select count(pg_logical_emit_message(false, 'warm', repeat('x', 1048576))) from generate_series(1, ${mebibytes})`,
  )
  await runStatement(url, 'select pg_switch_wal()')
  await runStatement(url, 'checkpoint')
  const rows = await runStatement(url, 'select count(*) from pg_ls_waldir()')
  say(`  WAL is warm: ${String(rows[0]?.count)} segments`)
}
