import { randomBytes } from 'node:crypto'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { inTransaction, type Sql } from '@afara/server/kernel/postgres/pool.ts'
import { carryOutInRecord } from '@afara/server/records/cases/carry-out-store.ts'
import { type Proposal, signText } from './proposals.ts'
import { passkeyOf, type Stage } from './stage.ts'

/** Who forges: the holder of the database role, with what the role can read. */
export type Forger = Readonly<{ stage: Stage; former: string; seen: object }>

/** Forgeries that the database itself refuses. */
export const refusedForgeries = [
  'approves one’s own proposal',
  'signs under both names with one passkey',
  'approves as an operator who left',
  'approves another text than was proposed',
  'carries it out without an approval',
] as const

/** Forgeries that only a process with its own list of passkeys can recognise. The database stores no key that it could trust. */
export const storedForgeries = [
  'enrols a second passkey for the colleague and signs with it',
  'replays the colleague’s signature of another decision',
  'signs as the colleague without user verification',
] as const
export type Forgery = (typeof refusedForgeries)[number] | (typeof storedForgeries)[number]

/** Forges the approval of a proposal and carries it out, in one commit, with the functions of the database. Throws what refused it. */
export async function forgeDecision(forger: Forger, proposal: Proposal, forgery: Forgery): Promise<void> {
  const { stage, former } = forger
  const { caseId, version, text, kind } = proposal
  await inTransaction(stage.people, async (sql) => {
    if (forgery !== 'carries it out without an approval') {
      const approver =
        forgery === 'approves one’s own proposal'
          ? stage.one
          : forgery === 'approves as an operator who left'
            ? former
            : stage.other
      await sql.query(`select approve_resolution($1, $2, $3, 'it is right', now(), $4, $5)`, [
        caseId,
        version,
        approver,
        forgery === 'approves another text than was proposed' ? `${text} ` : text,
        await signatureOf(sql, forger, text, forgery),
      ])
    }
    await carryOutInRecord(sql, caseId, kind as Parameters<typeof carryOutInRecord>[2], new Date())
  })
}

async function signatureOf(sql: Sql, forger: Forger, text: string, forgery: Forgery): Promise<object> {
  const { one, other } = forger.stage
  switch (forgery) {
    case 'enrols a second passkey for the colleague and signs with it': {
      const place = randomBytes(8).toString('hex')
      await enrol(sql, other, one, place)
      return signText(one, text, { place })
    }
    case 'replays the colleague’s signature of another decision':
      return forger.seen
    case 'signs as the colleague without user verification':
      return {
        ...signText(one, text, { isVerified: false }),
        credential_id: passkeyOf(other).credentialId.toString('base64'),
      }
    case 'approves as an operator who left':
      return signText(forger.former, text)
    case 'approves another text than was proposed':
      return { ...signText(one, text), credential_id: passkeyOf(other).credentialId.toString('base64') }
    default:
      return signText(one, text)
  }
}

/** Enrols a passkey of the attacker for another person. The role may do that, because it signs people in. */
export async function enrol(sql: Sql, victim: string, attacker: string, place: string): Promise<string> {
  const id = newId()
  const { credentialId, publicKeyCose } = passkeyOf(attacker, place)
  await sql.query(
    `insert into passkey (id, operator_id, credential_id, public_key, sign_count, name, created_at) values ($1, $2, $3, $4, 0, 'x', now())`,
    [id, victim, credentialId, publicKeyCose],
  )
  return id
}
