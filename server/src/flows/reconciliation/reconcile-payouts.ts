import { PayerUnavailable } from '../../movements/payouts/payout-rail.ts'
import { type PayoutBooks, readPayoutBooks } from '../../movements/reconciliation/account-books-store.ts'
import {
  explainDifference,
  explainGap,
  type PayoutGap,
} from '../../movements/reconciliation/explain-difference.ts'
import { findStanding, type Look } from '../../movements/reconciliation/reconciliation-store.ts'
import type { ReconcileDeps } from './reconcile-deps.ts'

// Maximum fee of a vendor for a payment. Must equal most_payout_fee() in PostgreSQL.
const MOST_FEE_MINOR = 50_000n
// For this long after a movement, its fee may still be missing from the vendor's lines.
const FEE_SETTLES_WITHIN_MS = 180_000

/** Reconciles payout accounts: compares the ledger with the vendor's own lines, and the lines with the balance that the vendor reports. */
export async function lookAtPayouts(deps: ReconcileDeps): Promise<readonly Look[]> {
  const accounts = (await readPayoutBooks(deps.pool)).filter(({ isBehind }) => !isBehind)
  const looks = await Promise.all(
    accounts.map(async (account) => [
      lookAtLines(account, deps.clock.now()),
      ...(await lookAtBalance(deps, account)),
    ]),
  )
  return looks.flat()
}

function lookAtLines({ accountId, mode, oursMinor, linesMinor, gaps }: PayoutBooks, at: Date): Look {
  const told = gaps.map((gap) => ({ gap, why: explainGap(gap, at) }))
  return {
    kind: 'payout_lines',
    scope: accountId,
    mode,
    oursMinor,
    theirsMinor: linesMinor,
    differenceMinor: told
      .filter(({ why }) => why === undefined)
      .reduce((sum, { gap }) => sum + gap.theirsMinor - gap.oursMinor, 0n),
    items: told
      .toSorted((one, other) => Number(one.why !== undefined) - Number(other.why !== undefined))
      .slice(0, 100)
      .map(({ gap, why }) => toItem(gap, why)),
  }
}

function toItem({ key, oursMinor, theirsMinor }: PayoutGap, why: string | undefined) {
  return {
    key,
    ours_minor: String(oursMinor),
    theirs_minor: String(theirsMinor),
    is: why ?? 'unexplained',
  }
}

/**
 * Compares the vendor's balance with its lines. The two are read at different times, so a current movement may be in only one of them. If
 * there was a movement in the last minutes, the difference may also include its fees.
 *
 * A payment that was ordered while the vendor answered is in the balance and not in the books that we had read. A difference therefore
 * counts only if the books of afterwards do not explain it either.
 */
async function lookAtBalance(deps: ReconcileDeps, account: PayoutBooks): Promise<Look[]> {
  const { accountId, mode } = account
  const before = await findStanding(deps.pool, 'payout_balance', accountId, mode)
  const at = deps.clock.now()
  const availableMinor = await readAvailable(deps, accountId)
  if (availableMinor === undefined) return []
  const look = compareBalance(account, availableMinor, before?.basis ?? null, at)
  if (look.differenceMinor === 0n) return [look]
  const after = (await readPayoutBooks(deps.pool)).find((one) => one.accountId === accountId)
  return [after === undefined ? look : compareBalance(after, availableMinor, before?.basis ?? null, at)]
}

function compareBalance(
  account: PayoutBooks,
  availableMinor: bigint,
  before: Readonly<Record<string, string>> | null,
  at: Date,
): Look {
  const { accountId, mode, linesMinor, lineCount, gaps } = account
  const booked = gaps.filter((gap) => gap.theirsMinor === 0n && explainGap(gap, at) !== undefined)
  const missing = booked.map(({ oursMinor }) => oursMinor)
  // The vendor shows neither these payments nor their fees yet.
  const endedUnseen = booked.filter(({ payout }) => payout?.endedAt !== undefined).length
  const moved = countMoved(before, account, endedUnseen, at)
  const unseen = account.unseen.filter((amount) => !missing.includes(-amount)).map((amount) => -amount)
  const differenceMinor = explainDifference(availableMinor - linesMinor, [...missing, ...unseen], {
    least: -MOST_FEE_MINOR * BigInt(moved.count),
    most: 0n,
  })
  return {
    kind: 'payout_balance',
    scope: accountId,
    mode,
    oursMinor: linesMinor,
    theirsMinor: availableMinor,
    differenceMinor,
    items: [{ lines: lineCount, not_shown_yet: missing.length + unseen.length, moved: moved.count }],
    basis: { lines: String(lineCount), moved: String(moved.count), moved_at: moved.at.toISOString() },
  }
}

/** Returns how many payments may have fees that are missing from the lines, and when the last of them moved. */
function countMoved(
  before: Readonly<Record<string, string>> | null,
  { lineCount, openCount }: PayoutBooks,
  endedUnseen: number,
  at: Date,
): { count: number; at: Date } {
  const isNew = before === null ? 0 : lineCount - Number(before['lines'])
  const unseen = openCount + endedUnseen
  const movedAt = new Date(before?.['moved_at'] ?? 0)
  if (unseen + isNew > 0) {
    const earlier =
      at.getTime() - movedAt.getTime() < FEE_SETTLES_WITHIN_MS ? Number(before?.['moved'] ?? 0) : 0
    return { count: Math.min(Math.max(earlier, unseen) + isNew, 100_000), at }
  }
  return at.getTime() - movedAt.getTime() < FEE_SETTLES_WITHIN_MS
    ? { count: Number(before?.['moved'] ?? 0), at: movedAt }
    : { count: 0, at: movedAt }
}

async function readAvailable(
  { payer, settings, onNotice }: ReconcileDeps,
  accountId: string,
): Promise<bigint | undefined> {
  try {
    return (await payer.balance(accountId, AbortSignal.timeout(settings.askMs))).availableMinor
  } catch (error) {
    if (!(error instanceof PayerUnavailable)) throw error
    onNotice(accountId, `the balance of the payout account cannot be read: ${error.message}`)
    return undefined
  }
}
