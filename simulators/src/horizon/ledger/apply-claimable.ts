import type { Applied, ApplyContext, Operation } from './applied.ts'
import { readAsset } from './asset.ts'
import { giveAsset, refusalToTake, takeAsset } from './move-asset.ts'
import { formatStroops, parseStroops } from './stroops.ts'

/** Applies operations on claimable balances. Predicates are not evaluated: each named claimant may claim at once. */
export function applyClaimable(
  context: ApplyContext,
  operation: Extract<Operation, { type: 'createClaimableBalance' | 'claimClaimableBalance' }>,
): Applied {
  return operation.type === 'createClaimableBalance' ? create(context, operation) : claim(context, operation)
}

const AS_SENDER: Readonly<Record<string, string>> = {
  op_src_no_trust: 'op_no_trust',
  op_src_not_authorized: 'op_not_authorized',
}

function create(
  { draft, transaction, index, source, ledger }: ApplyContext,
  { asset, amount, claimants }: Extract<Operation, { type: 'createClaimableBalance' }>,
): Applied {
  const stroops = parseStroops(amount)
  const id = transaction.getClaimableBalanceId(index)
  const shown = {
    details: {
      asset: asset.toString(),
      amount: formatStroops(stroops),
      sponsor: source.account,
      claimants: claimants.map(({ destination }) => ({ destination, predicate: { unconditional: true } })),
    },
    others: claimants.map(({ destination }) => destination),
  }
  const refusal = takeAsset(draft, source.account, asset, stroops, ledger)
  if (refusal !== undefined) return { code: AS_SENDER[refusal] ?? refusal, ...shown }
  draft.claimables.set(id, {
    id,
    asset: asset.toString(),
    amount: stroops,
    sponsor: source.account,
    claimants: shown.others,
    createdIn: ledger,
  })
  // Four bytes for the kind precede the hash.
  const payload = { balanceId: { type: 0, v0: Buffer.from(id.slice(8), 'hex') } }
  return { code: 'op_success', payload, ...shown }
}

function claim(
  { draft, source, ledger }: ApplyContext,
  { balanceId }: Extract<Operation, { type: 'claimClaimableBalance' }>,
): Applied {
  const shown = { details: { balance_id: balanceId, claimant: source.account }, others: [] }
  const balance = draft.claimables.get(balanceId)
  if (balance === undefined) return { code: 'op_does_not_exist', ...shown }
  if (!balance.claimants.includes(source.account)) return { code: 'op_cannot_claim', ...shown }
  const asset = readAsset(balance.asset)
  const refusal = refusalToTake(draft, source.account, asset, balance.amount)
  if (refusal !== undefined) return { code: refusal, ...shown }
  draft.claimables.delete(balanceId)
  giveAsset(draft, source.account, asset, balance.amount, ledger)
  return { code: 'op_success', ...shown }
}
