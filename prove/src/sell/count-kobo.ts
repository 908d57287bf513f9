import type { TruePayout } from '@afara/stack/simulators/payout-truth.ts'
import { minorOf, type Sent } from '../chains/sent.ts'
import { arrivedForGood, nairaAtAccounts } from './naira-at-accounts.ts'
import type { SellRecord } from './read-sells.ts'

/**
 * Counts the kobo that are in the wrong place. Differences are added up over all places without their sign, so two errors cannot cancel
 * out. Incoming money is what the chain shows and what was taken from balances, outgoing money is what the bank paid, and the ledger is in
 * between.
 */
export function countKobo(
  payouts: readonly TruePayout[],
  balances: ReadonlyMap<string, bigint>,
  { came, swept }: Readonly<{ came: readonly Sent[]; swept: readonly Sent[] }>,
  { accounts, naira, tokens }: SellRecord,
  given: ReadonlyMap<string, bigint>,
  balancesOfShops: ReadonlyArray<readonly [string, bigint, bigint]> = [],
): Readonly<{ difference: bigint; words: readonly string[] }> {
  const of = (sums: ReadonlyMap<string, bigint>, name: string) => sums.get(name) ?? 0n
  const arrivedTokens = sum(came)
  const arrived = arrivedForGood(accounts, payouts)
  const givenMinor = [...given.values()].reduce((total, minor) => total + minor, 0n)
  const taken = givenMinor - of(tokens, 'business')
  const kept = of(tokens, 'held') + of(tokens, 'committed') + of(tokens, 'suspense')
  const places: ReadonlyArray<readonly [string, bigint, bigint]> = [
    ...nairaAtAccounts(accounts, payouts, balances),
    [
      'tokens at deposit addresses, according to the chain and to the ledger',
      arrivedTokens - sum(swept),
      of(tokens, 'deposit'),
    ],
    ...balancesOfShops,
    ['tokens received, and naira paid out', arrivedTokens + taken - kept, arrived + of(naira, 'income:fees')],
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

function sum(sent: readonly Sent[]): bigint {
  return sent.reduce((total, one) => total + minorOf(one), 0n)
}
