import { hash } from 'node:crypto'
import { newId } from '../../kernel/ids/ids.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Assertion } from '../decisions/sign-decision.ts'
import { refusalOfSignature } from '../people/require-access.ts'
import { rowOfAttachment } from './attachment-store.ts'
import type { Resolution } from './resolution.ts'

/**
 * One operator's step on a case, at the version that the operator read. Each step function returns the next version, or null if the case
 * has changed since.
 */
type Step = Readonly<{ caseId: string; version: number; operatorId: string; reason: string; at: Date }>

export async function takeCase(sql: Sql, step: Step): Promise<number | null> {
  return call(sql, 'take_case($1, $2, $3, $4, $5)', step, [])
}

export async function handOverCase(sql: Sql, step: Step, toId: string): Promise<number | null> {
  return call(sql, 'hand_over_case($1, $2, $3, $4, $5, $6)', step, [toId])
}

export async function noteCase(sql: Sql, step: Step): Promise<number | null> {
  return call(sql, 'note_case($1, $2, $3, $4, $5)', step, [])
}

/** Attaches a file as a step of its own. Its content is stored encrypted. */
export async function attachToCase(
  sql: Sql,
  step: Step,
  { name, content }: Readonly<{ name: string; content: Buffer }>,
  keys: Keyring,
): Promise<number | null> {
  const digest = hash('sha256', content, 'hex')
  const sealed = keys.sealBytes(rowOfAttachment(step.caseId, digest), content)
  const more = [name, sealed, content.length, digest]
  return call(sql, 'attach_to_case($1, $2, $3, $4, $5, $6, $7, $8, $9)', step, more)
}

export async function proposeResolution(
  sql: Sql,
  step: Step,
  resolution: Resolution,
  seen: Readonly<Record<string, unknown>>,
  signed: Readonly<{ text: string; assertion: Assertion }>,
): Promise<number | null> {
  const more = [resolution, seen, signed.text, toSignature(signed.assertion)]
  return call(sql, 'propose_resolution($1, $2, $3, $6, $7, $4, $5, $8, $9)', step, more)
}

export async function declineResolution(sql: Sql, step: Step): Promise<number | null> {
  return call(sql, 'decline_resolution($1, $2, $3, $4, $5)', step, [])
}

/** Approves a proposed resolution. The caller must carry out the resolution and write the audit line in the same commit. */
export async function approveResolution(
  sql: Sql,
  step: Step,
  text: string,
  assertion: Assertion,
): Promise<number | null> {
  return call(sql, 'approve_resolution($1, $2, $3, $4, $5, $6, $7)', step, [text, toSignature(assertion)])
}

function toSignature({ credentialId, authenticatorData, clientData, signature }: Assertion) {
  return {
    credential_id: credentialId.toString('base64'),
    authenticator_data: authenticatorData.toString('base64'),
    client_data: clientData.toString('base64'),
    signature: signature.toString('base64'),
  }
}

/** Dismisses a case with one operator. The caller must have checked that the case is not about money. */
export async function dismissCase(sql: Sql, step: Step): Promise<number | null> {
  return call(sql, 'dismiss_case($1, $2, $3, $4, $5)', step, [])
}

async function call(
  sql: Sql,
  signature: string,
  { caseId, version, operatorId, reason, at }: Step,
  more: readonly unknown[],
): Promise<number | null> {
  if (reason.trim() === '') {
    throw new Refusal('reason_required', 'Pass --reason "…". It is stored with the case.')
  }
  try {
    const { rows } = await sql.query<{ version: number | null }>(`select ${signature} as version`, [
      caseId,
      version,
      operatorId,
      reason.trim(),
      at,
      ...more,
    ])
    return rows[0]?.version ?? null
  } catch (error) {
    throw refusalOfStep(error) ?? refusalOfDecision(error) ?? error
  }
}

export function approvalBySamePerson(cause?: unknown): Refusal {
  const message = 'You proposed this yourself. Another operator must approve it with their own passkey.'
  return new Refusal('approval_by_same_person', message, { cause })
}

function refusalOfStep(error: unknown): Refusal | undefined {
  const { code } = error as { code?: string }
  if (code === 'AF030') {
    return approvalBySamePerson(error)
  }
  if (code === 'AF031') {
    return new Refusal(
      'operator_disabled',
      'You or the operator who proposed this are suspended or have left. An active operator must decline the proposal and propose it again.',
      { cause: error },
    )
  }
  if (code === 'AF620') {
    return new Refusal('field_invalid', 'The case has 20 files already. Put several pages into one PDF.', {
      cause: error,
    })
  }
  if (code === 'AF442') {
    return new Refusal('signature_invalid', 'This passkey was revoked. Sign with another one of yours.', {
      cause: error,
    })
  }
  return refusalOfSignature(error)
}

/** Resolutions that PostgreSQL carries out. */
type CarriedOut = Exclude<Resolution['action'], 'dismiss'>

const calls: Readonly<Record<CarriedOut, string>> = {
  allocate: 'carry_out_allocate($1, $2, $3)',
  return: 'carry_out_return($1, $2, $3)',
  keep: 'carry_out_keep($1, $2)',
  accept_short: 'carry_out_accept_short($1, $2)',
  accept_late: 'carry_out_accept_late($1, $2)',
  return_part: 'carry_out_return_part($1, $2)',
  took_back: 'carry_out_took_back($1, $2)',
  charge: 'carry_out_charge($1, $2)',
  move_account: 'carry_out_move_account($1, $2)',
  set_cap: 'carry_out_cap($1)',
  lift_lien: 'carry_out_lift_lien($1, $2)',
  set_people: 'carry_out($1, $2)',
  allow_standing: 'carry_out($1, $2)',
  confirm_import: 'carry_out_confirm_import($1, $2)',
  release: 'carry_out_release($1, $2)',
  freeze_and_report: 'carry_out($1, $2)',
  reopen_match: 'carry_out($1, $2)',
  reject: 'carry_out_reject($1, $2)',
  return_all: 'carry_out_return_all($1, $2)',
  retry_send: 'carry_out_retry_send($1, $2)',
  was_paid: 'carry_out_was_paid($1, $2)',
  not_paid: 'carry_out_not_paid($1, $2)',
  fix: 'carry_out_fix($1, $2)',
  lift_freeze: 'carry_out_lift_freeze($1, $2)',
  resume_lane: 'carry_out_resume_lane($1, $2)',
  resume_payouts: 'carry_out_resume_payouts($1, $2)',
  abandon_lane: 'carry_out_abandon_lane($1, $2)',
  write_off: 'carry_out_write_off($1, $2)',
  write_off_payout: 'carry_out($1, $2)',
  adopt_journal: 'carry_out($1, $2)',
  top_up_lane: 'carry_out_top_up($1, $2)',
  adopt: 'carry_out_adopt($1, $2)',
  to_balance: 'carry_out($1, $2)',
  return_to_wallet: 'carry_out($1, $2)',
  explain: 'carry_out($1, $2)',
  read_again: 'carry_out($1, $2)',
  move_naira: 'carry_out($1, $2)',
  move_tokens: 'carry_out($1, $2)',
  top_up_sweeper: 'carry_out($1, $2)',
  pay_by_hand: 'carry_out($1, $2)',
  our_loss: 'carry_out($1, $2)',
  customer_loss: 'carry_out($1, $2)',
  redirect: 'carry_out_redirect($1, $2)',
  go_live: 'carry_out($1, $2)',
  set_terms: 'carry_out($1, $2)',
  issue_key: 'carry_out($1, $2)',
  resume_business: 'carry_out($1, $2)',
  open_collection_account: 'carry_out($1, $2)',
  open_payout_account: 'carry_out($1, $2)',
  fund_payout_account: 'carry_out($1, $2)',
  open_lane: 'carry_out($1, $2)',
  set_feed: 'carry_out($1, $2)',
  set_rate: 'carry_out($1, $2)',
  set_vendor_terms: 'carry_out($1, $2)',
  book_settlement: 'carry_out($1, $2)',
  write_off_debt: 'carry_out($1, $2)',
  invite_operator: 'carry_out($1, $2)',
  change_operator_roles: 'carry_out($1, $2)',
  resume_operator: 'carry_out($1, $2)',
  end_operator: 'carry_out($1, $2)',
}

/** Carries out a resolution that was approved in this commit. Each SQL function checks the approval itself. */
export async function carryOutInRecord(
  sql: Sql,
  caseId: string,
  action: CarriedOut,
  at: Date,
): Promise<void> {
  try {
    await sql.query(`select ${calls[action]}`, valuesFor(caseId, action, at))
  } catch (error) {
    throw refusalOfDecision(error) ?? error
  }
}

function valuesFor(caseId: string, action: CarriedOut, at: Date): unknown[] {
  if (action === 'set_cap') return [caseId]
  return action === 'allocate' || action === 'return' ? [caseId, newId(), at] : [caseId, at]
}

export function refusalOfDecision(error: unknown): Refusal | undefined {
  const { code, message } = error as { code?: string; message: string }
  const more = { cause: error }
  // 23514 is the check constraint of the amount domain: the result would be below zero.
  if (code === 'AF010' || code === '23514') {
    return new Refusal(
      'insufficient_funds',
      `Too little money is left: ${message}. Decline the proposal, and check the case again.`,
      more,
    )
  }
  if (code === 'AF033') {
    return new Refusal(
      'return_destination_unproved',
      `${message}. Decline the proposal and propose --keep.`,
      more,
    )
  }
  if (code === 'AF001' || code === 'AF040') {
    return new Refusal(
      'proposal_stale',
      `${message}. This has changed since the decision was proposed. Decline the proposal, and check the case again.`,
      more,
    )
  }
  if (code === 'AF041') {
    return new Refusal(
      'resolution_invalid',
      `${message}. Two operators must lift the lien first ("npx afara ops lien lift").`,
      more,
    )
  }
  if (code === 'AF044') {
    return new Refusal(
      'resolution_invalid',
      `${message}. Decline the proposal. Only a release can end this hold.`,
      more,
    )
  }
  if (code === 'AF440') {
    return new Refusal(
      'resolution_invalid',
      `${message}. Decline the proposal. Frozen money stays where it is.`,
      more,
    )
  }
  if (code === 'AF045') {
    return new Refusal(
      'resolution_invalid',
      `${message}. Resume or open a lane first ("npx afara ops lanes"), then approve this.`,
      more,
    )
  }
  // These errors are about a payment. Another resolution is possible, or the operator can try again later.
  if (code === 'AF062' || code === 'AF400' || code === 'AF441') {
    return new Refusal('resolution_invalid', `${message}.`, more)
  }
  if (/^AF(447|448|449|458|475|476|477|488|493|496|560|561|562)$/.test(code ?? '')) {
    return new Refusal('resolution_invalid', `${message}. Nothing was changed.`, more)
  }
  if (code === 'AF470') return new Refusal('resolution_invalid', `${message}. Nothing was changed.`, more)
  if (code === 'AF471' || code === 'AF472' || code === 'AF473' || code === 'AF474') {
    return new Refusal(
      'standing_exceeded',
      `${message}. Propose it without --under, so that two operators decide it.`,
      more,
    )
  }
  if (code === 'AF430') {
    return new Refusal(
      'resolution_invalid',
      `${message}. Decline the proposal, and do not pay this return manually (see "npx afara ops returns").`,
      more,
    )
  }
  if (code === 'AF054') {
    return new Refusal(
      'lane_not_funded',
      `${message}. Check "npx afara ops lanes", and approve the proposal in a minute or decline it.`,
      more,
    )
  }
  if (code === 'AF042' || code === 'AF043' || code === 'AF047') {
    return new Refusal(
      'resolution_invalid',
      `${message}. Decline the proposal, and check the case again.`,
      more,
    )
  }
  return undefined
}
