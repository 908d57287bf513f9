import { expect, test } from 'vitest'
import { parseDecimal } from '../../kernel/money/decimal.ts'
import { type SourceState, siftQuotes } from './choose-quotes.ts'
import type { Pair } from './pair.ts'

const now = new Date('2026-11-15T12:00:00Z')

function state(pair: Pair, price: string, ageS = 0, more: Partial<SourceState> = {}): SourceState {
  const value = parseDecimal(price) ?? 0n
  const observedAt = new Date(now.getTime() - ageS * 1000)
  return {
    source: 'street',
    pairs: [pair],
    staleAfterMs: 300_000,
    failure: undefined,
    quotes: [{ pair, bid: value, ask: value, observedAt }],
    quotesReadAt: now,
    ...more,
  }
}

test('a fresh and plausible quote is kept', () => {
  const { candidates, dropped } = siftQuotes('USD/NGN', [state('USD/NGN', '1600', 299)], now)
  expect(candidates.map(({ source }) => source)).toEqual(['street'])
  expect(dropped).toEqual([])
})

test.each([
  ['USD/NGN', '0.000625'],
  ['USDC/NGN', '0.00069'],
  ['USD/GBP', '1.3151'],
  ['USD/EUR', '1.1573'],
  ['USD/TRY', '0.0232'],
  ['USD/CNY', '0.1409'],
  ['USD/CHF', '1.2503'],
  ['USD/CAD', '0.7132'],
  ['USD/AED', '0.2723'],
  ['USD/KES', '0.0077'],
] as const)('an inverted %s (%s) is out of range', (pair, inverted) => {
  const { candidates, dropped } = siftQuotes(pair, [state(pair, inverted)], now)
  expect(candidates).toEqual([])
  expect(dropped[0]?.reason).toMatch(/is outside .* inverted/)
})

test('age counts from the time of the source, and a quote at its limit is stale', () => {
  const { dropped } = siftQuotes(
    'USD/NGN',
    [state('USD/NGN', '1600', 300, { failure: 'the server answered 500' })],
    now,
  )
  expect(dropped).toEqual([
    { source: 'street', reason: 'stale: 300 s old, maximum 300 s; last error: the server answered 500' },
  ])
})

test('a source that has not answered for three minutes is dropped, however fresh its quote may still be', () => {
  const silent = { quotesReadAt: new Date(now.getTime() - 180_000), failure: 'the server answered 500' }
  expect(siftQuotes('USD/NGN', [state('USD/NGN', '1600', 180, silent)], now).dropped).toEqual([
    {
      source: 'street',
      reason: 'no answer: the last one was 180 s ago, maximum 180 s; last error: the server answered 500',
    },
  ])
})

test('a quote from the future is dropped; a minute of difference is tolerated', () => {
  expect(siftQuotes('USD/NGN', [state('USD/NGN', '1600', -60)], now).candidates).toHaveLength(1)
  expect(siftQuotes('USD/NGN', [state('USD/NGN', '1600', -61)], now).dropped[0]?.reason).toMatch(/future/)
})

test('a failed source is dropped with the reason, and one that does not quote the pair is not mentioned', () => {
  const failed = state('USD/NGN', '1600', 0, { quotes: [], failure: 'no complete response within 5 s' })
  const elsewhere = state('USDC/NGN', '1600')
  expect(siftQuotes('USD/NGN', [failed, elsewhere], now)).toEqual({
    candidates: [],
    dropped: [{ source: 'street', reason: 'no complete response within 5 s' }],
  })
})
