import { Asset } from '@stellar/stellar-sdk/base'
import type { Applied, ApplyContext, Operation } from './applied.ts'
import { showAsset } from './asset.ts'
import { newAccount } from './ledger-state.ts'
import { formatStroops, parseStroops } from './stroops.ts'

type AccountOperation = Extract<
  Operation,
  { type: 'createAccount' | 'changeTrust' | 'manageData' | 'bumpSequence' | 'accountMerge' }
>

/** Applies an operation that changes an account without moving tokens. */
export function applyAccountOperation(context: ApplyContext, operation: AccountOperation): Applied {
  switch (operation.type) {
    case 'createAccount':
      return createAccount(context, operation)
    case 'changeTrust':
      return changeTrust(context, operation)
    case 'manageData':
      return manageData(context, operation)
    case 'bumpSequence':
      return bumpSequence(context, operation)
    default:
      // Merging accounts is not simulated, because our code does not use it.
      return { code: 'op_has_sub_entries', details: { into: operation.destination }, others: [] }
  }
}

function createAccount(
  { draft, source, ledger }: ApplyContext,
  { destination, startingBalance }: Extract<Operation, { type: 'createAccount' }>,
): Applied {
  const lumens = parseStroops(startingBalance)
  const shown = {
    details: { account: destination, funder: source.account, starting_balance: formatStroops(lumens) },
    others: [destination],
  }
  const funder = draft.account(source.account)
  if (draft.account(destination) !== undefined) return { code: 'op_already_exists', ...shown }
  if (funder === undefined || funder.lumens < lumens) return { code: 'op_underfunded', ...shown }
  funder.lumens -= lumens
  funder.changedIn = ledger
  draft.accounts.set(destination, newAccount(destination, BigInt(ledger) << 32n, lumens, ledger))
  return { code: 'op_success', ...shown }
}

function changeTrust(
  { draft, source, ledger }: ApplyContext,
  { line: asset, limit: limitText }: Extract<Operation, { type: 'changeTrust' }>,
): Applied {
  if (!(asset instanceof Asset) || asset.isNative()) return { code: 'op_malformed', details: {}, others: [] }
  const limit = parseStroops(limitText)
  const issuer = asset.getIssuer() ?? ''
  const shown = {
    details: {
      ...showAsset(asset),
      trustee: issuer,
      trustor: source.account,
      limit: formatStroops(limit),
    },
    others: [],
  }
  if (issuer === source.account) return { code: 'op_self_not_allowed', ...shown }
  const issuing = draft.account(issuer)
  const account = draft.account(source.account)
  if (issuing === undefined || account === undefined) return { code: 'op_no_issuer', ...shown }
  const key = asset.toString()
  const line = account.lines.get(key)
  if (limit < (line?.balance ?? 0n) || (limit === 0n && line === undefined))
    return { code: 'op_invalid_limit', ...shown }
  if (limit === 0n) account.lines.delete(key)
  else
    account.lines.set(key, {
      balance: line?.balance ?? 0n,
      limit,
      authorized: line?.authorized ?? !issuing.authRequired,
      maintains: line?.maintains ?? false,
      clawback: line?.clawback ?? issuing.authClawback,
      changedIn: ledger,
    })
  account.changedIn = ledger
  return { code: 'op_success', ...shown }
}

function manageData(
  { draft, source, ledger }: ApplyContext,
  { name, value }: Extract<Operation, { type: 'manageData' }>,
): Applied {
  const text = value === undefined ? undefined : Buffer.from(value).toString('base64')
  const shown = { details: { name, value: text ?? '' }, others: [] }
  const account = draft.account(source.account)
  if (text === undefined && account?.data.has(name) !== true)
    return { code: 'op_data_name_not_found', ...shown }
  if (text === undefined) account?.data.delete(name)
  else account?.data.set(name, text)
  if (account !== undefined) account.changedIn = ledger
  return { code: 'op_success', ...shown }
}

function bumpSequence(
  { draft, source, ledger }: ApplyContext,
  { bumpTo }: Extract<Operation, { type: 'bumpSequence' }>,
): Applied {
  const account = draft.account(source.account)
  // The sequence never decreases: a lower number has no effect and is not an error.
  if (account !== undefined && BigInt(bumpTo) > account.sequence) {
    account.sequence = BigInt(bumpTo)
    account.changedIn = ledger
  }
  return { code: 'op_success', details: { bump_to: bumpTo }, others: [] }
}
