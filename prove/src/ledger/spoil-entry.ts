import { newId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import { capital, clearing, type Posting, posting, suspense } from '@afara/server/records/ledger/account.ts'
import type { Entry } from '@afara/server/records/ledger/ledger-store.ts'
import { type Model, UNDECLARED } from './model.ts'
import type { World } from './world.ts'

type Spoiling = Readonly<{ entry: Entry; world: World; model: Model }>

const one = money('NGN', 1n)
const also = (entry: Entry, extra: Posting): Entry => ({ ...entry, postings: [...entry.postings, extra] })
const firstWith = (entry: Entry, change: (first: Posting) => Posting): Entry => ({
  ...entry,
  postings: entry.postings.map((line, index) => (index === 0 ? change(line) : line)),
})
const amounting = (entry: Entry, minor: bigint) =>
  firstWith(entry, (line) => ({ ...line, amount: money(line.amount.asset, minor) }))

/** Ways to make a step wrong. None of them may be posted. */
const faults = {
  zero: ({ entry }) => amounting(entry, 0n),
  negative: ({ entry }) => amounting(entry, -7n),
  too_large: ({ entry }) => amounting(entry, 10n ** 38n),
  no_postings: ({ entry }) => ({ ...entry, postings: [] }),
  same_account: ({ entry }) => also(entry, posting(suspense, suspense, one)),
  wrong_asset: ({ entry }) => also(entry, posting(suspense, capital, money('POL', 1n))),
  owner_missing: ({ entry }) => also(entry, posting({ kind: 'bank', owner: '' }, suspense, one)),
  owner_invented: ({ entry }) => also(entry, posting({ kind: 'capital', owner: 'mine' }, suspense, one)),
  clearing_skewed: ({ entry }) => also(entry, posting(clearing, suspense, one)),
  crossed_mode: ({ entry, world }) => ({ ...entry, transactionId: world.strangerId }),
  unknown_transaction: ({ entry }) => ({ ...entry, transactionId: newId() }),
  step_undeclared: ({ entry }) => ({ ...entry, step: UNDECLARED }),
  repeated_id: ({ entry, model }) => ({ ...entry, id: model.entries.keys().next().value ?? entry.id }),
} as const satisfies Record<string, (spoiling: Spoiling) => Entry>

export type Fault = keyof typeof faults

export const faultNames = Object.keys(faults) as Fault[]

export function spoilEntry(fault: Fault, spoiling: Spoiling): Entry {
  return faults[fault](spoiling)
}
