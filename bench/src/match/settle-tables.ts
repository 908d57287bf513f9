import { runStatement } from '@afara/stack/postgres/run-statement.ts'
import { settleDatabase } from '../settle-database.ts'

/** So that no round has another one's rows cleared away, or its plans made anew, in the middle of it. */
export async function settleTables(url: string): Promise<void> {
  await runStatement(url, 'vacuum (analyze)')
  await settleDatabase(url)
}
