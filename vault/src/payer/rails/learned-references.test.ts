import { expect, test } from 'vitest'
import { createLearnedReferences, referenceIn } from './vendor-book.ts'

test('the vendor’s orders are read until each number has its reference, or no order is left', async () => {
  const pages = [[{ vendorId: '1', reference: 'af-1' }], [{ vendorId: '2', reference: 'af-2' }], []]
  let asked = 0
  const readPage = async (number: number) => {
    asked += 1
    return pages[number] ?? []
  }
  const learned = createLearnedReferences()
  await learned.learn(['1'], readPage)
  expect([learned.get('1'), asked]).toEqual(['af-1', 1])
  await learned.learn(['1', '2'], readPage)
  expect([learned.get('2'), asked]).toEqual(['af-2', 3])
  // A stranger's number is on no page, and an empty page is the last one.
  await learned.learn(['9'], readPage)
  expect([learned.get('9'), asked]).toEqual([undefined, 6])
})

test('references are forgotten when there are too many, and learned again', async () => {
  const learned = createLearnedReferences()
  const many = Array.from({ length: 50_001 }, (_, place) => ({
    vendorId: `${place}`,
    reference: `af-${place}`,
  }))
  await learned.learn(['0'], async () => many)
  expect(learned.get('50000')).toBe('af-50000')
  await learned.learn(['new'], async (number) =>
    number === 0 ? [{ vendorId: 'new', reference: 'af-new' }] : [],
  )
  expect([learned.get('new'), learned.get('50000')]).toEqual(['af-new', undefined])
  await learned.learn(['50000'], async () => many)
  expect(learned.get('50000')).toBe('af-50000')
})

test('a reference is read only if a line repeats all of it', () => {
  const reference = 'af-00112233445566778899aabbccddeeff'
  expect(referenceIn(`Afara ${reference} to ADA`)).toBe(reference)
  for (const words of [reference.slice(0, -1), `${reference}0`, 'Afara', 7, null])
    expect(referenceIn(words)).toBeNull()
})
