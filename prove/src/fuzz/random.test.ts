import { expect, test } from 'vitest'
import { createRandom, DIGITS } from './random.ts'

test('the same seed makes the same choices', () => {
  const choices = () => {
    const random = createRandom(7, 12)
    return [random.text(40, DIGITS), random.between(1, 1_000_000), random.bytes(8).toString('hex')]
  }
  expect(choices()).toEqual(choices())
})

test('neighbouring case numbers give unrelated choices', () => {
  const texts = Array.from({ length: 2_000 }, (_, number) => createRandom(7, number).text(12, DIGITS))
  expect(new Set(texts).size).toBe(texts.length)
  expect(createRandom(7, 1).below(2 ** 32)).not.toBe(createRandom(1, 7).below(2 ** 32))
})

test('all choices are about equally frequent', () => {
  const random = createRandom(3)
  const counts = new Map<string, number>()
  for (let times = 0; times < 10_000; times += 1) {
    const choice = random.pick(['a', 'b', 'c', 'd'])
    counts.set(choice, (counts.get(choice) ?? 0) + 1)
  }
  expect([...counts.values()].every((count) => count > 2_300 && count < 2_700)).toBe(true)
})
