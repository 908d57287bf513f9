import { readTokenAccount } from '../rpc/read-accounts.ts'
import type { Account } from '../rpc/rpc-values.ts'

type Quiet = Readonly<{ state: string; since: bigint; seen: bigint; asked: bigint }>

// A deposit is swept only after it is final, which takes more slots than this. So tokens cannot arrive and be swept unseen between two
// polls that are at most this far apart.
const MAX_UNSEEN_SLOTS = 30n
// The transactions of a changed account are requested at every poll until the wanted range begins this many slots after the change, because
// a reader that could not store its result wants the same slots again. After that, they are requested only at the interval below, for as
// long as a list may lag.
const ALWAYS_ASKED_SLOTS = 10n
const LATER_ASKED_EVERY_SLOTS = 16n

type Slots = Readonly<{
  /** The first slot that the caller wants. */
  wanted: bigint
  /** The first slot that is read. It is earlier than `wanted` by at least as much as a list may lag. */
  from: bigint
}>

type Look = Readonly<{
  /** Accounts whose transactions must be requested. */
  stirred: readonly string[]
  /** Called after all of their transactions were read. */
  keep(): void
}>

export type QuietAccounts = Readonly<{
  /** Compares the accounts as of slot `at` with their earlier states. An account that is unchanged since before `from` needs no request. */
  look(accounts: ReadonlyMap<string, Account | undefined>, at: bigint, slots: Slots): Look
}>

/**
 * Remembers the balances of deposit accounts, so that a poll need not request the transactions of every account. An unchanged balance means
 * that no tokens moved: a balance only grows until a sweep takes all of it and closes the account, and a deposit is swept only after it is
 * final.
 */
export function createQuietAccounts(tokenProgram: string): QuietAccounts {
  let known: ReadonlyMap<string, Quiet> = new Map()

  const next = (address: string, account: Account | undefined, at: bigint): Quiet => {
    const before = known.get(address)
    const state = readTokenAccount(account, tokenProgram)?.units.toString() ?? 'closed'
    // An answer from an earlier slot than the last one, or from a much later slot, proves nothing, so the account then counts as changed.
    const isSame =
      before !== undefined &&
      before.state === state &&
      at >= before.seen &&
      at - before.seen <= MAX_UNSEEN_SLOTS
    return isSame
      ? { ...before, seen: at }
      : { state, since: at, seen: at, asked: at - LATER_ASKED_EVERY_SLOTS }
  }

  return {
    look: (accounts, at, { wanted, from }) => {
      const looked = [...accounts].map(([address, account]) => [address, next(address, account, at)] as const)
      const stirred = looked
        .filter(
          ([, { since, asked }]) =>
            since >= from && (wanted - since <= ALWAYS_ASKED_SLOTS || at - asked >= LATER_ASKED_EVERY_SLOTS),
        )
        .map(([address]) => address)
      return {
        stirred,
        keep: () => {
          const askedNow = new Set(stirred)
          known = new Map(
            looked.map(([address, quiet]) => [
              address,
              askedNow.has(address) ? { ...quiet, asked: at } : quiet,
            ]),
          )
        },
      }
    },
  }
}
