import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../kernel/ids/ids.ts'
import { createPool } from '../../kernel/postgres/pool.ts'
import { createBusiness } from '../businesses/manage-business.ts'
import { business } from './account.ts'
import { runChecks } from './check-store.ts'
import { readBalance } from './ledger-store.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 1, applicationName: 'test' })
const worker = createPool(database.url('afara_worker'), { max: 2, applicationName: 'test' })
const why = { actor: 'system:test', reason: 'a test' }
const ada = (await createBusiness(owner, { name: 'Ada Foods', linkTag: 'ada-foods', ...why })).id
const bola = (await createBusiness(owner, { name: 'Bola Oil', linkTag: 'bola-oil', ...why })).id

afterAll(async () => {
  await Promise.all([owner.end(), worker.end()])
  await database.drop()
})

type Alike = { debit: [string, string]; creditKind: string; asset: string; transactionId?: string }

async function post(owners: string[], amounts: number[], more: Partial<Alike> = {}) {
  const { debit, creditKind, asset, transactionId } = {
    debit: ['capital', ''],
    creditKind: 'business',
    asset: 'NGNC',
    ...more,
  }
  const ids = owners.map(newId)
  const transactions = owners.map(() => transactionId ?? null)
  const values = ['test', ids, transactions, ...debit, creditKind, owners, asset, amounts]
  await owner.query(`select post_entries($1, $2, $3, 'test', now(), $4, $5, $6, $7, $8, $9)`, values)
}

test('many entries in one call have the same result as one by one', async () => {
  await post([ada, bola, ada], [100, 20, 3])
  await post([bola], [5])
  expect((await readBalance(worker, 'test', business(ada), 'NGNC')).minor).toBe(103n)
  expect((await readBalance(worker, 'test', business(bola), 'NGNC')).minor).toBe(25n)
})

test.each<[string, string, Partial<Alike>, number?]>([
  ['a debit of an account with a floor', 'AF012', { debit: ['business', ada] }],
  ['a credit that lowers an account with a floor', 'AF012', { creditKind: 'float' }],
  ['the clearing account', 'AF012', { debit: ['clearing', ''] }],
  ['an asset that the account cannot hold', 'AF012', { asset: 'NGN' }],
  ['a missing owner', 'AF012', { debit: ['bank', ''] }],
  ['an unknown transaction', 'AF011', { transactionId: newId() }],
  ['an amount of zero', '23514', {}, 0],
])('%s is refused, and nothing is posted', async (_, code, more, amount = 5) => {
  await expect(post([ada, bola], [7, amount], more)).rejects.toMatchObject({ code })
  expect((await readBalance(worker, 'test', business(ada), 'NGNC')).minor).toBe(103n)
})

test('after all of this the invariants hold', async () => {
  expect((await runChecks(worker)).findings).toEqual([])
})
