import { expect, test } from 'vitest'
import { buildCatalogue } from './build-catalogue.ts'
import { allKinds, createCatalogue, kindOfCase, wholeName } from './case.ts'
import { findLeak } from './judge/find-leak.ts'
import { classNames } from './kinds.ts'
import { caseOf, keptCases } from './play-cases.ts'
import { createRandom } from './random.ts'
import { readDocument } from './read-document.ts'
import { testWorld } from './test-world.ts'

const { operations, validators } = readDocument()
const catalogue = buildCatalogue(operations, validators)

/** The bytes of a case that is one exchange, as text. */
function bytesOf(number: number): string | undefined {
  const { kind, seed, label } = caseOf(catalogue, 42, number)
  if (kind.className === 'linked') return undefined
  const { pieces } = kind.make({ world: testWorld, random: createRandom(seed, number), label })
  return Buffer.concat([...pieces]).toString('latin1')
}

test('one seed decides everything: a case is the same bytes whenever it is made', () => {
  for (let number = 1; number < 3_000; number += 7) expect(bytesOf(number)).toBe(bytesOf(number))
})

test('every class has kinds, and every operation is in each class of single requests', () => {
  for (const className of classNames) expect(catalogue[className].length).toBeGreaterThan(0)
  for (const { id } of operations) {
    for (const className of ['valid', 'broken', 'hostile'] as const) {
      expect(
        catalogue[className].some(({ name }) => name.startsWith(id)),
        `${className} ${id}`,
      ).toBe(true)
    }
  }
})

test('in a whole run every kind has its turn', () => {
  const seen = new Set(
    Array.from({ length: 20_000 }, (_, place) => wholeName(kindOfCase(catalogue, place + 1))),
  )
  expect(
    allKinds(catalogue)
      .map(wholeName)
      .filter((name) => !seen.has(name)),
  ).toEqual([])
})

test('a short run meets every operation in each class of single requests', () => {
  const seen = Array.from({ length: 5_000 }, (_, place) => kindOfCase(catalogue, place + 1))
  for (const { id } of operations) {
    for (const className of ['valid', 'broken', 'hostile'] as const) {
      const isMet = seen.some((kind) => kind.className === className && kind.name.startsWith(`${id} `.trim()))
      expect(isMet, `${className} ${id}`).toBe(true)
    }
  }
})

test('two kinds of one name are refused: a kept failure could be of either', () => {
  const [kind] = catalogue.valid
  expect(() => createCatalogue(kind === undefined ? [] : [kind, kind])).toThrow('two kinds')
})

test('what we send ourselves never looks like a leak when it is sent back', () => {
  for (let number = 1; number < 6_000; number += 1) {
    // Keys are secrets, and are looked for as such.
    const text = bytesOf(number)?.replaceAll(/svc_(live|test)_\S+/g, '')
    expect(text && findLeak(text.slice(0, 3_000), []), `case ${number}`).toBeFalsy()
  }
})

test('a kept failure of a kind that is no more stops the run', () => {
  const [kind] = catalogue.broken
  const kept = { kind: kind === undefined ? '' : wholeName(kind), seed: 1, number: 2, why: 'it happened' }
  expect(keptCases(catalogue, [kept])).toEqual([{ kind, seed: 1, number: 2, label: 'k1' }])
  expect(() => keptCases(catalogue, [{ ...kept, kind: 'broken in another way' }])).toThrow('no more')
})
