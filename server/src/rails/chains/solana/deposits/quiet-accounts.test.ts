import { expect, test } from 'vitest'
import { TOKEN_PROGRAM } from '../addresses/solana-address.ts'
import type { Account } from '../rpc/rpc-values.ts'
import { createQuietAccounts } from './quiet-accounts.ts'

function holding(units: bigint): Account {
  const data = Buffer.alloc(165)
  data.writeBigUInt64LE(units, 64)
  data[108] = 1
  return { lamports: 2_039_280n, owner: TOKEN_PROGRAM, isExecutable: false, data }
}

/** The slots that a reader wants after it has read up to a slot. */
const upTo = (slot: bigint) => ({ wanted: slot - 30n, from: slot - 130n })

/** Polls every few slots, and returns the slots at which the account's transactions were requested. */
function watch(states: (slot: bigint) => Account | undefined, { every = 2n, through = 600n } = {}) {
  const quiet = createQuietAccounts(TOKEN_PROGRAM)
  const asked: bigint[] = []
  for (let slot = 1_000n; slot <= 1_000n + through; slot += every) {
    const { stirred, keep } = quiet.look(new Map([['sell', states(slot)]]), slot, upTo(slot))
    if (stirred.length > 0) asked.push(slot)
    keep()
  }
  return asked
}

test('the transactions of an unchanged account are requested at first and then no more', () => {
  const asked = watch(() => holding(0n))
  expect(asked[0]).toBe(1_000n)
  expect(asked.at(-1)).toBeLessThanOrEqual(1_130n)
  expect(asked.length).toBeLessThan(30)
})

test.each([
  ['tokens come', (slot: bigint) => holding(slot < 1_300n ? 0n : 5n)],
  ['more tokens come', (slot: bigint) => holding(slot < 1_300n ? 5n : 6n)],
  ['it is opened', (slot: bigint) => (slot < 1_300n ? undefined : holding(0n))],
  ['it is swept and closed', (slot: bigint) => (slot < 1_300n ? holding(5n) : undefined)],
])('when %s its transactions are requested at once, and for as long as a list may lag', (_what, states) => {
  const asked = watch(states).filter((slot) => slot > 1_200n)
  expect(asked[0]).toBe(1_300n)
  expect(asked.filter((slot) => slot < 1_340n)).toHaveLength(20)
  expect(asked.at(-1)).toBeGreaterThan(1_410n)
  expect(asked.at(-1)).toBeLessThanOrEqual(1_430n)
})

test('after a pause in which tokens could have come and gone, every account is requested', () => {
  expect(watch(() => undefined, { every: 31n })).toHaveLength(20)
})

test('transactions that could not be read are requested again', () => {
  const quiet = createQuietAccounts(TOKEN_PROGRAM)
  const accounts = new Map([['sell', holding(1n)]])
  quiet.look(accounts, 1_000n, upTo(1_000n)).keep()
  for (let slot = 1_010n; slot < 1_300n; slot += 10n) quiet.look(accounts, slot, upTo(slot)).keep()
  const changed = new Map([['sell', holding(2n)]])
  for (const slot of [1_300n, 1_310n, 1_320n])
    expect(quiet.look(changed, slot, upTo(slot)).stirred).toEqual(['sell'])
})

test('transactions that were read but not stored are requested at every poll, however long that takes', () => {
  const quiet = createQuietAccounts(TOKEN_PROGRAM)
  quiet.look(new Map([['sell', holding(1n)]]), 1_000n, upTo(1_000n)).keep()
  const changed = new Map([['sell', holding(2n)]])
  for (let slot = 1_002n; slot < 1_500n; slot += 2n) {
    const { stirred, keep } = quiet.look(changed, slot, upTo(1_000n))
    expect(stirred).toEqual(['sell'])
    keep()
  }
})

test('past slots are read again on request', () => {
  const quiet = createQuietAccounts(TOKEN_PROGRAM)
  const accounts = new Map([['sell', holding(1n)]])
  for (let slot = 1_000n; slot < 1_300n; slot += 10n) quiet.look(accounts, slot, upTo(slot)).keep()
  expect(quiet.look(accounts, 1_300n, upTo(1_300n)).stirred).toEqual([])
  expect(quiet.look(accounts, 1_300n, { wanted: 1_000n, from: 900n }).stirred).toEqual(['sell'])
})
