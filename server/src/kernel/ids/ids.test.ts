import { expect, test } from 'vitest'
import { formatId, idPrefixes, newId, parseId } from './ids.ts'

test('an id reads back as the uuid it was made from', () => {
  const uuid = newId()
  expect(formatId('transaction', uuid)).toMatch(/^txn_[0-9a-f]{32}$/)
  expect(parseId('transaction', formatId('transaction', uuid))).toBe(uuid)
})

test('ids sort by creation time', async () => {
  const first = newId()
  await new Promise((resolve) => setTimeout(resolve, 2))
  expect(newId() > first).toBe(true)
})

test('an id of another kind, another version or another shape is not an id', () => {
  const uuid = newId()
  const hex = uuid.replaceAll('-', '')
  for (const text of [
    '',
    uuid,
    `biz_${hex}`,
    `txn_${uuid}`,
    `txn_${hex.toUpperCase()}`,
    `txn_${hex}0`,
    ` txn_${hex}`,
    `txn_${hex}\n`,
  ]) {
    expect(parseId('transaction', text), text).toBeUndefined()
  }
  expect(parseId('transaction', `txn_${crypto.randomUUID().replaceAll('-', '')}`)).toBeUndefined()
})

test('no two kinds share a prefix', () => {
  const prefixes = Object.values(idPrefixes)
  expect(new Set(prefixes).size).toBe(prefixes.length)
})
