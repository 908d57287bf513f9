import { expect, test } from 'vitest'
import { drawShares } from './draw-shares.ts'
import { createRandom } from './fuzz/random.ts'

const shares = [
  ['pays', 81],
  ['late', 17],
  ['never', 2],
] as const

test('any hundred draws in a row contain each choice as often as its share', () => {
  const choose = drawShares<string>(createRandom(7), shares)
  for (const from of [0, 13, 1_900]) {
    const drawn = Array.from({ length: 100 }, (_, number) => choose(from + number))
    for (const [choice, share] of shares) expect(drawn.filter((one) => one === choice)).toHaveLength(share)
  }
})

test('any forty draws in a row are close to the shares', () => {
  for (let seed = 0; seed < 300; seed += 1) {
    const choose = drawShares<string>(createRandom(seed), shares)
    const paid = Array.from({ length: 40 }, (_, number) => choose(number)).filter((one) => one === 'pays')
    expect(Math.abs(paid.length - 32.4)).toBeLessThan(2)
  }
})

test('shares that do not add up to a hundred are refused', () => {
  expect(() => drawShares(createRandom(1), [['pays', 99]])).toThrow('the shares add up to 99 instead of 100')
})
