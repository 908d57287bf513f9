import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { eventTypes, parseEventPatterns } from './event-types.ts'

test('the page of events lists exactly the event types', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../../../docs/reference/events.md'), 'utf8')
  const list = page.split('## Types')[1] ?? ''
  const listed = [...list.matchAll(/`((?:buy|sell|withdrawal|case|batch)\.[a-z_]+)`/g)].map(
    ([, type]) => type,
  )
  expect(listed).toEqual(eventTypes)
})

test('a pattern is everything, all events of one transaction type, or one event type, without duplicates', () => {
  expect(parseEventPatterns(['buy.*', 'sell.completed', 'buy.*'])).toEqual(['buy.*', 'sell.completed'])
  for (const wrong of ['drill.*', 'buy', 'buy.flown', '*.completed', '', 'BUY.*'])
    expect(() => parseEventPatterns([wrong])).toThrow('is not an event type')
})
