import { expect, test } from 'vitest'
import { committed, feeIncome } from '../../../test/ledger-accounts.ts'
import {
  creditedToBalance,
  creditMatched,
  payoutOpened,
  payoutSucceeded,
  returnedToBalance,
  takenFromBalance,
} from '../../../test/ledger-entries.ts'
import { loopCount } from '../../../test/loop-counts.ts'
import { createSeededRandom, type SeededRandom } from '../../../test/seeded-random.ts'
import { type Asset, atPar, type Money, money, subtract } from '../../kernel/money/money.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { business, clearing, held, type Posting } from '../ledger/account.ts'
import { type FeePlan, feeOf } from './fee.ts'

const SEQUENCES = loopCount(100_000)
const MOST_STEPS = 8

/** The property of a business: its naira outside our system and its tokens in our ledger. Also contains every posting so far. */
type Purse = { naira: bigint; tokens: bigint; postings: Posting[] }

const drawPlan = (random: SeededRandom): FeePlan => ({
  flatMinor: BigInt(random.pick([0, 0, 1, 99, 5_000, random.below(100_000)])),
  bps: random.pick([0, 0, 1, 7, 150, random.below(3_000)]),
  capMinor: random.pick([null, null, 0n, 1n, BigInt(random.below(50_000))]),
})

function drawPart(random: SeededRandom, most: bigint): bigint {
  if (most <= 0n) return 0n
  const share = BigInt(1 + random.below(10_000))
  return random.below(3) === 0 ? most : (most * share + 9_999n) / 10_000n
}

/** Returns the fee. Undefined if the amount is refused because the fee would use it up. */
function feeOrNone(plan: FeePlan, amount: Money): Money | undefined {
  try {
    return feeOf(plan, amount)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

function buy(purse: Purse, plan: FeePlan, minor: bigint): void {
  const amount = money('NGN', minor)
  const fee = feeOrNone(plan, amount)
  if (fee === undefined) return
  purse.naira -= minor
  purse.postings.push(
    ...creditMatched('t', amount),
    ...creditedToBalance({ transactionId: 't', amount, fee }, 'b'),
  )
  purse.tokens += atPar(subtract(amount, fee), 'NGNC').minor
}

/** A sell ends with a paid payout, or with its tokens returned to the balance. */
function sell(purse: Purse, plan: FeePlan, minor: bigint, isPaid: boolean): void {
  const amount = money('NGNC', minor)
  const fee = feeOrNone(plan, amount)
  if (fee === undefined) return
  purse.postings.push(...takenFromBalance('t', amount, 'b'))
  if (!isPaid) {
    purse.postings.push(...returnedToBalance('t', amount, 'b'))
    return
  }
  const amounts = { transactionId: 't', amount, fee }
  purse.postings.push(...payoutOpened(amounts, 'p'), ...payoutSucceeded(amounts, 'p'))
  purse.tokens -= minor
  purse.naira += subtract(amount, fee).minor
}

/** Returns credits minus debits for each kind of account and asset. */
function balancesOf(postings: readonly Posting[]): (kind: string, asset: Asset) => bigint {
  const sums = new Map<string, bigint>()
  const add = (kind: string, asset: Asset, minor: bigint) =>
    sums.set(`${kind} ${asset}`, (sums.get(`${kind} ${asset}`) ?? 0n) + minor)
  for (const { debit, credit, amount } of postings) {
    add(credit.kind, amount.asset, amount.minor)
    add(debit.kind, amount.asset, -amount.minor)
  }
  return (kind, asset) => sums.get(`${kind} ${asset}`) ?? 0n
}

/** Describes the error in the final state. Undefined if there is none. */
function findFault(brought: bigint, { naira, tokens, postings }: Purse): string | undefined {
  const balance = balancesOf(postings)
  const fees = balance(feeIncome.kind, 'NGN')
  if (fees < 0n || naira + tokens > brought) return 'it has more than it brought'
  if (naira + tokens + fees !== brought) return 'some of it is nowhere'
  if (balance(business('b').kind, 'NGNC') !== tokens) return 'the balance is another'
  const between = [held('t').kind, committed('t').kind]
  if (between.some((kind) => balance(kind, 'NGN') !== 0n || balance(kind, 'NGNC') !== 0n))
    return 'some of it stays between'
  return balance(clearing.kind, 'NGN') === -balance(clearing.kind, 'NGNC')
    ? undefined
    : 'naira and tokens are not at par'
}

test('a business that buys and sells in any order, at any fees, never gains money', () => {
  const random = createSeededRandom(7)
  const faults: string[] = []
  let steps = 0
  for (let sequence = 0; sequence < SEQUENCES; sequence += 1) {
    const brought = BigInt(1 + random.below(100_000_000))
    const purse: Purse = { naira: brought, tokens: 0n, postings: [] }
    for (let left = 1 + random.below(MOST_STEPS); left > 0; left -= 1) {
      // The plan may change between any two steps.
      const plan = drawPlan(random)
      const part = drawPart(random, random.below(2) === 0 ? purse.naira : purse.tokens)
      if (part === 0n) continue
      if (part <= purse.tokens && random.below(2) === 0) sell(purse, plan, part, random.below(5) > 0)
      else if (part <= purse.naira) buy(purse, plan, part)
      steps += 1
    }
    const fault = findFault(brought, purse)
    if (fault !== undefined) faults.push(`sequence ${sequence}: ${fault}`)
  }
  expect(faults.slice(0, 5)).toEqual([])
  expect(steps).toBeGreaterThan(SEQUENCES)
})
