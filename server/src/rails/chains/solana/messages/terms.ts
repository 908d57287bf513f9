import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit'
import { COMPUTE_BUDGET_PROGRAM_ADDRESS } from '@solana-program/compute-budget'
import type { Terms } from '../../../../movements/transfers/chain.ts'
import { readList, readObject, readText } from '../../../vendor-json.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { readContext, readCount } from '../rpc/rpc-values.ts'

/** The price per compute unit in millionths of a lamport, and the maximum number of units. */
type Offer = Readonly<{ cuPrice: bigint; cuLimit: bigint }>

const FEE_PER_SIGNATURE = 5_000n
const MICROS_PER_LAMPORT = 1_000_000n
// Below this price a busy network may not include a transaction. With 100,000 units it costs 1,000 lamports.
const MIN_CU_PRICE = 10_000n
// Limits a price that is raised many times, for example while nodes are unreachable. At this price a payment costs 0.0005 SOL.
const MAX_CU_PRICE = 5_000_000n

/** Returns the newest blockhash, and a price that was enough in three quarters of the recent slots. */
export async function suggestTerms(rpc: JsonRpc, cuLimit: bigint, signal: AbortSignal): Promise<Terms> {
  const [latest, recent] = await rpc.askEach(
    [
      ['getLatestBlockhash', { commitment: 'confirmed' }],
      ['getRecentPrioritizationFees', []],
    ],
    signal,
  )
  const { value } = readContext(latest?.outcome === 'result' ? latest.result : undefined, 'latest blockhash')
  const { blockhash, lastValidBlockHeight } = readObject(value, 'latest blockhash')
  // Not every node returns prices.
  const prices = recent?.outcome === 'result' ? readPrices(recent.result) : []
  const price = prices[Math.floor((prices.length * 3) / 4)] ?? 0n
  return {
    blockhash: readText(blockhash, 'blockhash'),
    lastValidBlockHeight: `${readCount(lastValidBlockHeight, 'lastValidBlockHeight')}`,
    cuPrice: `${clamp(price, MIN_CU_PRICE, MAX_CU_PRICE)}`,
    cuLimit: `${cuLimit}`,
  }
}

/**
 * Returns terms with a newer blockhash, because the old one expires, and a price that is an eighth higher. The new transaction does not
 * replace the old one. Both may reach a block, but only one can succeed.
 */
export function raiseTerms(before: Terms, suggested: Terms): Terms {
  const [old, now] = [readOffer(before), readOffer(suggested)]
  // Rounded up.
  const raised = old.cuPrice + (old.cuPrice + 7n) / 8n
  const price = raised < MAX_CU_PRICE ? raised : old.cuPrice > MAX_CU_PRICE ? old.cuPrice : MAX_CU_PRICE
  return {
    ...suggested,
    cuPrice: `${price > now.cuPrice ? price : now.cuPrice}`,
    cuLimit: `${old.cuLimit > now.cuLimit ? old.cuLimit : now.cuLimit}`,
  }
}

/** Returns the fee of a transaction with one signature, whether it succeeds or fails. */
export function networkFee(terms: Terms): bigint {
  const { cuPrice, cuLimit } = readOffer(terms)
  // Rounded up.
  return FEE_PER_SIGNATURE + (cuPrice * cuLimit + MICROS_PER_LAMPORT - 1n) / MICROS_PER_LAMPORT
}

export function readOffer({ cuPrice, cuLimit }: Terms): Offer {
  if (cuPrice === undefined || cuLimit === undefined)
    throw new Error('the terms of a Solana transaction must have cuPrice and cuLimit')
  return { cuPrice: BigInt(cuPrice), cuLimit: BigInt(cuLimit) }
}

/** Returns the prices in ascending order. */
function readPrices(answer: unknown): readonly bigint[] {
  return readList(answer, 'prices')
    .map((item) => readCount(readObject(item, 'price')['prioritizationFee'], 'prioritizationFee'))
    .toSorted((one, other) => (one < other ? -1 : 1))
}

function clamp(value: bigint, least: bigint, most: bigint): bigint {
  if (value < least) return least
  return value > most ? most : value
}

const SET_LIMIT_CODE = 2
const SET_PRICE_CODE = 3

/**
 * Reads the terms of a signed transaction, which does not contain the last valid block height. This is no loss, because no transfer of a
 * lane ends by that height.
 */
export function termsIn(raw: Uint8Array): Terms {
  const { messageBytes } = getTransactionDecoder().decode(raw)
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
  if (message.version !== 0) throw new Error(`the message has version ${message.version}, not 0`)
  const offers = message.instructions
    .filter(
      ({ programAddressIndex }) =>
        message.staticAccounts[programAddressIndex] === COMPUTE_BUDGET_PROGRAM_ADDRESS,
    )
    .map(({ data }) => Buffer.from(data ?? []))
  const limit = offers.find((data) => data[0] === SET_LIMIT_CODE)
  const price = offers.find((data) => data[0] === SET_PRICE_CODE)
  if (limit === undefined || price === undefined)
    throw new Error('the transaction does not set its compute limit and price')
  return {
    blockhash: message.lifetimeToken,
    cuLimit: `${limit.readUInt32LE(1)}`,
    cuPrice: `${price.readBigUInt64LE(1)}`,
  }
}

// About as many as a lane requests in ten minutes. Each is valid for about one minute.
const MAX_KNOWN_BLOCKHASHES = 2_000
// Number of blocks for which a blockhash is valid.
const BLOCKHASH_VALID_BLOCKS = 150n
// A node that lags returns blockhashes that are about to expire, so the newest blockhash of any node is kept for this long. If a node gave
// a wrong height, it is also used no longer than this.
const NEWEST_BLOCKHASH_TTL_MS = 30_000

type BlockhashCache = Readonly<{
  /** Stores the last valid height of the blockhash. Returns the terms with the newest known blockhash and the given price and limit. */
  note(terms: Terms): Terms
  /** Adds the last valid height if it is known. A signed transaction contains only the blockhash. */
  complete(terms: Terms): Terms
}>

export function createBlockhashCache(nowMs: () => number = () => performance.now()): BlockhashCache {
  const heights = new Map<string, string>()
  let newest: Readonly<{ blockhash: string; lastValidBlockHeight: string; atMs: number }> | undefined
  return {
    note: (terms) => {
      const { blockhash = '', lastValidBlockHeight = '' } = terms
      heights.set(blockhash, lastValidBlockHeight)
      const isNewer =
        newest === undefined ||
        newest.atMs < nowMs() - NEWEST_BLOCKHASH_TTL_MS ||
        BigInt(newest.lastValidBlockHeight) <= BigInt(lastValidBlockHeight)
      if (isNewer) newest = { blockhash, lastValidBlockHeight, atMs: nowMs() }
      for (const oldest of heights.keys()) {
        if (heights.size <= MAX_KNOWN_BLOCKHASHES) break
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

/** Whether the blockhash has expired, judged by the height of the newest blockhash. Returns false if its last valid height is not known. */
export function haveExpired({ lastValidBlockHeight: last }: Terms, suggested: Terms): boolean {
  const newest = suggested['lastValidBlockHeight']
  if (last === undefined || newest === undefined) return false
  return BigInt(last) < BigInt(newest) - BLOCKHASH_VALID_BLOCKS
}
