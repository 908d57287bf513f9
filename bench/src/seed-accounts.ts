import { runStatement } from '@afara/stack/postgres/run-statement.ts'
import { ACCOUNT_COUNT, ownerNumbered, postEntry, type ScriptedPosting } from './posting-scripts.ts'
import type { TestBed } from './test-bed.ts'

const AMPLE = '1000000000000'

/** Posts once to each of the owners, so that none of them is new when the measuring starts. */
export async function seedAccounts(
  { postgres }: TestBed,
  database: string,
  posting: (owner: string) => ScriptedPosting,
): Promise<void> {
  const statement = postEntry([posting(ownerNumbered('s.n'))], AMPLE)
  await runStatement(
    postgres.url('afara_owner', database),
    `${statement} from generate_series(0, ${ACCOUNT_COUNT - 1}) as s (n)`,
  )
}
