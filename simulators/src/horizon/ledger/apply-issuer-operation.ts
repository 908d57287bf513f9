import type { Applied, ApplyContext, Operation } from './applied.ts'
import { showAsset } from './asset.ts'
import { partyOf, showParty } from './party.ts'
import { formatStroops, parseStroops } from './stroops.ts'

type IssuerOperation = Extract<Operation, { type: 'clawback' | 'setTrustLineFlags' | 'setOptions' }>

/** Applies an issuer's operations on the trust lines of its asset, and on the flags that allow them. */
export function applyIssuerOperation(context: ApplyContext, operation: IssuerOperation): Applied {
  if (operation.type === 'setOptions') return setOptions(context, operation)
  return operation.type === 'clawback' ? clawBack(context, operation) : setFlags(context, operation)
}

const AUTH_FLAGS = { authRequired: 1, authRevocable: 2, authClawback: 8 } as const

/** Only the flags of an issuer are simulated. */
function setOptions(
  { draft, source, ledger }: ApplyContext,
  { setFlags: set = 0, clearFlags: clear = 0 }: Extract<Operation, { type: 'setOptions' }>,
): Applied {
  const shown = { details: {}, others: [] }
  const account = draft.account(source.account)
  if (account === undefined || (set & clear) !== 0) return { code: 'op_bad_flags', ...shown }
  const next = { ...account }
  for (const [name, flag] of Object.entries(AUTH_FLAGS) as [keyof typeof AUTH_FLAGS, number][]) {
    if ((set & flag) !== 0) next[name] = true
    if ((clear & flag) !== 0) next[name] = false
  }
  if (next.authClawback && !next.authRevocable) return { code: 'op_auth_revocable_required', ...shown }
  const { authRequired, authRevocable, authClawback } = next
  Object.assign(account, { authRequired, authRevocable, authClawback, changedIn: ledger })
  return { code: 'op_success', ...shown }
}

/** Burns tokens of a holder, also if the trust line is not authorised. */
function clawBack(
  { draft, source, ledger }: ApplyContext,
  { asset, amount, from }: Extract<Operation, { type: 'clawback' }>,
): Applied {
  const holder = partyOf(from)
  const stroops = parseStroops(amount)
  const shown = {
    details: { ...showAsset(asset), ...showParty('from', holder), amount: formatStroops(stroops) },
    others: [holder.account],
  }
  if (stroops === 0n || asset.getIssuer() !== source.account) return { code: 'op_malformed', ...shown }
  const account = draft.account(holder.account)
  const line = account?.lines.get(asset.toString())
  if (account === undefined || line === undefined) return { code: 'op_no_trust', ...shown }
  if (!line.clawback) return { code: 'op_not_clawback_enabled', ...shown }
  if (line.balance < stroops) return { code: 'op_underfunded', ...shown }
  line.balance -= stroops
  line.changedIn = ledger
  account.changedIn = ledger
  const moved = { from: holder, to: source, asset: asset.toString(), amount: stroops }
  return { code: 'op_success', ...shown, moved }
}

/** The number of each flag and Horizon's name for it, by the name that the library uses. */
const FLAGS = {
  authorized: [1, 'authorized'],
  authorizedToMaintainLiabilities: [2, 'authorized_to_maintain_liabilities'],
  clawbackEnabled: [4, 'clawback_enabled'],
} as const

function setFlags(
  { draft, source, ledger }: ApplyContext,
  { trustor, asset, flags }: Extract<Operation, { type: 'setTrustLineFlags' }>,
): Applied {
  const named = (wanted: boolean) =>
    Object.entries(FLAGS).flatMap(([name, shown]) =>
      flags[name as keyof typeof FLAGS] === wanted ? [shown] : [],
    )
  const list = (key: 'set' | 'clear', all: readonly (readonly [number, string])[]) =>
    all.length === 0
      ? {}
      : { [`${key}_flags`]: all.map(([flag]) => flag), [`${key}_flags_s`]: all.map(([, word]) => word) }
  const shown = {
    details: { ...showAsset(asset), trustor, ...list('set', named(true)), ...list('clear', named(false)) },
    others: [trustor],
  }
  // The clawback flag of a trust line can be cleared but not set.
  if (asset.getIssuer() !== source.account || flags.clawbackEnabled === true)
    return { code: 'op_malformed', ...shown }
  const account = draft.account(trustor)
  const line = account?.lines.get(asset.toString())
  if (account === undefined || line === undefined) return { code: 'op_no_trust', ...shown }
  const next = {
    authorized: flags.authorized ?? line.authorized,
    maintains: flags.authorizedToMaintainLiabilities ?? line.maintains,
    clawback: flags.clawbackEnabled ?? line.clawback,
  }
  if (next.authorized && next.maintains) return { code: 'op_invalid_state', ...shown }
  const isRevoked = (line.authorized && !next.authorized) || (line.maintains && !next.maintains)
  if (isRevoked && !next.authorized && draft.account(source.account)?.authRevocable !== true)
    return { code: 'op_cant_revoke', ...shown }
  Object.assign(line, next, { changedIn: ledger })
  account.changedIn = ledger
  return { code: 'op_success', ...shown }
}
