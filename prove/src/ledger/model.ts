import type { Mode } from '@afara/server/kernel/mode.ts'
import type { Asset } from '@afara/server/kernel/money/money.ts'
import { type AccountKey, accountKinds, posting } from '@afara/server/records/ledger/account.ts'
import type { Entry } from '@afara/server/records/ledger/ledger-store.ts'

/** A small model of the ledger: the balance of every account, and the posted entries. PostgreSQL must agree with it. */
export type Model = Readonly<{
  holdings: ReadonlyMap<string, Holding>
  entries: ReadonlyMap<string, PostedEntry>
  /** Existing transactions and their mode. */
  transactions: ReadonlyMap<string, Mode>
}>

/** The balance of one account, on its normal side. */
export type Holding = Readonly<{ mode: Mode; account: AccountKey; asset: Asset; minor: bigint }>

type PostedEntry = Entry & Readonly<{ reverses: string | undefined; reversed: boolean }>

/** Empty reasons mean accepted. `next` is the ledger afterwards. */
export type Verdict = Readonly<{ reasons: ReadonlySet<string>; next: Model }>

/** A step that no database declares. */
export const UNDECLARED = 'undeclared'

const LARGEST = 10n ** 38n - 1n

export function emptyModel(transactions: ReadonlyMap<string, Mode>): Model {
  return { holdings: new Map(), entries: new Map(), transactions }
}

export function accountName(mode: Mode, { kind, owner }: AccountKey, asset: Asset): string {
  return `${mode} ${kind}:${owner} ${asset}`
}

export function heldBy(model: Model, mode: Mode, account: AccountKey, asset: Asset): bigint {
  return model.holdings.get(accountName(mode, account, asset))?.minor ?? 0n
}

export function judgeEntry(model: Model, entry: Entry, reverses?: string): Verdict {
  const reasons = new Set<string>()
  const { mode, transactionId } = entry
  if (transactionId !== null && model.transactions.get(transactionId) !== mode) reasons.add('mode_mismatch')
  if (model.entries.has(entry.id)) reasons.add('repeated_id')
  if (entry.postings.length === 0) reasons.add('posting_malformed')
  if (entry.step === UNDECLARED) reasons.add('posting_undeclared')

  let next: Model = model
  let clearing = 0n
  for (const { debit, credit, amount } of entry.postings) {
    if (amount.minor <= 0n) reasons.add('not_positive')
    if (amount.minor > LARGEST) reasons.add('too_large')
    if (!fits(debit, amount.asset) || !fits(credit, amount.asset)) reasons.add('posting_malformed')
    if (debit.kind === credit.kind && debit.owner === credit.owner) reasons.add('posting_malformed')
    if (debit.kind === 'clearing') clearing += amount.minor
    if (credit.kind === 'clearing') clearing -= amount.minor
    for (const [account, side] of [
      [debit, 'debit'],
      [credit, 'credit'],
    ] as const) {
      const delta = accountKinds[account.kind].normal === side ? amount.minor : -amount.minor
      const minor = heldBy(next, mode, account, amount.asset) + delta
      next = withHolding(next, { mode, account, asset: amount.asset, minor })
      if (accountKinds[account.kind].floor && minor < 0n) reasons.add('insufficient_funds')
    }
  }
  if (clearing !== 0n) reasons.add('clearing_not_square')

  const posted = { ...entry, reverses, reversed: false }
  return { reasons, next: { ...next, entries: new Map(next.entries).set(entry.id, posted) } }
}

export function judgeReversal(model: Model, id: string, entryId: string, at: Date): Verdict {
  const original = model.entries.get(entryId)
  if (original === undefined || original.reverses !== undefined) {
    return { reasons: new Set(['not_reversible']), next: model }
  }
  const postings = original.postings
    .toReversed()
    .map(({ debit, credit, amount }) => posting(credit, debit, amount))
  const verdict = judgeEntry(model, { ...original, id, step: 'reversed', at, postings }, entryId)
  const reasons = original.reversed ? new Set([...verdict.reasons, 'already_reversed']) : verdict.reasons
  const entries = new Map(verdict.next.entries).set(entryId, { ...original, reversed: true })
  return { reasons, next: { ...verdict.next, entries } }
}

function fits({ kind, owner }: AccountKey, asset: Asset): boolean {
  const rule: { owned: boolean; assets: readonly Asset[] } = accountKinds[kind]
  return rule.owned === (owner !== '') && rule.assets.includes(asset)
}

function withHolding(model: Model, holding: Holding): Model {
  const name = accountName(holding.mode, holding.account, holding.asset)
  return { ...model, holdings: new Map(model.holdings).set(name, holding) }
}
