import { newId } from '@afara/server/kernel/ids/ids.ts'
import { findCase } from '@afara/server/records/cases/case-store.ts'
import type { Resolution } from '@afara/server/records/cases/resolution.ts'
import { formatDecision, hashDecision } from '@afara/server/records/decisions/decision-text.ts'
import { testRelyingParty } from '@afara/stack/authenticator/software-signing.ts'
import { kindOf, type Wanted } from './kinds.ts'
import { recipes } from './recipes.ts'
import { passkeyOf, type Stage } from './stage.ts'
import type { World } from './world.ts'

/** A proposal of one operator that waits for another one. */
export type Proposal = Readonly<{
  kind: string
  /** The kind, or a second form of it. */
  form: string
  caseId: string
  version: number
  text: string
  /** Why two people could not decide it now either. Null: they could. */
  obstacle: string | null
}>

/**
 * Proposes a decision as one operator may, and rehearses whether a second one could approve it. A kind without a recipe is attacked by its
 * name alone, in a request.
 */
export async function placeProposal(world: World, form: string): Promise<Proposal> {
  const { stage } = world
  const { owner, one } = stage
  const kind = kindOf(form)
  const wanted = (await recipes[form]?.(world)) ?? { mode: 'live', resolution: { action: kind } }
  const caseId = wanted.caseId ?? (await openCase(stage, wanted))
  const file = await findCase(owner, caseId)
  if (file === undefined) throw new Error(`${kind} has no case`)
  if (file.state === 'awaiting_approval') {
    const { rows } = await owner.query<{ text: string }>(
      'select text from signed_decision where case_id = $1 order by version desc limit 1',
      [caseId],
    )
    return { kind, form, caseId, version: file.version, text: rows[0]?.text ?? '', obstacle: null }
  }
  const { resolution } = wanted
  const { rows } = await owner.query<{ seen: Record<string, unknown> }>('select case_money($1, $2) as seen', [
    caseId,
    resolution,
  ])
  const seen = rows[0]?.seen ?? {}
  const obstacle = await owner
    .query<{ why: string | null }>('select rehearse_decision($1, $2, $3, $4, $5, now()) as why', [
      caseId,
      file.version,
      one,
      resolution,
      seen,
    ])
    .then(
      (found) => found.rows[0]?.why ?? null,
      (error: Error) => error.message,
    )
  const version = file.version + 1
  const reason = 'it is right'
  const text = formatDecision({ file, version, resolution: resolution as Resolution, seen, reason })
  await owner.query('select propose_resolution($1, $2, $3, $4, $5, $6, now(), $7, $8)', [
    caseId,
    file.version,
    one,
    resolution,
    seen,
    reason,
    text,
    signText(one, text),
  ])
  return { kind, form, caseId, version, text, obstacle }
}

async function openCase({ owner }: Stage, wanted: Wanted): Promise<string> {
  const { mode, caseKind = 'request', account, line, transaction, business, facts } = wanted
  const { rows } = await owner.query<{ id: string }>(
    `select open_case($1, $2, $3, $4, $5, $6, $7, 'a proof', $8, null, now(), now() + interval '1 day') as id`,
    [newId(), mode, caseKind, account, line, transaction, business, { subject: newId(), ...facts }],
  )
  return rows[0]?.id ?? ''
}

/** Signs a text as the database stores it. */
export function signText(operator: string, text: string, { place = 'first', isVerified = true } = {}) {
  const { credentialId, authenticatorData, clientData, signature } = passkeyOf(operator, place).assert({
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
