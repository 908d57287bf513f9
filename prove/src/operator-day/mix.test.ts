import { expect, test } from 'vitest'
import { createRandom } from '../fuzz/random.ts'
import { drawDay, mix, stories } from './mix.ts'

test('a day has the published mix, and a small day has every story', () => {
  const day = drawDay(createRandom(7), 10_000)
  const counts = Map.groupBy(day, ({ story }) => story)
  for (const [story, share] of Object.entries(mix)) expect(counts.get(story as 'late')?.length).toBe(share)
  expect(day.every(({ orderedAtMs }, place) => orderedAtMs >= (day[place - 1]?.orderedAtMs ?? 0))).toBe(true)
  expect(new Set(drawDay(createRandom(7), 200).map(({ story }) => story))).toEqual(new Set(stories))
})
