import { randomBytes } from 'node:crypto'
import { formatId, newId } from '@afara/server/kernel/ids/ids.ts'
import { inTransaction, type Pool, type Sql } from '@afara/server/kernel/postgres/pool.ts'
import { findCase } from '@afara/server/records/cases/case-store.ts'
import type { Resolution } from '@afara/server/records/cases/resolution.ts'
import { formatDecision, hashDecision } from '@afara/server/records/decisions/decision-text.ts'
import { softwarePasskey } from '@afara/stack/authenticator/software-passkey.ts'
import { testRelyingParty } from '@afara/stack/authenticator/software-signing.ts'
import { type Kind, readFacts } from './kinds.ts'
import type { Held } from './stage.ts'

/** Signatures of a decision that both operators really signed, which an attacker can read in the database. */
export type Seen = Readonly<{ signature: object }>

/** How an attacker who has the passkey of one operator makes the approval of the other. */
export const forgeries = [
  'enrols a second passkey for the colleague and signs with it',
  'replays the colleague’s signature of another decision',
  'signs as the colleague without user verification',
  'signs under both names with one passkey',
  'changes the text after the proposal',
  'approves as an operator who left',
] as const
export type Forgery = (typeof forgeries)[number]

type Attacker = Readonly<{ pool: Pool; one: string; other: string; former: string; seen: Seen }>

/** Forges a decision in one commit, with the functions of the database. Returns the tables that changed, or throws what refused it. */
export async function forgeDecision(
  { pool, one, other, former, seen }: Attacker,
  kind: Kind,
  held: Held | undefined,
  forgery: Forgery,
): Promise<Readonly<{ caseId: string; freezeId: string | null; tables: readonly string[] }>> {
  return inTransaction(pool, async (sql) => {
    const caseId = held === undefined ? await request(sql, one, kind) : await caseOf(sql, held)
    const file = await findCase(sql, caseId)
    if (file === undefined) throw new Error('there is no case')
    const facts = await readFacts(sql as Pool, held?.id ?? null, caseId)
    const resolution = kind.wants(facts)
    const { rows } = await sql.query<{ seen: Record<string, unknown> }>('select case_money($1, $2) as seen', [
      caseId,
      resolution,
    ])
    const money = rows[0]?.seen ?? {}
    const version = file.version + 1
    const reason = 'it is right'
    const text = formatDecision({ file, version, resolution: resolution as Resolution, seen: money, reason })
    await sql.query('select propose_resolution($1, $2, $3, $4, $5, $6, now(), $7, $8)', [
      caseId,
      file.version,
      one,
      resolution,
      money,
      reason,
      text,
      sign(one, text),
    ])
    const approver = forgery === 'approves as an operator who left' ? former : other
    const signature = await approval(sql, forgery, { one, other, former, text, seen })
    const approved = forgery === 'changes the text after the proposal' ? `${text} ` : text
    await sql.query(`select approve_resolution($1, $2, $3, 'it is right', now(), $4, $5)`, [
      caseId,
      version,
      approver,
      approved,
      signature,
    ])
    await sql.query(`select ${kind.carriesOut}`, [caseId])
    const changed = await sql.query<{ name: string }>(
      `select relname as name from pg_stat_xact_user_tables where n_tup_ins + n_tup_upd + n_tup_del > 0 order by 1`,
    )
    return { caseId, freezeId: facts.freezeId, tables: changed.rows.map(({ name }) => name) }
  })
}

async function approval(
  sql: Sql,
  forgery: Forgery,
  {
    one,
    other,
    former,
    text,
    seen,
  }: Readonly<{ one: string; other: string; former: string; text: string; seen: Seen }>,
): Promise<object> {
  switch (forgery) {
    case 'enrols a second passkey for the colleague and signs with it': {
      const place = randomBytes(8).toString('hex')
      const { credentialId, publicKeyCose } = softwarePasskey(one, place)
      await sql.query(
        `insert into passkey (id, operator_id, credential_id, public_key, sign_count, name, created_at) values ($1, $2, $3, $4, 0, 'x', now())`,
        [newId(), other, credentialId, publicKeyCose],
      )
      return sign(one, text, { place })
    }
    case 'replays the colleague’s signature of another decision':
      return seen.signature
    case 'signs as the colleague without user verification':
      return { ...sign(one, text, { isVerified: false }), credential_id: idOf(other) }
    case 'approves as an operator who left':
      return sign(former, text)
    default:
      return sign(one, text)
  }
}

const idOf = (owner: string): string => softwarePasskey(owner).credentialId.toString('base64')

function sign(owner: string, text: string, { place = 'first', isVerified = true } = {}) {
  const { credentialId, authenticatorData, clientData, signature } = softwarePasskey(owner, place).assert({
    challenge: hashDecision(text),
    rpId: testRelyingParty.id,
    origin: testRelyingParty.origin,
    isVerified,
  })
  return {
    credential_id: credentialId.toString('base64'),
    authenticator_data: authenticatorData.toString('base64'),
    client_data: clientData.toString('base64'),
    signature: signature.toString('base64'),
  }
}

async function request(sql: Sql, operator: string, { name }: Kind): Promise<string> {
  const { rows } = await sql.query<{ id: string }>(
    `select open_request($1, $2, 'test', 'request', (select id from vendor_account where mode = 'test' limit 1), null,
       (select id from business limit 1), $3, $4, null, now(), now() + interval '1 day') as id`,
    [operator, newId(), name, { subject: newId() }],
  )
  return rows[0]?.id ?? ''
}

async function caseOf(sql: Sql, { id, reference }: Held): Promise<string> {
  const { rows } = await sql.query<{ id: string }>(
    `select id from case_file where transaction_id = $1 and state = 'open' order by opened_at limit 1`,
    [id],
  )
  if (rows[0] === undefined) throw new Error(`${reference} has no open case`)
  return rows[0].id
}

export const shownCase = (caseId: string): string => formatId('case', caseId)
