import type { Terms } from '../../../movements/transfers/chain.ts'

// About as many as a lane asks for in ten minutes; they are good for one.
const MOST_KNOWN = 2_000
// A blockhash is good for so many blocks.
const GOOD_FOR = 150n
// A node that lags hands out blockhashes that are nearly dead; what another said is remembered for so long. One that is wrong about the
// height is believed no longer than that either.
const NEWEST_FOR_MS = 30_000

export type BlockhashBook = Readonly<{
  /** Keeps until which height the blockhash of these is good. Returns those of the newest blockhash that is known, with the offer of these. */
  note(terms: Terms): Terms
  /** The same terms with that height, where it is known: bytes say a blockhash and not its height. */
  complete(terms: Terms): Terms
}>

export function createBlockhashBook(nowMs: () => number = () => performance.now()): BlockhashBook {
  const heights = new Map<string, string>()
  let newest: Readonly<{ blockhash: string; lastValidBlockHeight: string; atMs: number }> | undefined
  return {
    note: (terms) => {
      const { blockhash = '', lastValidBlockHeight = '' } = terms
      heights.set(blockhash, lastValidBlockHeight)
      const isNewer =
        newest === undefined ||
        newest.atMs < nowMs() - NEWEST_FOR_MS ||
        BigInt(newest.lastValidBlockHeight) <= BigInt(lastValidBlockHeight)
      if (isNewer) newest = { blockhash, lastValidBlockHeight, atMs: nowMs() }
      for (const oldest of heights.keys()) {
        if (heights.size <= MOST_KNOWN) break
        heights.delete(oldest)
      }
      if (isNewer || newest === undefined) return terms
      return { ...terms, blockhash: newest.blockhash, lastValidBlockHeight: newest.lastValidBlockHeight }
    },
    complete: (terms) => {
      const height = heights.get(terms['blockhash'] ?? '')
      return height === undefined ? terms : { ...terms, lastValidBlockHeight: height }
    },
  }
}

/** Whether the blockhash is dead at the height that the newest ones are given out at. Not where its height is not known. */
export function haveExpired({ lastValidBlockHeight: last }: Terms, suggested: Terms): boolean {
  const newest = suggested['lastValidBlockHeight']
  if (last === undefined || newest === undefined) return false
  return BigInt(last) < BigInt(newest) - GOOD_FOR
}
