import { runStatement } from '@afara/stack/postgres/run-statement.ts'
import type { TestBed } from './test-bed.ts'

export async function countRows({ postgres }: TestBed, database: string, table: string): Promise<number> {
  const url = postgres.url('postgres', database)
  const rows = await runStatement(url, `select count(*)::int as count from ${table}`)
  return rows[0]?.count as number
}
