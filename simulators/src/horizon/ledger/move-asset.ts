import type { Asset } from '@stellar/stellar-sdk/base'
import { issuerOf } from './asset.ts'
import type { Draft } from './ledger-state.ts'
import { MOST_STROOPS } from './stroops.ts'

/** Takes an amount from an account, or returns why not. An issuer has an unlimited amount of its own asset. */
export function takeAsset(
  draft: Draft,
  from: string,
  asset: Asset,
  amount: bigint,
  ledger: number,
): string | undefined {
  const account = draft.account(from)
  if (account === undefined) return 'op_no_source_account'
  if (issuerOf(asset) === from) return undefined
  if (asset.isNative()) {
    if (account.lumens < amount) return 'op_underfunded'
    account.lumens -= amount
  } else {
    const line = account.lines.get(asset.toString())
    if (line === undefined) return 'op_src_no_trust'
    if (!line.authorized) return 'op_src_not_authorized'
    if (line.balance < amount) return 'op_underfunded'
    line.balance -= amount
    line.changedIn = ledger
  }
  account.changedIn = ledger
  return undefined
}

/** Returns why an account cannot receive an amount; undefined if it can. */
export function refusalToTake(draft: Draft, to: string, asset: Asset, amount: bigint): string | undefined {
  const account = draft.account(to)
  if (account === undefined) return 'op_no_destination'
  if (asset.isNative()) return account.lumens + amount > MOST_STROOPS ? 'op_line_full' : undefined
  // Tokens that return to their issuer are destroyed.
  if (issuerOf(asset) === to) return undefined
  const line = account.lines.get(asset.toString())
  if (line === undefined) return 'op_no_trust'
  if (!line.authorized) return 'op_not_authorized'
  return line.balance + amount > line.limit ? 'op_line_full' : undefined
}

/** Gives an amount to an account that can receive it. */
export function giveAsset(draft: Draft, to: string, asset: Asset, amount: bigint, ledger: number): void {
  const account = draft.account(to)
  if (account === undefined || issuerOf(asset) === to) return
  account.changedIn = ledger
  if (asset.isNative()) {
    account.lumens += amount
    return
  }
  const line = account.lines.get(asset.toString())
  if (line === undefined) return
  line.balance += amount
  line.changedIn = ledger
}
