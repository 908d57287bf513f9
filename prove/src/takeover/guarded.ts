import type { Change } from './change-log.ts'

/**
 * Tables that one person may change alone: sign-ins, requests and proposals, notes and logs. Every other table is guarded, also one that is
 * added later.
 */
const free = new Set([
  'account_look',
  'audit',
  // Payments and withdrawals of members: payer and signer believe an order, a wallet and a limit only with the signatures of their passkeys.
  'beneficiary',
  'bank_line_quarantine',
  'business_look',
  'case_file',
  'case_step',
  'decision_signature',
  'device_login',
  'email_confirmation',
  'enrolled_wallet',
  // Everybody may ask for a link by mail. Only the mailbox gets it.
  'email_request',
  'feed_hint',
  // A file only asks to go live. The decision of two names its digest.
  'go_live_draft',
  'go_live_enquiry',
  'go_live_file',
  'go_live_refusal',
  'import_run',
  'mail',
  // A member changes the team of their own business, and signs it with their own passkey.
  'member_confirmation',
  'passkey_challenge',
  'payee_enquiry',
  // PostgreSQL believes it without its signature: what it opens, it opens a day later, with mails.
  'payee_restriction',
  'payment_item',
  'payment_limit',
  'payment_order',
  'payment_outcome',
  'payment_refusal',
  'payment_retry',
  'payment_signature',
  'person_session',
  'row_version',
  'signature_request',
  'signed_decision',
  'team_change',
  'team_invitation',
  'wake',
  'wallet_block',
  'wallet_end',
  'wallet_preflight',
  'wallet_signature',
  'withdrawal_order',
  'withdrawal_outcome',
  'withdrawal_refusal',
  'withdrawal_signature',
])

/** Changes that only stop something. One person may stop anything. */
const stops: Readonly<Record<string, (change: Change) => boolean>> = {
  // Every sign-in notes the use of a passkey. A passkey that is revoked decides nothing more.
  passkey: only('last_used_at', undefined),
  // A member manages the test keys of their business, and revokes any of its keys.
  api_key: (change) => change.after?.mode === 'test' || only('last_used_at', undefined)(change),
  // A member sets the default wallet of test mode, and signs it with their own passkey.
  business_mode: (change) =>
    change.after?.mode === 'test' || only('status', ['suspended'])(change) || isLowered(change),
  operator: only('status', ['suspended']),
  lane: only('state', ['halted', 'draining']),
  payout_account: only('state', ['frozen', 'draining']),
  vendor_account: only('state', ['frozen']),
  treasury_move: only('state', ['cancelled']),
  payout_funding: ({ after }) => after === null,
  standing_end: ({ before }) => before === null,
  freeze_order: ({ before, after }) => before === null && after?.lifted_at === null,
  credit_lien: ({ after }) => after?.lifted_at === null,
  credit_fund: ({ before, after }) => before?.left_minor === after?.left_minor && after?.blocked_by != null,
}

/** A downgrade lowers limits, and may take a business out of live mode. */
function isLowered({ before, after }: Change): boolean {
  if (before === null || after === null || before.status === 'pending') return false
  const changed = Object.keys(after).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  )
  return changed.every((name) => {
    if (name === 'status') return after.status === 'pending' || after.status === 'suspended'
    if (name === 'tier') return after.tier === null ? after.status === 'pending' : isLower(name)
    return name.endsWith('_minor') && !name.startsWith('fee_') && isLower(name)
  })
  function isLower(name: string): boolean {
    const [from, to] = [before?.[name], after?.[name]].map(wholeOf)
    return to !== undefined && (from === undefined || to <= from)
  }
}

/** A whole number of a row, or undefined without a limit. */
function wholeOf(value: unknown): bigint | undefined {
  return typeof value === 'number' || typeof value === 'string' ? BigInt(value) : undefined
}

/** Columns that change with the state, or with every use. */
const incidental = new Set([
  'halted_because',
  'halted_at',
  'frozen_because',
  'checked_start',
  'fence',
  'ended_at',
  'short_of',
  'short_since',
  'sign_count',
  'revoked_at',
])

function only(column: string, values: readonly string[] | undefined): (change: Change) => boolean {
  return ({ before, after }) => {
    if (before === null || after === null) return false
    const changed = Object.keys(after).filter(
      (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
    )
    return changed.every(
      (name) =>
        incidental.has(name) ||
        (name === column && (values === undefined || values.includes(String(after[name])))),
    )
  }
}

/** What a key may write by its scopes: buys, sells of tokens that must still arrive, and links. Nothing of it takes from a balance. */
const ofKeys = new Set([
  'buy',
  'claim',
  'daily_use',
  'deposit_address',
  'expected_payment',
  'name_enquiry',
  'pay_link',
  // A buy that was refused, with its reason. It can be read, and nothing settles it.
  'refused_buy',
  'request_key',
  'sell',
  'transaction',
  'transaction_event',
])

export const isOfKey: Mine = ({ table }) => ofKeys.has(table)

/** A passkey of one's own: a person may have several, and the vault counts them as one person. */
export type Mine = (change: Change) => boolean

const ofSignUp = new Set(['business', 'business_mode', 'member', 'membership', 'passkey', 'invitation'])
const isNewBusiness = ({ table, before, after }: Change): boolean =>
  table === 'business_mode' && before === null && after?.mode === 'live' && after.status === 'pending'

/** Returns the guarded changes: what needs a decision of two people. */
export function guardedOf(changes: readonly Change[], isMine: Mine = () => false): readonly Change[] {
  // Everybody may sign a new business up. It has one owner and is not live.
  const signUps = new Set(changes.filter(isNewBusiness).map(({ xid }) => xid))
  return changes.filter(
    (change) =>
      !(signUps.has(change.xid) && ofSignUp.has(change.table) && change.before === null) &&
      !free.has(change.table) &&
      stops[change.table]?.(change) !== true &&
      !isMine(change),
  )
}

/** Describes a change in a few words, without the values of a row. */
export function describeChange({ table, before, after }: Change): string {
  if (before === null) return `${table}+`
  if (after === null) return `${table}-`
  const columns = Object.keys(after).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  )
  return `${table}(${columns.join(' ')})`
}
