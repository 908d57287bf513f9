import { newId } from '@afara/server/kernel/ids/ids.ts'
import type { Attempt } from './attempt.ts'
import type { Kind } from './kinds.ts'
import type { Stage } from './stage.ts'

const DECISION = `insert into signed_decision (case_id, version, mode, action, text) values ($1, 2, 'test', 'release', 'Afara decision 1')`
const SIGNATURE = `insert into decision_signature (case_id, version, part, sequence, operator_id, credential_id, authenticator_data, client_data, signature, at)
  values ($1, 2, 'approved', 3, gen_random_uuid(), '', '', '', '', now())`

/** Writes the rows of a decision directly, with each role of the database that an attacker may hold. */
export async function attackTables(
  stage: Stage,
  kind: Kind,
  transactionId: string | undefined,
): Promise<Attempt[]> {
  const { people, api } = stage
  const roles = [
    ['afara_people', people],
    ['afara_api and the pepper', api],
  ] as const
  const statements = [
    ['its row', kind.row],
    ['a signed decision', DECISION],
    ['a signature', SIGNATURE],
  ] as const
  const attempts: Attempt[] = []
  for (const [holds, pool] of roles) {
    for (const [what, statement] of statements) {
      const about = { kind: kind.name, route: 'tables', holds, what } as const
      const said = await pool.query(statement, [transactionId ?? newId()]).then(
        ({ rowCount }) => (rowCount === 0 ? 'no_row' : 'accepted'),
        (error: Error & { code?: string }) => error.code ?? error.message,
      )
      const changed = said === 'accepted' ? [what] : []
      attempts.push({ ...about, said, changed, noticedS: said === 'accepted' ? undefined : 0 })
    }
  }
  return attempts
}
