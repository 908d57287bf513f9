import { formatId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { type DecidedBuy, readDecidedBuy } from '../../records/cases/buy-decision-store.ts'
import type { CaseFile } from '../../records/cases/case-file.ts'
import { readClaimedBuy, selectHeldParts } from '../../records/cases/case-money-store.ts'
import { requirePossible } from '../../records/cases/possible-resolutions.ts'
import type { Resolution } from '../../records/cases/resolution.ts'
import { returnDestination } from '../../records/cases/return-destination.ts'

/** From which statuses each decision leads on. The machine has the last word, when it is carried out. */
const possibleFrom = {
  return_part: ['part_paid', 'action_required'],
  return_all: ['action_required', 'send_failed'],
  reject: ['on_hold'],
  release: ['on_hold'],
  retry_send: ['send_failed'],
  // While naira goes back, the payout of a part of it. Refunded: the bank says that it has paid, and its own ledger shows the naira as back.
  was_paid: ['sending', 'refunding', 'refund_failed', 'refunded'],
  not_paid: ['sending', 'refunding', 'refund_failed', 'refunded'],
  fix: ['action_required'],
} as const satisfies Partial<Record<Resolution['action'], readonly string[]>>

type BuyDecision = keyof typeof possibleFrom

export function isBuyDecision(action: unknown): action is BuyDecision {
  return typeof action === 'string' && Object.hasOwn(possibleFrom, action)
}

/** Fills in what follows from the buy or the withdrawal: what it holds and where that came from, or the amount and the wallet that are let go. */
export async function completeBuyDecision(
  sql: Sql,
  file: CaseFile,
  action: BuyDecision,
): Promise<Resolution> {
  requirePossible(file, action)
  const buy = file.transactionId === null ? undefined : await readDecidedBuy(sql, file.transactionId)
  if (buy === undefined)
    throw new Refusal('resolution_invalid', 'This case is about no buy and no withdrawal.')
  const from: readonly string[] = possibleFrom[action]
  if (!from.includes(buy.status)) {
    throw new Refusal(
      'resolution_invalid',
      `${formatId('transaction', buy.id)} is ${buy.status}: this is decided while a ${buy.type} is ${from.join(' or ')}.`,
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
      `A list of sanctions holds this ${buy.type}: nothing of it is given back. It is released, if it was somebody else, or it stays.`,
    )
  }
  // Its tokens go back into the balance: there is no other place that they came from.
  if (buy.type === 'withdrawal' && action !== 'return_part') return { action }
  return { action, returns: await readReturns(sql, buy) }
}

async function readReturns(sql: Sql, { id }: DecidedBuy) {
  const parts = await selectHeldParts(sql, id)
  const claimed = await readClaimedBuy(sql, id)
  if (parts.length === 0) {
    throw new Refusal('resolution_invalid', 'The buy holds nothing: look at it with "npx afara ops show".')
  }
  return parts.map(({ lineId, amountMinor, payer }) => ({
    line_id: lineId,
    amount_minor: amountMinor.toString(),
    destination: returnDestination(payer, claimed?.payer),
  }))
}
