import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Sql } from '../../kernel/postgres/pool.ts'

/** Stores what a member confirmed with a passkey. PostgreSQL refuses a passkey of somebody else, and a person who must wait (AF480). */
export async function insertConfirmation(
  sql: Sql,
  {
    id,
    memberId,
    businessId,
    text,
    answer,
    at,
  }: Readonly<{
    id: string
    memberId: string
    businessId: string
    text: string
    answer: AuthenticationResponseJSON
    at: Date
  }>,
): Promise<void> {
  const bytes = (encoded: string) => Buffer.from(encoded, 'base64url')
  const { authenticatorData, clientDataJSON, signature } = answer.response
  await sql.query(
    `insert into member_confirmation (id, member_id, business_id, text, credential_id, authenticator_data, client_data, signature, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      id,
      memberId,
      businessId,
      text,
      bytes(answer.id),
      bytes(authenticatorData),
      bytes(clientDataJSON),
      bytes(signature),
      at,
    ],
  )
}
