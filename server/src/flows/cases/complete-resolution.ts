import { formatId } from '../../kernel/ids/ids.ts'
import { money, printMoney } from '../../kernel/money/money.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { CaseFile } from '../../records/cases/case-file.ts'
import { readClaimedBuy, readFund } from '../../records/cases/case-money-store.ts'
import {
  findUnexplainedLine,
  mayBePayout,
  mayHaveReturned,
  readDecidedBuy,
  readDecidedSell,
  readTakenMinor,
} from '../../records/cases/decision-facts-store.ts'
import { requirePossible } from '../../records/cases/possible-resolutions.ts'
import { readResolution, readReturn } from '../../records/cases/read-resolution.ts'
import { type Explanation, explanations, type Resolution } from '../../records/cases/resolution.ts'
import { returnDestination } from '../../records/cases/return-destination.ts'
import { completeBuyDecision, completeRedirect, isBuyDecision } from './complete-buy-decision.ts'
import {
  completeSellDecision,
  completeTokenReturn,
  isSellDecision,
  isTokenReturn,
} from './complete-sell-decision.ts'
import { requireText, type WantedResolution } from './wanted-resolution.ts'

/**
 * Fills in the fields that follow from the money, such as the remaining amount and the payer's account, so that the approver sees the
 * complete decision. Refuses an impossible decision now, before anyone approves it.
 */
export async function completeResolution(
  sql: Sql,
  file: CaseFile,
  wanted: WantedResolution,
): Promise<Resolution> {
  if (wanted.action === 'allocate') return completeAllocation(sql, file, wanted)
  if (wanted.action === 'return') return completeReturn(sql, file, wanted)
  if (wanted.action === 'freeze_and_report') return completeFreeze(sql, file, wanted)
  const sell = file.transactionId === null ? undefined : await readDecidedSell(sql, file.transactionId)
  if (sell !== undefined && isSellDecision(wanted.action))
    return completeSellDecision(file, sell, wanted.action)
  if (sell !== undefined && isTokenReturn(wanted.action)) return completeTokenReturn(sql, file, sell, wanted)
  if (wanted.action === 'our_loss' || wanted.action === 'customer_loss') {
    requirePossible(file, wanted.action)
    return { action: wanted.action, amount_minor: (await readTakenMinor(sql, file.id)).toString() }
  }
  if (wanted.action === 'explain') return completeExplanation(sql, file, wanted)
  if (wanted.action === 'redirect') return completeRedirect(sql, file, wanted)
  if (isBuyDecision(wanted.action)) return completeBuyDecision(sql, file, wanted.action)
  if (wanted.action === 'resume_lane') return completeResume(file, wanted)
  const resolution = readResolution(wanted)
  requirePossible(file, resolution.action)
  return resolution
}

const statusesAListHolds: ReadonlySet<string> = new Set([
  'on_hold',
  'part_paid',
  'action_required',
  'refunding',
])

/** Fills in the amount that the transaction under review holds, as the operators see it. */
async function completeFreeze(sql: Sql, file: CaseFile, { evidence }: WantedResolution): Promise<Resolution> {
  requirePossible(file, 'freeze_and_report')
  const id = file.transactionId ?? ''
  const sell = await readDecidedSell(sql, id)
  const held = sell ?? (await readDecidedBuy(sql, id))
  if (held === undefined || !statusesAListHolds.has(held.status)) {
    throw new Refusal(
      'resolution_invalid',
      'Only a transaction on hold can be frozen and reported. Check it with "npx afara ops show".',
    )
  }
  return {
    action: 'freeze_and_report',
    asset: sell === undefined && 'type' in held && held.type !== 'withdrawal' ? 'NGN' : 'NGNC',
    amount_minor: held.heldMinor.toString(),
    evidence: requireText(
      evidence,
      'Report the match to NIGSAC first, then name the report: --freeze-and-report --evidence "…".',
    ),
  }
}

async function completeAllocation(sql: Sql, file: CaseFile, wanted: WantedResolution): Promise<Resolution> {
  requirePossible(file, 'allocate')
  const fund = await requireFund(sql, file)
  const transactionId = typeof wanted.transaction_id === 'string' ? wanted.transaction_id : file.transactionId
  const buy = transactionId === null ? undefined : await readClaimedBuy(sql, transactionId)
  if (transactionId === null || buy === undefined) {
    throw new Refusal('transaction_unknown', 'No buy has this id. Name the buy with --allocate txn_….')
  }
  const shown = formatId('transaction', transactionId)
  if (buy.mode !== file.mode || buy.vendorAccountId !== file.vendorAccountId) {
    throw new Refusal(
      'resolution_invalid',
      `${shown} must be paid into another account. A credit can fund only buys that name the account it was paid into.`,
    )
  }
  if (buy.leftMinor === null) {
    throw new Refusal(
      'resolution_invalid',
      `${shown} is ${buy.status} and accepts no more money. Choose another buy, --return or --keep.`,
    )
  }
  const amount = wanted.amount_minor ?? smaller(fund.leftMinor, buy.leftMinor).toString()
  const resolution = readResolution({
    action: 'allocate',
    transaction_id: transactionId,
    amount_minor: amount,
  })
  requireAmount(
    resolution,
    smaller(fund.leftMinor, buy.leftMinor),
    'is the smaller of what is left of the credit and what the buy needs',
  )
  return resolution
}

async function completeReturn(sql: Sql, file: CaseFile, wanted: WantedResolution): Promise<Resolution> {
  requirePossible(file, 'return')
  const fund = await requireFund(sql, file)
  const claimed = file.transactionId === null ? undefined : await readClaimedBuy(sql, file.transactionId)
  const resolution = readReturn(wanted.amount_minor ?? fund.leftMinor.toString())
  requireAmount(resolution, fund.leftMinor, 'is left of the credit')
  return { ...resolution, destination: returnDestination(fund.payer, claimed?.payer) }
}

/** Fills in the lane. If the operator named none, it is the lane that the case is about. */
function completeResume(file: CaseFile, wanted: WantedResolution): Resolution {
  requirePossible(file, 'resume_lane')
  return readResolution({ action: 'resume_lane', lane_id: wanted.lane_id ?? file.facts.subject })
}

async function requireFund(sql: Sql, file: CaseFile) {
  const fund = file.lineId === null ? undefined : await readFund(sql, file.lineId)
  if (fund !== undefined) return fund
  throw new Refusal(
    'resolution_invalid',
    'This case has no credit with money left to decide about. Check it with "npx afara ops show".',
  )
}

function requireAmount(resolution: Resolution, mostMinor: bigint, why: string): void {
  const minor = 'amount_minor' in resolution ? BigInt(resolution.amount_minor) : 0n
  if (minor > 0n && minor <= mostMinor) return
  const most = printMoney(money('NGN', mostMinor))
  throw new Refusal('insufficient_funds', `The amount must be above zero and at most ${most}, which ${why}.`)
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

/** Checks and completes an explanation of a line in a vendor's ledger. */
async function completeExplanation(sql: Sql, file: CaseFile, wanted: WantedResolution): Promise<Explanation> {
  requirePossible(file, 'explain')
  const { subject } = file.facts
  const line = typeof subject === 'string' ? await findUnexplainedLine(sql, subject) : undefined
  if (line === undefined || line.isAnswered) {
    throw new Refusal(
      'resolution_invalid',
      'This line of the vendor’s ledger is already explained. Check it with "npx afara ops show".',
    )
  }
  const as = explanations.find((known) => known === wanted.as)
  if (as === undefined) {
    throw new Refusal('resolution_invalid', `Pass --explain with one of ${explanations.join(', ')}.`)
  }
  const evidence = requireText(wanted.evidence, 'Pass --evidence with the proof. The approver checks it.')
  if (as === 'somebody') {
    const whose = requireText(wanted.whose, 'Pass --whose with the owner of the naira, as far as known.')
    return { action: 'explain', as, whose, evidence }
  }
  if (as !== 'return' && as !== 'payout') return { action: 'explain', as, evidence }
  const payoutId = requireText(wanted.payout_id, 'Pass --payout with the id of the payment (pay_…).')
  const isPossible =
    as === 'return'
      ? line.direction === 'credit' && (await mayHaveReturned(sql, payoutId, line.accountId))
      : await mayBePayout(sql, line.id, payoutId)
  if (!isPossible) {
    throw new Refusal(
      'resolution_invalid',
      as === 'return'
        ? 'This line cannot be the return of that payment: the line is a debit, or the payment is from another account, not sent yet, or already returned.'
        : 'This line cannot be that payment: the account, amount or time differs, the line is a credit or belongs to another payment, or the payment is not sent yet or was returned.',
    )
  }
  return { action: 'explain', as, payout_id: payoutId, evidence }
}
