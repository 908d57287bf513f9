import { readTokenAccount } from '../rpc/read-accounts.ts'
import type { Account } from '../rpc/rpc-values.ts'

type Quiet = Readonly<{ state: string; since: bigint; seen: bigint; asked: bigint }>

// What came is brought home after it is final at the earliest, and that takes longer than this.
const MAX_UNSEEN_SLOTS = 30n
// What has changed is asked about with each look until what is wanted begins so far behind it: a reader that cannot store what it read
// wants the same slots again. Later only now and then, for as long as a list may lag.
const ALWAYS_ASKED_SLOTS = 10n
const LATER_ASKED_EVERY_SLOTS = 16n

type Slots = Readonly<{
  /** The first slot that is wanted. */
  wanted: bigint
  /** The first that is read: as much before it as a list may lag. */
  from: bigint
}>

type Look = Readonly<{
  /** Accounts whose transactions are to be asked for. */
  stirred: readonly string[]
  /** They were asked for, and all of it was read. */
  keep(): void
}>

export type QuietAccounts = Readonly<{
  /** At accounts as they are after a slot. One that has had the same since before `from` need not be asked about. */
  look(accounts: ReadonlyMap<string, Account | undefined>, at: bigint, slots: Slots): Look
}>

/**
 * Remembers what deposit accounts had, so that not every look requests the transactions of each. An account that has the same as before was
 * not touched meanwhile: tokens only come to it until all of them leave at once, which closes it, and never within fewer slots than finality takes.
 */
export function createQuietAccounts(tokenProgram: string): QuietAccounts {
  let known: ReadonlyMap<string, Quiet> = new Map()

  const next = (address: string, account: Account | undefined, at: bigint): Quiet => {
    const before = known.get(address)
    const state = readTokenAccount(account, tokenProgram)?.units.toString() ?? 'closed'
    // A node that is behind the one that was asked before says nothing new.
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
