import { parseMoney } from '@afara/server/kernel/money/money.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRandom } from '../random.ts'
import { readDocument } from '../read-document.ts'
import { testWorld } from '../test-world.ts'
import { encodeRequest } from '../wire/request.ts'
import { readAmountText } from './amount.ts'
import { amountOf, bodyText, fieldValue, toRequest } from './draft.ts'
import { draftValid } from './draft-valid.ts'
import { boundsOf } from './field-values.ts'

const { operations, validators } = readDocument()
const TIMES = 300
/** Operations with a business and an amount in their body. */
const ofMoney = operations.filter(({ body }) => {
  const { business_id: business, amount } = body?.schema.properties ?? {}
  return business !== undefined && amount !== undefined
})

const draftOf = (operation: (typeof operations)[number], number: number) =>
  draftValid(operation, { world: testWorld, random: createRandom(5, number), label: `c${number}` })

test('a valid request breaks no rule of its schema', () => {
  for (const operation of operations) {
    for (let number = 0; number < TIMES; number += 1) {
      const { fields } = draftOf(operation, number)
      if (operation.body === undefined || fields === undefined) continue
      expect(validators.problems(operation.body.pointer, JSON.parse(bodyText(fields)))).toEqual([])
    }
  }
})

test('an amount is within the limits of its operation, and all names belong to one party', () => {
  for (const operation of ofMoney) {
    const { least, most } = boundsOf(operation.path)
    for (let number = 0; number < TIMES; number += 1) {
      const draft = draftOf(operation, number)
      const amount = amountOf(draft)
      expect(amount !== undefined && amount >= least && amount <= most).toBe(true)
      expect(fieldValue(draft, 'business_id')).toBe(draft.party.businessId)
      expect(draft.headers).toContainEqual(['svc-sec-key', draft.party.key])
      expect(fieldValue(draft, 'network') === undefined).toBe(
        fieldValue(draft, 'wallet_address') === undefined,
      )
    }
  }
})

test('the same seed and number give the same bytes, and another number gives others', () => {
  for (const operation of ofMoney) {
    const bytes = (number: number) => encodeRequest(toRequest(draftOf(operation, number))).toString('latin1')
    expect(bytes(9)).toBe(bytes(9))
    expect(new Set(Array.from({ length: TIMES }, (_, number) => bytes(number))).size).toBe(TIMES)
  }
})

test('no two requests of a run have the same reference', () => {
  const buy = operations.filter(({ path }) => path.endsWith('/onramp'))
  const references = buy.flatMap((operation) =>
    Array.from({ length: 3_000 }, (_, number) => fieldValue(draftOf(operation, number), 'reference') ?? []),
  )
  expect(references.length).toBeGreaterThan(1_000)
  expect(new Set(references).size).toBe(references.length)
})

test('the fuzzer parses an amount as the service does', () => {
  const read = (text: string) => {
    try {
      return parseMoney(text, 'NGN').minor
    } catch {
      return undefined
    }
  }
  fc.assert(
    fc.property(fc.stringMatching(/^-?[0-9]{0,30}[.e]?[0-9]{0,4}$/), (text) => {
      expect(readAmountText(text)).toBe(read(text))
    }),
    { numRuns: 5_000 },
  )
})
