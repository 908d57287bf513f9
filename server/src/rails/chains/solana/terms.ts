import type { Terms } from '../../../movements/transfers/chain.ts'
import { readList, readObject, readText } from '../../vendor-json.ts'
import type { JsonRpc } from '../json-rpc.ts'
import { readContext, readCount } from './rpc-values.ts'

/** What bytes offer for each unit of computing, in millionths of a lamport, and how many units they may use. */
export type Offer = Readonly<{ cuPrice: bigint; cuLimit: bigint }>

const FEE_PER_SIGNATURE = 5_000n
const MILLION = 1_000_000n
// Below this a busy network leaves bytes lying; it is a thousandth of a naira.
const LEAST_PRICE = 10_000n
// What is raised again and again, because nodes cannot be reached, say, stops here: 0.0005 SOL for a payment.
const MOST_PRICE = 5_000_000n

/** The newest blockhash, and a price that three quarters of the last slots would have been content with. */
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
  // Not every node tells prices.
  const prices = recent?.outcome === 'result' ? readPrices(recent.result) : []
  const price = prices[Math.floor((prices.length * 3) / 4)] ?? 0n
  return {
    blockhash: readText(blockhash, 'blockhash'),
    lastValidBlockHeight: `${readCount(lastValidBlockHeight, 'lastValidBlockHeight')}`,
    cuPrice: `${within(price, LEAST_PRICE, MOST_PRICE)}`,
    cuLimit: `${cuLimit}`,
  }
}

/**
 * A newer blockhash, because an old one dies, and a price that is an eighth higher. Nothing is replaced by that: both may be taken, and only
 * one can be carried out.
 */
export function raiseTerms(before: Terms, suggested: Terms): Terms {
  const [old, now] = [readOffer(before), readOffer(suggested)]
  // Rounded up.
  const raised = old.cuPrice + (old.cuPrice + 7n) / 8n
  const price = raised < MOST_PRICE ? raised : old.cuPrice > MOST_PRICE ? old.cuPrice : MOST_PRICE
  return {
    ...suggested,
    cuPrice: `${price > now.cuPrice ? price : now.cuPrice}`,
    cuLimit: `${old.cuLimit > now.cuLimit ? old.cuLimit : now.cuLimit}`,
  }
}

/** What the network takes for bytes with one signature, whatever becomes of them. */
export function feeOf(terms: Terms): bigint {
  const { cuPrice, cuLimit } = readOffer(terms)
  // Rounded up.
  return FEE_PER_SIGNATURE + (cuPrice * cuLimit + MILLION - 1n) / MILLION
}

export function readOffer({ cuPrice, cuLimit }: Terms): Offer {
  if (cuPrice === undefined || cuLimit === undefined) throw new Error('these are not terms of Solana')
  return { cuPrice: BigInt(cuPrice), cuLimit: BigInt(cuLimit) }
}

/** From low to high. */
function readPrices(answer: unknown): readonly bigint[] {
  return readList(answer, 'prices')
    .map((item) => readCount(readObject(item, 'price')['prioritizationFee'], 'prioritizationFee'))
    .toSorted((one, other) => (one < other ? -1 : 1))
}

function within(value: bigint, least: bigint, most: bigint): bigint {
  if (value < least) return least
  return value > most ? most : value
}
