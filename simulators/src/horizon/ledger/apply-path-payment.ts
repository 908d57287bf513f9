import { type Asset, Keypair } from '@stellar/stellar-sdk/base'
import type { Applied, ApplyContext, Operation } from './applied.ts'
import { showAsset } from './asset.ts'
import { giveAsset, refusalToTake, takeAsset } from './move-asset.ts'
import { type Party, partyOf, showParty } from './party.ts'
import { formatStroops, parseStroops } from './stroops.ts'

type PathPayment = Extract<Operation, { type: 'pathPaymentStrictSend' | 'pathPaymentStrictReceive' }>

/** Uses one market with unlimited depth and a configured price. The path itself is ignored. */
export function applyPathPayment({ draft, source, ledger }: ApplyContext, operation: PathPayment): Applied {
  const { sendAsset, destAsset } = operation
  const to = partyOf(operation.destination)
  const price = sendAsset.equals(destAsset)
    ? { n: 1n, d: 1n }
    : draft.prices.get(`${sendAsset.toString()}>${destAsset.toString()}`)
  const { sent, arrived } = amountsOf(operation, price)
  const shown = { details: showPath(operation, source, to, sent, arrived), others: [to.account] }
  const refused = (code: string): Applied => ({ code, ...shown })
  if (price === undefined) return refused('op_too_few_offers')
  if (operation.type === 'pathPaymentStrictSend' && arrived < parseStroops(operation.destMin))
    return refused('op_under_dest_min')
  if (operation.type === 'pathPaymentStrictReceive' && sent > parseStroops(operation.sendMax))
    return refused('op_over_source_max')
  const refusal =
    refusalToTake(draft, to.account, destAsset, arrived) ??
    takeAsset(draft, source.account, sendAsset, sent, ledger)
  if (refusal !== undefined) return refused(refusal)
  giveAsset(draft, to.account, destAsset, arrived, ledger)
  return {
    code: 'op_success',
    payload: { success: { offers: [], last: lastOf(to, destAsset, arrived) } },
    ...shown,
    moved: { from: source, to, asset: destAsset.toString(), amount: arrived },
  }
}

type Price = Readonly<{ n: bigint; d: bigint }>

/** Rounds against the sender. */
function amountsOf(operation: PathPayment, price: Price = { n: 1n, d: 1n }) {
  if (operation.type === 'pathPaymentStrictSend') {
    const sent = parseStroops(operation.sendAmount)
    return { sent, arrived: (sent * price.n) / price.d }
  }
  const arrived = parseStroops(operation.destAmount)
  return { arrived, sent: (arrived * price.d + price.n - 1n) / price.n }
}

function showPath(operation: PathPayment, from: Party, to: Party, sent: bigint, arrived: bigint): object {
  return {
    ...showAsset(operation.destAsset),
    ...showParty('from', from),
    ...showParty('to', to),
    amount: formatStroops(arrived),
    path: operation.path.map((asset) => showAsset(asset)),
    source_amount: formatStroops(sent),
    ...showAsset(operation.sendAsset, 'source_'),
    ...(operation.type === 'pathPaymentStrictSend'
      ? { destination_min: operation.destMin }
      : { source_max: operation.sendMax }),
  }
}

function lastOf(to: Party, asset: Asset, amount: bigint): object {
  const destination = Keypair.fromPublicKey(to.account).xdrAccountId().toXdrObject()
  return { destination, asset: asset.toXdrObject().toXdrObject(), amount }
}
