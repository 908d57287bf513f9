import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { type RelyingParty, verifyKept } from '../../records/decisions/sign-decision.ts'
import { findSignedDecision, type KeptDecision, type KeptSignature } from './audit-store.ts'

/** A signed decision. `site` is where a signature was made; undefined: it does not verify. */
export type VerifiedDecision = Omit<KeptDecision, 'signatures'> &
  Readonly<{ signatures: ReadonlyArray<KeptSignature & Readonly<{ site: string | undefined }>> }>

/** Reads a signed decision and verifies each signature again, with the public key that was enrolled. */
export async function readDecision(
  sql: Sql,
  relyingParty: RelyingParty,
  about: Readonly<{ mode: Mode; caseId: string; version: number }>,
): Promise<VerifiedDecision> {
  const found = await findSignedDecision(sql, about)
  if (found === undefined) throw new Refusal('case_unknown', 'This case has no such signed decision.')
  const signatures = await Promise.all(
    found.signatures.map(async (one) => ({
      ...one,
      site: await verifyKept(one.publicKey, relyingParty, found.text, one),
    })),
  )
  return { ...found, signatures }
}
