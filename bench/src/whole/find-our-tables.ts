import { runStatement } from '@afara/stack/postgres/run-statement.ts'

/** Makes later sessions of the superuser find our tables and types without their schema. */
export async function findOurTables(url: string, database: string): Promise<void> {
  await runStatement(url, `alter role postgres in database ${database} set search_path = afara`)
}
