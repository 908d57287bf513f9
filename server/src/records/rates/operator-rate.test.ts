import { expect, test } from 'vitest'
import { parseDecimal } from '../../kernel/money/decimal.ts'
import { readSides, refuseFarOff } from './operator-rate.ts'

const exact = (text: string) => parseDecimal(text) ?? 0n
const last = { bid: exact('1600'), ask: exact('1610') }
const judge = (bid: string, ask: string) => () =>
  refuseFarOff('USD/NGN', { bid: exact(bid), ask: exact(ask) }, last)

test.each([
  ['both sides', '160', '161'],
  ['a bid too low', '1454', '1610'],
  ['an ask too high', '1600', '1772'],
])('a mistyped rate is refused: %s', (_which, bid, ask) => {
  expect(judge(bid, ask)).toThrow(/more than 10 % from the last published USD\/NGN, 1600.*1610.*--far/)
})

test('a rate that is 10 % off is not too far, and the first rate of a pair is compared with nothing', () => {
  expect(judge('1454.6', '1771')).not.toThrow()
  expect(() => refuseFarOff('USD/NGN', { bid: exact('160'), ask: exact('161') }, undefined)).not.toThrow()
})

test.each([
  ['a bid above the ask', '1746', '1745'],
  ['an inverted rate', '0.0006', '0.0007'],
  ['a text', 'many', '1745'],
])('%s is refused', (_what, bid, ask) => {
  expect(() => readSides('USD/NGN', { bid, ask })).toThrow(/bid|valid rate/)
})
