import { type FeedPage, feedPage } from '../feed-page.ts'
import type { PayoutAccount } from '../ledger/account.ts'
import type { Line } from '../ledger/line.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import type { Payout } from './payout.ts'

/** Returns a page of the vendor's ledger of an account as it shows now, newest first, starting at page 0. */
export function ledgerPage(
  { clock, ledger }: SimulatedBank,
  account: PayoutAccount,
  page: number,
  size: number,
): FeedPage {
  const now = clock.now()
  const lines = ledger.linesOf(account.number)
  const isLate = (line: Line) => line.feedFrom > now
  const shown = lines.some(isLate) ? lines.filter((line) => !isLate(line)) : lines
  return feedPage(shown, page, size, false)
}

/** Returns a page of the payouts of an account, newest first, starting at page 0. */
export function payoutPage(
  { clock, payouts }: SimulatedBank,
  account: PayoutAccount,
  page: number,
  size: number,
  isWanted: (payout: Payout) => boolean = () => true,
): FeedPage<Payout> {
  const now = clock.now()
  const all = payouts.idsOf(account.number).flatMap((id) => payouts.get(id) ?? [])
  const known = all.filter((payout) => payout.requeryFrom <= now && isWanted(payout))
  return feedPage(known, page, size, false)
}
