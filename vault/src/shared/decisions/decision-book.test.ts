import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { createDecisionBook, describeDoubt } from './decision-book.ts'
import { readApprovedAfter } from './read-in-force.ts'

const forged = (number: number) => ({
  case_id: `01a1dee6-1366-7ab8-a780-7f2d4afdd6a${number}`,
  version: 3,
  mode: 'test',
  action: 'release',
  problem: 'no signature counts',
})
const at = '2026-11-16T09:00:00Z'

test('everything stands still for as long as any decision in force is unsupported', () => {
  const book = createDecisionBook()
  expect(describeDoubt(book)).toBeUndefined()
  book.addDecisions({ at, decisions: [forged(1)] })
  const first = 'operators did not sign release of cas_01a1dee613667ab8a7807f2d4afdd6a1'
  expect(describeDoubt(book)).toBe(`${first}, which is in force: no signature counts`)
  book.addDecisions({ at, decisions: [forged(2), forged(3)] })
  expect(describeDoubt(book)).toMatch(/no signature counts \(and 2 more decisions\)$/)
  const accepts = ['1', '2', '3'].map((number) => `cas_01a1dee613667ab8a7807f2d4afdd6a${number}`)
  const { problem: _problem, ...lifting } = forged(4)
  book.addDecisions({ at, decisions: [{ ...lifting, action: 'lift_freeze', lifts: 'freeze-1', accepts }] })
  expect(describeDoubt(book)).toBeUndefined()
  expect(book.liftedFreezes()).toEqual(['test:freeze-1'])
  // Nothing may rest on a decision that operators only accepted.
  expect(book.isSupported(forged(1))).toBe(false)
})

/** A database with these rows. */
const databaseWith = (rows: readonly object[]) => ({ query: async () => ({ rows }) }) as unknown as Pool

test('decisions are read from the primary only, because a replica may lack the newest', async () => {
  const key = { case_id: forged(1).case_id, version: 3, xid: '700' }
  const row = { ...key, through: '712', is_copy: false }
  expect(await readApprovedAfter(databaseWith([row]), 0n)).toEqual({ keys: [key], through: 712n })
  const none = { case_id: null, version: null, xid: null, through: '712', is_copy: false }
  expect(await readApprovedAfter(databaseWith([none]), 0n)).toEqual({ keys: [], through: 712n })
  await expect(readApprovedAfter(databaseWith([{ ...row, is_copy: true }]), 0n)).rejects.toThrow(
    'is a replica',
  )
})
