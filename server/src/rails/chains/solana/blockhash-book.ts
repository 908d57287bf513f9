import type { Terms } from '../../../movements/transfers/chain.ts'

// About as many as a lane asks for in ten minutes; they are good for one.
const MOST_KNOWN = 2_000
// A blockhash is good for so many blocks.
const GOOD_FOR = 150n

export type BlockhashBook = Readonly<{
  /** Keeps until which height the blockhash of these is good. */
  note(terms: Terms): Terms
  /** The same terms with that height, where it is known: bytes say a blockhash and not its height. */
  complete(terms: Terms): Terms
}>

export function createBlockhashBook(): BlockhashBook {
  const heights = new Map<string, string>()
  return {
    note: (terms) => {
      const { blockhash = '', lastValidBlockHeight = '' } = terms
      heights.set(blockhash, lastValidBlockHeight)
      for (const oldest of heights.keys()) {
        if (heights.size <= MOST_KNOWN) break
        heights.delete(oldest)
      }
      return terms
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
