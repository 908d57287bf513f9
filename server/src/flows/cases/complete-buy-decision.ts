import { formatId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { nigerianBanks } from '../../records/banks/bank-directory.ts'
import type { CaseFile } from '../../records/cases/case-file.ts'
import { readClaimedBuy, selectHeldParts } from '../../records/cases/case-money-store.ts'
import {
  type DecidedBuy,
  type RefundPart,
  readDecidedBuy,
  selectRefundParts,
} from '../../records/cases/decision-facts-store.ts'
import { requirePossible } from '../../records/cases/possible-resolutions.ts'
import type { Redirect, Resolution } from '../../records/cases/resolution.ts'
import { returnDestination } from '../../records/cases/return-destination.ts'
import { requireText, type WantedResolution } from './wanted-resolution.ts'

/** Statuses in which each decision is allowed. The state machine checks again when the decision is carried out. */
const possibleFrom = {
  return_part: ['part_paid', 'action_required'],
  return_all: ['action_required', 'send_failed'],
  reject: ['on_hold'],
  // A list may also hold naira that would go back without a decision.
  release: ['on_hold', 'part_paid', 'action_required', 'refunding'],
  retry_send: ['send_failed'],
  // `refunding` is here because the payout of one part may be in doubt. `refunded` is here because a bank may say that it paid while its
  // own ledger shows the naira as returned.
  was_paid: ['sending', 'refunding', 'refund_failed', 'refunded'],
  not_paid: ['sending', 'refunding', 'refund_failed', 'refunded'],
  fix: ['action_required'],
} as const satisfies Partial<Record<Resolution['action'], readonly string[]>>

type BuyDecision = keyof typeof possibleFrom

export function isBuyDecision(action: unknown): action is BuyDecision {
  return typeof action === 'string' && Object.hasOwn(possibleFrom, action)
}

/** Fills in the fields that follow from the buy or withdrawal: the held amounts and their payers, or the released amount and wallet. */
export async function completeBuyDecision(
  sql: Sql,
  file: CaseFile,
  action: BuyDecision,
): Promise<Resolution> {
  requirePossible(file, action)
  const buy = file.transactionId === null ? undefined : await readDecidedBuy(sql, file.transactionId)
  if (buy === undefined)
    throw new Refusal('resolution_invalid', 'This case is not about a buy or a withdrawal.')
  const from: readonly string[] = possibleFrom[action]
  if (!from.includes(buy.status)) {
    throw new Refusal(
      'resolution_invalid',
      `${formatId('transaction', buy.id)} is ${buy.status}. This decision is allowed only while a ${buy.type} is ${from.join(' or ')}.`,
    )
  }
  if (action === 'fix' || action === 'retry_send' || action === 'was_paid' || action === 'not_paid')
    return { action }
  if (action === 'release') {
    const { heldMinor, network, address } = buy
    return { action, amount_minor: heldMinor.toString(), network, address }
  }
  if (buy.isHeldBySanctions) {
    throw new Refusal(
      'resolution_invalid',
      `This ${buy.type} matches a sanctions list, so its money cannot be refunded. Release it if this is a false match. Otherwise freeze and report it.`,
    )
  }
  // The tokens of a withdrawal are returned to the balance that they came from.
  if (buy.type === 'withdrawal' && action !== 'return_part') return { action }
  return { action, returns: await readReturns(sql, buy) }
}

async function readReturns(sql: Sql, { id }: DecidedBuy) {
  const parts = await selectHeldParts(sql, id)
  const claimed = await readClaimedBuy(sql, id)
  if (parts.length === 0) {
    throw new Refusal('resolution_invalid', 'The buy holds no money. Check it with "npx afara ops show".')
  }
  return parts.map(({ lineId, amountMinor, payer }) => ({
    line_id: lineId,
    amount_minor: amountMinor.toString(),
    destination: returnDestination(payer, claimed?.payer),
  }))
}

const stuck: ReadonlySet<RefundPart['state']> = new Set(['unknown', 'used_up', 'due', 'by_hand'])

/** Fills in which refund of a buy is redirected, with its credit and the new account. */
export async function completeRedirect(
  sql: Sql,
  file: CaseFile,
  wanted: WantedResolution,
): Promise<Redirect> {
  requirePossible(file, 'redirect')
  const parts = file.transactionId === null ? [] : await selectRefundParts(sql, file.transactionId)
  const part = requirePart(
    parts.filter(({ state }) => stuck.has(state)),
    wanted.line_id,
  )
  return {
    action: 'redirect',
    return_id: part.returnId,
    line_id: part.lineId,
    amount_minor: part.amountMinor.toString(),
    bank_code: requireBank(wanted.bank),
    account_number: requireNumber(wanted.account_number),
    account_name: requireText(
      wanted.account_name,
      "Pass --name with the account holder's name, as the bank has it.",
    ),
    evidence: requireText(
      wanted.evidence,
      'Pass --evidence with the proof that the account belongs to the payer.',
    ),
  }
}

function requirePart(waiting: readonly RefundPart[], lineId: unknown): RefundPart {
  const [part, ...others] = lineId === undefined ? waiting : waiting.filter((one) => one.lineId === lineId)
  if (part === undefined) {
    throw new Refusal(
      'resolution_invalid',
      'No refund of this buy, or of the credit that you named, is waiting for another account.',
    )
  }
  if (others.length > 0) {
    const credits = waiting.map((one) => formatId('credit', one.lineId)).join(', ')
    throw new Refusal(
      'resolution_invalid',
      `Several refunds of this buy are waiting. Pass --credit with one of ${credits}.`,
    )
  }
  return part
}

function requireBank(text: unknown): string {
  const bank =
    typeof text === 'string' ? (nigerianBanks.byKey(text) ?? nigerianBanks.bySlug(text)) : undefined
  if (bank !== undefined) return bank.key
  throw new Refusal('resolution_invalid', 'Pass --bank with the NIP code or slug of the bank.')
}

function requireNumber(text: unknown): string {
  if (typeof text === 'string' && /^[0-9]{10}$/.test(text)) return text
  throw new Refusal('resolution_invalid', 'Pass --redirect with the ten digits of the account number.')
}
