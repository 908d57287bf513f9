import { formatId } from '../../kernel/ids/ids.ts'
import { formatMoney, money } from '../../kernel/money/money.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { CaseFile } from '../../records/cases/case-file.ts'
import { readClaimedBuy, readFund } from '../../records/cases/case-money-store.ts'
import {
  findUnexplainedLine,
  mayHaveReturned,
  readDecidedSell,
} from '../../records/cases/decision-facts-store.ts'
import { requirePossible } from '../../records/cases/possible-resolutions.ts'
import {
  type Explanation,
  explanations,
  type Resolution,
  readResolution,
  readReturn,
} from '../../records/cases/resolution.ts'
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

/** Says what a line of a vendor's own book was, so far as the record lets it be that. */
async function completeExplanation(sql: Sql, file: CaseFile, wanted: WantedResolution): Promise<Explanation> {
  requirePossible(file, 'explain')
  const { subject } = file.facts
  const line = typeof subject === 'string' ? await findUnexplainedLine(sql, subject) : undefined
  if (line === undefined || line.isAnswered) {
    throw new Refusal(
      'resolution_invalid',
      'This line is explained already: look at it with "npx afara ops show".',
    )
  }
  const as = explanations.find((known) => known === wanted.as)
  if (as === undefined) {
    throw new Refusal('resolution_invalid', `Say what it was: --explain ${explanations.join(', ')}.`)
  }
  const evidence = requireText(wanted.evidence, 'Say with --evidence what shows it, for whoever approves.')
  if (as === 'somebody') {
    const whose = requireText(wanted.whose, 'Say with --whose whose naira it is, as far as anybody knows.')
    return { action: 'explain', as, whose, evidence }
  }
  if (as !== 'return') return { action: 'explain', as, evidence }
  const payoutId = requireText(wanted.payout_id, 'Say with --payout pay_… which payment came back.')
  if (line.direction === 'debit' || !(await mayHaveReturned(sql, payoutId, line.accountId))) {
    throw new Refusal(
      'resolution_invalid',
      'No such payment of this account is out or paid, so that nothing of it can have come back with this line.',
    )
  }
  return { action: 'explain', as, payout_id: payoutId, evidence }
}
