import { expect, test } from 'vitest'
import { walletStopMeanings } from '../../../movements/transfers/wallet-block-meanings.ts'
import { errorCatalogue, errorGroups } from './error-catalogue.ts'

test('every code is explained in exactly one group', () => {
  const grouped = errorGroups.flatMap(({ entries }) => Object.keys(entries))
  expect(grouped.toSorted()).toEqual(Object.keys(errorCatalogue).toSorted())
})

test('no two codes have the same meaning, and a blocked wallet has its own codes', () => {
  const meanings = Object.values(errorCatalogue).map(({ meaning, fix }) => `${meaning} ${fix}`)
  expect(new Set(meanings).size).toBe(meanings.length)
  expect(Object.keys(walletStopMeanings).filter((code) => code in errorCatalogue)).toEqual([])
})

test.each(Object.entries(errorCatalogue))('%s has a status, a meaning and a fix', (_code, entry) => {
  expect([400, 401, 403, 404, 409, 410, 413, 415, 422, 429, 500, 503]).toContain(entry.status)
  for (const text of [entry.meaning, entry.fix]) {
    expect(text).toMatch(/^[A-Z0-9`].*[.)]$/)
    expect(text.split('`').length % 2).toBe(1)
  }
})
