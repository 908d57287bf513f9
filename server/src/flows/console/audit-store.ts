import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

export type AuditFilter = Readonly<{
  person?: string | undefined
  /** `freeze` or `freeze.placed`. */
  what?: string | undefined
  subject?: string | undefined
  /** The id inside the subject, if it is one of ours. */
  subjectId?: string | undefined
  from: Date
  until: Date
  /** The last line of the page before. */
  before?: Pick<Deed, 'micros' | 'id'> | undefined
}>

/** Something that a person or the system did. */
export type Deed = Readonly<{
  id: string
  at: Date
  /** The same in microseconds, which a Date would round. */
  micros: string
  /** Null: the system, which `actor` names. */
  personId: string | null
  actor: string
  name: string | null
  email: string | null
  isMember: boolean
  secondName: string | null
  what: string
  subject: string
  reason: string
  details: Readonly<Record<string, unknown>>
  /** The signed decision of the step. */
  caseId: string | null
  version: number | null
}>

export async function selectAudit(
  sql: Sql,
  mode: Mode,
  { person, what, subject, subjectId, from, until, before }: AuditFilter,
  most: number,
): Promise<readonly Deed[]> {
  const { rows } = await sql.query<Deed>(
    `select a.id, a.at, (extract(epoch from a.at) * 1000000)::bigint::text as micros, a.actor, coalesce(o.id, m.id) as "personId", coalesce(o.name, m.name) as name, coalesce(o.email, m.email) as email,
       m.id is not null as "isMember",       x.name as "secondName", a.what, a.subject, a.reason, a.details, a.case_id as "caseId", a.version
     from console_audit($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) a
     left join operator o on o.id::text = a.actor left join member m on m.id::text = a.actor left join operator x on x.id::text = a.second
     order by a.at desc, a.id desc`,
    [
      mode,
      person ?? null,
      what ?? null,
      subject ?? null,
      subjectId ?? null,
      from,
      until,
      before?.micros ?? null,
      before?.id ?? null,
      most,
    ],
  )
  return rows
}

/** A signature of a decision, with the passkey that made it. */
export type KeptSignature = Readonly<{
  part: 'proposed' | 'approved'
  name: string
  passkey: string
  at: Date
  credentialId: Buffer
  publicKey: Buffer
  authenticatorData: Buffer
  clientData: Buffer
  signature: Buffer
}>

export type KeptDecision = Readonly<{ text: string; action: string; signatures: readonly KeptSignature[] }>

/** Finds a signed decision, also of passkeys that are revoked: the signature was made before. */
export async function findSignedDecision(
  sql: Sql,
  { mode, caseId, version }: Readonly<{ mode: Mode; caseId: string; version: number }>,
): Promise<KeptDecision | undefined> {
  const { rows } = await sql.query<{ text: string; action: string }>(
    'select text, action from signed_decision where case_id = $1 and version = $2 and mode = $3',
    [caseId, version, mode],
  )
  const [decision] = rows
  if (decision === undefined) return undefined
  const { rows: signatures } = await sql.query<KeptSignature>(
    `select d.part, o.name, k.name as passkey, d.at, d.credential_id as "credentialId", k.public_key as "publicKey",
       d.authenticator_data as "authenticatorData", d.client_data as "clientData", d.signature
     from decision_signature d join operator o on o.id = d.operator_id join passkey k on k.credential_id = d.credential_id
     where d.case_id = $1 and d.version = $2 order by d.at`,
    [caseId, version],
  )
  return { ...decision, signatures }
}
