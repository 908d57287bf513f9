import { expect, test } from 'vitest'
import { buildCatalogue } from './build-catalogue.ts'
import { allKinds, createCatalogue, kindOfCase, wholeName } from './case.ts'
import { findLeak } from './judge/find-leak.ts'
import { classNames } from './kinds.ts'
import { caseOf, casesBefore, keptCases, SHORT_RUNS } from './play-cases.ts'
import { createRandom } from './random.ts'
import { readDocument } from './read-document.ts'
import { testWorld } from './test-world.ts'

const { operations, validators } = readDocument()
const catalogue = buildCatalogue(operations, validators)

/** Returns the bytes of a case with one exchange, as text. */
function bytesOf(number: number): string | undefined {
  const { kind, seed, label } = caseOf(catalogue, 42, number)
  if (kind.className === 'linked') return undefined
  const { pieces } = kind.make({ world: testWorld, random: createRandom(seed, number), label })
  return Buffer.concat([...pieces]).toString('latin1')
}

test('the seed determines everything: a case always has the same bytes', () => {
  for (let number = 1; number < 3_000; number += 7) expect(bytesOf(number)).toBe(bytesOf(number))
})

test('every class has kinds, and every class of single requests covers every operation', () => {
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

test('a full run covers every kind', () => {
  const seen = new Set(
    Array.from({ length: 25_000 }, (_, place) => wholeName(kindOfCase(catalogue, place + 1))),
  )
  expect(
    allKinds(catalogue)
      .map(wholeName)
      .filter((name) => !seen.has(name)),
  ).toEqual([])
})

test('each short run covers every operation in each class of single requests', () => {
  for (let seed = 0; seed < SHORT_RUNS; seed += 1) {
    const before = casesBefore(seed, 3_000)
    const seen = Array.from({ length: 3_000 }, (_, place) => kindOfCase(catalogue, before + place + 1))
    for (const { id } of operations) {
      for (const className of ['valid', 'broken', 'hostile'] as const) {
        const isMet = seen.some((kind) => kind.className === className && kind.name.startsWith(id))
        expect(isMet, `${className} ${id}`).toBe(true)
      }
    }
  }
})

test('two kinds of case with one name are refused, because a kept failure could belong to either', () => {
  const [kind] = catalogue.valid
  expect(() => createCatalogue(kind === undefined ? [] : [kind, kind])).toThrow('two kinds')
})

test('text that we send ourselves does not count as a leak when a reply repeats it', () => {
  for (let number = 1; number < 6_000; number += 1) {
    // Keys are secrets and are detected as such.
    const text = bytesOf(number)?.replaceAll(/svc_(live|test)_\S+/g, '')
    expect(text && findLeak(text.slice(0, 3_000), []), `case ${number}`).toBeFalsy()
  }
})

test('a kept failure whose kind of case no longer exists stops the run', () => {
  const [kind] = catalogue.broken
  const kept = { kind: kind === undefined ? '' : wholeName(kind), seed: 1, number: 2, why: 'it happened' }
  expect(keptCases(catalogue, [kept])).toEqual([{ kind, seed: 1, number: 2, label: 'k1' }])
  expect(() => keptCases(catalogue, [{ ...kept, kind: 'broken unknown kind' }])).toThrow('no longer exists')
})
