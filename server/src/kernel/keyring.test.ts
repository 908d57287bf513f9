import { expect, test } from 'vitest'
import { createKeyring, ERASED, SEALED_EXTRA_BYTES } from './keyring.ts'

const first = createKeyring(new Map([[1, Buffer.alloc(32, 1)]]))
const both = createKeyring(
  new Map([
    [2, Buffer.alloc(32, 2)],
    [1, Buffer.alloc(32, 1)],
  ]),
)

test('a text can be read again only in its row, unchanged, and with its key', () => {
  const sealed = first.sealText('row-1', 'idv_7f3a9c2e51b8')
  expect(sealed).toMatch(/^sealed:[A-Za-z0-9+/=]+$/)
  expect(sealed).not.toContain(Buffer.from('idv_7f3a9c2e51b8').toString('base64').slice(0, 12))
  expect(first.openText('row-1', sealed)).toBe('idv_7f3a9c2e51b8')
  expect(() => first.openText('row-2', sealed)).toThrow(/authenticate/)
  const changed = Buffer.from(sealed.slice(7), 'base64')
  changed[20] = (changed[20] ?? 0) ^ 1
  expect(() => first.openText('row-1', `sealed:${changed.toString('base64')}`)).toThrow(/authenticate/)
  expect(() => createKeyring(new Map([[1, Buffer.alloc(32, 9)]])).openText('row-1', sealed)).toThrow(
    /authenticate/,
  )
})

test('a new key encrypts from then on, and the old one still decrypts', () => {
  const old = first.sealText('row-1', 'before')
  const young = both.sealText('row-1', 'after')
  expect(both.openText('row-1', old)).toBe('before')
  expect(both.openText('row-1', young)).toBe('after')
  expect(() => first.openText('row-1', young)).toThrow(/key 2 must be configured/)
})

test('a text that was never encrypted is not shown', () => {
  expect(first.openText('row-1', '22345678901')).toBe(ERASED)
})

test('bytes grow by a known size', () => {
  const sealed = first.sealBytes('row-1', Buffer.from('%PDF'))
  expect(sealed).toHaveLength(4 + SEALED_EXTRA_BYTES)
  expect(first.openBytes('row-1', sealed).toString()).toBe('%PDF')
})
