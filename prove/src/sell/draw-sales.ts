import type { Shop } from '../buy/purchase.ts'
import type { ChainWitness } from '../chains/chain-witness.ts'
import { drawShares } from '../draw-shares.ts'
import type { Random } from '../fuzz/random.ts'
import { type Sale, type SaleConduct, saleFaults } from './sale.ts'

// Shares of a hundred customers.
const conducts: ReadonlyArray<readonly [SaleConduct, number]> = [
  ['from_balance', 30],
  ['deposits', 50],
  ['tops_up', 4],
  ['tops_up_too_much', 3],
  ['sends_too_much', 3],
  ['sends_again', 3],
  ['sends_part', 2],
  ['sends_late', 2],
  ['wrong_network', 1],
  ['never_sends', 2],
]
const banks = ['GTBank', 'Zenith Bank', 'UBA', 'Access Bank']

type Place = Readonly<{ shops: readonly Shop[]; chains: Readonly<{ all: readonly ChainWitness[] }> }>

// Of the customers who deposit the exact amount, one in this many has a fault.
const FAULT_ONE_IN = 8

/** Draws customers of all shops, each with their own bank account. `withFaults` assigns faults of the bank to some of them, in turn. */
export function drawSales(
  random: Random,
  count: number,
  { shops, chains }: Place,
  withFaults: boolean,
): Sale[] {
  const conductOf = drawShares(random, conducts)
  let deposits = 0
  const nextFault = (): Sale['fault'] => {
    deposits += 1
    if (!withFaults || deposits % FAULT_ONE_IN !== 0) return null
    return saleFaults[(deposits / FAULT_ONE_IN) % saleFaults.length] ?? null
  }
  return Array.from({ length: count }, (_, number) => {
    const drawn = conductOf(number)
    // With only one chain, no customer can confuse it with another.
    const conduct = drawn === 'wrong_network' && chains.all.length < 2 ? 'deposits' : drawn
    return {
      reference: `sell-${number}`,
      shop: random.pick(shops),
      // Each amount is unique, so no two payments can be confused by their amount.
      amountMinor: BigInt(random.between(2_000, 4_000)) * 1_000n + BigInt(number),
      payee: { bank: random.pick(banks), number: `0${400_000_000 + number}` },
      network: conduct === 'from_balance' ? null : random.pick(chains.all).network,
      conduct,
      fault: conduct === 'deposits' ? nextFault() : null,
    }
  })
}
