import { expect, test } from 'vitest'
import { createRandom } from '../random.ts'
import { readDocument } from '../read-document.ts'
import { bodyText } from '../requests/draft.ts'
import { draftValid } from '../requests/draft-valid.ts'
import { testWorld } from '../test-world.ts'
import { bodyBreaks } from './break-body.ts'

const { operations, validators } = readDocument()
const withBody = operations.filter(({ body }) => body !== undefined)

const all = withBody.flatMap((operation) =>
  bodyBreaks(operation, validators).map((broken) => ({
    operation,
    broken,
    name: `${operation.id} ${broken.field} ${broken.keyword} ${broken.variant}`,
  })),
)

test.each(all)('exactly one rule is broken: $name', ({ operation, broken }) => {
  for (let number = 0; number < 5; number += 1) {
    const draft = draftValid(operation, { world: testWorld, random: createRandom(1, number), label: 'c' })
    const body: unknown = JSON.parse(bodyText(broken.apply(draft).fields ?? []))
    const problems = validators.problems(operation.body?.pointer ?? '', body)
    expect([...new Set(problems.map(({ field }) => field))]).toEqual([broken.field])
    // A text below the minimum length may also break a pattern that requires a character.
    const also = broken.keyword === 'minLength' ? ['pattern'] : []
    const keywords = problems.map(({ keyword }) => keyword)
    expect(keywords.filter((keyword) => !also.includes(keyword))).toEqual([broken.keyword])
  }
})

test('every keyword of every field is covered', () => {
  for (const operation of withBody) {
    const breaks = bodyBreaks(operation, validators)
    const has = (field: string, keyword: string) =>
      expect(
        breaks.some((one) => one.field === field && one.keyword === keyword),
        `${field} ${keyword}`,
      ).toBe(true)
    for (const field of operation.body?.schema.required ?? []) has(field, 'required')
    for (const [field, schema] of Object.entries(operation.body?.schema.properties ?? {})) {
      for (const keyword of [
        'type',
        'enum',
        'minLength',
        'maxLength',
        'pattern',
        'minimum',
        'maximum',
      ] as const) {
        const isOfAmount = field === 'amount' && keyword !== 'type'
        if (schema[keyword] !== undefined && !isOfAmount) has(field, keyword)
      }
    }
    expect(breaks.some(({ keyword }) => keyword === 'additionalProperties')).toBe(true)
  }
})
