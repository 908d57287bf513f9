import type { TrueLine } from '@afara/stack/simulators/bank-truth.ts'
import { minorOf, type Sent } from '../chains/sent.ts'
import type { MoneyRecord, Sums } from './read-record.ts'

/** Naira that payers received back according to the bank's truth, and each payout account according to the bank and to the ledger. */
type PaidBack = Readonly<{
  arrivedMinor: bigint
  places: ReadonlyArray<readonly [string, bigint, bigint]>
}>

/**
 * Counts the kobo that are in the wrong place. Differences are added up over all places without their sign, so two errors cannot cancel
 * out. Incoming money is what the bank booked, outgoing money is what the chain shows, and the ledger is in between.
 */
export function countKobo(
  truth: readonly TrueLine[],
  sent: readonly Sent[],
  record: MoneyRecord,
  given: Readonly<{ floatMinor: bigint; balanceMinor: bigint }>,
  paidBack: PaidBack = { arrivedMinor: 0n, places: [] },
): Readonly<{ difference: bigint; words: readonly string[] }> {
  const sum = (sums: Sums, ...names: readonly string[]) =>
    names.reduce((total, name) => total + (sums.get(name) ?? 0n), 0n)
  const { naira, tokens, lanes } = record
  const inBank = truth.reduce(
    (total, { direction, settledMinor }) => total + (direction === 'credit' ? settledMinor : -settledMinor),
    0n,
  )
  const out = sent.reduce((total, one) => total + minorOf(one), 0n)
  // Vendors charge their refund fees to other accounts than these.
  const spent = sum(naira, 'expense:bank', 'expense:loss', 'receivable') - record.payoutFeesMinor
  const kept = sum(naira, 'held', 'committed', 'suspense', 'income:fees', 'reserve')
  // Tokens that businesses received in their balance instead of a wallet.
  const credited = sum(tokens, 'business') - given.balanceMinor
  const float = lanes.reduce((total, { floatMinor }) => total + floatMinor, 0n)
  const places: ReadonlyArray<readonly [string, bigint, bigint]> = [
    ['naira in the bank, according to the bank and to the ledger', inBank, sum(naira, 'bank')],
    [
      'naira received, and tokens sent or naira returned',
      inBank + spent - kept,
      out + credited + paidBack.arrivedMinor,
    ],
    ...paidBack.places,
    ['tokens in transit, and the expected zero', sum(tokens, 'outgoing'), 0n],
    ['tokens of the lanes, according to the ledger and to the chain', float, given.floatMinor - out],
  ]
  const wrong = places.filter(([, one, other]) => one !== other)
  return {
    difference: wrong.reduce(
      (total, [, one, other]) => total + (one > other ? one - other : other - one),
      0n,
    ),
    words: wrong.map(([name, one, other]) => `${name}: ${one} and ${other} kobo`),
  }
}
