import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { machines } from '../machines/machines.ts'
import { eventTypes, parseEventPatterns } from './event-types.ts'

test('the page of events lists exactly the event types, with the sentence of each status', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../../../docs/reference/events.md'), 'utf8')
  const listed = [...page.matchAll(/^\| `((?:buy|sell|withdrawal)\.[a-z_]+)` \| (.*) \|$/gm)]
  const sentences = (['buy', 'sell', 'withdrawal'] as const).flatMap((type) =>
    Object.values(machines[type].meanings).map(({ sentence }) => sentence),
  )
  expect(listed.map(([, type]) => type)).toEqual(eventTypes)
  expect(listed.map(([, , sentence]) => sentence)).toEqual(sentences)
})

test('a pattern is everything, all events of one transaction type, or one event type, without duplicates', () => {
  expect(parseEventPatterns(['buy.*', 'sell.completed', 'buy.*'])).toEqual(['buy.*', 'sell.completed'])
  for (const wrong of ['drill.*', 'buy', 'buy.flown', '*.completed', '', 'BUY.*'])
    expect(() => parseEventPatterns([wrong])).toThrow('is not an event type')
})
