import { expect, test } from 'vitest'
import { createBankDirectory } from './bank-directory.ts'
import type { VendorBank } from './bank-rail.ts'

const HOUR = 3_600_000
const signal = new AbortController().signal
const gtb: VendorBank = { code: '058', nipCode: '000013', slug: 'gtb' }
const fresh: VendorBank = { code: '999', nipCode: null, slug: 'new-bank' }

/** A directory of a vendor whose list and clock the test changes. */
function directory() {
  const world = { nowMs: 0, banks: [gtb] as VendorBank[] | Error, reads: 0 }
  const banks = async () => {
    world.reads += 1
    if (world.banks instanceof Error) throw world.banks
    return world.banks
  }
  return { world, ...createBankDirectory({ banks }, () => world.nowMs) }
}

test('a bank has the same code by its NIP code and by its slug, and one key', async () => {
  const { world, codeOf, keyOf } = directory()
  world.banks = [gtb, fresh, { code: '1', nipCode: null, slug: null }]
  expect(await codeOf('000013', signal)).toBe('058')
  expect(await codeOf('gtb', signal)).toBe('058')
  expect(await codeOf('new-bank', signal)).toBe('999')
  expect(await keyOf('058', signal)).toBe('000013')
  expect(await keyOf('999', signal)).toBe('new-bank')
  expect(await keyOf('1', signal)).toBe('1')
  expect(world.reads).toBe(1)
})

test('the list is read once a day, and sooner for a bank that is not in it', async () => {
  const { world, codeOf } = directory()
  expect(await codeOf('new-bank', signal)).toBeUndefined()
  world.banks = [gtb, fresh]
  expect(await codeOf('new-bank', signal)).toBeUndefined()
  world.nowMs = HOUR / 4
  expect(await codeOf('new-bank', signal)).toBe('999')
  expect(world.reads).toBe(2)
  world.nowMs = 26 * HOUR
  expect(await codeOf('gtb', signal)).toBe('058')
  expect(world.reads).toBe(3)
})

test('the old list is used while the vendor does not answer; without one there is no answer', async () => {
  const { world, codeOf } = directory()
  world.banks = new Error('down')
  await expect(codeOf('gtb', signal)).rejects.toThrow('down')
  world.banks = [gtb]
  expect(await codeOf('gtb', signal)).toBe('058')
  world.banks = new Error('down')
  world.nowMs = 25 * HOUR
  expect(await codeOf('gtb', signal)).toBe('058')
})
