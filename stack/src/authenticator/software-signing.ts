import { newId } from '@afara/server/kernel/ids/ids.ts'
import type { Pool, Sql } from '@afara/server/kernel/postgres/pool.ts'
import { insertPasskey } from '@afara/server/records/decisions/passkey-store.ts'
import type { RelyingParty, Signing } from '@afara/server/records/decisions/sign-decision.ts'
import { createOperator } from '@afara/server/records/operators/manage-operators.ts'
import { firstOperatorRoles } from '@afara/server/records/people/role-actions.ts'
import { softwarePasskey } from './software-passkey.ts'

/** The site of tests and proofs. */
export const testRelyingParty: RelyingParty = { id: 'localhost', origin: 'http://localhost' }

/** Signs at once with the software passkey of the operator, as a person does who has read the decision. */
export function softwareSigning(relyingParty: RelyingParty = testRelyingParty): Signing {
  return {
    relyingParty,
    newCaseId: newId,
    newRowId: newId,
    sign: async ({ challenge, operatorId }) =>
      softwarePasskey(operatorId).assert({
        challenge,
        rpId: relyingParty.id,
        origin: relyingParty.origin,
      }),
  }
}

/** Enrols the software passkey of every operator that has no passkey. */
export async function enrolSoftwarePasskeys(sql: Sql): Promise<void> {
  const { rows } = await sql.query<{ id: string }>(
    `select id from operator o where not exists (select from passkey k where k.operator_id = o.id)`,
  )
  for (const { id } of rows) await enrolSoftwarePasskey(sql, id)
}

async function enrolSoftwarePasskey(sql: Sql, operatorId: string): Promise<void> {
  const { credentialId, publicKeyCose: publicKey } = softwarePasskey(operatorId)
  const name = 'software passkey'
  await insertPasskey(sql, {
    id: newId(),
    operatorId,
    credentialId,
    publicKey,
    signCount: 0n,
    name,
    at: new Date(),
  })
}

/** Adds an operator with a software passkey and, unless roles are given, those of the first operator. */
export async function hireOperator(
  pool: Pool,
  input: Parameters<typeof createOperator>[1],
): ReturnType<typeof createOperator> {
  const operator = await createOperator(pool, { roles: firstOperatorRoles, ...input })
  await enrolSoftwarePasskey(pool, operator.id)
  return operator
}
