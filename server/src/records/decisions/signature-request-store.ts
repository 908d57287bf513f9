import type { Sql } from '../../kernel/postgres/pool.ts'
import type { Assertion } from './sign-decision.ts'

/** The text of a decision that waits for one operator's signature. */
export type SignatureRequest = Readonly<{
  id: string
  operatorId: string
  text: string
  createdAt: Date
  expiresAt: Date
  signedAt: Date | null
}>

const COLUMNS = `id, operator_id as "operatorId", text, created_at as "createdAt", expires_at as "expiresAt", signed_at as "signedAt"`

/** Stores a request. Also deletes some expired ones, so that the table stays small without a job of its own. */
export async function insertSignatureRequest(
  sql: Sql,
  { id, operatorId, text, createdAt, expiresAt }: Omit<SignatureRequest, 'signedAt'>,
  hash: Buffer,
): Promise<void> {
  await sql.query(
    `with expired as (
       delete from signature_request where id in (
         select id from signature_request where expires_at <= $5 order by expires_at limit 100 for update skip locked))
     insert into signature_request (id, operator_id, text, hash, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)`,
    [id, operatorId, text, hash, createdAt, expiresAt],
  )
}

/** Finds a request of this operator only. */
export async function findSignatureRequest(
  sql: Sql,
  { id, operatorId, at }: Readonly<{ id: string; operatorId: string; at: Date }>,
): Promise<SignatureRequest | undefined> {
  const { rows } = await sql.query<SignatureRequest>(
    `select ${COLUMNS} from signature_request where id = $1 and operator_id = $2 and expires_at > $3`,
    [id, operatorId, at],
  )
  return rows[0]
}

/** Finds the newest request of this operator for the same text that is not signed yet. */
export async function findOpenRequest(
  sql: Sql,
  { operatorId, hash, at }: Readonly<{ operatorId: string; hash: Buffer; at: Date }>,
): Promise<SignatureRequest | undefined> {
  const { rows } = await sql.query<SignatureRequest>(
    `select ${COLUMNS} from signature_request
     where operator_id = $1 and hash = $2 and expires_at > $3 and signed_at is null order by created_at desc limit 1`,
    [operatorId, hash, at],
  )
  return rows[0]
}

/** Keeps a signature until the command takes it. Returns false if the request was signed meanwhile, or has expired. */
export async function storeSignature(
  sql: Sql,
  id: string,
  { credentialId, authenticatorData, clientData, signature }: Assertion,
  at: Date,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update signature_request set signed_at = $6, credential_id = $2, authenticator_data = $3, client_data = $4, signature = $5
     where id = $1 and signed_at is null and expires_at > $6`,
    [id, credentialId, authenticatorData, clientData, signature, at],
  )
  return rowCount === 1
}

export async function deleteSignatureRequest(
  sql: Sql,
  { id, operatorId, at }: Readonly<{ id: string; operatorId: string; at: Date }>,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `delete from signature_request where id = $1 and operator_id = $2 and expires_at > $3 and signed_at is null`,
    [id, operatorId, at],
  )
  return rowCount === 1
}

/** Uses up the operator's signature of this text. Of concurrent calls, one gets it. */
export async function takeSignature(
  sql: Sql,
  { operatorId, hash, at }: Readonly<{ operatorId: string; hash: Buffer; at: Date }>,
): Promise<Assertion | undefined> {
  const { rows } = await sql.query<Assertion>(
    `delete from signature_request
     where operator_id = $1 and hash = $2 and expires_at > $3 and signed_at is not null
     returning credential_id as "credentialId", authenticator_data as "authenticatorData", client_data as "clientData", signature`,
    [operatorId, hash, at],
  )
  return rows[0]
}
