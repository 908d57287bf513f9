import { formatId } from '../../kernel/ids/ids.ts'
import { formatMoney, money } from '../../kernel/money/money.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { CaseFile } from '../../records/cases/case-file.ts'
import { readClaimedBuy, readFund } from '../../records/cases/case-money-store.ts'
import { requirePossible } from '../../records/cases/possible-resolutions.ts'
import { type Resolution, readResolution, readReturn } from '../../records/cases/resolution.ts'
import { returnDestination } from '../../records/cases/return-destination.ts'
import { readDecidedSell } from '../../records/cases/sell-decision-store.ts'
import { completeBuyDecision, isBuyDecision } from './complete-buy-decision.ts'
import { completeExplanation } from './complete-explanation.ts'
import { completeRedirect } from './complete-redirect.ts'
import { completeSellDecision, isSellDecision } from './complete-sell-decision.ts'
import { completeTokenReturn, isTokenReturn } from './complete-token-return.ts'
import type { WantedResolution } from './wanted-resolution.ts'

/**
 * Fills in what follows from the money (all that is left, the account it came from) and refuses what cannot be done, so
 * that the proposer learns it now and whoever approves sees the whole.
 */
export async function completeResolution(
  sql: Sql,
  file: CaseFile,
  wanted: WantedResolution,
): Promise<Resolution> {
  if (wanted.action === 'allocate') return completeAllocation(sql, file, wanted)
  if (wanted.action === 'return') return completeReturn(sql, file, wanted)
  const sell = file.transactionId === null ? undefined : await readDecidedSell(sql, file.transactionId)
  if (sell !== undefined && isSellDecision(wanted.action))
    return completeSellDecision(file, sell, wanted.action)
  if (sell !== undefined && isTokenReturn(wanted.action)) return completeTokenReturn(sql, file, sell, wanted)
  if (wanted.action === 'explain') return completeExplanation(sql, file, wanted)
  if (wanted.action === 'redirect') return completeRedirect(sql, file, wanted)
  if (isBuyDecision(wanted.action)) return completeBuyDecision(sql, file, wanted.action)
  if (wanted.action === 'resume_lane') return completeResume(file, wanted)
  const resolution = readResolution(wanted)
  requirePossible(file, resolution.action)
  return resolution
}

async function completeAllocation(sql: Sql, file: CaseFile, wanted: WantedResolution): Promise<Resolution> {
  requirePossible(file, 'allocate')
  const fund = await requireFund(sql, file)
  const transactionId = typeof wanted.transaction_id === 'string' ? wanted.transaction_id : file.transactionId
  const buy = transactionId === null ? undefined : await readClaimedBuy(sql, transactionId)
  if (transactionId === null || buy === undefined) {
    throw new Refusal('transaction_unknown', 'There is no such buy: name it with --allocate txn_….')
  }
  const shown = formatId('transaction', transactionId)
  if (buy.mode !== file.mode || buy.vendorAccountId !== file.vendorAccountId) {
    throw new Refusal(
      'resolution_invalid',
      `${shown} says that it was paid to another account of ours: a credit funds only buys of its own account.`,
    )
  }
  if (buy.leftMinor === null) {
    throw new Refusal(
      'resolution_invalid',
      `${shown} is ${buy.status} and looks for no money any more: choose another buy, --return or --keep.`,
    )
  }
  const amount = wanted.amount_minor ?? smaller(fund.leftMinor, buy.leftMinor).toString()
  const resolution = readResolution({
    action: 'allocate',
    transaction_id: transactionId,
    amount_minor: amount,
  })
  requireAmount(resolution, smaller(fund.leftMinor, buy.leftMinor), 'is left of both the credit and the buy')
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

/** Which lane it is follows from the case, where the case is about one. */
function completeResume(file: CaseFile, wanted: WantedResolution): Resolution {
  requirePossible(file, 'resume_lane')
  return readResolution({ action: 'resume_lane', lane_id: wanted.lane_id ?? file.facts.subject })
}

async function requireFund(sql: Sql, file: CaseFile) {
  const fund = file.lineId === null ? undefined : await readFund(sql, file.lineId)
  if (fund !== undefined) return fund
  throw new Refusal(
    'resolution_invalid',
    'Nothing is left of this credit: look at it with "npx afara ops show".',
  )
}

function requireAmount(resolution: Resolution, mostMinor: bigint, why: string): void {
  const minor = 'amount_minor' in resolution ? BigInt(resolution.amount_minor) : 0n
  if (minor > 0n && minor <= mostMinor) return
  const most = formatMoney(money('NGN', mostMinor))
  throw new Refusal(
    'insufficient_funds',
    `The amount must be more than zero and at most ₦${most}, which ${why}.`,
  )
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
