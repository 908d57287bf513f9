import type { Applied, ApplyContext, Operation } from './applied.ts'
import { showAsset } from './asset.ts'
import { giveAsset, refusalToTake, takeAsset } from './move-asset.ts'
import { partyOf, showParty } from './party.ts'
import { formatStroops, parseStroops } from './stroops.ts'

export function applyPayment(
  { draft, source, ledger }: ApplyContext,
  { destination, asset, amount }: Extract<Operation, { type: 'payment' }>,
): Applied {
  const to = partyOf(destination)
  const stroops = parseStroops(amount)
  const shown = {
    details: {
      ...showAsset(asset),
      ...showParty('from', source),
      ...showParty('to', to),
      amount: formatStroops(stroops),
    },
    others: [to.account],
  }
  if (stroops === 0n) return { code: 'op_malformed', ...shown }
  const moved = { from: source, to, asset: asset.toString(), amount: stroops }
  // A payment to the same account moves nothing and needs no checks.
  if (to.account === source.account) return { code: 'op_success', ...shown, moved }
  const refusal =
    refusalToTake(draft, to.account, asset, stroops) ??
    takeAsset(draft, source.account, asset, stroops, ledger)
  if (refusal !== undefined) return { code: refusal, ...shown }
  giveAsset(draft, to.account, asset, stroops, ledger)
  return { code: 'op_success', ...shown, moved }
}
