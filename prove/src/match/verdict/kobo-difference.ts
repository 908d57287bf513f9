import { amountsOf } from '../drive/compose-line.ts'
import type { Stage } from '../drive/stage.ts'
import type { Record } from './read-record.ts'

/**
 * Counts the kobo by which the database differs from the truth. For each payment, compares the paid amount with its allocations and
 * remainder. For each account, compares its lines with the ledger. For each buy, compares its amount with its allocations.
 */
export function koboDifference(stage: Stage, record: Record): bigint {
  const given = new Map<string, bigint>()
  const held = new Map<string, bigint>()
  for (const { lineId, buyId, amountMinor, isEnded } of record.allocations) {
    if (isEnded) continue
    given.set(lineId, (given.get(lineId) ?? 0n) + amountMinor)
    held.set(buyId, (held.get(buyId) ?? 0n) + amountMinor)
  }
  let difference = 0n
  const inBank = new Map<string, bigint>()
  for (const credit of stage.world.credits) {
    const line = stage.linesOfCredits.get(credit.index) ?? ''
    const { grossMinor, settledMinor } = amountsOf(stage, credit)
    const isGone = stage.takenBack.has(credit.index)
    const accountId = stage.accountIds[credit.account] ?? ''
    inBank.set(accountId, (inBank.get(accountId) ?? 0n) + (isGone ? 0n : settledMinor))
    // What the bank takes back while we return it to the payer stays with its buy, and people decide about it.
    const isReturned = isGone && isBeingReturned(record, line)
    const isForBuys = credit.kind === 'payment' && (!isGone || isReturned)
    difference += apart(isForBuys ? grossMinor : 0n, (given.get(line) ?? 0n) + (record.left.get(line) ?? 0n))
  }
  for (const [accountId, sum] of inBank) difference += apart(sum, record.inBank.get(accountId) ?? 0n)
  for (const [buyId, { status, amountMinor }] of record.buys) {
    const has = held.get(buyId) ?? 0n
    if (status === 'payment_received') difference += apart(amountMinor, has)
    if (status === 'pending_payment' || status === 'expired') difference += apart(0n, has)
  }
  return difference
}

function isBeingReturned({ allocations, buys, cases }: Record, line: string): boolean {
  const standing = allocations.filter(({ lineId, isEnded }) => lineId === line && !isEnded)
  const isRefunding =
    standing.length > 0 && standing.every(({ buyId }) => buys.get(buyId)?.status === 'refunding')
  return isRefunding && (cases.get(line)?.includes('recall') ?? false)
}

function apart(a: bigint, b: bigint): bigint {
  return a > b ? a - b : b - a
}
