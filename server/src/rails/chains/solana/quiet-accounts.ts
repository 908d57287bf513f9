import type { Account } from './rpc-values.ts'
import { readTokenAccount } from './token-account.ts'

type Quiet = Readonly<{ state: string; since: bigint; seen: bigint }>

// What came is brought home after it is final at the earliest, and that takes longer than this.
const LONGEST_GAP = 30n

export type QuietAccounts = Readonly<{
  /** Of accounts as they are after a slot, those that may have changed since `from`. Others need not be asked about. */
  stirred(seen: ReadonlyMap<string, Account | undefined>, at: bigint, from: bigint): readonly string[]
}>

/**
 * Remembers what deposit accounts had, so that not each is asked for its transactions with each look. An account that has the same as before was
 * not touched meanwhile: tokens only come to it until all of them leave at once, which closes it, and never within fewer slots than finality takes.
 */
export function createQuietAccounts(tokenProgram: string): QuietAccounts {
  let known: ReadonlyMap<string, Quiet> = new Map()
  return {
    stirred: (accounts, at, from) => {
      const next = new Map<string, Quiet>()
      for (const [address, account] of accounts) {
        const before = known.get(address)
        const state = readTokenAccount(account, tokenProgram)?.units.toString() ?? 'closed'
        // A node that is behind another, and was asked after it, says nothing new.
        const isSame =
          before !== undefined &&
          before.state === state &&
          at >= before.seen &&
          at - before.seen <= LONGEST_GAP
        next.set(address, { state, since: isSame ? before.since : at, seen: at })
      }
      known = next
      return [...next].filter(([, { since }]) => since >= from).map(([address]) => address)
    },
  }
}
